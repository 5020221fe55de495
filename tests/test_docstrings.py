"""Docstrings: the examples run, and what is public is documented as numpydoc asks."""

import dataclasses
import doctest
import importlib
import inspect

import pytest

from coursemachine.checkout import ROOT

#: Modules with examples.
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("confusion", "coursemachine", "confusion_studies")
    for path in sorted((ROOT / package).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
ROOMS = [
    "metrics", "noise", "limits", "linear", "datasets", "copa", "uma", "boosting", "margins", "decisions", "report"
]  # fmt: skip

#: numpydoc's checks that say something of the content: a docstring and its one-line summary are there, the parameters
#: are those of the signature, in its order, and described, what comes back is described, sections have known names and
#: order.  Left out: those of taste (SS05 imperative, capitals and periods of descriptions, GL01-GL02 line breaks), See
#: Also and extended summaries (SA01, ES01: not everything has one), PR04 (a type for each name would forbid
#: "loss_bound, delta: as in ...") and RT02 (a single result may be named, C or losses, when the text needs its name).
CHECKS = {
    *("GL03", "GL05", "GL06", "GL07", "GL08", "GL10", "SS01", "SS03", "SS04", "SS06"),
    *("PR01", "PR02", "PR03", "PR05", "PR06", "PR07", "PR10", "RT01", "RT03", "YD01"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    if not name.startswith("confusion."):
        pytest.importorskip("anywidget", reason="extra notebook")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed, "see the captured output"


def public():
    """Dotted name and object of all that the rooms hand out: functions, classes and their own methods."""
    for room in ROOMS:
        module = importlib.import_module(f"confusion.{room}")
        for name in module.__all__:
            thing = getattr(module, name)
            if not callable(thing):
                continue
            yield f"{room}.{name}", thing
            if inspect.isclass(thing):
                ours = [base for base in thing.__mro__ if base.__module__.startswith("confusion.")]
                methods = {key for base in ours for key, value in vars(base).items() if inspect.isfunction(value)}
                for key in sorted(methods):
                    if not key.startswith("_"):
                        yield f"{room}.{name}.{key}", getattr(thing, key)


PUBLIC = dict(public())


def fields(thing):
    """Names of the parts of a result (named tuple, data class), which is read and not made; else nothing."""
    if inspect.isclass(thing) and issubclass(thing, tuple):
        return set(thing._fields)
    return {field.name for field in dataclasses.fields(thing)} if dataclasses.is_dataclass(thing) else set()


def faults(name):
    validate = pytest.importorskip("numpydoc.validate")
    found = {f"{code} {text}" for code, text in validate.validate(f"confusion.{name}")["errors"] if code in CHECKS}
    if parts := fields(PUBLIC[name]):
        scrape = pytest.importorskip("numpydoc.docscrape")
        attributes = scrape.ClassDoc(PUBLIC[name], config={"show_class_members": False})["Attributes"]
        documented = {part for entry in attributes for part in entry.name.split(", ")}
        found = {fault for fault in found if not fault.startswith("PR01")}
        found |= {f"no attribute {part}" for part in parts ^ documented}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_public_is_documented(name):
    assert not faults(name)
