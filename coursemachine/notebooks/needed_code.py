"""Which hidden code a notebook still needs: checks are left out, what defines a name for later stays."""

import ast

from IPython.core.inputtransformer2 import TransformerManager

from coursemachine.names import writes


def tree(source):
    """Syntax of a cell, whose magics are calls then."""
    return ast.parse(TransformerManager().transform_cell(source))


def loaded(source):
    """Names that a cell reads, anywhere in it."""
    return {one.id for one in ast.walk(tree(source)) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}


def says_or_asserts(statement):
    """Whether a statement only checks."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    declares = isinstance(call, ast.Call) and ast.unparse(call.func) == "prose.says"
    return declares or isinstance(statement, ast.Assert)


def lines(source, statement):
    """A statement as it is written in a cell."""
    first = min([statement.lineno, *(one.lineno for one in getattr(statement, "decorator_list", []))])
    return "\n".join(source.splitlines()[first - 1 : statement.end_lineno])


def without_checks(source):
    """A hidden cell without what only checks."""
    return "\n".join(lines(source, one) for one in tree(source).body if not says_or_asserts(one))


def needed_part(source, wanted):
    """The statements of a hidden cell without which a name of `wanted` is missing, and all that they need; or ""."""
    wanted, kept = set(wanted), []
    for statement in reversed(tree(source).body):
        if not says_or_asserts(statement) and writes([ast.unparse(statement)])[0][1] & wanted:
            kept.append(lines(source, statement))
            wanted |= {one.id for one in ast.walk(statement) if isinstance(one, ast.Name)}
    return "\n".join(reversed(kept))
