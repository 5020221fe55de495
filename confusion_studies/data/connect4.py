"""Connect-4, rebuilt from its definition: every quiet position after eight moves, with the value of the game."""

import numpy as np
from sklearn.utils import Bunch

from confusion_studies.data.descriptions import DESCRIPTIONS
from confusion_studies.data.real import check_encoding, data_file

__all__ = ["load_connect4"]

COLUMNS, ROWS = 7, 6
SQUARES = [f"{column}{row + 1}" for column in "abcdefg" for row in range(ROWS)]

#: Values of a square in the order of the ordinal encoding: the second player's, nobody's, the first player's.
VALUES = ["o", "b", "x"]
CLASSES = ["win", "loss", "draw"]

# A board is two int64, the stones of x and those of o.  Column c has bits 7c (bottom) to 7c + 5; bit 7c + 6 stays
# empty, so that shifts by 1, 6, 7 and 8 follow the four directions of the board without leaving a column.
_HEIGHT = ROWS + 1
_COLUMN = (1 << _HEIGHT) - 1

# Moves are tried from the middle outwards, left before right.  Of two mirror images the one reached first is kept.
_MOVE_ORDER = (3, 2, 4, 1, 5, 0, 6)


def load_connect4(encoding="onehot"):
    """Quiet Connect-4 positions after eight moves, classified by perfect play: 67,557 examples, 3 classes.

    Parameters
    ----------
    encoding : {"onehot", "ordinal"}, default "onehot"
        "onehot" gives three 0/1 columns per square, named like "a1=x" (126 columns); "ordinal" one column per square,
        "o" 0, blank 1, "x" 2 (42 columns).

    Returns
    -------
    sklearn.utils.Bunch
        ``data`` of shape (67557, d), floats; ``target``, integers 0 to 2; ``feature_names``, UCI's: squares "a1" to
        "a6" up the first column, then "b1" and so on; ``target_names``, the game's value for the player "x" who
        began: "win", "loss", "draw"; ``DESCR``, with source and licence.

    Raises
    ------
    ImportError
        If bitbully-databases, which carries the values, is not there; the message names the command that installs it.

    Notes
    -----
    The positions are enumerated: four stones each, nobody has won, and the next move is not forced, which means that
    neither player could complete a line of four by moving next (the player to move would have to win, or to block).
    One of each pair of mirror images is kept.  This gives the number of examples of each class of the UCI file.

    The values come from an opening book.  Rows are in a fixed order, that of a search of the middle column first.

    Examples
    --------
    >>> connect4 = load_connect4(encoding="ordinal")  # doctest: +SKIP
    >>> dict(zip(connect4.target_names.tolist(), np.bincount(connect4.target).tolist()))  # doctest: +SKIP
    {'win': 44473, 'loss': 16635, 'draw': 6449}
    """
    check_encoding(encoding)
    x, o = _quiet_positions()
    target = _book_values(x, o)
    squares = np.array([_HEIGHT * c + r for c in range(COLUMNS) for r in range(ROWS)])
    codes = 1 + (x[:, None] >> squares & 1) - (o[:, None] >> squares & 1)
    if encoding == "ordinal":
        data, feature_names = codes.astype(float), list(SQUARES)
    else:
        data = np.eye(len(VALUES))[codes].reshape(len(codes), -1)
        feature_names = [f"{square}={value}" for square in SQUARES for value in VALUES]
    return Bunch(
        data=data,
        target=target,
        feature_names=feature_names,
        target_names=np.array(CLASSES),
        DESCR=DESCRIPTIONS["connect4"],
    )


def _quiet_positions():
    """Boards (x, o) after eight moves with no win on the board and none in one move, one of each mirror pair."""
    x = o = np.zeros(1, dtype=np.int64)
    for ply in range(8):
        bits = _moves(x | o)
        # One row per move, all the moves of a board together: the order of a depth-first search.
        board, move = np.nonzero(bits)
        bit = bits[board, move]
        x, o = (x[board] | bit, o[board]) if ply % 2 == 0 else (x[board], o[board] | bit)
        x, o = _select(~_has_four(x if ply % 2 == 0 else o), x, o)
        key = np.minimum(_key(x, o), _key(_mirrored(x), _mirrored(o)))
        x, o = _select(np.sort(np.unique(key, return_index=True)[1]), x, o)
    threatened = np.zeros(x.shape, dtype=bool)
    for bit in _moves(x | o).T:
        threatened |= (bit != 0) & (_has_four(x | bit) | _has_four(o | bit))
    return _select(~threatened, x, o)


def _select(rows, x, o):
    return x[rows], o[rows]


def _moves(occupied):
    """The lowest free square of each column as a bit, 0 where it is full, shape (n, 7) in the order of search."""
    shifts = np.array([_HEIGHT * c for c in _MOVE_ORDER])
    free = (occupied[:, None] >> shifts & _COLUMN) + 1
    return np.where(free < 1 << ROWS, free, 0) << shifts


def _has_four(stones):
    four = np.zeros(stones.shape, dtype=bool)
    for step in (1, _HEIGHT - 1, _HEIGHT, _HEIGHT + 1):
        pairs = stones & stones >> step
        four |= (pairs & pairs >> 2 * step) != 0
    return four


def _mirrored(stones):
    columns = ((stones >> _HEIGHT * c & _COLUMN) << _HEIGHT * (COLUMNS - 1 - c) for c in range(COLUMNS))
    return sum(columns, np.zeros_like(stones))


def _key(x, o):
    """One number per board: in each column a bit above the stones, and below it those of x."""
    bottoms = sum(1 << _HEIGHT * c for c in range(COLUMNS))
    return ((x | o) + bottoms) | x


def _book_values(x, o):
    """Class of each board from the opening book: 0 for a win of the player who began, 1 a loss, 2 a draw.

    The book is a sorted list of 3-byte big-endian numbers, one per position.  Column by column from the left, each from
    the bottom, a stone of the first player (who is to move) is 10 and one of the second 11, and a 0 ends the column:
    2 * 8 + 7 = 23 bits.  One more 0 follows, and the value is written over the last two zeros: 0 for a draw, 1 for a
    loss of the first player.  Positions that the first player wins are left out; of two mirror images one is listed.
    """
    path = data_file("bitbully_databases", "assets", "book_8ply.dat")
    entries = np.frombuffer(path.read_bytes(), dtype=np.uint8).reshape(-1, 3) @ np.array([1 << 16, 1 << 8, 1])
    boards, values = entries & ~3, entries & 3
    target = np.zeros(x.shape, dtype=np.intp)
    for code in (_book_code(x, o), _book_code(_mirrored(x), _mirrored(o))):
        place = np.minimum(np.searchsorted(boards, code), boards.size - 1)
        listed = boards[place] == code
        target[listed] = np.where(values[place[listed]] == 1, 1, 2)
    return target


def _book_code(x, o):
    code = np.zeros(x.shape, dtype=np.int64)
    for c in range(COLUMNS):
        for r in range(ROWS):
            of_x, of_o = (stones >> _HEIGHT * c + r & 1 for stones in (x, o))
            code = np.where(of_x | of_o, code << 2 | 2 | of_o, code)
        code <<= 1
    return code << 1
