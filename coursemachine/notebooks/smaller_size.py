"""The smaller size of a cell that takes long in the page.

In the text it stands with the cell's tags, ``:smaller: "range(3) -> range(1); rounds=200 -> rounds=50"``.  What stands
before an arrow becomes what stands after it, one change after the other, wherever it occurs in the cell.
"""


def changes(text):
    """The changes as pairs (old, new); ValueError if something is no ``old -> new``."""
    pairs = [tuple(part.strip() for part in change.split(" -> ")) for change in str(text).split("; ")]
    for pair in pairs:
        if len(pair) != 2 or not all(pair) or pair[0] == pair[1]:
            raise ValueError(f"smaller: {' -> '.join(pair)!r} is no change; write it as 'old -> new; old -> new'")
    return pairs


def applied(source, text):
    """The cell's code in its smaller size; ValueError if a change finds nothing to change."""
    for old, new in changes(text):
        if old not in source:
            raise ValueError(f"smaller: the cell has no {old!r}")
        source = source.replace(old, new)
    return source
