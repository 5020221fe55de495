"""What the home page and the heads of chapters say of a chapter, made from ``chapters.toml`` and the chapters' texts.

``{chapter-cards}`` lists all chapters, part by part, as cards; ``{chapter-map}`` shows which builds on which;
``{chapter-head}`` says what one needs for the chapter it stands in, and how long it takes; ``{live-figure}`` shows a
figure with controls of another chapter.
"""

import json
import re
import sys
import tomllib
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

BOOK = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BOOK / "_tools"))

import reading  # noqa: E402

THUMBNAILS = "thumbnails"


class Card(NamedTuple):
    """A chapter: an entry of ``chapters.toml``, and what its text gives."""

    file: str
    sentence: str
    needs: list
    terms: list
    knows: str
    number: int
    title: str
    minutes: int
    picture: str = ""


@cache
def cards():
    """Every chapter by its file, in the order of the book."""
    found = {}
    entries = tomllib.loads((BOOK / "chapters.toml").read_text(encoding="utf-8"))["chapter"]
    for number, entry in enumerate(entries, start=1):
        text = (BOOK / "_text" / f"{entry['file']}.md").read_text(encoding="utf-8")
        title = re.match(r"# (.*)", text)[1]
        found[entry["file"]] = Card(**entry, number=number, title=title, minutes=reading.minutes(text))
    return found


