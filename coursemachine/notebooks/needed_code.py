"""Which hidden code a notebook still needs: checks are left out, what defines a name for later stays."""

import ast

from IPython.core.inputtransformer2 import TransformerManager

#: Calls by which the text declares its numbers; they run, and say nothing to a reader.
DECLARATIONS = ("prose.says", "prose.given")


def tree(source):
    """Syntax of a cell, whose magics are calls then."""
    return ast.parse(TransformerManager().transform_cell(source))


def loaded(source):
    """Names that a cell reads, anywhere in it."""
    return {one.id for one in ast.walk(tree(source)) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}


def bound(statement):
    """Names that a statement of a cell gives a value, or whose value it changes."""
    names = set()
    for one in ast.walk(statement):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store | ast.Del):
            names.add(one.id)
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            names.add(one.name)
        elif isinstance(one, ast.alias):
            names.add((one.asname or one.name).partition(".")[0])
        elif isinstance(one, ast.Subscript | ast.Attribute) and isinstance(one.ctx, ast.Store):
            names |= {inner.id for inner in ast.walk(one.value) if isinstance(inner, ast.Name)}
    return names


def says_or_asserts(statement):
    """Whether a statement only checks."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    declares = isinstance(call, ast.Call) and ast.unparse(call.func) in DECLARATIONS
    return declares or isinstance(statement, ast.Assert)


def needed_part(source, wanted):
    """The statements of a hidden cell without which a name of `wanted` is missing, and all that they need; or ""."""
    wanted, kept = set(wanted), []
    for statement in reversed(tree(source).body):
        if not says_or_asserts(statement) and bound(statement) & wanted:
            first = min([statement.lineno, *(one.lineno for one in getattr(statement, "decorator_list", []))])
            kept.append("\n".join(source.splitlines()[first - 1 : statement.end_lineno]))
            wanted |= {one.id for one in ast.walk(statement) if isinstance(one, ast.Name)}
    return "\n".join(reversed(kept))
