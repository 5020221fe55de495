"""The room that is kept for a formula until MathJax has set it."""

import pytest

from coursemachine.site.formulas import width

#: Formulas of the book with the widths that MathJax gives them, in em.
SET = {
    "C^{-1}": 1.93, r"p \ne q": 2.47, r"\sqrt Q": 1.95, r"\mathbb R^d": 1.26, r"Z \ge 0": 2.75, r"\mathcal S": 0.79,
    r"|1 - \rho_f(x, y)|_+": 6.64, r"\pi_p = \mathbb{P}(Y = p)": 6.8, r"1/\sqrt{Q-1}": 4.87, r"h_q^\perp": 1.3,
    r"\lVert r - \bar r\rVert^2 = \lVert r\rVert^2 - \frac1Q(\sum_q r_q)^2 \le \rho\,\lVert r\rVert^2": 17.84,
}  # fmt: skip


@pytest.mark.parametrize("tex", SET)
def test_the_width_of_a_formula_is_nearly_known(tex):
    assert width(tex) == pytest.approx(SET[tex], rel=0.11)
    assert width(f"{{{tex}}}") == pytest.approx(width(tex)) and width(f"x^{{{tex}}}") < width(f"x{tex}")
