"""List, map and heads of chapters say what the chapters are; words come before code, and folds have names."""

import re

import pytest

from coursemachine.checkout import BOOK
from coursemachine.figures.markup import slug
from coursemachine.notebooks.reading_time import minutes, opened
from coursemachine.prose import split

pytest.importorskip("sphinx")

from coursemachine.site import cards

FOUND = cards.cards()
APPENDIX = [one["file"] for part in cards.contents() if part["caption"] == "Appendix" for one in part["chapters"]]
#: Among the chapters, but used and not read.
TOOLS = [tool["file"] for part in cards.parts() for tool in part.tools]
#: Among the records, for who checks a source.
CASES = re.findall(r"file: (cases/\S+)", (BOOK / "_toc.yml").read_text(encoding="utf-8"))
TEXTS = {file: (BOOK / "_text" / f"{file}.md").read_text(encoding="utf-8") for file in [*FOUND, *APPENDIX, *TOOLS]}


def name_of(code):
    """What a folded cell can be called by: its caption, the title of its figure, or the comment it begins with."""
    names = re.findall(r'\bcaption="([^"]+)"', code) or re.findall(r'frames\(.*?\btitle="([^"]+)"', code, re.S)
    return names[-1] if names else (re.findall(r"\A# (.+)", code) or [None])[0]


def calls(text):
    """Names that pictures and tables of a chapter have, and how many calls have none."""
    made, nameless = [], 0
    for cell in split(text)[1]:
        for call in re.split(r"\b(?=figures\.show\(|(?<!_)table\(|(?<!_)verdicts\()", cell)[1:]:
            name = re.search(r'\bname="((?:fig|tab)-[a-z0-9-]+)"', call)
            caption = re.search(r'\bcaption="[^"]+\."', call)
            if name and caption:
                made.append(name[1])
            else:
                nameless += 1
    return made, nameless


def test_every_chapter_has_its_entry_in_the_order_of_the_book():
    assert [file for part in cards.parts() for file in part.files] == list(FOUND)
    assert TOOLS == [tool["file"] for tool in cards.entries()["tool"]]
    texts = {path.relative_to(BOOK / "_text").with_suffix("").as_posix() for path in (BOOK / "_text").rglob("*.md")}
    own = {"decisions/your-own-matrix", "decisions/recipes", "together/project-sample"}
    assert texts == {*FOUND, *APPENDIX, *CASES, *own}


@pytest.mark.parametrize("card", FOUND.values(), ids=list(FOUND))
def test_a_card_says_what_holds(card):
    earlier = [file for file, other in FOUND.items() if other.number < card.number]
    assert set(card.needs) <= set(earlier)
    glossary = (BOOK / "together" / "glossary.md").read_text(encoding="utf-8")
    assert [term for term in card.terms if f"\n{term}\n  " not in glossary] == []
    assert len(card.title) <= 60 and len(card.short) <= 20 and card.sentence.endswith(".")
    assert 30 <= card.reading <= 100 and card.exercises <= 95
    assert f"{card.title}\n" == TEXTS[card.file].splitlines(keepends=True)[0].removeprefix("# ")


@pytest.mark.parametrize("file", FOUND)
def test_a_chapter_says_what_it_needs_before_its_first_section(file):
    head = TEXTS[file].partition("\n## ")[0]
    assert head.count("```{chapter-head}\n```\n") == 1 == TEXTS[file].count("{chapter-head}")
    assert "After this chapter you can" in head.partition("{chapter-head}")[0]


@pytest.mark.parametrize("part", list(cards.parts()), ids=lambda part: part.folder)
def test_what_a_part_asks_and_tells_stands_in_its_lessons(part):
    assert part.chapter in part.files and part.question.endswith("?")
    assert part.holds in TEXTS[part.chapter]
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in part.colours) and len(part.colours) == 2
    assert all(cards.picture_of(file).startswith("<svg ") for file in part.files)
    text = (BOOK / f"{part.about}.md").read_text(encoding="utf-8")
    assert text.count("```{chapter-list}") == 1
    for sentence in re.split(r"(?<=[.:;?])\s", text):
        named = [file for file in part.files if f"</{file}>" in sentence]
        stored = " ".join((BOOK / f"{file}.ipynb").read_text(encoding="utf-8") for file in named)
        assert not named or all(number in stored for number in re.findall(r"\d[\d.]*\d", sentence))
    assert len([file for file in part.files if f"</{file}>" in text]) >= 1


def test_on_the_map_a_chapter_stands_alone_and_to_the_right_of_what_it_needs():
    found = cards.places()
    assert list(found) == list(FOUND) and len(set(found.values())) == len(FOUND)
    for file, card in FOUND.items():
        assert all(found[one][0] < found[file][0] for one in card.needs)
    # A part has rows of its own.
    rows = [{found[file][1] for file in part.files} for part in cards.parts()]
    assert sum(map(len, rows)) == len(set().union(*rows)) == 1 + max(set().union(*rows))


