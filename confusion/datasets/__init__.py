"""The papers' toy laws, and imbalanced cuts of a sample."""

from confusion.datasets.imbalance import imbalanced_cut
from confusion.datasets.three_gaussians import ThreeGaussians
from confusion.datasets.uma_toy import UmaToyLaw

__all__ = ["ThreeGaussians", "UmaToyLaw", "imbalanced_cut"]
