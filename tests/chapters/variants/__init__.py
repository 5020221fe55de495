"""What readers may write in place of the stubs: a module for each chapter, named like it.

Its ``STUBS`` has, for each stub, what is right, and what is wrong by why one may write it:

    STUBS = {"impurity": Answers([by_sorting], {"takes the second largest share": lambda p, kind: ...})}

An answer may use what its module imports and defines, and whatever the chapter defines above the stub.
"""

from typing import NamedTuple


class Answers(NamedTuple):
    """What a check cell should accept, and what it should refuse."""

    right: list
    wrong: dict
