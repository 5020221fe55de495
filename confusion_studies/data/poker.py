"""Poker hands: five cards, classified by the rules of the game, drawn at random."""

import numpy as np
from sklearn.utils import Bunch

from confusion._core.arguments import by_name, check_integer, check_random, integer_array
from confusion_studies.data.descriptions import DESCRIPTIONS

__all__ = ["UCI_POKER_COUNTS", "make_poker_hands", "poker_classes"]

#: Hands of each class in UCI's training set, as its documentation lists them: 25,010 in all, the last two over-sampled.
UCI_POKER_COUNTS = (12493, 10599, 1206, 513, 93, 54, 36, 6, 5, 5)

CLASSES = [
    "nothing", "one pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
]  # fmt: skip

_FEATURES = [f"{letter}{k}" for k in range(1, 6) for letter in "SC"]

# Class of a hand that is neither straight nor flush, by how many of its ten pairs of cards have equal ranks.
_BY_EQUAL_RANKS = np.array([0, 1, 2, 3, 6, 0, 7])


def poker_classes(hands):
    """Class of each hand: 0 nothing, 1 one pair, ..., 8 straight flush, 9 royal flush.

    Parameters
    ----------
    hands : array-like of shape (n, 10)
        Suit (1 to 4) and rank (1 to 13, ace to king) of each of the five cards, all different.

    Returns
    -------
    ndarray of shape (n,)
        Integers 0 to 9.

    Notes
    -----
    The ace is low in A 2 3 4 5 and high in 10 J Q K A, and no straight goes on past it.

    Examples
    --------
    >>> poker_classes([[1, 10, 1, 11, 1, 13, 1, 12, 1, 1], [2, 5, 3, 5, 1, 9, 4, 5, 2, 9]])
    array([9, 6])
    """
    hands = integer_array(hands, "hands", 1)
    if hands.ndim != 2 or hands.shape[1] != 10:
        raise ValueError(f"hands must have shape (n, 10), suit and rank of five cards, got {hands.shape}")
    suits, ranks = hands[:, ::2], hands[:, 1::2]
    if (suits > 4).any() or (ranks > 13).any():
        raise ValueError("hands must hold suits, the whole numbers 1 to 4, and ranks, 1 to 13")
    cards = 13 * (suits.astype(np.int8) - 1) + (ranks.astype(np.int8) - 1)
    ordered = np.sort(cards, axis=1)
    if (ordered[:, 1:] == ordered[:, :-1]).any():
        raise ValueError("a hand holds the same card twice")
    return _classes(cards)


def _classes(cards):
    """Class of hands of cards numbered 0 to 51, suit by suit."""
    suits, ranks = np.divmod(cards, cards.dtype.type(13))
    ranks = np.sort(ranks, axis=1)
    equal = sum((ranks[:, i] == ranks[:, j]).astype(np.int8) for i in range(5) for j in range(i))
    ace_high = (ranks == [0, 9, 10, 11, 12]).all(axis=1)
    straight = (equal == 0) & (ranks[:, 4] - ranks[:, 0] == 4) | ace_high
    flush = (suits == suits[:, :1]).all(axis=1)
    classes = _BY_EQUAL_RANKS[equal]
    classes[straight] = 4
    classes[flush] = 5
    classes[straight & flush] = 8
    classes[ace_high & flush] = 9
    return classes


