"""Drawing for the book: small, deterministic SVG that reads in light and dark.

The names below serve every chapter; ``confusion.lab.figures.copa``, ``uma``, ``uma_toy``, ``uma_real`` and
``combo`` hold the panels of one source's chapters.
"""

from confusion.lab.figures.base import (
    ACCENT,
    CLASS_COLORS,
    CLASS_MARKERS,
    INK,
    matrix_cells,
    mean_curve,
    panels,
    row_names,
    scatter_classes,
    style,
    subplots,
)
from confusion.lab.figures.pictures import Picture, show, svg
from confusion.lab.figures.regions import linear_regions

__all__ = [
    "ACCENT",
    "CLASS_COLORS",
    "CLASS_MARKERS",
    "INK",
    "Picture",
    "linear_regions",
    "matrix_cells",
    "mean_curve",
    "panels",
    "row_names",
    "scatter_classes",
    "show",
    "style",
    "subplots",
    "svg",
]
