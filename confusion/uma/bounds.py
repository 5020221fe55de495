r"""The theory of UMA (Louche and Ralaivola 2015, Section 3) as it holds: margins, deviations, sizes of samples.

Notation, for a classifier f_W and the region :math:`A_p^\alpha` where class p wins by at least alpha (8):

.. math::  \pi = P(t(X) = q,\ X \in A_p^\alpha), \qquad \mu = E[1\{t(X) = q\}\, 1\{X \in A_p^\alpha\}\, X],

and z the estimate of mu, row q of C^{-1} Gamma.  X has norm at most `input_norm`, W* has Frobenius norm `concept_norm`
and margin theta; the paper has both equal to 1.  Noise matrices are column-stochastic, ``C[k, q] = P(Y = k | t = q)``.

The printed (12)-(13) forget that mu is not an average but a *partial* expectation, of norm at most the mass pi, and
Propositions 3 and 4 inherit the slip: a sample size without C and without the mass, and O(1/theta^2) updates.
"""


import numpy as np

from confusion._core.arguments import as_float, check_integer, check_positive
from confusion.limits.concentration import log_ratio
from confusion.noise.matrices import check_noise_matrix
from confusion.uma.updates import finite_positive

#: largest sample that is tried; beyond 2^1023 a float does not hold it
_LARGEST_SAMPLE = 2**1000

__all__ = ["direction_radius", "sample_size", "sample_size_lower_bound"]


def direction_radius(n, noise_matrix, *, delta=0.05, n_features=None, input_norm=1.0):
    r"""How far z is from mu, for all pairs (p, q): the deviation that Proposition 3 needs.

    Parameters
    ----------
    n : int
        Examples.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic, invertible.
    delta : float in (0, 1], default 0.05
        Probability of failure.
    n_features : int or None, default None
        None: W does not depend on the sample.  A dimension d: all W at once, so also the W learnt from this sample.
    input_norm : float, default 1.0
        Bound R on \|X\|; 1 also serves for the masses J_pq (X replaced by 1, in place of z_pq).

    Returns
    -------
    float
        With probability at least ``1 - delta``, ``|z_pq - mu|`` is at most this for all p and q, with
        :math:`B = R \max_{qk} |C^{-1}_{qk}|`: :math:`B (1 + \sqrt{2 \ln(Q^2/\delta)}) / \sqrt n` for fixed W,
        :math:`B (2\sqrt{2 \ln(2 \Pi_n)} + \sqrt{2 \ln(Q/\delta)}) / \sqrt n` for all W, with
        :math:`\ln \Pi_n \le n \ln 2` and, if n > d, :math:`\ln \Pi_n \le (Q-1) (d+1) \ln(e n / (d+1))`.

    Notes
    -----
    z is the mean of n independent vectors ``(C^-1)_{q, Y_i} 1{X_i in A_p} X_i`` of norm at most B.  Fixed W:  ``E|z -
    mu| <= B / sqrt n`` (variance), and one example moves ``|z - mu|`` by at most ``2B/n``, so McDiarmid's inequality
    adds ``B sqrt(2 ln(1/delta') / n)``; ``delta' = delta / Q^2`` covers the pairs.  All W: the supremum over W, hence
    over p and alpha, is taken inside.  Pi_n counts the subsets of n points that Q - 1 half-spaces cut out: no more than
    all 2^n.  The proof is that of "All classifiers at once", in the book's case file of UMA.

    (16) as printed bounds ``<w_p - w_q, z - mu>`` for all W by epsilon, which no sample gives: double W.  With the
    radius r it is at most ``sqrt 2 |W| r``, so (15) needs ``alpha pi >= sqrt 2 |W|_F r``: alpha grows with W.

    Examples
    --------
    >>> import numpy as np
    >>> [round(direction_radius(10**6, np.eye(3), n_features=d), 4) for d in (None, 2)]
    [0.0042, 0.0286]
    """
    C = check_noise_matrix(noise_matrix)
    n, Q = float(check_integer(n, "n", 1)), len(C)
    B = check_positive(input_norm, "input_norm", infinite=False) * np.abs(np.linalg.inv(C)).max()
    L = log_ratio(Q**2, delta)
    if n_features is None:
        return float(B * (1 + np.sqrt(2 * L)) / np.sqrt(n))
    d = float(check_integer(n_features, "n_features", 1) + 1)
    growth = min(n * np.log(2), (Q - 1) * d * (1 + np.log(max(n / d, 1))))
    return float(B * (2 * np.sqrt(2 * (np.log(2) + growth)) + np.sqrt(2 * log_ratio(Q, delta))) / np.sqrt(n))


