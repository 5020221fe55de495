"""Arguments read as numbers: every refusal is a ValueError or a TypeError that names the argument."""

from collections.abc import Mapping
from numbers import Integral, Real

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

__all__ = [
    "SUM_TOLERANCE", "as_float", "by_name", "check_choice", "check_class_number", "check_delta", "check_finite",
    "check_flag", "check_inside", "check_integer", "check_not_negative", "check_positive", "check_priors",
    "check_probability", "check_random", "class_names", "class_numbers", "finite_array", "float_array", "integer_array",
    "read_sample",
]  # fmt: skip

#: Sums of probabilities are compared with one at this tolerance: ten thousand float64 additions stay far inside it.
SUM_TOLERANCE = 1e-8
#: Python and numpy count truth values, and numpy spans of time, among the numbers.
NO_NUMBERS = (bool, np.bool_, np.timedelta64)


def as_float(value, name):
    """Return `value` as a float if it is one real number (no bool, no text), NaN and infinity included."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, NO_NUMBERS) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be a number that a float can hold; it is larger than that") from None


def _in_range(value, name, allowed, what):
    value = as_float(value, name)
    if not allowed(value):
        raise ValueError(f"{name} must be {what}, got {value!r}")
    return value


def check_positive(value, name, *, infinite=True):
    """Return `value` as a float if it is a number > 0, else raise an error that names the argument."""
    what = "a positive number" if infinite else "a finite positive number"
    return _in_range(value, name, lambda number: number > 0 and (infinite or number < np.inf), what)


def check_not_negative(value, name):
    """Return `value` as a float if it is a finite number >= 0, else raise an error that names the argument."""
    return _in_range(value, name, lambda number: 0 <= number < np.inf, "a finite number >= 0")


def check_probability(value, name):
    """Return `value` as a float if it is a number from 0 to 1, else raise an error that names the argument."""
    return _in_range(value, name, lambda number: 0 <= number <= 1, "a probability, from 0 to 1")


def check_inside(value, name):
    """Return `value` as a float if it is a number between 0 and 1, neither included."""
    return _in_range(value, name, lambda number: 0 < number < 1, "between 0 and 1")


def check_delta(delta):
    """Return a probability of failure, a number in (0, 1], as a float."""
    return _in_range(delta, "delta", lambda number: 0 < number <= 1, "in (0, 1]")


def check_random(random_state):
    """Return scikit-learn's RandomState of `random_state`, or raise an error that names the argument."""
    try:
        return check_random_state(random_state)
    except ValueError:
        wanted = "random_state must be an int from 0 to 2**32 - 1, a numpy RandomState or None"
        raise ValueError(f"{wanted}, got {random_state!r}") from None


def check_integer(value, name, least, what="whole number"):
    """Return `value` as an int if it is whole (2.0 is), at least `least`, and not beyond the range of floats."""
    number = as_float(value, name)
    if not number.is_integer() or value < least:
        raise ValueError(f"{name} must be a {what}, at least {least}, got {value!r}")
    return int(value)


def check_class_number(value, name, n_classes):
    """Return `value` as an int if it numbers one of `n_classes` classes; True is no number, though Python's 1."""
    if isinstance(value, NO_NUMBERS) or not isinstance(value, Integral) or not 0 <= value < n_classes:
        raise ValueError(f"{name} must be a class number in 0..{n_classes - 1}, got {value!r}")
    return int(value)


def class_numbers(values, name, n_classes, n=None):
    """Return a vector of class numbers from 0 to `n_classes` - 1, `n` of them if that is given, for use as indices."""
    codes = float_array(values, name)
    fits = codes.ndim == 1 and n in (None, len(codes))
    if not fits or not np.isin(codes, np.arange(n_classes)).all():
        shape = f"({'n' if n is None else n},)"
        raise ValueError(f"{name} must hold class numbers from 0 to {n_classes - 1}, shape {shape}, got {codes.shape}")
    return codes.astype(np.intp)  # in the browser int64 is wider than an index


def check_choice(value, name, choices):
    """Return `value` if it is one of the strings `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
    return value


def check_flag(value, name):
    """Return `value` if it is True or False: any other object has a truth value too, rarely the one meant."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def float_array(values, name):
    """Return `values` as a float array; text, dates, complex numbers, sparse and masked arrays are refused."""
    if sparse.issparse(values):
        raise TypeError(f"{name} must be a dense array; call its toarray() first")
    refuse_masked(values, name)
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be an array of numbers; its rows are not equally long") from None
    if array.dtype.kind not in "biufO" or (array.dtype.kind == "b" and array.ndim == 0):
        raise TypeError(f"{name} must hold real numbers, got an array of {array.dtype}")
    try:
        return array.astype(float, copy=False)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must hold real numbers only") from None
    except OverflowError:
        raise ValueError(f"{name} holds a number larger than a float can be") from None


