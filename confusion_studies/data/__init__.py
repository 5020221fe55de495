"""The real data sets of the book, read from files inside packages, and what stands in for those that are not there."""

from confusion_studies.data.connect4 import load_connect4
from confusion_studies.data.poker import make_poker_hands
from confusion_studies.data.real import (
    load_abalone,
    load_balance,
    load_car,
    load_ecoli,
    load_glass,
    load_letter,
    load_mammographic,
    load_newthyroid,
    load_nursery,
    load_optdigits,
    load_pendigits,
    load_satimage,
    load_segment,
    load_yeast,
)
from confusion_studies.data.text import load_reuters, make_text_standin, optdigits_uci_split

__all__ = [
    "load_abalone",
    "load_balance",
    "load_car",
    "load_connect4",
    "load_ecoli",
    "load_glass",
    "load_letter",
    "load_mammographic",
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
]
