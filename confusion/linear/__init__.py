"""Linear learners that no source owns: perceptrons and the max-hinge algorithm."""

from confusion.linear.ultraconservative import UltraconservativePerceptron, ultraconservative_step

__all__ = ["UltraconservativePerceptron", "ultraconservative_step"]
