"""The teacher's page, made from ``teaching.toml``, ``chapters.toml`` and the chapters themselves.

``{syllabus} 6`` is the table of a syllabus by its number of weeks: chapters, minutes, what is due of the project.
``{lessons}`` says of each chapter what a student can do after it, what to assign, with the keys, and what to show.
"""

import re
import tomllib
from functools import cache
from html import escape

from coursemachine.checkout import BOOK
from coursemachine.notebooks.reading_time import CODE, HAND, THINK, minutes, working
from coursemachine.site.cards import cards, parts
from coursemachine.site.common import MarkdownDirective
from coursemachine.site.downloads import PLACES
from coursemachine.tables import table

_GOALS = re.compile(r"^After this chapter you can\n\n((?:\*.*\n(?: .*\n)*)+)", re.M)
_EXERCISES = re.compile(r"^`{3,}\{exercise\} (.*)\n:label: (\S+)$", re.M)
_KEYS = re.compile(r"^`{3,}\{solution-start\} (\S+)\n:label: (\S+)$", re.M)


@cache
def load_plan():
    """What ``teaching.toml`` holds: project, syllabi, and what to do with each chapter by its file."""
    plan = tomllib.loads((BOOK / "teaching.toml").read_text(encoding="utf-8"))
    return plan | {"chapter": {chapter.pop("file"): chapter for chapter in plan["chapter"]}}


def text_of(file):
    """The text of a chapter."""
    return (BOOK / "_text" / f"{file}.md").read_text(encoding="utf-8")


def goals(file):
    """The list of what a reader can do after a chapter, in MyST."""
    return _GOALS.search(text_of(file))[1].rstrip()


def exercises(file):
    """Title and label of the solution of each exercise of a chapter that has one, by the label of the exercise."""
    solved = dict(_KEYS.findall(text_of(file)))
    return {name: (title, solved[name]) for title, name in _EXERCISES.findall(text_of(file)) if name in solved}


def times(plan, *files):
    """Minutes to read chapters or tools, and to work what is assigned of them."""
    assigned = [(file, name) for file in files for name in plan["chapter"].get(file, {}).get("exercises", ())]
    reading = sum(minutes(text_of(file))[0] for file in files)
    return reading, sum(working(text_of(file))[name] for file, name in assigned)


def pages(week):
    """Files of what is read in a week: chapters, then tools."""
    return [*week["chapters"], *week.get("tools", ())]


def problems(plan):
    """Yield what a plan, as :func:`load_plan` returns one, promises and does not keep."""
    for course in plan["syllabus"]:
        name, taught = f"the syllabus of {course['weeks']} weeks", []
        if len(course["week"]) != course["weeks"]:
            yield f"{name} has {len(course['week'])}"
        for number, week in enumerate(course["week"], start=1):
            for file in week["chapters"]:
                yield from (f"{name} has {file} before {need}" for need in cards()[file].needs if need not in taught)
                if file in taught:
                    yield f"{name} has {file} twice"
                taught.append(file)
            if (most := sum(times(plan, *pages(week)))) > course["minutes"]:
                yield f"{name} promises at most {course['minutes']} minutes, and week {number} has {most}"


def place(file):
    """The label of a chapter on the teacher's page."""
    return f"lesson-{file.replace('/', '-')}"


def link(file):
    """Number and short title of a chapter, which lead to its place on the teacher's page."""
    return f"{cards()[file].number}. {{ref}}`{cards()[file].short} <{place(file)}>`"


