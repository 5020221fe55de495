"""The papers' toy laws and the real data sets of the book."""

from confusion.datasets.imbalance import imbalanced_cut
from confusion.datasets.real import (
    load_abalone,
    load_car,
    load_letter,
    load_nursery,
    load_optdigits,
    load_pendigits,
    load_segment,
)
from confusion.datasets.toy import ThreeGaussians

__all__ = [
    "ThreeGaussians",
    "imbalanced_cut",
    "load_abalone",
    "load_car",
    "load_letter",
    "load_nursery",
    "load_optdigits",
    "load_pendigits",
    "load_segment",
]