def sample_size(theta, mass, noise_matrix, *, delta=0.05, precision=0.5, n_features=None, input_norm=1.0,
                concept_norm=1.0):  # fmt: skip
    r"""Proposition 3 as it holds: examples after which z has a fraction ``1 - precision`` of the margin of mu.

    Parameters
    ----------
    theta : float
        Margin of W*, positive.
    mass : float in (0, 1]
        Smallest mass pi of the pairs (p, q) to update.
    noise_matrix, delta
        As in :func:`direction_radius`.
    precision : float in (0, 1), default 0.5
        Fraction of the margin that z may lose.
    n_features, input_norm
        As in :func:`direction_radius`.
    concept_norm : float, default 1.0
        Frobenius norm of W*.

    Returns
    -------
    int
        Smallest n (of those that the bound proves) with :func:`direction_radius` at most
        ``precision theta mass / (sqrt 2 concept_norm)``.  Then, for all pairs of mass pi >= `mass`,
        ``<w*_q - w*_k, z> >= (1 - precision) theta pi`` for all k != q.

    Notes
    -----
    ``|<w*_q - w*_k, z - mu>| <= sqrt 2 |W*| |z - mu|``.  Of order ``|C^-1|^2 / (theta mass)^2``, times Q d log n for
    all W; the printed n_0 has neither C^{-1} nor the mass, and :func:`sample_size_lower_bound` shows that it must
    have ``|C^-1|^2``.

    Examples
    --------
    >>> import numpy as np
    >>> sample_size(0.5, 0.1, np.eye(2)), sample_size(0.5, 0.1, [[0.6, 0.4], [0.4, 0.6]])
    (50192, 451725)
    """
    theta, concept_norm = finite_positive(theta=theta, concept_norm=concept_norm)
    mass, precision = as_float(mass, "mass"), as_float(precision, "precision")
    if not (0 < mass <= 1 and 0 < precision < 1):
        raise ValueError(f"mass must be in (0, 1] and precision in (0, 1), got {mass!r} and {precision!r}")
    target = precision * theta * mass / (np.sqrt(2) * concept_norm)

    def enough(n):
        return direction_radius(n, noise_matrix, delta=delta, n_features=n_features, input_norm=input_norm) <= target

    high = 1
    while not enough(high):
        high *= 2
        if high > _LARGEST_SAMPLE:
            raise ValueError("theta, mass or precision is too small: no sample that a float can count is enough")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def sample_size_lower_bound(noise_matrix, *, delta=0.05):
    r"""Fewest noisy examples with which *any* method tells two concepts apart: no n_0 can be free of C.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic; a singular one gives inf.
    delta : float in (0, 1/4), default 0.05
        Allowed probability of choosing the wrong concept.

    Returns
    -------
    float
        :math:`\max_{p \ne q} \ln(1/4\delta) / K_{pq}` with
        :math:`K_{pq} = \frac12 (KL(C_{\cdot p} \| C_{\cdot q}) + KL(C_{\cdot q} \| C_{\cdot p}))`.

    Notes
    -----
    Two points of mass 1/2 and two concepts, which give them the classes (p, q) and (q, p): both are linear with the
    same margin.  One example (X, Y) has Kullback divergence K_pq between the two; by Bretagnolle and Huber the two
    probabilities of error add up to at least ``exp(-n K_pq) / 2``.  For two classes and noise rate 1/2 - h, K is about
    8 h^2 and ``|C^-1|`` is 1/(2h): ``n >= |C^-1|^2 ln(1/(4 delta)) / 2``, the order of :func:`sample_size`.

    Examples
    --------
    >>> [round(sample_size_lower_bound([[0.5 + h, 0.5 - h], [0.5 - h, 0.5 + h]])) for h in (0.1, 0.01, 0.001)]
    [20, 2012, 201179]
    """
    C = check_noise_matrix(noise_matrix, invertible=False)
    delta = as_float(delta, "delta")
    if not 0 < delta < 0.25:
        raise ValueError(f"delta must be in (0, 1/4), got {delta!r}")
    divergences = []
    for p in range(len(C)):
        for q in range(p):
            a, b = C[:, p], C[:, q]
            both = (a > 0) & (b > 0)
            if ((a > 0) != (b > 0)).any():
                divergences.append(np.inf)  # some noisy label tells the two apart at once
            else:
                divergences.append(0.5 * np.sum((a[both] - b[both]) * np.log(a[both] / b[both])))
    with np.errstate(divide="ignore"):
        return float(np.log(1 / (4 * delta)) / np.float64(min(divergences)))
