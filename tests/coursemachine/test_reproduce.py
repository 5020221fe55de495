"""Whole tables computed again: what is only listed, what fails, and that the stored table stays."""

import json
from types import SimpleNamespace

import pytest

from confusion_studies import RESULTS
from coursemachine.notebooks import reproduce as machine
from coursemachine.runs.runner import run_experiment

TEXT = """# A chapter

```{code-cell} ipython3
from pathlib import Path
from coursemachine import prose
from coursemachine.runs.tables import load_results
rows = load_results("toy", Path("RESULTS"))
mean = sum(row["size"] for row in rows) / len(rows)
```

The mean is 0.50, and the sizes are 4.

```{code-cell} ipython3
prose.says("The mean is 0.50", mean)
prose.says("and the sizes are 4.", len(rows))
assert mean < 0.6
```
"""


def toy(run, n=4):
    return SimpleNamespace(
        NAME="toy", KEY=("k",), ROW_KEY=(), ROWS=n, tasks=lambda: [{"k": k} for k in range(n)], run=run
    )


@pytest.fixture
def again(tmp_path, monkeypatch, capsys):
    """What a reproduction by another run says, and whether it fails; a book of one chapter, without tests."""
    stored, texts = tmp_path / "results", tmp_path / "book/_text/part"
    texts.mkdir(parents=True)
    (texts / "one.md").write_text(TEXT.replace("RESULTS", str(stored)))
    monkeypatch.setattr(machine, "BOOK", tmp_path / "book")
    monkeypatch.setattr(machine, "tested", lambda again: ([], "no tests"))
    run_experiment(toy(lambda task: [{**task, "size": task["k"] / 3}]), stored, jobs=1)
    before = (stored / "toy.csv").read_bytes()

    def go(size, **options):
        capsys.readouterr()
        fails = machine.reproduce(toy(size), stored, tmp_path / "scratch", jobs=1, **options)
        assert (stored / "toy.csv").read_bytes() == before
        record = json.loads((stored / "made.json").read_text())["toy"]
        assert ("reproduced" in record) == (not fails)
        return fails, capsys.readouterr().out

    return go


@pytest.mark.slow
def test_what_stays_what_moves_and_what_fails(again):
    fails, said = again(lambda task: [{**task, "size": task["k"] / 2.9}])
    assert fails and "DOES NOT HOLD: the text says 'The mean is 0.50', but 0.50 should be 0.517241" in said
    assert "size: 3 of 4 entries differ, by 0.034 at most" in said and "(+2.3 standard errors)" in said
    fails, said = again(lambda task: [{**task, "size": 1.0}], fresh=True)
    assert fails and said.count("DOES NOT HOLD") == 2 and "assert mean < 0.6: AssertionError" in said
    # Nothing fails where a number differs by one in its last digit, and that is said.
    fails, said = again(lambda task: [{**task, "size": task["k"] / 2.95}], fresh=True)
    assert (
        not fails and "another last digit: the text says 'The mean is 0.50'" in said and "3 entries in 4 rows" in said
    )


@pytest.mark.slow
def test_it_goes_on_where_it_was_stopped_and_begins_again_where_the_sources_have_changed(again, monkeypatch):
    calls = []

    def run(task):
        calls.append(task["k"])
        if calls == [0, 1, 2]:
            raise KeyboardInterrupt
        return [{**task, "size": task["k"] / 3}]

    with pytest.raises(KeyboardInterrupt):
        again(run)
    assert not again(run)[0] and calls == [0, 1, 2, 2, 3]
    monkeypatch.setattr(machine, "environment", lambda: {"sources": "others"})
    assert not again(run)[0] and calls[5:] == [0, 1, 2, 3]


def test_every_stored_table_is_read_by_a_chapter():
    """Else a reproduction would judge nothing; a name that a chapter puts together would not be seen."""
    assert [path.stem for path in RESULTS.glob("*.csv") if not machine.readers(path.stem)] == []
