"""Margins, and losses that stand in for the number of errors (Lecture Seven).

:mod:`~confusion.margins.surrogates` has the surrogate losses of the sources and what each of them asks for.
"""

from confusion.margins.surrogates import (
    conditional_risk,
    surrogate_answers,
    surrogate_loss,
    surrogate_minimiser,
)

__all__ = [
    "conditional_risk",
    "surrogate_answers",
    "surrogate_loss",
    "surrogate_minimiser",
]
