"""nbval for the chapters: pictures are compared as pictures, see :mod:`coursemachine.notebooks.pictures`.

The root ``conftest.py`` registers this plugin when pytest runs with ``--nbval``.  Nothing else of nbval changes.  A
fresh SVG stands in the output itself, fresh frames in the message with which a figure with controls opens its
connection to the notebook.
"""

import pytest
from nbval.plugin import IPyNbCell, IPyNbFile

from coursemachine.notebooks.pictures import compare_outputs, stored_states


class Chapter(IPyNbFile):
    """A notebook whose cells remember the widgets that a run of it opens."""

    def collect(self):
        self.opened = {}
        for cell in super().collect():
            yield ChapterCell.from_parent(
                self, name=cell.name, cell_num=cell.cell_num, cell=cell.cell, options=cell.options
            )

    def get_kernel_message(self, timeout=None, stream="iopub"):
        message = super().get_kernel_message(timeout, stream)
        if message["msg_type"] == "comm_open":
            content = message["content"]
            self.opened[content["comm_id"]] = content["data"].get("state", {})
        return message


class ChapterCell(IPyNbCell):
    """A cell whose pictures are compared as pictures."""

    def compare_outputs(self, test, ref, skip_compare=None):
        sentences = compare_outputs(ref, test, stored_states(self.parent.nb), self.parent.opened)
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
