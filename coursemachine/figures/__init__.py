"""Drawing for the book: small, deterministic SVG that reads in light and dark.

The names below serve every chapter; ``panels`` of ``confusion_studies.copa``, ``uma`` and ``combo`` (and
``panels_toy``, ``panels_real``) hold those of one source's chapters.
"""

from coursemachine.figures.base import (
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
from coursemachine.figures.pictures import Picture, show
from coursemachine.figures.regions import linear_regions