def parts():
    """Captions and chapters of the numbered parts of the table of contents, in order."""
    toc = yaml.safe_load((BOOK / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    told = [(part["caption"], [one["file"] for one in part["chapters"]]) for part in toc]
    return [(caption, files) for caption, files in told if set(files) & set(cards())]


def picture_of(notebook, name=""):
    """The SVG of a notebook's first picture, or of the one with a `name`; None if there is none."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = {
                kind: "".join(text) for kind, text in output.get("data", {}).items() if isinstance(text, str | list)
            }
            told = data.get("text/plain", "")
            if name and f"name: {name};" not in told:
                continue
            if not told.startswith(("<picture", "<figure")):
                continue
            drawn = data.get("image/svg+xml") or next(
                iter(re.findall(r"<svg.*?</svg>", data.get("text/html", ""), re.S)), ""
            )
            found = re.search(r"<svg.*</svg>", drawn, re.DOTALL)
            if found:
                return _alone(found[0])
    return None


def _alone(svg):
    """An SVG that a browser takes as a file: it must name its language."""
    return (
        svg if "xmlns=" in svg.partition(">")[0] else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )


def draw_thumbnails(app, config):
    """Write the picture of each card where the site finds it."""
    folder = Path(app.doctreedir) / "static"
    (folder / THUMBNAILS).mkdir(parents=True, exist_ok=True)
    for card in cards().values():
        path = BOOK / f"{card.file}.ipynb"
        drawn = picture_of(json.loads(path.read_text(encoding="utf-8")), card.picture) if path.exists() else None
        if drawn:
            (folder / THUMBNAILS / f"{Path(card.file).name}.svg").write_text(drawn, encoding="utf-8")
    config.html_static_path.append(str(folder))


def _listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def needs_of(card):
    """What a chapter asks of its reader, in MyST."""
    told = [f"{{doc}}`/{file}`" for file in card.needs]
    told += [f"{{term}}`{term}`" for term in card.terms]
    return "; ".join([*([_listed(told)] if told else []), *([card.knows] if card.knows else [])])


def below(file="", depth=0):
    """Lines of a list: the chapters that build on `file`, each with those that build on it."""
    for card in cards().values():
        if (card.needs[-1] if card.needs else "") == file:
            also = [str(cards()[one].number) for one in card.needs[:-1]]
            more = f" (and {_listed(also)})" if also else ""
            yield f"{'  ' * depth}* {{doc}}`{card.number}. {card.title} </{card.file}>`{more}"
            yield from below(card.file, depth + 1)


class _Made(SphinxDirective):
    """A directive whose content is MyST text made from the cards."""

    def parsed(self, text, *classes):
        box = nodes.container(classes=list(classes))
        self.state.nested_parse(text.splitlines(), 0, box)
        return [box]

    def note(self):
        for name in ("chapters.toml", "_toc.yml"):
            self.env.note_dependency(str(BOOK / name))
        # Reading times come from the texts, pictures from the notebooks.
        self.env.note_reread()


class ChapterHead(_Made):
    """What one needs for the chapter, and how long it takes."""

    def run(self):
        self.note()
        card = cards().get(self.env.docname)
        if card is None:
            raise self.error(f"{self.env.docname} is not in chapters.toml")
        return self.parsed(
            f"**You need** {needs_of(card)}.\n\n"
            f"**It takes** about {card.minutes} minutes, without proofs and solutions.",
            "chapter-head",
        )


class ChapterCards(_Made):
    """All chapters as cards, part by part."""

    def run(self):
        self.note()
        made = []
        for caption, files in parts():
            made += self.parsed(f"**{caption}**", "chapter-part")
            cells = nodes.bullet_list(classes=["chapter-cards"])
            for card in (cards()[file] for file in files):
                cell = nodes.list_item()
                cell += nodes.raw("", self.thumbnail(card), format="html")
                cell += self.parsed(
                    f"{card.number}. {{doc}}`{card.title} </{card.file}>`".replace(". ", "\\. ", 1), "title"
                )
                cell += self.parsed(card.sentence, "sentence")
                cell += self.parsed(f"{card.minutes} minutes{self.after(card)}", "needs")
                cells += cell
            made.append(cells)
        return made

    def after(self, card):
        numbers = [str(cards()[file].number) for file in card.needs]
        return f", after chapter{'s' * (len(numbers) > 1)} {_listed(numbers)}" if numbers else ""

    def thumbnail(self, card):
        up = "../" * self.env.docname.count("/")
        source = f"{up}_static/{THUMBNAILS}/{Path(card.file).name}.svg"
        return f'<img class="thumbnail" src="{source}" alt="" loading="lazy" width="160" height="120">'


class ChapterMap(_Made):
    """Which chapter builds on which: a list in which a chapter stands below the one that it builds on."""

    def run(self):
        self.note()
        return self.parsed("\n".join(below()), "chapter-map")


class LiveFigure(SphinxDirective):
    """A figure with controls where no cell makes it: ``{live-figure} part/chapter name``."""

    required_arguments = 2

    def run(self):
        from gallery import STATE, VIEW, figures_of

        chapter, name = self.arguments
        path = BOOK / f"{chapter}.ipynb"
        self.env.note_dependency(str(path))
        found = {state["name"]: (state, picture) for state, picture in figures_of(path)}
        if name not in found:
            raise self.error(f"{chapter} has no figure {name}; it has {', '.join(found)}")
        state, picture = found[name]
        self.env.metadata[self.env.docname]["live-figure"] = name
        # The same two scripts that a notebook with widgets leaves in its page.
        scripts = {
            STATE: {"state": {name: {"state": state}}},
            VIEW: {"model_id": name, "version_major": 2, "version_minor": 1},
        }
        # "</script>" inside of a script would end it.
        told = "".join(
            f'<script type="{kind}">' + json.dumps(content).replace("</", "<\\/") + "</script>"
            for kind, content in scripts.items()
        )
        first = f'<div class="cf-first" role="img" aria-label="{escape(state["alt"])}">{picture}</div>'
        return [nodes.raw("", f'<figure class="live-figure">{first}{told}</figure>', format="html")]


def load_figures(app, pagename, templatename, context, doctree):
    """Ask for the script that starts figures on a page that shows one without a notebook."""
    if "live-figure" in (context.get("meta") or {}):
        app.add_js_file("confusion-figures.js", defer="defer")


def setup(app):
    """Register with Sphinx."""
    app.connect("config-inited", draw_thumbnails)
    app.connect("html-page-context", load_figures)
    app.add_directive("live-figure", LiveFigure)
    for name, directive in (("head", ChapterHead), ("cards", ChapterCards), ("map", ChapterMap)):
        app.add_directive(f"chapter-{name}", directive)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
