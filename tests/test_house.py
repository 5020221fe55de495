"""The rules of the house: who may import whom, one address for each name, small modules; each rule seen to fail.

Everything is read from the source, nothing is imported.  A house is a dict from a module's name to its source, so that
a rule can be tried on a house in which one module says something else.
"""

import ast
import re
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "confusion"
#: from the ground up; a room imports itself and the floors below its own
FLOORS = (
    {"_core"},
    {"metrics", "noise", "limits", "linear", "datasets"},
    {"copa", "uma", "boosting", "margins", "decisions"},
    {"lab"},
)
#: parts of the lab that a chapter may import; of figures and experiments also the modules of one source
LAB = ("figures", "frames", "tables", "exercises", "experiments", "prose", "claims")
#: lines a module may have, and what is longer with the reason
MOST_LINES, LONGER = (
    320,
    {
        "confusion.metrics": 400,  # one address for all that is said of one matrix; two thirds are docstrings
        "confusion.copa.risks": 330,  # the definitions of one section of the paper, side by side
        "confusion.lab.figures.base": 330,
    },
)


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.fixture(scope="module")
def house():
    return {module_name(path): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def parsed(source):
    return ast.parse(source)


def imports(source, modules):
    """(module, name or None) of every import of the package; a name that is a module of the house counts as one."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names if alias.name.split(".")[0] == "confusion")
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield "." * node.level + (node.module or ""), None
        elif isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "confusion":
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner, None) if inner in modules else (node.module, alias.name)


def public(source):
    """The names of ``__all__``, as the source writes them."""
    names = []
    for node in parsed(source).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == "__all__":
            names += ast.literal_eval(node.value)
    return names


def room_of(module):
    return module.split(".")[1] if "." in module else ""


def floor_of(module):
    """Number of the floor; the front door, ``confusion`` itself, is above the sources and below the lab."""
    room = room_of(module)
    return 2.5 if room == "" else next(k for k, rooms in enumerate(FLOORS) if room in rooms)


def rooms_of(house):
    """Where public names live: the rooms, and those of the lab."""
    lab = {f"confusion.lab.{part}" for part in LAB} | {"confusion.lab"}
    first = {name for name in house if name.count(".") == 1 and room_of(name) not in ("_core", "lab")}
    return {name: house[name] for name in first | (lab & set(house))}


# --- the rules: each gives the list of what breaks it -----------------------------------------------------------------


def imports_upward(house):
    """A module imports rooms of the floors below its own, or its own room; no name comes in by the front door."""
    found = []
    for module, source in house.items():
        for goal, name in imports(source, house):
            if goal.startswith("."):
                found.append(f"{module} imports {goal}: imports are absolute")
            elif room_of(goal) != room_of(module) and not floor_of(goal) < floor_of(module):
                found.append(f"{module} imports {goal}")
            elif goal == "confusion" and name is not None:  # the lab may ask for the version and the folder of it all
                found.append(f"{module} imports confusion itself; name the room")
    return found


def circles(house):
    graph = {module: {goal for goal, _ in imports(source, house)} - {module} for module, source in house.items()}
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return [" <- ".join(error.args[1])]
    return []


def second_addresses(house):
    """A name is in one room's ``__all__`` and comes from that room's own modules; the front door adds none."""
    rooms = rooms_of(house)
    times = Counter(name for source in rooms.values() for name in public(source))
    found = [f"{name} has {count} addresses" for name, count in times.items() if count > 1]
    for room, source in rooms.items():
        borrowed = [(goal, name) for goal, name in imports(source, house) if name in public(source)]
        found += [f"{room} hands on {name} of {goal}" for goal, name in borrowed if not goal.startswith(room + ".")]
    front = house["confusion"]
    found += [f"confusion.{name} is in no room" for name in public(front) if times[name] != 1]
    for goal, name in imports(front, house):
        if name not in public(rooms.get(f"confusion.{room_of(goal)}", "")):
            found.append(f"confusion takes {name} from {goal}, whose room does not offer it")
    return found


def long_modules(house):
    lines = {module: len(source.splitlines()) for module, source in house.items()}
    return [f"{module}: {count} lines" for module, count in lines.items() if count >= LONGER.get(module, MOST_LINES)]


def private_addresses(texts, house, *, tools=False):
    """What readers' code takes: public names of a room, drawing and experiments of one source.

    The book's tools belong to the lab: they may take the public names of any module of it.
    """
    found = []
    for place, source in texts.items():
        for goal, name in imports(source, house):
            parts = goal.split(".")
            open_door = len(parts) <= 2 and room_of(goal) not in ("_core", "lab")
            of_the_lab = parts[1:2] == ["lab"] and (len(parts) == 3 or tools) and (tools or parts[2] in LAB)
            of_a_source = parts[1:2] == ["lab"] and len(parts) > 3 and parts[2] in ("figures", "experiments")
            if of_a_source and not tools:
                of_a_source = parts[3].split("_")[0] in FLOORS[2] | {"combo"}
            if goal not in house or not (open_door or of_the_lab or of_a_source):
                found.append(f"{place} imports {goal}")
            elif name is not None and (name not in public(house[goal]) if public(house[goal]) else name[0] == "_"):
                found.append(f"{place} imports {name} of {goal}, which does not offer it")
    return found


RULES = (imports_upward, circles, second_addresses, long_modules)


@pytest.mark.parametrize("rule", RULES)
def test_the_package_keeps(house, rule):
    assert len(house) > 60 and rule(house) == []


CELL = re.compile(r"^[ ]*```+\{code-cell\}[^\n]*\n((?::[^\n]*\n)*)(.*?)^[ ]*```", re.M | re.S)


def chapters():
    """The code of every chapter, cell after cell."""
    texts = sorted((ROOT / "book" / "_text").rglob("*.md"))
    return {path.stem: "\n".join(cell[1] for cell in CELL.findall(path.read_text(encoding="utf-8"))) for path in texts}


def scripts(*folders):
    return {path.name: path.read_text(encoding="utf-8") for name in folders for path in (ROOT / name).rglob("*.py")}


def test_chapters_and_benchmarks_use_public_addresses(house):
    texts = chapters()
    assert len(texts) >= 10 and all("confusion" in text for text in texts.values())
    assert private_addresses(texts, house) == []
    # It listens to what only the warning of a slow fit is told.
    listening = ["estimates.py imports confusion._core.compiled"]
    assert private_addresses(scripts("benchmarks"), house) == listening


def test_the_book_s_tools_use_public_names(house):
    assert private_addresses(scripts("book/_tools", "book/_ext"), house, tools=True) == []


# --- each rule can fail -----------------------------------------------------------------------------------------------


BROKEN = [
    (
        imports_upward,
        "confusion.metrics",
        "from confusion.copa import CopaClassifier",
        "metrics imports confusion.copa",
    ),
    (imports_upward, "confusion._core.labels", "from confusion import metrics", "labels imports confusion.metrics"),
    (
        imports_upward,
        "confusion.noise.labels",
        "from confusion import metrics",
        "noise.labels imports confusion.metrics",
    ),
    (imports_upward, "confusion.uma.loops", "import confusion.boosting.rounds", "uma.loops imports confusion.boosting"),
    (
        imports_upward,
        "confusion.copa.update",
        "def f():\n    from confusion.lab import figures",
        "imports confusion.lab",
    ),
    (imports_upward, "confusion.linear.loops", "from .online import centred", "imports are absolute"),
    (imports_upward, "confusion.lab.tables", "from confusion import operator_norm", "name the room"),
    (circles, "confusion.linear.loops", "from confusion.linear.online import centred", "confusion.linear.loops"),
    (second_addresses, "confusion.copa", "__all__ += ['UmaClassifier']", "UmaClassifier has 2 addresses"),
    (second_addresses, "confusion", "__all__ += ['uma_step']", "confusion.uma_step is in no room"),
    (
        second_addresses,
        "confusion.copa",
        "from confusion.metrics import risk\n__all__ += ['risk']",
        "confusion.copa hands on risk of confusion.metrics",
    ),
    (second_addresses, "confusion", "from confusion.uma.state import regions", "whose room does not offer it"),
    (long_modules, "confusion.noise.labels", "\n" * MOST_LINES, "confusion.noise.labels: 4"),
]


@pytest.mark.parametrize(("rule", "module", "words", "complaint"), BROKEN)
def test_a_broken_rule_is_seen(house, rule, module, words, complaint):
    assert any(complaint in found for found in rule(house | {module: f"{house[module]}\n{words}\n"}))


@pytest.mark.parametrize(
    ("words", "for_tools"),
    [
        ("from confusion.copa.update import copa_step", True),
        ("from confusion._core.arguments import real", True),
        ("from confusion.copa import copa_rule", True),
        ("import confusion.noise.matrices", True),
        ("from confusion.lab.frames.grid import pack", False),
        ("from confusion.lab.figures.markup import digest", False),
        ("from confusion.lab.figures.markup import _NUMBER", True),
        ("from confusion.lab.figures.uma import _panel", True),
    ],
)
def test_a_private_address_is_seen(house, words, for_tools):
    assert private_addresses({"a chapter": words}, house)
    assert bool(private_addresses({"a tool": words}, house, tools=True)) == for_tools
