"""The intervals of all measures hold the truth as often as the pages say, and those of the bootstrap do not."""

import pytest

from confusion_studies import coverage, load_results


@pytest.fixture(scope="module")
def rows():
    return load_results("coverage")


def test_no_interval_fails_in_more_than_seven_of_a_hundred_samples(rows):
    found = [row for row in rows if row["interval"] != coverage.BOOTSTRAP]
    assert {row["Q"] for row in found} == {2, 3, 5, 10, 26, 77, 100, 150}
    assert {row["n"] for row in found} == set(coverage.SIZES)
    # Of a difference there are fewer samples: two standard errors of a share of .07 are allowed.
    most = {draws: 0.07 + 2 * (0.07 * 0.93 / draws) ** 0.5 for draws in {row["draws"] for row in found}}
    most = [0.07 if row["interval"].startswith(coverage.ONE) else most[row["draws"]] for row in found]
    failing = [row for row, share in zip(found, most) if row["above"] + row["below"] > share]
    assert not failing, failing[:5]


def test_the_bootstrap_of_a_norm_fails_from_five_classes_on(rows):
    found = {
        (row["Q"], row["n"]): row
        for row in rows
        if row["interval"] == coverage.BOOTSTRAP and row["measure"] == "operator_norm"
    }
    assert all(found[Q, 20]["above"] > 0.2 for Q in (5, 10, 26, 100)) and found[26, 100]["above"] > 0.5
    # Its reason: the norm of a sample is too large on average.
    assert all(row["mean"] > row["true"] for row in found.values())
