"""A function of a package, shown in a chapter as its module has it.

>>> print(listing(dedented)._repr_markdown_())
```python
def dedented(function):
    lines = inspect.getsource(function).expandtabs().splitlines()
    return textwrap.dedent("\\n".join(lines))
```
"""

import ast
import inspect
import textwrap

from coursemachine.tables import Markdown

#: Most characters of a line that a page shows without scrolling.
WIDTH = 78


def dedented(function):
    """Source of a function, also of one inside of a class."""
    lines = inspect.getsource(function).expandtabs().splitlines()
    return textwrap.dedent("\n".join(lines))


def listing(*functions):
    """Show functions as their module has them, without their docstrings; ValueError if a line would scroll."""
    return Markdown("```python\n" + "\n\n\n".join(map(_code, functions)) + "\n```")


def _code(function):
    # A compiled function has its Python original.
    source = dedented(getattr(function, "py_func", function))
    made = ast.parse(source).body[0]
    lines = source.splitlines()
    if ast.get_docstring(made):
        del lines[made.body[0].lineno - 1 : made.body[0].end_lineno]
    if long := [line for line in lines if len(line) > WIDTH]:
        raise ValueError(f"{made.name}: {long[0]!r} has more than {WIDTH} characters")
    return "\n".join(lines)
