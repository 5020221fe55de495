"""The teacher's page: its plan names what exists and keeps its minutes; keys, notebooks and slides are the book's."""

import os
import re
from copy import deepcopy
from zipfile import ZipFile

import nbformat
import pytest

from coursemachine.checkout import BOOK
from coursemachine.notebooks.reading_time import minutes, working
from coursemachine.site import downloads, teaching
from coursemachine.site.cards import cards
from tests.coursemachine.site import build

PLAN = teaching.load_plan()
FIRST = "foundations/why-accuracy-lies"


@pytest.fixture
def plan():
    """A plan of one's own."""
    return deepcopy(PLAN)


def test_the_plan_names_what_exists_and_keeps_its_minutes():
    assert list(teaching.problems(PLAN)) == []
    assert set(PLAN["chapter"]) <= set(cards())  # what else it names the build looks for
    taught = {file for one in PLAN["syllabus"] for week in one["week"] for file in week["chapters"]}
    assert taught <= set(PLAN["chapter"])
    # Each ends with the chapter that says what to use, and begins with the tool that reads a student's own matrix.
    assert {one["week"][-1]["chapters"][-1] for one in PLAN["syllabus"]} == {"decisions/which-one-today"}
    assert [one["week"][0]["tools"] for one in PLAN["syllabus"]] == [["decisions/your-own-matrix"]] * 2
    assert {one["weeks"] for one in PLAN["syllabus"]} == {6, 12}
    assert all(lesson["ask"].endswith("?") and lesson["see"].endswith(".") for lesson in PLAN["chapter"].values())
    assert all(len(lesson["exercises"]) >= 2 for lesson in PLAN["chapter"].values())


def week(number, *chapters):
    return lambda plan: plan["syllabus"][0]["week"][number]["chapters"].extend(chapters)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (week(0, "copa/the-update"), "weeks has copa/the-update before copa/what-the-average-inherits"),
        (week(3, FIRST), f"weeks has {FIRST} twice"),
        (lambda plan: plan["syllabus"][0]["week"].pop(), "the syllabus of 6 weeks has 5"),
        (lambda plan: plan["syllabus"][0].update(minutes=9), "promises at most 9 minutes, and week 1 has"),
    ],
)
def test_what_is_wrong_is_told(plan, change, told):
    change(plan)
    found = list(teaching.problems(plan))
    assert any(told in one for one in found), found


@pytest.mark.parametrize("weeks", [6, 12])
def test_minutes_are_those_that_the_chapters_print(weeks):
    (one,) = (one for one in PLAN["syllabus"] if one["weeks"] == weeks)
    words, _, _, _, *rows, last, total, _, left = teaching.syllabus(PLAN, weeks).splitlines()
    project = PLAN["project"]
    assert f"{weeks + project['later']} | *Project: {project['last']}*" in last
    sums = [tuple(map(int, re.search(r"(\d+) \+ (\d+) = (\d+) \|$", row).groups())) for row in [*rows, total]]
    assert len(rows) == weeks and all(read + work == both <= one["minutes"] for read, work, both in sums[:-1])
    for (read, work, _), entry in zip(sums, one["week"]):
        texts = [teaching.text_of(file) for file in [*entry["chapters"], *entry.get("tools", ())]]
        assert read == sum(minutes(text)[0] for text in texts)
        every = {name: time for text in texts for name, time in working(text).items()}
        assert work == sum(every[name] for file in entry["chapters"] for name in PLAN["chapter"][file]["exercises"])
    assert [sum(column) for column in zip(*sums[:-1])] == list(sums[-1])
    least, most = (pick(both for *_, both in sums[:-1]) / 60 for pick in (min, max))
    more = project["hours"] / (weeks + project["later"])
    assert f"{least:.1f} to {most:.1f} hours a week" in words and f"{least + more:.1f} to {most + more:.1f}. " in words
    taught = {file for entry in one["week"] for file in entry["chapters"]}
    assert all((f"<{teaching.place(file)}>" in left) == (file not in taught) for file in cards())


@pytest.mark.parametrize("file", list(cards()))
def test_each_chapter_has_its_own_goals_and_an_address_that_the_syllabus_links_to(file):
    text = "\n".join(teaching.lesson(PLAN, file, "../"))
    head = teaching.text_of(file).partition("\n## ")[0]
    goals = teaching.goals(file).splitlines()
    assert 3 <= len(goals) <= 4 and all(one.startswith("* ") and one in head and one in text for one in goals)
    # Where the slides look for them, and for the end.
    assert head.count("\n\n".join([teaching.goals(file), "```{chapter-head}\n```"])) == 1
    assert re.search(r"\n## Take-away\n\n[*-] ", teaching.text_of(file))
    assert goals[-1].endswith(".") and not any(one.endswith(".") for one in goals[:-1])
    # Within the fold, so that a link to it opens the fold.
    assert text.startswith("<details>") and text.index(f"\n({teaching.place(file)})=\n") < text.index("</details>")
    assert f"</{file}>`" in text
    for one in PLAN["chapter"].get(file, {}).get("exercises", ()):
        title, key = teaching.exercises(file)[one]
        assert f"{{ref}}`{one}`, *{title}* ({{ref}}`key <{key}>`)" in text
        assert f"{{solution-start}} {one}\n:label: {key}\n" in teaching.text_of(file)
    assert "{ref}`key <" not in "\n".join(teaching.lesson(PLAN, file, "../", False))


