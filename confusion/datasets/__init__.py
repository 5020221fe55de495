"""The papers' toy laws and the real data sets of the book."""

from confusion.datasets.toy import ThreeGaussians

__all__ = ["ThreeGaussians"]
