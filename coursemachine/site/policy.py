"""What a page of the site may run and load: its own files, and the scripts that stood in it when it was built.

A reader may run a cell that somebody else wrote, and what that shows is not ours: no script in it runs, and nothing of
it asks another site for anything.  A worker has a policy of its own, see ``live/page/store.js``.
"""

import hashlib
import re
from base64 import b64encode

# By the standard a page on a disk has no self that its files belong to.  Styles stand in attributes everywhere,
# those of formulas and pictures among them; they load only pictures and fonts.
_OWN = "'self' file:"
_POLICY = (
    f"default-src {_OWN}; script-src {_OWN} {{scripts}}; style-src {_OWN} 'unsafe-inline'; "
    f"img-src {_OWN} data: blob:; object-src 'none'; base-uri 'self'; form-action {_OWN}"
)
_INLINE = re.compile(r"<script(?![^>]*\s(?:src=|type=\"application/))[^>]*>(.*?)</script>", re.DOTALL)
# With the policy of an earlier build, where the page was not written anew.
_START = re.compile(r'(<meta charset="utf-8" ?/?>)(?:\n<meta http-equiv="Content-Security-Policy"[^>]*>)?')


def digests(page):
    """Each script that stands in the text of a page, as a policy names it."""
    found = (hashlib.sha256(text.encode()).digest() for text in dict.fromkeys(_INLINE.findall(page)))
    return [f"'sha256-{b64encode(digest).decode()}'" for digest in found]


def with_policy(page):
    """The text of a page with its policy, which counts for what stands below it."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(scripts=" ".join(digests(page)))}">'
    found, count = _START.subn(lambda start: f"{start[1]}\n{meta}", page, count=1)
    if not count:
        raise ValueError("page: a policy stands after the character set, and the page names none in its head")
    return found
