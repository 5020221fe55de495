"""What each chapter asks of its reader, counted on its page: within the budget, but for what is listed."""

import tomllib

import pytest

from coursemachine.notebooks import budget

PAGE = """<article class="bd-article"><p>Two words.</p><div class="proof theorem">three</div>
<table><tr><td>no</td></table>
<details><summary>four</summary><p>folded <span class="math">x</span></p></details>
<div class="dropdown admonition"><p class="admonition-title">five</p><p>folded</p></div></article>"""


def test_no_chapter_exceeds_the_budget_by_more_than_the_list_says(site, capsys):
    assert not budget.main([]), capsys.readouterr().err


@pytest.mark.parametrize(("listed", "wrong", "left"), [(7, False, 3), (3, False, 3), (2, True, 2)])
def test_the_list_only_falls(tmp_path, monkeypatch, capsys, listed, wrong, left):
    page, text, limits = (tmp_path / name for name in ("a.html", "a.md", "budget.toml"))
    page.write_text(PAGE, encoding="utf-8")
    (tmp_path / "index.html").touch()
    text.write_text("{chapter-head}", encoding="utf-8")
    limits.write_text(f"# head\n'a' = {{'questions' = 3, 'words' = {listed}}}\n", encoding="utf-8")
    found = budget.measured(page)
    assert [found[one] for one in ("words", "tables", "formulas", "theorems")] == [5, 1, 0, 1]
    monkeypatch.setattr(budget, "SITE", tmp_path)
    monkeypatch.setattr(budget, "LIST", limits)
    monkeypatch.setattr(budget, "BUDGET", {"words": (0, 2), "questions": (3, 99), "tables": (0, 3)})
    monkeypatch.setattr(budget, "chapters", lambda book, names: [text])
    monkeypatch.setattr(budget, "name_of", lambda book, path: "a")
    assert budget.main(["--lower"]) is wrong
    assert ("a: 5 words" in capsys.readouterr().err) is wrong
    assert limits.read_text(encoding="utf-8").startswith("# head\n")
    assert tomllib.loads(limits.read_text(encoding="utf-8")) == {"a": {"questions": 3, "words": left}}
