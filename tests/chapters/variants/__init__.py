"""What readers may write in place of the stubs: a module for each chapter, named like it.

    @right("impurity")
    def by_sorting(p, kind): ...

    @wrong("impurity", because="takes the second largest share")
    def second(p, kind): ...

A variant may use what it imports, and whatever the chapter defines above the stub.
"""

from typing import NamedTuple


class Variant(NamedTuple):
    """A function that a reader may have written for a stub, and whether its check cell should accept it."""

    stub: str
    function: object
    right: bool
    because: str = ""


def right(stub):
    """Mark a function that does what the stub asks for."""
    return lambda function: Variant(stub, function, True)


def wrong(stub, *, because):
    """Mark a function that does not, and say why one may write it."""
    return lambda function: Variant(stub, function, False, because)
