"""Which cells need which: by the names that they read, make and change.

>>> cells = ["import numpy as np", "x = np.ones(2)", "y = 1", "x[0] = y", "x.sum()"]
>>> needs(cells)
[[], [0], [], [1, 2], [1, 3]]
"""

import ast
import symtable
from typing import NamedTuple

__all__ = ["needs"]


class Names(NamedTuple):
    """Of one cell."""

    reads: set
    #: What its functions read, whenever they are called.
    later: set
    makes: set
    #: What it may change without making it anew: by a store into it, one of its methods, or a call for its own sake.
    changes: set
    imports: set


def needs(sources):
    """For each cell the numbers of the cells above that it needs directly.

    Parameters
    ----------
    sources : list of str
        Code of the cells in their order.

    Returns
    -------
    list of list of int
        A cell that Python cannot read needs all above it, and all below it need that.
    """
    cells = list(map(names, sources))
    # A package is not changed by a call of its functions.
    imported = set().union(*(cell.imports for cell in cells if cell))
    makers, found = {}, []
    unread = []
    for number, cell in enumerate(cells):
        if cell is None:
            found.append(list(range(number)))
            unread.append(number)
            continue
        wanted = [*cell.reads, *(cell.changes - imported)]
        needed = set(unread)
        for name in wanted:
            for one in makers.get(name, ()):
                needed.add(one)
                wanted.extend(cells[one].later.difference(wanted))
        found.append(sorted(needed))
        for name in cell.makes:
            makers[name] = [number]
        for name in cell.changes - imported - cell.makes:
            makers.setdefault(name, []).append(number)
    return found


def names(source):
    """The names of one cell, None where Python cannot read it."""
    try:
        tree = ast.parse(source)
        module = symtable.symtable(source, "cell", "exec")
    except (SyntaxError, ValueError):
        return None
    reads, later, makes, imports = set(), set(), set(), set()
    scopes = [module]
    for scope in scopes:
        scopes.extend(scope.get_children())
        for symbol in scope.get_symbols():
            top = scope is module or symbol.is_global()
            if top and symbol.is_referenced():
                reads.add(symbol.get_name())
                if scope is not module:
                    later.add(symbol.get_name())
            if top and (symbol.is_assigned() or symbol.is_imported()):
                makes.add(symbol.get_name())
            if top and symbol.is_imported():
                imports.add(symbol.get_name())
    first = _FirstReads()
    first.visit(tree)
    return Names(first.reads | (later - makes), later, makes, _changes(tree), imports)


class _FirstReads(ast.NodeVisitor):
    """Names that the statements of a cell read before they surely have made them, in the order in which they run."""

    def __init__(self):
        self.reads, self.made = set(), set()

    def each(self, *parts):
        for part in parts:
            for node in part if isinstance(part, list) else [part]:
                if node is not None:
                    self.visit(node)

    def aside(self, *parts):
        """What may not run, or has names of its own: nothing of it is made for what comes after."""
        before = set(self.made)
        self.each(*parts)
        made, self.made = self.made, before
        return made

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.made.add(node.id)
        elif node.id not in self.made:
            self.reads.add(node.id)

    def visit_Assign(self, node):
        self.each(node.value, node.targets)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            self.visit_Name(ast.Name(node.target.id, ast.Load()))
        self.each(node.value, node.target)

    def visit_For(self, node):
        self.each(node.iter)
        self.aside(node.target, node.body)
        self.aside(node.orelse)

    def visit_While(self, node):
        self.each(node.test)
        self.aside(node.body)
        self.aside(node.orelse)

    def visit_If(self, node):
        self.each(node.test)
        self.made |= self.aside(node.body) & self.aside(node.orelse)

    def visit_Try(self, node):
        self.aside(node.body, node.orelse)
        for handler in node.handlers:
            self.aside(handler)
        self.each(node.finalbody)

    def visit_Match(self, node):
        self.each(node.subject)
        for case in node.cases:
            self.made.update(name for one in ast.walk(case.pattern) if (name := getattr(one, "name", None)))
            self.aside(case.guard, case.body)

    def visit_ExceptHandler(self, node):
        self.each(node.type)
        self.made.add(node.name)
        self.each(node.body)

    def visit_comprehension(self, node):
        self.each(node.iter, node.target, node.ifs)

    def visit_ListComp(self, node):
        self.aside(node.generators, *(getattr(node, part, None) for part in ("elt", "key", "value")))

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_Lambda(self, node):
        self.each(node.args.defaults, node.args.kw_defaults)

    def visit_FunctionDef(self, node):
        # What its body reads is read when it is called.
        self.each(node.decorator_list, node.args.defaults, node.args.kw_defaults)
        self.made.add(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.each(node.decorator_list, node.bases, [word.value for word in node.keywords])
        self.aside(node.body)
        self.made.add(node.name)

    def visit_Import(self, node):
        self.made.update((name.asname or name.name).split(".")[0] for name in node.names)

    visit_ImportFrom = visit_Import


def _changes(tree):
    harmless = {"print", "display", "check"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "coursemachine":
            harmless.update(name.asname or name.name for name in node.names)
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            found.add(_root(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found.add(_root(node.func))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _root(node.value.func) not in harmless:
            call = node.value
            found.update(map(_root, [*call.args, *(word.value for word in call.keywords)]))
    return found - {None}


def _root(node):
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
