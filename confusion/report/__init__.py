"""Your own matrix: what a confusion matrix, or labels with predictions or probabilities, says.

``python -m confusion FILE`` prints it.  :mod:`~confusion.report.reading` makes counts of a file,
:mod:`~confusion.report.arithmetic` plain data of counts, :mod:`~confusion.report.output` a table and a picture.
"""

from confusion.report.arithmetic import describe, report
from confusion.report.output import as_text, picture
from confusion.report.reading import Reading, read

__all__ = ["Reading", "as_text", "describe", "picture", "read", "report"]