def make_poker_hands(n=None, *, class_counts=None, random_state=None):
    """Random poker hands with their class: ten features, ten classes, the rarest once in 650,000 hands.

    Parameters
    ----------
    n : int, optional
        Number of hands: 25,010 unless asked otherwise, or the sum of `class_counts`.
    class_counts : "uci" or sequence of ten int, optional
        Draw this many hands of each class; "uci" takes the counts of UCI's training set.  Without it, classes come
        with their natural frequencies.
    random_state : int, RandomState or None, default None
        Seed of the draw.

    Returns
    -------
    sklearn.utils.Bunch
        ``data`` of shape (n, 10), floats: suit S1 (1 to 4) and rank C1 (1 to 13) of the first card, then of the
        others; ``target``, integers 0 to 9; ``feature_names``, UCI's; ``target_names``; ``DESCR``.

    Notes
    -----
    Hands are independent, so one can come twice.  Given the class, a hand is uniform over the class, and its five
    cards are in random order.

    UCI's training set has five hands of each of the two rarest classes, where 25,010 natural hands have 0.35
    straight flushes and 0.04 royal flushes on average: a natural sample mostly lacks the last two classes.

    Examples
    --------
    >>> poker = make_poker_hands(class_counts="uci", random_state=0)
    >>> poker.data.shape, np.bincount(poker.target).tolist()
    ((25010, 10), [12493, 10599, 1206, 513, 93, 54, 36, 6, 5, 5])
    >>> natural = make_poker_hands(1000, random_state=0)
    >>> bool((poker_classes(natural.data) == natural.target).all())
    True
    """
    counts = _checked_counts(class_counts)
    if n is None:
        n = sum(UCI_POKER_COUNTS) if counts is None else int(counts.sum())
    n = check_integer(n, "n", 1)
    if counts is not None and n != counts.sum():
        raise ValueError(f"class_counts has {counts.sum()} hands, so n must be that or left out, got {n}")
    rng = check_random(random_state)
    if counts is None:
        cards = _drawn(n, rng)
        law = f"{n:,} hands with the natural frequencies of the classes."
    else:
        deck = all_hands()
        classes = _classes(deck)
        chosen = [rng.choice(np.flatnonzero(classes == k), size=count) for k, count in enumerate(counts)]
        cards = deck[rng.permutation(np.concatenate(chosen))]
        cards = np.take_along_axis(cards, rng.random_sample(cards.shape).argsort(axis=1), axis=1)
        law = f"{n:,} hands, {'/'.join(map(str, counts))} of the ten classes."
        if isinstance(class_counts, str):
            law += " These are the counts of the original's training set, which over-samples the rarest two."
    suits, ranks = np.divmod(cards, 13)
    return Bunch(
        data=np.stack([suits + 1, ranks + 1], axis=2).reshape(n, 10).astype(float),
        target=_classes(cards),
        feature_names=list(_FEATURES),
        target_names=np.array(CLASSES),
        DESCR=DESCRIPTIONS["poker"].format(law=law),
    )


def _checked_counts(class_counts):
    if class_counts is None:
        return None
    if isinstance(class_counts, str):
        if class_counts != "uci":
            raise ValueError(f'class_counts must be "uci" or ten whole numbers, got {class_counts!r}')
        return np.array(UCI_POKER_COUNTS)
    named = by_name(class_counts, "class_counts", range)
    try:
        counts = integer_array(named, "class_counts", 0)
    except (TypeError, ValueError):
        counts = np.empty(0)
    if counts.shape != (10,) or not counts.any():
        raise ValueError(f'class_counts must be "uci" or ten whole numbers, not all 0, got {class_counts!r}')
    return counts


def _drawn(n, rng):
    """Five different cards of 52, in the order drawn, n times."""
    cards = np.empty((n, 5), dtype=np.int64)
    for k in range(5):
        # The card is numbered among those left; each earlier card at or below it moves it up by one.
        card = rng.randint(52 - k, size=n)
        for earlier in np.sort(cards[:, :k], axis=1).T:
            card += card >= earlier
        cards[:, k] = card
    return cards


def all_hands():
    """The 2,598,960 sets of five cards, as increasing numbers 0 to 51, shape (2598960, 5)."""
    cards = np.arange(52, dtype=np.int8)[:, None]
    for _ in range(4):
        above = 51 - cards[:, -1].astype(np.intp)
        rows = np.repeat(np.arange(len(cards)), above)
        step = np.arange(rows.size) - np.repeat(np.cumsum(above) - above, above)
        cards = np.column_stack([cards[rows], (cards[rows, -1] + 1 + step).astype(np.int8)])
    return cards