def refuse_masked(values, name):
    """Refuse a masked array: numpy and scikit-learn would use the numbers behind its mask."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be a masked array: fill it, or leave out what is masked")


def read_sample(estimator, *data, **options):
    """Read the features, or features and labels, that `estimator` is given, as scikit-learn does, as float64."""
    for values, name in zip(data, "Xy"):
        refuse_masked(values, name)
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # sums that look for NaN overflow where features are huge
            return validate_data(estimator, *data, dtype=np.float64, **options)
    except OverflowError:
        raise ValueError("X holds a number larger than a float can be") from None


def class_names(*places):
    """Names of classes, a list, by the first of the (values, axis) that has any; None if there are none.

    Rows have names in a frame or a series, and by the keys of a dict, columns in a frame.  A default index has none.
    """
    for values, axis in places:
        if isinstance(values, Mapping):
            names = values if axis == 0 else None
        elif axis == 0:
            names = getattr(values, "index", None)
        else:
            names = getattr(values, "column_names", getattr(values, "columns", None))
        if names is None or callable(names):  # a list has a method of that name
            continue
        default = hasattr(names, "step") and (names.start, names.step) == (0, 1)
        if not default:
            return list(names)
    return None


def by_name(values, name, classes=None, axes=(0,)):
    """Return `values` with the classes along `axes` in the order of `classes`, where it names them; else as it is.

    Without `classes` the order is that of the first axis that has names; `range` stands for the classes 0, 1, ...
    """
    named = {axis: names for axis in axes if (names := class_names((values, axis))) is not None}
    if not named or (isinstance(values, Mapping) and len(axes) > 1):  # of a dict of dicts, which are the rows?
        return values
    first = next(iter(named.values()))
    known = first if classes is None else list(range(len(first)) if classes is range else classes)
    for names in named.values():
        unknown, missing = [c for c in names if c not in known], [c for c in known if c not in names]
        odd = f"names {unknown[0]!s}, which is no class" if unknown else "names a class twice"
        odd = f"does not name the class {missing[0]!s}" if missing and not unknown else odd
        if unknown or missing or len(set(names)) < len(names):
            listed = ", ".join(map(str, known[:6])) + (", ..." if len(known) > 6 else "")
            raise ValueError(f"{name} {odd}; name each of the classes {listed} once, or give an array in this order")
    if len(named) < len(axes) and first != known:
        raise ValueError(f"{name} names its {'rows' if 0 in named else 'columns'} alone, and not in the order of the "
                         "classes; name both, or give an array in that order")  # fmt: skip
    if isinstance(values, Mapping):
        return [values[c] for c in known]
    array = np.asarray(values)
    for axis, names in named.items():
        array = array.take([names.index(c) for c in known], axis)
    return array


def finite_array(values, name, shape, *, empty=True):
    """Return `values` as a float array without NaN and infinity, of the wanted shape.

    `shape` has for each dimension its length, or a letter for any length, the same letter for the same: ``("n", 2)``.
    With ``empty=False`` the array must hold a number.
    """
    array = float_array(values, name)
    fits, lengths = array.ndim == len(shape), dict(zip(shape, array.shape))
    fits = fits and all(lengths[s] == k and (isinstance(s, str) or s == k) for s, k in zip(shape, array.shape))
    if not fits or not (empty or array.size):
        wanted = f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
        must = "have" if empty else "not be empty and have"
        raise ValueError(f"{name} must {must} shape {wanted}, got shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite; it holds NaN or infinity")
    return array


def integer_array(values, name, least):
    """Return `values` as an int array; every one must be whole (2.0 is) and at least `least`."""
    array = float_array(values, name)
    if not np.isfinite(array).all() or (array != np.floor(array)).any() or (np.abs(array) > 2**53).any():
        raise ValueError(f"{name} must hold whole numbers")
    if (array < least).any():
        raise ValueError(f"{name} must hold numbers of at least {least}")
    return array.astype(np.int64)


def check_finite(result, name):
    """Return `result` if it is finite; else the numbers in `name` were too large or too small for floats."""
    if not np.isfinite(result).all():
        raise ValueError(f"the result is beyond the range of floats: {name} too large or too small")
    return result


def check_priors(priors, n_classes=None, *, name="priors", classes=None):
    """Class priors as a float array: non-negative, finite, summing to one, one per class, in the order of `classes`."""
    priors = float_array(by_name(priors, name, classes), name)
    if priors.ndim != 1 or (n_classes is not None and priors.size != n_classes):
        wanted = "(Q,)" if n_classes is None else f"({n_classes},)"
        raise ValueError(f"{name} must have one entry per class, shape {wanted}, got shape {priors.shape}")
    if not np.isfinite(priors).all() or (priors < 0).any() or abs(priors.sum() - 1) > SUM_TOLERANCE:
        raise ValueError(f"{name} must be non-negative and sum to one; divide class counts by their total")
    return priors
