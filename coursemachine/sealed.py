"""Code that a class runs and does not read: out of sight in a notebook, not secret from whoever takes the trouble.

>>> cell = sealed("wanted = 2 * given")
>>> "wanted" in cell
False
>>> print(read(cell))
from coursemachine.sealed import opened
<BLANKLINE>
opened
wanted = 2 * given
"""

import re
from base64 import b64decode, b64encode
from zlib import compress, decompress

_CALL = re.compile(r"exec\(opened\(['\"]([\w+/=]+)['\"]\)\)")


def sealed(code):
    """A cell that does what `code` does."""
    seal = b64encode(compress(code.encode(), 9)).decode()
    return f'from coursemachine.sealed import opened\n\nexec(opened("{seal}"))'


def opened(seal):
    """The code in a seal."""
    return decompress(b64decode(seal)).decode()


def read(source):
    """A cell as :mod:`coursemachine.names` must read it, with the code of its seal."""
    return _CALL.sub(lambda call: f"opened\n{opened(call[1])}", source)
