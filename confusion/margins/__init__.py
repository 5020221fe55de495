"""Margins: the multi-class SVM of the lecture (Lu 2017), and the step of its dual.

:mod:`~confusion.margins.svm` has the estimator, :mod:`~confusion.margins.svm_step` one step of its dual by itself,
:mod:`~confusion.margins.svm_solvers` and :mod:`~confusion.margins.svm_loops` how the problem is solved,
:mod:`~confusion.margins.svm_kernels` the kernels.
"""

from confusion.margins.svm import MulticlassSVC
from confusion.margins.svm_step import block_step, project_simplex

__all__ = ["MulticlassSVC", "block_step", "project_simplex"]
