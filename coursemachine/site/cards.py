"""What the home page and the heads of chapters say of a chapter, made from ``chapters.toml`` and the chapters' texts.

``{chapter-cards}`` lists all chapters, part by part, as cards; ``{chapter-map}`` shows which builds on which;
``{chapter-head}`` says what one needs for the chapter it stands in, and how long it takes.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml
from docutils import nodes

from coursemachine.checkout import BOOK
from coursemachine.labels import label_of
from coursemachine.notebooks.budget import minutes
from coursemachine.site.common import Written, load, new_file, outputs_of


class Card(NamedTuple):
    """A chapter: an entry of ``chapters.toml``, and what its text gives."""

    file: str
    sentence: str
    needs: list
    terms: list
    knows: str
    number: int
    title: str
    reading: int
    exercises: int


@cache
def cards():
    """Every chapter by its file, in the order of the book."""
    found = {}
    entries = tomllib.loads((BOOK / "chapters.toml").read_text(encoding="utf-8"))["chapter"]
    for number, entry in enumerate(entries, start=1):
        text = (BOOK / "_text" / f"{entry['file']}.md").read_text(encoding="utf-8")
        title = re.match(r"# (.*)", text)[1]
        reading, exercises = minutes(text)
        found[entry["file"]] = Card(**entry, number=number, title=title, reading=reading, exercises=exercises)
    return found


def parts():
    """Captions and chapters of the numbered parts of the table of contents, in order."""
    toc = yaml.safe_load((BOOK / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    found = [(part["caption"], [one["file"] for one in part["chapters"]]) for part in toc]
    return [(caption, files) for caption, files in found if set(files) & set(cards())]


def picture_of(notebook):
    """The SVG of a notebook's first picture."""
    pictures = (one for one in outputs_of(notebook["cells"]) if label_of(one).get("kind") in ("picture", "figure"))
    return "".join(next(pictures)["data"]["image/svg+xml"])


def draw_thumbnails(app, config):
    """Write the picture of each card where the site finds it."""
    for card in cards().values():
        drawn = picture_of(load(BOOK / f"{card.file}.ipynb"))
        new_file(app, thumbnail_of(card)).write_text(drawn, encoding="utf-8")


def thumbnail_of(card):
    """Where the picture of a card stands among the files of the site."""
    return f"thumbnails/{Path(card.file).name}.svg"


def _listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def with_exercises(card):
    """The second of the two times that a chapter takes."""
    return f", {card.reading + card.exercises} with its exercises" if card.exercises else ""


def needs_of(card):
    """What a chapter asks of its reader, in MyST."""
    links = [f"{{doc}}`/{file}`" for file in card.needs]
    links += [f"{{term}}`{term}`" for term in card.terms]
    return "; ".join([*([_listed(links)] if links else []), *([card.knows] if card.knows else [])])


def below(file="", depth=0):
    """Lines of a list: the chapters that build on `file`, each with those that build on it."""
    for card in cards().values():
        if (card.needs[-1] if card.needs else "") == file:
            also = [str(cards()[one].number) for one in card.needs[:-1]]
            more = f" (and {_listed(also)})" if also else ""
            yield f"{'  ' * depth}* {{doc}}`{card.number}. {card.title} </{card.file}>`{more}"
            yield from below(card.file, depth + 1)


class ChapterHead(Written):
    """What one needs for the chapter, and how long it takes."""

    def run(self):
        card = cards().get(self.env.docname)
        if card is None:
            raise self.error(f"{self.env.docname} is not in chapters.toml")
        return self.written(
            f"**You need** {needs_of(card)}.\n\n"
            f"**It takes** about {card.reading} minutes to read{with_exercises(card)} (an estimate, without proofs).",
            "chapter-head",
        )


class ChapterCards(Written):
    """All chapters as cards, part by part."""

    def run(self):
        made = []
        for caption, files in parts():
            made += self.written(f"**{caption}**", "chapter-part")
            cells = nodes.bullet_list(classes=["chapter-cards"])
            for card in (cards()[file] for file in files):
                cell = nodes.list_item()
                cell += nodes.raw("", self.thumbnail(card), format="html")
                cell += self.written(f"{card.number}\\. {{doc}}`{card.title} </{card.file}>`", "title")
                cell += self.written(card.sentence, "sentence")
                cell += self.written(f"{card.reading} minutes{with_exercises(card)}{self.after(card)}", "needs")
                cells += cell
            made.append(cells)
        return made

    def after(self, card):
        numbers = [str(cards()[file].number) for file in card.needs]
        return f", after chapter{'s' * (len(numbers) > 1)} {_listed(numbers)}" if numbers else ""

    def thumbnail(self, card):
        source = f"{'../' * self.env.docname.count('/')}_static/{thumbnail_of(card)}"
        return f'<img class="thumbnail" src="{source}" alt="" loading="lazy" width="160" height="120">'


class ChapterMap(Written):
    """Which chapter builds on which: a list in which a chapter stands below the one that it builds on."""

    def run(self):
        return self.written("\n".join(below()), "chapter-map")


def setup(app):
    app.connect("config-inited", draw_thumbnails)
    app.add_directive("chapter-head", ChapterHead)
    app.add_directive("chapter-cards", ChapterCards)
    app.add_directive("chapter-map", ChapterMap)
