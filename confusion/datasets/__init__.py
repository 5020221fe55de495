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
from confusion.datasets.text import load_reuters, make_text_standin, optdigits_uci_split
from confusion.datasets.toy import ThreeGaussians
from confusion.datasets.uma_toy import UmaToyLaw

__all__ = [
    "ThreeGaussians",
    "UmaToyLaw",
    "imbalanced_cut",
    "load_abalone",
    "load_car",
    "load_letter",
    "load_nursery",
    "load_optdigits",
    "load_pendigits",
    "load_reuters",
    "load_segment",
    "make_text_standin",
    "optdigits_uci_split",
]
