"""nbval for the chapters: pictures are compared as pictures, and a failure is told in one screen.

The root ``conftest.py`` registers this plugin when pytest runs with ``--nbval``.  Nothing else of nbval changes: text,
tables, Markdown, HTML, warnings and lost outputs are compared exactly.  The fresh SVG stands in the output itself, the
fresh frames in the message with which a figure with controls opens its connection to the notebook.
"""

import pytest
from nbval.plugin import IPyNbCell, IPyNbFile, NbCellError
from outputs import compare, stored_states

TODO = "If the change is meant: python book/_tools/notebooks.py {name}, and read what git diff shows."


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
    """A cell; what differs in a picture is told as a sentence, what else differs as nbval tells it."""

    def compare_outputs(self, test, ref, skip_compare=None):
        sentences = compare(ref, test, stored_states(self.parent.nb), self.parent.opened)
        same = super().compare_outputs(test, ref, skip_compare)
        self.comparison_traceback[:0] = sentences
        return same and not sentences

    def repr_failure(self, excinfo):
        error = excinfo.value
        if not (isinstance(error, NbCellError) and str(error) == "Cell outputs differ"):
            return super().repr_failure(excinfo)
        first = next((line for line in error.source.splitlines() if line.strip()), "")
        path = self.path.relative_to(self.config.rootpath)
        # pytest repeats the first line in its summary.
        told = [error.inner_traceback, f"in {path}, code cell {self.cell_num} ({first[:60]} ...)"]
        return "\n".join([*told, TODO.format(name=self.path.stem)])


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Put :class:`Chapter` where nbval collects a notebook."""
    found = yield
    return [Chapter.from_parent(parent, path=file_path) if type(one) is IPyNbFile else one for one in found]
