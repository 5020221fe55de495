"""What the chapter "What the weights do" says of its figures."""

import numpy as np

from tests.chapters.stored import figures_of, rows_of

CHAPTER = "copa/what-the-weights-do"
FIGURES = figures_of(CHAPTER)


def test_what_the_figure_asks_for():
    """Moved points spoil the class means alone; wrong labels the two rules that have no strength to choose."""
    at = {(v["moved"], v["noise"].replace("\N{NO-BREAK SPACE}", " ")): n for v, n, _, _ in FIGURES["Norm against C"]}
    circle, noisy, moved = (at[key] for key in (("not", "0 %"), ("not", "30 %"), ("by (2, 2)", "0 %")))
    both = at["by (2, 2)", "30 %"]
    near = 0.02
    for name in ("COPA, C/T", "class means", "nearest mean", "balanced"):
        assert circle[name] < circle["floor"] + near
    assert moved["class means"] > 8 * moved["floor"]
    assert max(moved[name] for name in ("nearest mean", "balanced")) < moved["floor"] + near
    assert min(numbers[name] for numbers in (noisy, both) for name in ("nearest mean", "balanced")) > 0.35
    assert max(numbers["COPA, C/T"] for numbers in at.values()) < 0.2
    assert max(numbers["logistic"] for numbers in at.values()) < 0.15


def test_no_scaling_is_ahead_of_logistic_regression_on_real_sets():
    for shown in FIGURES["Eleven methods on three real sets"]:
        norms = {name.removesuffix(", norm"): value for name, value in shown.numbers.items() if name.endswith("norm")}
        assert min(norms[model] for model in ("COPA, C/T", "COPA, C/T²", "COPA")) > max(
            norms[model] for model in ("logistic", "logistic, balanced")
        )


def test_what_the_page_says_in_words():
    real = {}
    for row in rows_of("copa_real"):
        here = real.setdefault((row["data"], row["criterion"]), {})
        here.setdefault(row["model"], []).append((float(row["accuracy"]), float(row["norm"])))
    means = {place: {name: np.mean(rows, axis=0) for name, rows in here.items()} for place, here in real.items()}
    assert len(means) == 6
    for here in means.values():
        # "Balanced logistic regression is ... more accurate, on every set and with either criterion"
        assert all(here["logistic, balanced"][0] > here[name][0] for name in ("COPA", "COPA, C/T", "COPA, C/T²"))
