"""The papers' toy laws and the real data sets of the book."""

from confusion.datasets.connect4 import load_connect4
from confusion.datasets.imbalance import imbalanced_cut
from confusion.datasets.poker import UCI_POKER_COUNTS, make_poker_hands, poker_classes
from confusion.datasets.real import (
    load_abalone,
    load_balance,
    load_car,
    load_ecoli,
    load_glass,
    load_letter,
    load_newthyroid,
    load_nursery,
    load_optdigits,
    load_pendigits,
    load_satimage,
    load_segment,
    load_yeast,
)
from confusion.datasets.text import load_reuters, make_text_standin, optdigits_uci_split
from confusion.datasets.three_gaussians import ThreeGaussians
from confusion.datasets.uma_toy import UmaToyLaw

__all__ = [
    "ThreeGaussians",
    "UCI_POKER_COUNTS",
    "UmaToyLaw",
    "imbalanced_cut",
    "load_abalone",
    "load_balance",
    "load_car",
    "load_connect4",
    "load_ecoli",
    "load_glass",
    "load_letter",
    "load_newthyroid",
    "load_nursery",
    "load_optdigits",
    "load_pendigits",
    "load_reuters",
    "load_satimage",
    "load_segment",
    "load_yeast",
    "make_poker_hands",
    "make_text_standin",
    "optdigits_uci_split",
    "poker_classes",
]
