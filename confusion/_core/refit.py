"""A fit that is refused, fails or is interrupted leaves its estimator as it was."""

from contextlib import contextmanager

from confusion._core.compiled import interruptible

__all__ = ["unchanged_on_error"]


@contextmanager
def unchanged_on_error(model):
    """Give `model` back the attributes it had if the block fails, so that a refused call changes nothing.

    Ctrl-C is a failure too, also one that arrives in a compiled loop.  Attributes are given back, not copied: a block
    that writes into an array of the model has to put a copy in its place first.

    >>> from sklearn.base import BaseEstimator
    >>> model = BaseEstimator()
    >>> model.coef_ = 1
    >>> try:
    ...     with unchanged_on_error(model):
    ...         model.coef_ = 2
    ...         raise ValueError
    ... except ValueError:
    ...     print(model.coef_)
    1
    """
    before = vars(model).copy()
    try:
        with interruptible():
            yield
    except BaseException:
        model.__dict__ = before  # one assignment: a second Ctrl-C finds the old state or the new one
        raise
