"""Your own matrix: what a confusion matrix, or labels with predictions or probabilities, says.

``python -m confusion FILE`` prints it.  :mod:`~confusion.report.tables` makes cells of a file,
:mod:`~confusion.report.reading` counts of cells, :mod:`~confusion.report.arithmetic` plain data of counts, and
:mod:`~confusion.report.output` a table and a picture.
"""

from confusion.report.arithmetic import describe, report
from confusion.report.output import as_text, picture
from confusion.report.reading import Reading, read

__all__ = ["Reading", "as_text", "describe", "picture", "read", "report"]
