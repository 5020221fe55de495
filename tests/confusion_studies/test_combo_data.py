"""The two data sets of Table 1 of the CoMBo paper that are made here: Connect-4 and poker hands."""

from math import comb

import numpy as np
import pytest
from scipy import stats

from confusion_studies.data import connect4 as connect4_module
from confusion_studies.data import load_connect4, make_poker_hands
from confusion_studies.data.poker import UCI_POKER_COUNTS, all_hands, poker_classes


@pytest.fixture(scope="module")
def connect4():
    pytest.importorskip("bitbully_databases")
    return load_connect4(encoding="ordinal")


@pytest.fixture(scope="module")
def boards(connect4):
    """-1 for a stone of o, 1 for one of x, shape (n, column, row)."""
    return connect4.data.reshape(-1, 7, 6).astype(int) - 1


def position(text):
    """Columns "a" to "g" from the bottom, slashes between: a board as `boards` has it."""
    board = np.zeros((7, 6), dtype=int)
    for c, column in enumerate(text.split("/")):
        board[c, : len(column)] = [{"x": 1, "o": -1}[stone] for stone in column]
    return board


def test_as_many_of_each_class_as_section_5_1_says(connect4):
    counts = np.bincount(connect4.target).tolist()
    assert dict(zip(connect4.target_names.tolist(), counts)) == {"win": 44473, "loss": 16635, "draw": 6449}
    assert connect4.data.shape == (67557, 42) and connect4.feature_names[::41] == ["a1", "g6"]
    assert "CC BY 4.0" in connect4.DESCR and "rebuilt" in connect4.DESCR


def test_rows_and_marginals_of_the_uci_file(connect4, boards):
    """Facts of the original: its first rows, rows from its end, and counts of squares that show the mirror image."""
    for row, text in ((0, "//xo/xoxoxo///"), (1, "//x/xoxoxo/o//"), (18, "//oo/xoxoxx///"), (36, "//o/xoxox/x//o")):
        np.testing.assert_array_equal(boards[row], position(text))
    value = {name: connect4.data[:, k] for k, name in enumerate(connect4.feature_names)}
    a1_is_o = value["a1"] == 0
    assert a1_is_o.sum() == 20324
    assert [np.sum(a1_is_o & (value[name] == 1)) for name in ("e6", "f6", "g6")] == [20317, 20316, 20315]


UCI_ROWS = {
    "win": ["//xo/xoxoxo///", "o//x/xoxoxo///", "xo/////oox/oxx", "xoox////o//oxx", "x/oox/o////oxx"],
    "loss": ["//oo/xoxoxx///", "x/o//xoxoxo///", "xxoox/o/////ox", "x//oox///o/oxx", "xoxxox/o/////o"],
    "draw": ["/x/o/xoxoxo///", "//o/xoxoxx///o", "x/////oxoxo/ox", "xooox/o/x////x", "x/oxox/////oxo"],
}


@pytest.mark.parametrize("outcome", UCI_ROWS)
def test_values_of_rows_of_the_uci_file(connect4, boards, outcome):
    for text in UCI_ROWS[outcome]:
        (row,) = np.flatnonzero((boards == position(text)).all(axis=(1, 2)))
        assert connect4.target_names[connect4.target[row]] == outcome, text


def test_a_board_and_its_mirror_image_have_one_value(connect4):
    """The book lists one of the two."""
    mirrored = map(connect4_module._mirrored, connect4_module._quiet_positions())
    np.testing.assert_array_equal(connect4_module._book_values(*mirrored), connect4.target)


@pytest.mark.slow
def test_the_encodings_agree(connect4):
    onehot = load_connect4()
    blocks = onehot.data.reshape(-1, 42, 3)
    assert (blocks.sum(axis=2) == 1).all()
    np.testing.assert_array_equal(blocks.argmax(axis=2), connect4.data)
    np.testing.assert_array_equal(onehot.target, connect4.target)
    assert onehot.feature_names[:3] == ["a1=o", "a1=b", "a1=x"]


#: Of the 2,598,960 hands; royal flushes apart from the 36 other straight flushes.
FREQUENCIES = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


def cards_to_hands(cards):
    suits, ranks = np.divmod(cards, 13)
    return np.stack([suits + 1, ranks + 1], axis=2).reshape(len(cards), 10)


