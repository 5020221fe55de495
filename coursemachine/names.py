"""What the cells of a notebook need of each other, by the names that they read and write; found without running them.

A cell *makes* a name that it imports, defines or assigns.  It *changes* one where it assigns to a part of it, or calls
one of its methods, or a function with it as the first argument, and throws the answer away; and a generator of random
numbers whenever it reads it.  What a function reads is needed where the function is.  Not seen is a function that
changes a name of its own cell when another calls it.
"""

import ast
import symtable
from collections import defaultdict
from functools import cache

from coursemachine.sealed import read

#: Calls that throw their answer away and change nothing.
HARMLESS = {"print", "display", "check", "prose.says"}
GENERATORS = {"default_rng", "RandomState"}
#: Beginnings of functions that set what their module remembers; others may change their first argument.
SETTERS = ("set_", "seed", "filterwarnings", "simplefilter")


def _free(table):
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced() and symbol.is_global()}
    return names.union(*map(_free, table.get_children()))


def _root(node):
    """Name of the variable that an expression is a part of, or None."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


class Names(ast.NodeVisitor):
    """Names of one cell.

    ``later`` has what each function or class that it defines reads when it is called, ``imports`` what is imported
    under a name, ``calls`` (variable, method, first argument) of each call that throws its answer away.
    """

    def __init__(self, source):
        self.reads, self.makes, self.changes, self.generators = set(), set(), set(), set()
        self.later, self.imports, self.calls = {}, {}, []
        try:
            body = ast.parse(read(source)).body
        except (SyntaxError, ValueError):  # it will say so when it runs
            body = []
        self.last = body[-1] if body else None
        self.tree = ast.dump(ast.Module(body, []))
        self._all(body)

    def _all(self, nodes):
        for node in nodes:
            self.visit(node)

    def _inside(self, nodes):
        """Visit what has names of its own; returns those that it makes."""
        outside = self.makes
        self.makes = set(outside)
        self._all(nodes)
        inside, self.makes = self.makes, outside
        return inside

    def _read(self, name, seen=None):
        seen = {name} if seen is None else seen
        if name not in self.makes:
            self.reads.add(name)
        # Called in its own cell: what it reads is needed here.
        for inner in self.later.get(name, set()) - seen:
            seen.add(inner)
            self._read(inner, seen)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            self._read(node.id)
        else:
            (self.makes if isinstance(node.ctx, ast.Store) else self.changes).add(node.id)

    def visit_Attribute(self, node):
        self.visit(node.value)
        if not isinstance(node.ctx, ast.Load) and (name := _root(node)) and name not in self.makes:
            self.changes.add(name)
        if isinstance(node, ast.Subscript):
            self.visit(node.slice)

    visit_Subscript = visit_Attribute

    def visit_Assign(self, node):
        self.visit(node.value)
        self._all(node.targets)
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func).split(".")[-1] in GENERATORS:
            self.generators |= {target.id for target in node.targets if isinstance(target, ast.Name)}

    def visit_AugAssign(self, node):
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self._read(node.target.id)
            self.changes.add(node.target.id)
        else:
            self.visit(node.target)

    def visit_AnnAssign(self, node):
        if node.value:
            self.visit(node.value)
            self.visit(node.target)

    def visit_NamedExpr(self, node):
        self._all([node.value, node.target])

    def visit_For(self, node):
        self._all([node.iter, node.target, *node.body, *node.orelse])

    visit_AsyncFor = visit_For

    def visit_If(self, node):
        self.visit(node.test)
        yes, no = self._inside(node.body), self._inside(node.orelse)
        # Made on one way only: what was there before may live on.
        self.changes |= (yes ^ no) - self.makes
        self.makes |= yes & no

    def _comprehension(self, node):
        values = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        loops = [part for generator in node.generators for part in (generator.iter, generator.target, *generator.ifs)]
        self._inside([*loops, *values])

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Lambda(self, node):
        for name in _free(symtable.symtable(ast.unparse(node), "cell", "exec")):
            self._read(name)

    def visit_FunctionDef(self, node):
        self._all(node.decorator_list)
        if isinstance(node, ast.ClassDef):
            self._inside([*node.bases, *(keyword.value for keyword in node.keywords), *node.body])
        else:
            self._all([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        self.makes.add(node.name)
        self.later[node.name] = _free(symtable.symtable(ast.unparse(node), "cell", "exec")) - {node.name}

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef

    def visit_Import(self, node):
        for alias in node.names:
            name = (alias.asname or alias.name).partition(".")[0]
            self.makes.add(name)
            self.imports[name] = ast.unparse(type(node)(**{**vars(node), "names": [alias]}))

    visit_ImportFrom = visit_Import

    def visit_ExceptHandler(self, node):
        self._all(filter(None, [node.type]))
        if node.name:
            self.makes.add(node.name)
        self._all(node.body)

    def visit_Expr(self, node):
        self.visit(node.value)
        call = node.value
        if not isinstance(call, ast.Call) or ast.unparse(call.func) in HARMLESS:
            return
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        # The last line of a cell is there for its answer, but for a fit.
        if node is not self.last or method.endswith("fit"):
            first = call.args[0].id if call.args and isinstance(call.args[0], ast.Name) else None
            self.calls.append((_root(call.func) if method else None, method, first))


names = cache(Names)


def writes(cells):
    """Names that each cell makes, and names that it makes or changes: what is imported is known from all of them."""
    cells = [names(source) for source in cells]
    imported = set().union(*(cell.imports for cell in cells))
    generators = set().union(*(cell.generators for cell in cells))
    written = []
    for cell in cells:
        changed = cell.changes | cell.reads & generators
        for variable, method, first in cell.calls:
            of_module = variable is None or variable in imported
            changed.add(first if of_module and not method.startswith(SETTERS) else variable)
        written.append((cell.makes, cell.makes | changed - {None}))
    return written


def needed(cells, targets, fresh=()):
    """What has to run so that the cells of `targets` give what they give in the whole notebook, in its order.

    Each number with the names for which it runs, none for a target; `cells` are their code, and `fresh` the numbers of
    those that ran, and whose names still hold.
    """
    parsed, written = [names(source) for source in cells], writes(cells)
    writers = defaultdict(list)  # of each name, the last one first
    for number, (_, all_names) in reversed([*enumerate(written)]):
        for name in all_names:
            writers[name].append(number)
    fresh = set(fresh) - set(targets)
    while True:
        run, used, seen = {number: set() for number in targets}, set(), set()
        wanted = {(name, at) for at in targets for name in parsed[at].reads}
        while wanted:
            seen.add(pair := wanted.pop())
            name, at = pair
            more = set()
            for number in (number for number in writers[name] if number < at):
                more |= {(inner, at) for inner in parsed[number].later.get(name, ())}
                if number in fresh:
                    used.add((name, number))
                    break
                run.setdefault(number, set()).add(name)
                more |= {(inner, number) for inner in parsed[number].reads}
                if name in written[number][0]:
                    break
            wanted |= more - seen
        # One that runs again takes from a later one what that had made of the same name.
        if not (spoilt := {at for name, at in used for again in run if again < at and name in written[again][1]}):
            return dict(sorted(run.items()))
        fresh -= spoilt


def part(source, wanted):
    """Of a cell that only imports, the imports of the names; another one is whole."""
    body = ast.parse(source).body
    if not all(isinstance(statement, ast.Import | ast.ImportFrom) for statement in body):
        return source
    return "\n".join(code for code in map(ast.unparse, body) if names(code).makes & wanted)


def dependents(cells, at, before):
    """Numbers of the cells below one that need it, with its code or with that of `before`."""
    if names(cells[at]).tree == names(before).tree:
        return []
    texts = cells, [*cells[:at], before, *cells[at + 1 :]]
    return [number for number in range(at + 1, len(cells)) if any(at in needed(version, [number]) for version in texts)]


def conflicting_cells(cells, at):
    """Numbers of the other cells that write a name that this one writes: after it ran they no longer hold."""
    written = [every for _, every in writes(cells)]
    imports = [names(source).imports for source in cells]

    def clash(other):
        # Two that import the same do each other no harm.
        both = written[at] & written[other]
        return any(name not in imports[at] or imports[at][name] != imports[other].get(name) for name in both)

    return [other for other in range(len(cells)) if other != at and clash(other)]
