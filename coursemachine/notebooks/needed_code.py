"""Hidden code as a notebook or a preview needs it: without what only checks."""

import ast

from IPython.core.inputtransformer2 import TransformerManager


def tree(source):
    """Syntax of a cell, whose magics are calls then."""
    return ast.parse(TransformerManager().transform_cell(source))


def plain(source):
    """A cell as Python, for :mod:`coursemachine.names`."""
    return ast.unparse(tree(source))


def only_checks(statement):
    """Whether a statement is an assertion, or declares a sentence."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    declares = isinstance(call, ast.Call) and ast.unparse(call.func) == "prose.says"
    return declares or isinstance(statement, ast.Assert)


def statements(source):
    """The statements of a hidden cell as they are written there, but for those that only check."""
    lines = source.splitlines()
    kept = [statement for statement in tree(source).body if not only_checks(statement)]
    # Decorators stand above what they decorate.
    firsts = [min(node.lineno for node in (each, *getattr(each, "decorator_list", ()))) for each in kept]
    return ["\n".join(lines[first - 1 : each.end_lineno]) for first, each in zip(firsts, kept)]
