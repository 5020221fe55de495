"""The updates of UMA one after the other, until a reason to stop."""

from typing import NamedTuple

import numpy as np

from confusion._core.compiled import warn_if_slow
from confusion.uma.directions import pair_worth
from confusion.uma.loops import STEPS

__all__ = ["TIE", "Iteration", "iterations"]

#: Estimated errors closer than this, in units of the largest ``|C^-1|_qk``, are equal.  They are sums of n entries of
#: C^-1 over n: floating point puts two equal ones apart by some 1e-13 of that unit at a hundred classes, and an
#: example that changes region moves them by about 1/n.
TIE = 1e-10


class Iteration(NamedTuple):
    """Where a run is after an update, or before the first."""

    pair: tuple[int, int] | None  # (p, q) of the update
    tau: np.ndarray  # its step sizes
    error: float  # estimated error of the class vectors
    stop: str | None  # the reason why no update follows


def iterations(state, *, selection, step, threshold, max_iter, rng):
    """Update `state` until a reason to stop; yield an :class:`Iteration` before the first update and after each."""
    made, pair, tau, error = 0, None, np.zeros(len(state.W)), state.error()
    while True:
        found, reason = None, "max_iter"
        if made < max_iter:
            found, seen = state.choose(pair_worth(state, selection, rng), threshold, STEPS.index(step))
            reason = "no_error" if seen else "tol"
            if found is None and state.age > 0:
                state.refresh()  # the end is declared on sums that carry no rounding errors of many updates
                continue
        warn_if_slow(made, made * state.scores.size, stacklevel=4)  # whoever called `fit`
        yield Iteration(pair, tau, error, reason if found is None else None)
        if found is None:
            return
        p, q, z, tau = found
        state.update(tau, z)
        made, pair, error = made + 1, (p, q), state.error()