def syllabus(plan, weeks):
    """Markdown of a syllabus."""
    (course,) = (course for course in plan["syllabus"] if course["weeks"] == weeks)
    project, rows = plan["project"], []
    for number, week in enumerate(course["week"], start=1):
        due = [f"*Project: {week['project']}*"] if "project" in week else []
        read = [*map(link, week["chapters"]), *(f"{{doc}}`/{tool}`" for tool in week.get("tools", ()))]
        rows.append([number, "<br>".join([*read, *due]), *times(plan, *pages(week))])
    total = [sum(row[column] for row in rows) for column in (2, 3)]
    hours = [sum(row[2:]) / 60 for row in rows]
    more = project["hours"] / (weeks + project["later"])
    rows = [
        [*row, f"{reading} + {working} = {reading + working}"]
        for *row, reading, working in [*rows, ["", "together", *total]]
    ]
    rows.insert(-1, [weeks + project["later"], f"*Project: {project['last']}*", ""])
    taught = [file for week in course["week"] for file in week["chapters"]]
    words = (
        f"{len(taught)} chapters, {min(hours):.1f} to {max(hours):.1f} hours a week; with the project's "
        f"{project['hours']} hours, spread evenly, {min(hours) + more:.1f} to {max(hours) + more:.1f}. "
        f"Class comes on top. An exercise counts {THINK} minutes to think about, {HAND} by hand, {CODE} in code."
    )
    left = ", ".join(link(file) for file in cards() if file not in taught)
    left = f"Not in it: {left}." if left else "It leaves out no chapter."
    return f"{words}\n\n{table(['week', 'chapters', 'minutes'], rows).data}\n\n{left}"


def lesson(plan, file, up, keys=True):
    """Markdown of a chapter on the teacher's page, with links to `keys`; `up` leads to the root of the site."""
    card, entry = cards()[file], plan["chapter"].get(file, {})
    reading, exercising = times(plan, file)
    weeks = [
        f"week {number} of {course['weeks']}"
        for course in plan["syllabus"]
        for number, week in enumerate(course["week"], start=1)
        if file in week["chapters"]
    ]
    when = "; ".join(weeks).capitalize() or "In no syllabus"
    _, student = (f"{up}{pattern.format(file)}" for pattern in PLACES)
    yield from (f"<details><summary>{card.number}. {escape(card.title)}</summary>", "", f"({place(file)})=", "")
    yield f"{when}. {reading} minutes to read" + (f", {exercising} for the exercises." if exercising else ".")
    yield f'{{doc}}`The chapter </{file}>`, <a href="{up}{file}.html?slides">slides</a>,'
    yield f'<a href="{student}">notebook without solutions</a>.'
    yield from ("", "*After it a student can*", "", goals(file), "")
    if entry:
        known = exercises(file)
        solved = ((name, *known[name]) for name in entry["exercises"])
        assigned = (f"{{ref}}`{name}`, *{title}*" + keys * f" ({{ref}}`key <{key}>`)" for name, title, key in solved)
        yield from (f"**Assign** {'; '.join(assigned)}.", "")
        yield from (f"**Turn** {{numref}}`{entry['figure']}`. Ask: *{entry['ask']}* The class sees: {entry['see']}", "")
    yield from ("</details>", "")


def lessons(plan, *how):
    """Markdown of all chapters of the book, part by part."""
    return "\n".join(line for part in parts() for file in part.files for line in lesson(plan, file, *how))


class Planned(MarkdownDirective):
    """What is made from the plan, which must hold."""

    def made(self, write, *arguments):
        self.env.note_dependency(str(BOOK / "teaching.toml"))
        if wrong := list(problems(load_plan())):
            raise self.error("teaching.toml: " + "; ".join(wrong))
        return self.written(write(load_plan(), *arguments), self.name)


class Syllabus(Planned):
    """``{syllabus} WEEKS``."""

    required_arguments = 1

    def run(self):
        known = [str(course["weeks"]) for course in load_plan()["syllabus"]]
        if self.arguments[0] not in known:
            raise self.error(f"there is a syllabus of {' and of '.join(known)} weeks, none of {self.arguments[0]}")
        return self.made(syllabus, int(self.arguments[0]))


class Lessons(Planned):
    """``{lessons}``: every chapter of the book."""

    def run(self):
        return self.made(lessons, "../" * self.env.docname.count("/"), not self.config.hide_solutions)


def setup(app):
    app.add_directive("syllabus", Syllabus)
    app.add_directive("lessons", Lessons)
