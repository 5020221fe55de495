"""Drawing for the book: small, deterministic SVG that reads in light and dark."""

from coursemachine.figures.base import (
    ACCENT,
    CLASS_COLORS,
    CLASS_MARKERS,
    INK,
    matrix_cells,
    mean_curve,
    name_lines,
    panels,
    row_names,
    scatter_classes,
    style,
    subplots,
)
from coursemachine.figures.pictures import Picture, show
from coursemachine.figures.regions import linear_regions
