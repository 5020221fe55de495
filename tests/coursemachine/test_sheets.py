"""Sheets: other numbers for each seed, keys that are right, none of them in a student's hands, and marks."""

import csv
import json
import os
import re

import nbformat
import numpy as np
import pytest

pytest.importorskip("resource")

from coursemachine.notebooks import grade
from coursemachine.site import sheets
from coursemachine.site.cards import cards
from coursemachine.site.teaching import load_plan

PLAN = load_plan()
SEEDS = range(40)


def numbers(name, seed):
    """The numbers of an exercise's text, and its key."""
    text, key, _ = grade.drawn(name, seed)
    return [float(one) for one in re.findall(r"(?<![\w.])-?\d*\.?\d+", text)], key


def test_each_chapter_has_an_exercise_by_hand_with_a_name_of_its_own():
    assert {chapter for chapter, _ in grade.by_hand().values()} == set(cards())
    assert not grade.by_hand().keys() & grade.stubs().keys() and len(grade.by_hand()) == len(cards())


@pytest.mark.parametrize("name", sorted(grade.by_hand()))
def test_an_exercise_has_other_numbers_for_another_seed_and_mistakes_that_are_none(name):
    drawn = [grade.drawn(name, seed) for seed in SEEDS]
    assert len({tuple(np.round(key, 3)) for _, key, _ in drawn}) >= 5
    assert drawn[3][0] == grade.drawn(name, 3)[0]
    assert all(np.isfinite(key).all() for _, key, _ in drawn)
    for mistake in drawn[0][2]:
        pairs = [(known[mistake], key) for _, key, known in drawn]
        assert all(len(given) == len(key) for given, key in pairs)
        assert sum(np.allclose(given, key, atol=0.002) for given, key in pairs) < len(pairs) / 2
    assert not any(re.search(r"\d\.\d{4}|np\.|\bnan\b", text) for text, _, _ in drawn)


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_that_no_function_of_the_package_gives_are_right_by_another_way(seed):
    (*sizes, _, second, third), key = numbers("a_weak_classifier", seed)
    n, wrong = np.array(sizes), np.array([0, second, third])
    steps = np.linspace(0, 3, 300_001)
    losses = np.sum(2 * (1 - wrong / n)) * np.exp(-steps) + np.sum(wrong / n) * (1 + np.exp(steps))
    assert np.isclose(losses[0], 6) and np.isclose(key[2], losses.min(), atol=1e-6)
    assert np.isclose(key[0], (losses[0] - losses[1]) / steps[1] / 6, atol=1e-4)
    (ill, *chances), key = numbers("three_findings", seed)
    healthy, sick = np.reshape(chances[:6], (2, 3))
    coin = np.linspace(0, 1, 100_001)
    norms = np.maximum(healthy[2] + coin * healthy[1], 1 - sick[2] - coin * sick[1])
    assert np.allclose(key[2:], [coin[norms.argmin()], norms.min()], atol=1e-4)
    assert np.allclose(key[:2], [(1 - ill) * healthy[2] + ill * (1 - sick[2]), max(healthy[2], 1 - sick[2])])
    values, key = numbers("a_floor", seed)
    masses, u, v = np.array([values[1:4], values[5:8]]), values[8:10], values[10:12]
    rules = np.stack(np.meshgrid(*[[0, 1]] * 3), axis=-1).reshape(-1, 3)
    paid = [sum(masses[1 - q, at] * u[1 - q] * v[q] for at, q in enumerate(rule)) for rule in rules]
    assert np.isclose(key[0], min(paid)) and np.isclose(masses[1, 0] * u[1] * key[1], masses[0, 0] * u[0] * v[1])


@pytest.mark.parametrize("weeks", [6, 12])
def test_six_sheets_go_through_a_syllabus(weeks):
    asked = [sheets.asked(PLAN, weeks, number) for number in range(1, 7)]
    (course,) = (one for one in PLAN["syllabus"] if one["weeks"] == weeks)
    assert [week for of, _ in asked for week in of] == list(range(1, weeks + 1))
    assert [file for _, files in asked for file in files] == sum((one["chapters"] for one in course["week"]), [])


@pytest.mark.slow
def test_a_sheet_has_no_key_and_no_seed_and_its_key_has_both():
    seed = 987654321
    student, teacher = (sheets.sheet(PLAN, 12, 1, seed, keys) for keys in (False, True))
    for one in (student, teacher):
        nbformat.validate(one)
    cells = [cell.source for cell in student.cells if cell.cell_type == "code"]
    assert len(cells) == 1 + 2 * 4 and all("...  # your lines" in cell for cell in cells[1:])
    assert str(seed) not in json.dumps(student)
    assert student.metadata["sheet"] == {"mark": teacher.metadata["sheet"]["mark"]}
    points = teacher.metadata["sheet"]["points"]
    assert teacher.metadata["sheet"]["seed"] == seed and f"{sum(points.values())} points" in student.cells[0].source
    assert points["a_matrix"] == 3 and points["prior_removed"] == 5 and len(points) == 8
    other = sheets.sheet(PLAN, 12, 1, seed + 1, False)
    assert sum(one.source != two.source for one, two in zip(other.cells, student.cells, strict=True)) == 4


@pytest.mark.slow
def test_a_class_gets_its_points(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setattr(sheets, "asked", lambda plan, weeks, number: ([1], ["foundations/why-accuracy-lies"]))
    folders = {seed: tmp_path / str(seed) for seed in (1, 2)}
    for seed, folder in folders.items():
        sheets.main([str(folder), "--seed", str(seed)])
    handed, key = tmp_path / "handed in", folders[1] / "keys" / "sheet-1-key.ipynb"
    handed.mkdir()
    empty, right = ((folders[1] / name).read_text(encoding="utf-8") for name in ("sheet-1.ipynb", f"keys/{key.name}"))
    wanted = grade.drawn("a_matrix", 1)
    slip = ", ".join(map(str, *wanted[2].values()))
    files = {
        "nobody": empty, "all": right, "last year": (folders[2] / "keys" / key.name).read_text(encoding="utf-8"),
        "a slip": re.sub(r"return \[[\d., ]+\]", f"return [{slip}]", right), "odd": '{"cells": [], "metadata": null}',
    }  # fmt: skip
    for name, text in files.items():
        (handed / f"{name}.ipynb").write_text(text, encoding="utf-8")
    table = tmp_path / "marks.csv"
    grade.main([str(handed), "--sheet", str(key), "--csv", str(table)])
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    together = {row["file"].removesuffix(".ipynb"): int(row["points"]) for row in rows if row["exercise"] == "together"}
    assert together == {"nobody": 0, "all": 8, "last year": 0, "a slip": 5, "odd": 0}
    assert "is another sheet" in next(row["sentence"] for row in rows if row["file"] == "last year.ipynb")
    said = {row["file"].removesuffix(".ipynb"): row for row in rows if row["exercise"] == "a_matrix"}
    assert said["nobody"]["verdict"] == "not written" and said["all"]["verdict"] == "right"
    assert next(iter(wanted[2])) in said["a slip"]["sentence"]
    with pytest.raises(SystemExit, match="2"):
        grade.main([str(handed), "--sheet", str(folders[1] / "sheet-1.ipynb")])
    assert "is no key of a sheet" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        grade.main([str(handed), "--sheet", str(key), "--csv", str(tmp_path / "nowhere" / "marks.csv")])
    with pytest.raises(SystemExit, match="2"):
        sheets.main([str(folders[1])])
    assert key.exists() and "has keys, which would be lost" in capsys.readouterr().err