@pytest.mark.slow
def test_the_rule_on_every_hand():
    cards = all_hands()
    number = cards.astype(np.int32) @ (52 ** np.arange(4, -1, -1)).astype(np.int32)
    assert len(cards) == comb(52, 5) and (np.diff(number) > 0).all()
    assert (np.diff(cards, axis=1) > 0).all() and (cards.min(), cards.max()) == (0, 51)
    np.testing.assert_array_equal(np.bincount(poker_classes(cards_to_hands(cards))), FREQUENCIES)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("11 22 33 44 16", "nothing"),
        ("11 22 33 44 15", "straight"),
        ("112 213 31 42 13", "nothing"),
        ("110 211 312 413 11", "straight"),
        ("31 32 33 34 35", "straight flush"),
        ("39 310 311 312 313", "straight flush"),
        ("413 412 41 410 411", "royal flush"),
        ("41 413 42 412 43", "flush"),
        ("17 27 37 42 32", "full house"),
        ("17 27 37 47 32", "four of a kind"),
        ("17 27 37 43 32", "three of a kind"),
        ("17 27 33 43 32", "two pairs"),
        ("17 27 33 44 32", "one pair"),
    ],
)
def test_the_rule_by_hand(hand, expected):
    """Cards as suit digit and rank, in any order."""
    cards = [(int(card[0]), int(card[1:])) for card in hand.split()]
    names = make_poker_hands(1, random_state=0).target_names
    for order in (cards, cards[::-1], cards[2:] + cards[:2]):
        assert names[poker_classes([np.ravel(order)])[0]] == expected


def test_natural_hands_follow_the_law():
    poker = make_poker_hands(200_000, random_state=0)
    assert poker.feature_names == ["S1", "C1", "S2", "C2", "S3", "C3", "S4", "C4", "S5", "C5"]
    cards = (13 * (poker.data[:, ::2] - 1) + poker.data[:, 1::2] - 1).astype(int)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    expected = 200_000 * np.array(FREQUENCIES) / comb(52, 5)
    observed = np.bincount(poker.target, minlength=10)
    merged = [np.append(counts[:7], counts[7:].sum()) for counts in (observed, expected)]
    # every card as likely in every place, and every ordered pair of first cards
    pairs = np.bincount(52 * cards[:, 0] + cards[:, 1], minlength=52 * 52).reshape(52, 52)
    assert not np.diagonal(pairs).any()
    samples = [*([np.bincount(column, minlength=52)] for column in cards.T), [pairs[~np.eye(52, dtype=bool)]], merged]
    assert all(stats.chisquare(*sample).pvalue > 1e-3 for sample in samples)


@pytest.mark.slow
def test_uci_like_counts():
    poker = make_poker_hands(class_counts="uci", random_state=0)
    np.testing.assert_array_equal(np.bincount(poker.target), UCI_POKER_COUNTS)
    np.testing.assert_array_equal(poker_classes(poker.data), poker.target)
    shares = 100 * np.array(UCI_POKER_COUNTS) / 25010
    np.testing.assert_allclose(shares[:4], [50, 42, 5, 2], atol=0.5)  # Section 5.1
    assert shares[4:].max() < 0.5
    assert ["over-samples" in one.DESCR for one in (poker, make_poker_hands(10, random_state=0))] == [True, False]
    # Rows are shuffled, and so are the cards of a hand.
    assert np.abs(np.flatnonzero(poker.target == 0).mean() / 25010 - 0.5) < 0.01
    ordered = np.diff(13 * poker.data[:, ::2] + poker.data[:, 1::2], axis=1) > 0
    np.testing.assert_allclose(ordered.mean(axis=0), 0.5, atol=0.02)


@pytest.mark.slow
def test_hands_of_one_class_are_uniform():
    poker = make_poker_hands(class_counts=[0] * 9 + [48_000], random_state=1)
    codes = (poker.data.astype(np.int64) @ 14 ** np.arange(10)).tolist()
    counts = np.unique(codes, return_counts=True)[1]
    assert counts.size == 480  # in order, as UCI's documentation counts them
    assert stats.chisquare(counts).pvalue > 1e-3


WHOLE = 'class_counts must be "uci" or ten whole numbers'


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: make_poker_hands(10, class_counts="uci"), "class_counts has 25010 hands, so n must be that"),
        *((lambda wrong=wrong: make_poker_hands(class_counts=wrong), WHOLE)
          for wrong in ("natural", [1, 2, 3], [0.5] * 10, [-1] + [1] * 9)),
        (lambda: make_poker_hands(class_counts=[0] * 10), "not all 0"),
        (lambda: poker_classes([1, 2, 3]), "hands must have shape"),
        (lambda: poker_classes([[1, 2] * 4]), "hands must have shape"),
        (lambda: poker_classes([[1, 2, 1, 3, 1, 4, 1, 5, 5, 6]]), "hands must hold suits, the whole numbers 1 to 4"),
        (lambda: poker_classes([[1, 2, 1, 3, 1, 4, 1, 5, 1, 14]]), "ranks, 1 to 13"),
        (lambda: poker_classes([[1, 2, 1, 3, 1, 4, 1, 5, 1, 2]]), "the same card twice"),
    ],
)  # fmt: skip
def test_poker_refuses(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()
