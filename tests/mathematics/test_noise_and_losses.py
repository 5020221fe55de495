"""Evidence in numbers for the chapter "Label noise and ultraconservative updates": no line of the package is run here.

The loss corrected with C^-1 (``eq-noise-corrected``) is unbiased; the one that Remark 1 of Louche and Ralaivola (2015)
suggests, with the matrix of P(t(X) = i | Y = j), is not.
"""

import numpy as np
import pytest

pytestmark = pytest.mark.mathematics


@pytest.mark.evaluates("eq-noise-corrected")
def test_the_loss_corrected_with_C_is_unbiased_and_that_of_remark_1_is_not():
    C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
    priors, losses = np.array([0.3, 0.3, 0.4]), np.array([1.0, 5.0, 2.0])
    tilde = (C * priors).T / (C @ priors)
    inverse = np.linalg.inv(C)
    for true in range(3):
        assert sum(C[k, true] * losses @ inverse[:, k] for k in range(3)) == pytest.approx(losses[true])
        assert abs(sum(C[k, true] * losses @ tilde[:, k] for k in range(3)) - losses[true]) > 0.1