def test_an_arrow_passes_above_what_stands_between():
    first, second, third = ((cards.EDGE + column * (cards.WIDE + cards.GAP), 20) for column in range(3))
    assert cards.arrow(first, second).count("V37") == 1 and "V15H" in cards.arrow(first, third)


TEXT = """# Title

One two $x^2$ three, {term}`four <five>`.

$$
a = b
$$

```{code-cell} ipython3
:tags: [remove-input]

table(["a"], [(1,)], caption="Six words are not counted here.", name="tab-one")
```

```{prf:proof}
Nobody counts this.
```

````{solution-start} ex-one
:class: dropdown
````

Nor this.

````{solution-end}
````

End.
"""


def test_minutes_count_what_stands_open_and_the_exercises():
    assert "Nobody" not in opened(TEXT) and "Nor" not in opened(TEXT) and "End." in opened(TEXT)
    assert minutes(TEXT) == (5, 0)
    longer = TEXT.replace("End.", "End. " + 1500 * "word ")
    assert minutes(longer) == (20, 0) == minutes(longer.replace("Nobody", 1500 * "word "))
    assert minutes(longer.replace("One two", 100 * "$x$ ")) == (30, 0)
    assert minutes(longer.replace("End.", 10 * "$$\na = b\n$$\n\n")) == (35, 0)
    code = "```{code-cell} ipython3\n" + 500 * "x = 1\n" + "```\n"
    assert minutes(longer + code) == (45, 0)
    assert minutes(longer + code.replace("3\n", "3\n:tags: [hide-input]\n\n", 1)) == (20, 0)
    for title, work in [("Title", 15), ("In code", 25), ("To think about", 5)]:
        one = f"```{{exercise}} {title}\n:label: ex-one\n```\n"
        assert minutes(longer.replace("End.", one + one.replace("one", "two"))) == (20, 2 * work)
    stubbed = one.replace(title, "Title") + ":tags: [stub]\n"
    assert minutes(longer.replace("End.", stubbed)) == (20, 25)


@pytest.mark.parametrize("file", FOUND)
def test_every_picture_and_table_has_a_caption_and_a_name(file):
    made, nameless = calls(TEXTS[file])
    assert nameless == 0 and len(made) >= 2


def test_no_name_stands_twice_and_every_number_that_is_asked_for_has_one():
    """Names of pictures and tables in cells, of tables in the text, and of figures with controls, by their titles."""
    names = [name for text in TEXTS.values() for name in calls(text)[0]]
    names += [name for text in TEXTS.values() for name in re.findall(r"^:name: (tab-[a-z0-9-]+)$", text, re.M)]
    for text in TEXTS.values():
        for title in re.findall(r'^    title="([^"]+)",$', text, re.M):
            names.append(slug(title))
    assert len(set(names)) == len(names) > 100
    pages = [*TEXTS.values(), (BOOK / "index.md").read_text(encoding="utf-8")]
    asked = [name for page in pages for name in re.findall(r"\{numref\}`(?:[^`<]*<)?([a-z0-9-]+)>?`", page)]
    assert len(asked) > 20 and set(asked) <= set(names)


@pytest.mark.parametrize("file", FOUND)
def test_words_come_before_code(file):
    """The cell of imports is out of the page, open code fits a page's width, and no fold is without a name."""
    cells = split(TEXTS[file])[1]
    assert cells[0].startswith(":tags: [remove-input]") and "from coursemachine import" in cells[0]
    for cell in cells:
        # Its tags, and its smaller size.
        options, code = re.fullmatch(r"((?::\w+:[^\n]*\n+)*)(.*)", cell, re.S).groups()
        if not re.search("remove-|hide-", options):
            assert max(map(len, code.splitlines())) <= 78, code[:200]
        elif "hide-input" in options or "hide-cell" in options:
            assert name_of(code), code[:200]


@pytest.mark.parametrize("file", FOUND)
def test_open_code_constructs_and_asserts_once(file):
    """Further checks stand in folded cells or out of sight; solutions, which are folded, may assert as they like."""
    for cell in split(opened(TEXTS[file]))[1]:
        if not re.match(":tags:.*(?:remove|hide)-", cell):
            assert len(re.findall(r"^\s*assert\b", cell, re.M)) <= 1, cell[:200]
            assert not re.search(r"\b(errata|verdicts)\(", cell)


def test_the_appendix_names_every_chapter_that_links_to_it():
    [appendix] = APPENDIX
    parts = re.split(r"^\((tools-[\w-]+)\)=$", TEXTS[appendix], flags=re.MULTILINE)[1:]
    linked = 0
    for target, section in zip(parts[::2], parts[1::2]):
        labels = "|".join(
            [target, *re.findall(r"^:label: (\S+)", section, re.MULTILINE), *re.findall(r"\((eq-\S+)\)", section)]
        )
        used = re.findall(r"\{doc\}`/?([\w/-]+)`", section)
        for file, card in FOUND.items():
            if re.search(rf"[`<](?:{labels})[`>]", TEXTS[file] + card.knows):
                linked += 1
                assert any(file.endswith(one) for one in used), f"{target}: {file} is not named"
    assert linked > 10
