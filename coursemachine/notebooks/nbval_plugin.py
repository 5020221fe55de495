"""nbval for the chapters: pictures are compared as pictures, see :mod:`coursemachine.notebooks.pictures`.

The root ``conftest.py`` registers this plugin when pytest runs with ``--nbval``.  Nothing else of nbval changes.
"""

import pytest
from nbval.plugin import IPyNbCell, IPyNbFile

from coursemachine.notebooks.pictures import compare_outputs


class Chapter(IPyNbFile):
    """A notebook of such cells."""

    def collect(self):
        for cell in super().collect():
            yield ChapterCell.from_parent(
                self, name=cell.name, cell_num=cell.cell_num, cell=cell.cell, options=cell.options
            )


class ChapterCell(IPyNbCell):
    """A cell whose pictures are compared as pictures."""

    def compare_outputs(self, test, ref, skip_compare=None):
        sentences = compare_outputs(ref, test)
        same = super().compare_outputs(test, ref, skip_compare)
        self.comparison_traceback[:0] = sentences
        if sentences or not same:
            name = self.parent.path.stem
            hint = f"If the change is meant: python -m coursemachine.notebooks {name}, and read what git diff shows."
            self.comparison_traceback.append(hint)
        return same and not sentences


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Put :class:`Chapter` where nbval collects a notebook."""
    found = yield
    return [Chapter.from_parent(parent, path=file_path) if type(one) is IPyNbFile else one for one in found]
