"""Class-conditional label noise: its matrices, how they corrupt labels, how they are estimated and undone.

One orientation throughout, that of equation (4) of Louche and Ralaivola (2015): **columns are true classes**,

    C[p, q] = P(Y = p | t(X) = q),        every column sums to one.

Classes are always in sorted order unless `classes` says otherwise.  The matrices of
:func:`confusion.metrics.confusion_matrix`, of scikit-learn and of Patrini are the transposes of this one;
:func:`convert_noise_matrix` goes between them.
"""

from confusion.noise.estimates import class_proportions, estimate_noise_matrix, estimated_error, estimated_joint
from confusion.noise.families import (
    noise_family,
    one_bad_class_noise,
    pair_flip_noise,
    random_noise_matrix,
    symmetric_noise,
)
from confusion.noise.labels import corrupt_labels, noise_rate_profile
from confusion.noise.matrices import (
    Dominance,
    check_noise_matrix,
    condition_number,
    convert_noise_matrix,
    dominance,
    inverse_norm,
)
from confusion.noise.noisy_only import anchor_points, confident_joint, em_noise

__all__ = [
    "Dominance", "anchor_points", "check_noise_matrix", "class_proportions", "condition_number", "confident_joint",
    "convert_noise_matrix", "corrupt_labels", "dominance", "em_noise", "estimate_noise_matrix", "estimated_error",
    "estimated_joint", "inverse_norm", "noise_family", "noise_rate_profile", "one_bad_class_noise", "pair_flip_noise",
    "random_noise_matrix", "symmetric_noise",
]  # fmt: skip
