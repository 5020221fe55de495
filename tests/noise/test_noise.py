"""Noise matrices: one orientation, and the others told apart from it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import confusion_matrix

from confusion import UmaClassifier, metrics, noise
from confusion.noise import (
    check_noise_matrix,
    class_proportions,
    condition_number,
    convert_noise_matrix,
    corrupt_labels,
    dominance,
    estimate_noise_matrix,
    estimated_error,
    estimated_joint,
    inverse_norm,
    noise_family,
    noise_rate_profile,
    one_bad_class_noise,
    pair_flip_noise,
    random_noise_matrix,
    symmetric_noise,
)
from confusion.noise.matrices import CONVENTIONS

ASYMMETRIC = np.array([[0.7, 0.1, 0.0], [0.2, 0.6, 0.3], [0.1, 0.3, 0.7]])
sizes_and_seeds = given(Q=st.integers(2, 12), seed=st.integers(0, 2**32 - 1))


@settings(max_examples=40, deadline=None)
@sizes_and_seeds
def test_every_family_is_column_stochastic(Q, seed):
    rate = np.random.default_rng(seed).random()
    M = random_noise_matrix(Q, seed)
    shapes = [symmetric_noise(Q, rate), pair_flip_noise(Q, rate), one_bad_class_noise(Q, rate, seed % Q), M]
    for C in shapes + [noise_family(M, i) for i in (0, 3.5, 10, 20)]:
        assert (C >= 0).all() and C.shape == (Q, Q)
        assert_allclose(C.sum(axis=0), 1, atol=1e-12)
        assert inverse_norm(C) >= 1 - 1e-9
    assert_array_equal(random_noise_matrix(Q, seed), M)
    assert condition_number(M) < 1e12


@settings(max_examples=40, deadline=None)
@sizes_and_seeds
def test_section_4_1_family(Q, seed):
    M = random_noise_matrix(Q, seed)
    off = M - np.diag(np.diag(M))
    far = off / off.sum(axis=0)  # Omega(N)
    assert_allclose(noise_family(M, 0), np.eye(Q))
    assert_allclose(noise_family(M, 10), M, atol=1e-14)
    for i in (2.0, 7.0, 10.0):  # Omega has nothing to do; a mixture of I and Omega(N), column by column
        assert_allclose(noise_family(M, i), np.eye(Q) + i * (M - np.eye(Q)) / 10, atol=1e-14)
        weight = 1 - i / 10 * (1 - np.diag(M))
        assert_allclose(noise_family(M, i), weight * np.eye(Q) + (1 - weight) * far, atol=1e-12)
    settled = 10 / (1 - np.diag(M).max())
    for i in (settled + 1e-6, 3 * settled):
        assert_allclose(noise_family(M, i), far, atol=1e-12)
    # Rows normalised, as printed, is the transpose of columns normalised.
    assert_allclose(noise_family(M.T, 6, axis="rows"), noise_family(M, 6).T)


def test_the_papers_weighted_average_is_another_family():
    M = random_noise_matrix(10, 0)
    far = noise_family(M, 1000)
    as_printed = (np.eye(10) + 10 * far) / 11
    assert np.abs(as_printed - noise_family(M, 10)).max() > 0.02
    with pytest.raises(ValueError, match="axis must be"):
        noise_family(M, 1, axis="row")
    with pytest.raises(ValueError, match="level must be"):
        noise_family(M, -1)


def test_shapes_by_hand():
    assert_allclose(pair_flip_noise(3, 0.2), [[0.8, 0, 0.2], [0.2, 0.8, 0], [0, 0.2, 0.8]])
    bad = one_bad_class_noise(4, 0.6, bad=2)
    assert_allclose(bad[:, 2], [0.2, 0.2, 0.4, 0.2])
    assert_array_equal(np.delete(bad, 2, axis=1), np.delete(np.eye(4), 2, axis=1))
    assert condition_number(symmetric_noise(5, 0.8)) == np.inf
    assert_allclose(inverse_norm(symmetric_noise(5, 0.4)), 2)  # 1 / (1 - rate Q / (Q - 1))
    for make in (symmetric_noise, pair_flip_noise, one_bad_class_noise):
        with pytest.raises(ValueError, match="rate must be a probability"):
            make(3, 1.2)
        for n_classes in (1, 2.5):
            with pytest.raises(ValueError, match="n_classes must be a whole number, at least 2"):
                make(n_classes, 0.2)
        assert_array_equal(make(3.0, 0.2), make(3, 0.2))
    with pytest.raises(ValueError, match=r"bad must be a class number in 0\.\.2"):
        one_bad_class_noise(3, 0.5, bad=3)
    for bad in (True, 0.5, -1, "0", None):  # True would choose every column
        with pytest.raises(ValueError, match=r"bad must be a class number in 0\.\.2"):
            one_bad_class_noise(3, 0.5, bad=bad)


# Corrupting and estimating ----------------------------------------------------------------------------------


def test_corrupted_labels_follow_the_columns_and_not_the_rows():
    t = np.random.default_rng(0).choice(3, size=60_000, p=[0.5, 0.3, 0.2])
    y = corrupt_labels(t, ASYMMETRIC, random_state=1)
    found = estimate_noise_matrix(t, y)
    assert_allclose(found, ASYMMETRIC, atol=0.015)
    assert np.abs(found - ASYMMETRIC.T).max() > 0.08
    assert_array_equal(corrupt_labels(t, ASYMMETRIC, random_state=1), y)
    assert_allclose(class_proportions(y, ASYMMETRIC), np.bincount(t) / len(t), atol=0.02)


def test_labels_of_any_kind_keep_their_kind():
    names = np.array(["cow", "ant", "bee"])
    for kind in (names, names.astype(object), np.array([7, 3, 5])):
        t = kind[np.random.default_rng(2).integers(0, 3, 2000)]
        y = corrupt_labels(t, pair_flip_noise(3, 1.0), random_state=0)
        assert y.dtype == t.dtype
        ranks = [np.searchsorted(np.sort(kind), v) for v in (t, y)]
        assert_array_equal(ranks[1], (ranks[0] + 1) % 3)
        assert_array_equal(estimate_noise_matrix(t, y), pair_flip_noise(3, 1.0))
    # An order of one's own, and a class the sample does not hold.
    y = corrupt_labels(["bee", "bee"], pair_flip_noise(3, 1.0), random_state=0, classes=["bee", "zebra", "ant"])
    assert y.tolist() == ["zebra", "zebra"]


def test_estimating_without_enough_examples():
    with pytest.raises(ValueError, match=r"no example has the true label \[2\].*ridge"):
        estimate_noise_matrix([0, 0, 1], [0, 1, 2])
    with pytest.raises(ValueError, match="singular.*label more examples, or pass a .larger. ridge"):
        estimate_noise_matrix([0, 0, 1, 1], [0, 1, 0, 1])
    found = estimate_noise_matrix([0, 0, 1, 1], [0, 1, 0, 1], ridge=2.0)
    assert_allclose(found, [[0.75, 0.25], [0.25, 0.75]])
    assert_allclose(estimate_noise_matrix([0, 1], [0, 1], classes=[0, 1, 2], ridge=0.5), np.eye(3))
    for ridge in (0, -1, np.nan, np.inf):
        with pytest.raises(ValueError, match="ridge must be"):
            estimate_noise_matrix([0, 1], [0, 1], ridge=ridge)
    with pytest.raises(ValueError, match="equally long"):
        estimate_noise_matrix([0, 1], [0, 1, 1])


# Conventions ------------------------------------------------------------------------------------------------


def test_conventions_on_an_asymmetric_matrix():
    t = np.repeat([0, 1, 2], 10)
    y = np.concatenate([np.repeat([0, 1, 2], (10 * column).round().astype(int)) for column in ASYMMETRIC.T])
    assert_allclose(estimate_noise_matrix(t, y), ASYMMETRIC)
    rows = confusion_matrix(t, y, normalize="true")
    assert_allclose(rows, ASYMMETRIC.T)
    patrini = np.array([[np.mean(y[t == i] == j) for j in range(3)] for i in range(3)])
    cleanlab = np.array([[np.mean(y[t == k_y] == k_s) for k_y in range(3)] for k_s in range(3)])
    ours = metrics.confusion_matrix(t, y, zero_diagonal=False)
    others = {"sklearn": rows, "patrini": patrini, "cleanlab": cleanlab, "uma": ASYMMETRIC, "confusion": ours}
    assert set(others) == set(CONVENTIONS)
    for source, M in others.items():
        assert_allclose(convert_noise_matrix(M, source=source), ASYMMETRIC)
        assert_allclose(convert_noise_matrix(ASYMMETRIC, target=source), M)
    assert_allclose(convert_noise_matrix(rows, source="sklearn", target="cleanlab"), cleanlab)
    assert_allclose(convert_noise_matrix(cleanlab, source="cleanlab", target="patrini"), patrini)


def test_the_packages_own_confusion_matrix_becomes_the_one_that_uma_takes():
    rng = np.random.default_rng(5)
    t = rng.integers(0, 3, 900)
    X = np.eye(3)[t] + 0.05 * rng.normal(size=(900, 3))
    y = corrupt_labels(t, ASYMMETRIC, 0)
    rows = metrics.confusion_matrix(t, y, zero_diagonal=False)
    C = convert_noise_matrix(rows, source="confusion")
    assert_allclose(C, estimate_noise_matrix(t, y))
    assert UmaClassifier(C, max_iter=50).fit(X, y).score(X, t) > 0.99
    with pytest.raises(ValueError, match="its rows are distributions, so transpose it"):
        UmaClassifier(rows).fit(X, y)


def test_a_wrong_orientation_is_told_with_both_sums():
    message = r"columns sum to \[0\.8, 1\.1, 1\.1\], its rows to \[1, 1, 1\].*transpose"
    for call in (
        lambda: check_noise_matrix(ASYMMETRIC.T),
        lambda: corrupt_labels([0, 1, 2], ASYMMETRIC.T),
        lambda: convert_noise_matrix(ASYMMETRIC.T, source="cleanlab"),
        lambda: noise_family(ASYMMETRIC.T, 3),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(ValueError, match=r"noise_matrix\.T .noise_matrix in the convention of sklearn.*transpose"):
        convert_noise_matrix(ASYMMETRIC, source="sklearn")
    with pytest.raises(ValueError, match="source must be one of uma, confusion"):
        convert_noise_matrix(ASYMMETRIC, source="R")


@pytest.mark.parametrize(
    ("M", "message"),
    [
        (np.eye(3)[:2], "must be a square matrix"),
        ([[1.0]], "must be a square matrix"),
        (np.eye(4), "but there are 3 classes"),
        (np.diag([1, np.nan, 1]), "NaN"),
        ([[1.2, 0, 0], [-0.2, 1, 0], [0, 0, 1]], "non-negative"),
        (2 * np.eye(3), r"columns sum to \[2, 2, 2\], its rows to \[2, 2, 2\]$"),
        (np.full((3, 3), 1 / 3), "singular .condition number inf"),
    ],
)
def test_bad_noise_matrices(M, message):
    with pytest.raises(ValueError, match=message):
        check_noise_matrix(M, 3)


def test_bad_labels():
    with pytest.raises(ValueError, match=r"y has labels \[5\] outside the noise matrix.*\[0, 1, 2\]"):
        corrupt_labels([0, 1, 5], ASYMMETRIC, classes=[0, 1, 2])
    with pytest.raises(ValueError, match=r"3 x 3, but there are 2 classes: \[0, 1\]; name all labels"):
        corrupt_labels([0, 1, 1], ASYMMETRIC)
    with pytest.raises(ValueError, match="classes lists a class twice"):
        corrupt_labels([0, 1, 1], ASYMMETRIC, classes=[0, 1, 1])
    with pytest.raises(TypeError, match="classes and y must both hold strings or both hold numbers"):
        corrupt_labels(["0", "1"], np.eye(2), classes=[0, 1])
    with pytest.raises(TypeError, match="y_true and y_noisy must both hold strings or both hold numbers"):
        estimate_noise_matrix(["0", "1"], [0, 1])
    with pytest.raises(TypeError, match="classes mixes types"):
        corrupt_labels([0, 1], np.eye(2), classes=np.array([0, "a"], dtype=object))
    with pytest.raises(ValueError, match="y_noisy holds 2, 3, which classes= leaves out"):
        estimate_noise_matrix([0, 1, 0], [0, 2, 3], classes=[0, 1])
    with pytest.raises(ValueError, match=r"y_pred has labels \[7\] outside the noise matrix"):
        estimated_joint([0, 1], [0, 7], np.eye(2))
    with pytest.raises(ValueError, match="NaN"):
        corrupt_labels([0, np.nan], np.eye(2))
    with pytest.raises(ValueError, match="one-dimensional"):
        corrupt_labels([[0, 1]], np.eye(2))


# Diagnostics ------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@sizes_and_seeds
def test_labels_right_more_often_than_not_give_column_dominance_and_invertibility(Q, seed):
    rng = np.random.default_rng(seed)
    C = 0.499 * random_noise_matrix(Q, seed) + 0.501 * np.eye(Q)
    gaps = dominance(C)
    assert (gaps.columns > 0).all() and (gaps.likeliest > 0).all()
    assert_allclose(gaps.columns, 2 * np.diag(C) - 1)
    assert np.isfinite(inverse_norm(C))
    # |C^-1|_1 <= 1 / min gap, and |.|_2 <= sqrt(Q) |.|_1
    assert inverse_norm(C) <= np.sqrt(Q) / gaps.columns.min() + 1e-9
    v = rng.normal(size=Q)
    assert np.linalg.norm(v) <= inverse_norm(C) * np.linalg.norm(C @ v) * (1 + 1e-9)


def test_dominance_of_rows_is_another_matter():
    C = np.array([[0.9, 0.4, 0.4, 0.4], [0.1, 0.6, 0, 0], [0, 0, 0.6, 0], [0, 0, 0, 0.6]])
    assert (dominance(C).columns > 0).all() and dominance(C).rows[0] < 0
    # The true label the single likeliest one, and the matrix singular all the same.
    C = np.array([[0.40, 0.22, 0.31], [0.22, 0.40, 0.31], [0.38, 0.38, 0.38]])
    assert condition_number(C) > 1e15 and (dominance(C).likeliest > 0).all()


def test_noise_profiles_of_monotonic_and_of_class_conditional_noise():
    rng = np.random.default_rng(3)
    distance, t = rng.random(40_000), rng.integers(0, 2, 40_000)
    flips = rng.random(40_000) < 0.5 * (1 - distance)
    profile = noise_rate_profile(t, t ^ flips, distance)
    assert (np.diff(profile, axis=1) < -0.05).all()
    flat = noise_rate_profile(t, corrupt_labels(t, symmetric_noise(2, 0.3), 0), distance)
    assert np.abs(flat - 0.3).max() < 0.03
    assert np.isnan(noise_rate_profile([0, 0, 1], [0, 1, 1], [1.0, 2.0, 3.0], n_bins=2)[1, 1])
    with pytest.raises(ValueError, match="equally long"):
        noise_rate_profile([0, 1], [0, 1], [0.5])


# Undoing ----------------------------------------------------------------------------------------------------


def test_joint_mass_and_error_are_unbiased_and_not_with_C_transposed():
    rng = np.random.default_rng(4)
    t = rng.choice(3, size=900, p=[0.5, 0.3, 0.2])
    predicted = np.where(rng.random(900) < 0.6, t, rng.integers(0, 3, 900))
    truth = np.array([[np.mean((predicted == p) & (t == q)) for q in range(3)] for p in range(3)])
    joints = [estimated_joint(corrupt_labels(t, ASYMMETRIC, s), predicted, ASYMMETRIC) for s in range(400)]
    spread = np.std(joints, axis=0) / np.sqrt(400)
    assert (np.abs(np.mean(joints, axis=0) - truth) < 4.5 * spread).all()
    assert_allclose(np.sum(joints, axis=(1, 2)), 1)
    y = corrupt_labels(t, ASYMMETRIC, 0)
    assert_allclose(estimated_error(y, predicted, ASYMMETRIC), 1 - np.trace(joints[0]))
    transposed = np.linalg.solve(ASYMMETRIC.T, ASYMMETRIC @ truth.T).T  # what the transpose would converge to
    assert (np.abs(transposed - truth) > 10 * spread).any()
    with pytest.raises(ValueError, match="equally long"):
        estimated_error([0, 1], [0, 1, 1], np.eye(2))


def test_without_noise_the_estimates_are_the_counts():
    y, predicted = [0, 1, 1, 2], [0, 1, 2, 2]
    assert_allclose(estimated_joint(y, predicted, np.eye(3)), confusion_matrix(predicted, y) / 4)
    assert estimated_error(y, predicted, np.eye(3)) == 0.25
    assert_allclose(class_proportions(y, np.eye(3)), [0.25, 0.5, 0.25])


def test_public_names_exist():
    assert all(hasattr(noise, name) for name in noise.__all__)
