"""Six recipes: the lines for a file of one's own, which no cell of the page runs."""

import re

import numpy as np

from coursemachine.checkout import BOOK

TEXT = (BOOK / "_text" / "decisions" / "recipes.md").read_text(encoding="utf-8")


def test_a_file_with_words_and_a_rare_class_goes_through_the_first_recipe(tmp_path, monkeypatch):
    """Words in columns and labels; the wrong labels' recipe takes labels by position, as no pandas series does."""
    rng = np.random.default_rng(0)
    label = rng.choice(["fine", "torn", "worn"], size=600, p=[0.8, 0.15, 0.05])
    height = rng.normal(size=600) + 2.0 * (label == "worn")
    lines = [f"{h:.3f},{where},{one}" for h, where, one in zip(height, rng.choice(["left", "right"], 600), label)]
    (tmp_path / "mine.csv").write_text("\n".join(["height,side,label", *lines]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    begin, rare, ship = re.findall(r"^```\{code-cell\} ipython3\n((?!:tags).*?)^```$", TEXT, re.M | re.S)[:3]
    own, alone = re.findall(r"^```python\n((?:import pandas|from confusion).*?)^```$", TEXT, re.M | re.S)
    found, kept = {}, 'pd.DataFrame(P, columns=classes).assign(label=y_new).to_csv("probabilities.csv", index=False)'
    for code in (begin, own, rare[rare.index("model = ") :], ship, kept, alone):
        exec(code, found)
    assert {*found["predicted"], *found["tuned"]} <= {"fine", "torn", "worn"} and found["gain"].difference > 0
    assert len(found["y"][[1, 0]]) == 2 and len(found["X"].columns) == 2
