"""How many updates UMA makes, and what is known of its classifier when it stops (Theorem 1 and Proposition 4)."""

import numpy as np

from confusion._core.arguments import as_float, check_choice, check_finite, check_integer, check_positive
from confusion.limits.concentration import log_ratio
from confusion.noise.matrices import check_noise_matrix

__all__ = ["error_radius", "mistake_bound", "update_bound"]


def mistake_bound(theta, *, input_norm=1.0, concept_norm=1.0):
    r"""Theorem 1: an ultraconservative algorithm makes at most :math:`2 R^2 \|W^*\|_F^2 / \theta^2` updates.

    Parameters
    ----------
    theta : float
        Margin of W* (Definition 2), positive.
    input_norm, concept_norm : float, default 1.0
        Bound R on the norm of the examples; Frobenius norm of W*.

    Returns
    -------
    float
        Bound on the number of updates.

    Notes
    -----
    After T updates ``T theta <= <W, W*> <= |W*| sqrt(2 T) R``: one adds at least theta to the inner product, and at
    most 2 R^2 to ``|W|_F^2``.  The constant is attained: two classes and d orthonormal examples of the same class
    (theta^2 = 2/d) cost d updates.

    Examples
    --------
    >>> mistake_bound(0.5)
    8.0
    """
    theta, R, norm = finite_positive(theta=theta, input_norm=input_norm, concept_norm=concept_norm)
    with np.errstate(over="ignore", divide="ignore"):
        ratio = np.float64(R) * norm / theta
        return float(check_finite(2 * ratio**2, "theta, input_norm or concept_norm is"))


def update_bound(theta, mass, *, largest_mass=1.0, precision=0.0, vector="plain", input_norm=1.0, concept_norm=1.0):
    r"""Proposition 4 as it holds: the number of updates of UMA when every update has mass at least `mass`.

    Parameters
    ----------
    theta : float
        Margin of W*, positive.
    mass : float in (0, 1]
        Smallest mass pi of the updates made.
    largest_mass : float in [mass, 1], default 1.0
        Largest one; the largest class probability will do.
    precision : float in [0, 1), default 0.0
        Relative precision of z, as in :func:`confusion.uma.sample_size`; 0 is the exact mu.
    vector : {"plain", "unit"}, default "plain"
        Update with z, as printed, or with z divided by its norm.
    input_norm, concept_norm : float, default 1.0
        As in :func:`mistake_bound`.

    Returns
    -------
    float
        With :math:`\kappa = 2 R^2 \|W^*\|^2 (1 + \rho s)^2 / ((1 - \rho)^2 \theta^2)`, :math:`\rho` the precision and
        :math:`s = \theta / (\sqrt 2 R \|W^*\|) \le 1`: kappa largest_mass / mass for "plain", kappa for "unit".

    Notes
    -----
    With ``|z - mu| <= rho theta pi / (sqrt 2 |W*|)`` an update has ``<w*_q - w*_k, z> >= (1 - rho) theta pi`` and ``|z|
    <= R pi (1 + rho s)``; as the error set is computed from z, ``|W|^2`` grows by at most ``2 |z|^2``
    (:func:`mistake_bound`).  So ``(1 - rho) theta sum pi_t <= |W*| R (1 + rho s) sqrt(2 sum pi_t^2)``, and ``sum pi_t^2
    <= largest sum pi_t`` gives ``T mass <= sum pi_t <= kappa largest``.  At rho = 1/2 this is at most ``18 / (mass
    theta^2)``; the cruder ``|z| <= 2 pi`` would give 32.

    The printed proof applies Theorem 1 with margin theta, which z does not have; that O(1/theta^2) is false is shown by
    :func:`confusion.uma.proposition4_counterexample`.  It is true for ``z / |z|``, of norm 1 and margin at least
    ``theta (1 - rho) / (R (1 + rho s))``, and for z / pi: dividing by the norm needs no estimate of the mass.

    Examples
    --------
    >>> update_bound(0.5, 0.01), update_bound(0.5, 0.01, vector="unit")
    (800.0, 8.0)
    """
    base = mistake_bound(theta, input_norm=input_norm, concept_norm=concept_norm)
    mass, largest_mass = as_float(mass, "mass"), as_float(largest_mass, "largest_mass")
    precision = as_float(precision, "precision")
    if not (0 < mass <= largest_mass <= 1 + 1e-9 and 0 <= precision < 1):  # sums of masses round above 1
        raise ValueError("need 0 < mass <= largest_mass <= 1 and 0 <= precision < 1")
    check_choice(vector, "vector", ("plain", "unit"))
    s = theta / (np.sqrt(2) * input_norm * concept_norm)
    if s > 1 + 1e-12:
        raise ValueError("no concept has this margin: theta is at most sqrt(2) input_norm concept_norm")
    kappa = base * ((1 + precision * s) / (1 - precision)) ** 2
    return float(kappa if vector == "unit" else kappa * largest_mass / mass)


def error_radius(n, noise_matrix, *, delta=0.05, n_features=None):
    r"""Guarantee at the stop: how far the true error can be above the error estimated from noisy labels.

    Parameters
    ----------
    n : int
        Examples the estimate is computed from.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic, invertible.
    delta : float in (0, 1], default 0.05
        Probability of failure.
    n_features : int or None, default None
        None: f_W does not depend on these examples (held out).  A dimension d: any W, also one learnt from them, and
        so also the best iterate of a run.

    Returns
    -------
    float
        With probability at least ``1 - delta``, :math:`P(f_W(X) \ne t(X)) \le \hat R + radius` where :math:`\hat R = 1
        - \frac1n \sum_i (C^{-1})_{f_W(x_i), y_i}` (:func:`confusion.noise.estimated_error`).  With r the range of the
        entries of C^{-1}: :math:`r \sqrt{\ln(1/\delta) / 2n}` held out, and for all W :math:`r (\sqrt{2 \ln N / n} +
        \sqrt{\ln(1/\delta) / 2n})` with :math:`\ln N = D \ln(e n Q (Q-1) / 2 D)`, :math:`D = Q (d + 1)`.

    Notes
    -----
    The terms of R-hat have mean P(f = t), whatever the classifier, by ``C^-1 C = I``, and a range r: Hoeffding.  For
    all W: symmetrisation, Massart's lemma on the N labellings of n points by linear classifiers, McDiarmid.  N is at
    most the number of cells that the nQ(Q-1)/2 hyperplanes ``<w_p - w_q, x_i> + b_p - b_q = 0`` cut in the space of
    (W, b); small b_q reproduce any rule for ties.

    Examples
    --------
    >>> round(error_radius(10_000, [[0.75, 0.25], [0.25, 0.75]]), 4)
    0.0245
    """
    C = check_noise_matrix(noise_matrix)
    n, Q = float(check_integer(n, "n", 1)), len(C)
    spread = np.ptp(np.linalg.inv(C))
    tail = np.sqrt(log_ratio(1, delta) / (2 * n))
    if n_features is None:
        return float(spread * tail)
    D = Q * float(check_integer(n_features, "n_features", 1) + 1)
    planes = n * Q * (Q - 1) / 2
    labellings = min(n * np.log(Q), D * (1 + np.log(max(planes / D, 1))))
    return float(spread * (np.sqrt(2 * labellings / n) + tail))


def finite_positive(**values):
    return [check_positive(value, name, infinite=False) for name, value in values.items()]