@pytest.mark.slow
def test_a_chapter_is_on_the_page_before_it_has_an_entry_and_lines_take_it_up(plan):
    file = "combo/lower-norm"
    entry = plan["chapter"].pop(file)
    for one in plan["syllabus"]:
        for each in one["week"]:
            each["chapters"] = [other for other in each["chapters"] if other not in (file, "decisions/which-one-today")]
    text = teaching.lessons(plan, "../")
    assert all(f"</{one}>`" in text for one in cards())
    alone = "\n".join(teaching.lesson(plan, file, "../"))
    assert "In no syllabus. " in alone and "can*" in alone and "**Assign**" not in alone and "exercises" not in alone
    plan["chapter"][file] = entry
    plan["syllabus"][1]["minutes"] = 400
    plan["syllabus"][1]["week"][-1]["chapters"].append(file)
    assert list(teaching.problems(plan)) == []
    assert "Week 12 of 12. " in "\n".join(teaching.lesson(plan, file, "../"))
    for weeks in (6, 12):
        assert (teaching.place(file) in teaching.syllabus(plan, weeks).partition("Not in it")[0]) == (weeks == 12)


def test_the_project_asks_for_nothing_before_it_is_taught():
    sheet = (BOOK / "together" / "project.md").read_text(encoding="utf-8")
    asked = dict(re.findall(r"^\*\*(.*?)\*\*.*\n: (.*)", sheet, re.M))
    suggestions = re.findall(r"^\*\*.*\?\*\* .*", sheet.partition("## Suggestions")[2], re.M)
    assert len(suggestions) == 3 and f"about {PLAN['project']['hours']} hours each" in sheet
    assert "{doc}`/decisions/your-own-matrix`" in asked["First run"]

    def named(text):
        return set(re.findall(r"\{doc\}`/(.*?)`", text)) & set(cards())

    for one in PLAN["syllabus"]:
        taught, due = set(), []
        for week in one["week"]:
            taught |= set(week["chapters"])
            if part := week.get("project", "").capitalize():
                assert named(asked[part]) <= taught
                # One may choose any of the algorithms, of which the page says that six weeks have two.
                algorithms = {"copa/the-update"} if one["weeks"] > 6 else set()
                algorithms |= {"uma/uma", "combo/from-the-norm-to-a-loss", "decisions/which-one-today"}
                assert not part.startswith("Draft") or algorithms <= taught
                due.append(part)
        assert [*due, PLAN["project"]["last"].capitalize()] == list(asked)
        fits = [bool(named(text)) and named(text) <= taught for text in suggestions]
        assert fits == [True, True, True]
    points = [int(row) for row in re.findall(r"^\| \w+ \| (\d+) \|", sheet, re.M)]
    assert len(points) > 5 and sum(points) == 100


CHAPTER = """# Chapter

```{exercise} The double, in code
:label: ex-double

Write `double`.
```
"""
STUB = "def double(x):\n    ...  # your lines"
CHECK = "assert callable(double)"
HINTS = """```{admonition} Hint 1
:class: dropdown hint

Add it to itself.
```

````{solution-start} ex-double
:label: sol-double
:class: dropdown
````

Twice the secret."""


def code(source, *tags):
    return nbformat.v4.new_code_cell(source, metadata={"tags": list(tags)})


@pytest.fixture
def student(tmp_path):
    """The students' notebook of a chapter, out of the archive of a small site."""
    cells = [CHAPTER, code(STUB, "stub"), HINTS, code("def double(x):\n    return x + x", "solution")]
    cells += ["````{solution-end}\n````", code(CHECK, "check"), "## Take-away\n\nThat was it."]
    parts = ["captions", "references", "downloads"]
    extensions = ["myst_nb", "sphinx_proof", "sphinx_exercise", *(f"coursemachine.site.{part}" for part in parts)]
    build(tmp_path, {"chapter": cells}, extensions=extensions, html_title="Book", html_theme="sphinx_book_theme")
    with ZipFile(tmp_path / "out" / downloads.ARCHIVE) as archive:
        assert archive.namelist() == ["chapter-student.ipynb"]
        return nbformat.reads(archive.read("chapter-student.ipynb").decode(), as_version=4)


@pytest.mark.slow
def test_a_notebook_for_students_has_stubs_hints_and_checks_and_no_solution(student):
    nbformat.validate(student)
    sources = [cell.source for cell in student.cells]
    assert STUB in sources and CHECK in sources
    words = "\n".join(sources)
    assert "The double, in code" in words and "Add it to itself." in words and "That was it." in words
    assert "secret" not in words and "x + x" not in words and "olution to" not in words
    # As nbgrader takes them: the stub is the student's, the check is written anew and gives a point.
    told = {cell.source: cell.metadata.get("nbgrader", {}) for cell in student.cells}
    assert {told[STUB]["solution"], told[CHECK]["grade"], told[CHECK]["locked"]} == {True}
    assert not told[STUB]["grade"] and not told[CHECK]["solution"] and told[CHECK]["points"] == 1


def test_the_archive_has_the_same_bytes_for_the_same_files(tmp_path):
    names = [f"notebooks/part/{one}-student.ipynb" for one in "ab"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name * 100, encoding="utf-8")
    found = []
    for day in (1e9, 1.5e9):
        for name in names:
            os.utime(tmp_path / name, (day, day))
        downloads.archive(tmp_path, names)
        found.append((tmp_path / downloads.ARCHIVE).read_bytes())
    assert found[0] == found[1]
    with ZipFile(tmp_path / downloads.ARCHIVE) as archive:
        assert archive.namelist() == ["part/a-student.ipynb", "part/b-student.ipynb"]
        assert archive.read("part/a-student.ipynb").decode() == names[0] * 100
