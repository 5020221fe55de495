"""A page says itself what it may run: the scripts that were written into it, each as it stands there."""

import pytest

from coursemachine.site.policy import with_policy

PAGE = """<!doctype html>
<html><head>
<meta charset="utf-8" />
<script src="one.js"></script><script data-a="b">two()</script>
<script type="application/json">{"three": 3}</script></head>
<body><script>two()</script><script>
four()
</script></body></html>
"""


def test_scripts_in_a_page_are_named_by_what_they_say():
    page = with_policy(PAGE)
    head, policy = page.split('<meta http-equiv="Content-Security-Policy" content="')
    assert head.endswith('<meta charset="utf-8" />\n'), "what stands above it is not held"
    policy = dict(part.split(maxsplit=1) for part in policy.split('"')[0].split("; "))
    # openssl dgst -sha256 -binary | base64
    two, four = "iMrPAWirDC2X0OhZzLsM2MRIWSmepJGI4r7D8ZlwBOw=", "G/AUcEsVw13/FcRxKJPLadzoQfyDxxx4OEjE1zH1iFI="
    assert policy["script-src"].split() == ["'self'", "file:", f"'sha256-{two}'", f"'sha256-{four}'"]
    assert "unsafe" not in policy["script-src"] + policy["default-src"]


def test_a_page_that_was_not_written_anew_has_one_policy():
    assert with_policy(with_policy(PAGE)) == with_policy(PAGE)
    changed = with_policy(with_policy(PAGE).replace("four()", "five()"))
    assert changed == with_policy(PAGE.replace("four()", "five()"))


def test_a_page_without_a_place_for_it_is_refused():
    with pytest.raises(ValueError, match="^page: a policy stands after"):
        with_policy("<p>No head</p>")
