"""The ratchet: what there is may only become less."""

import runpy

import pytest

from coursemachine.checkout import ROOT

CELL = "```{code-cell}\n:tags: [remove-%s]\n%s```\n"
TEXT = CELL % ("cell", "hidden = 1\nmore = 2\n") + CELL % ("input", "alone = 3\n")


@pytest.mark.parametrize(
    ("tests", "ci", "status", "left"), [(2, "", False, 2), (9, "", False, 2), (9, "true", False, 9), (1, "", True, 1)]
)
def test_only_less_is_allowed(tmp_path, monkeypatch, tests, ci, status, left):
    main = runpy.run_path(str(ROOT / ".ci" / "weight.py"))["main"]
    files = {
        "tests/test_a.py": "one = 1\ntwo = 2\n",
        "confusion/a.py": '__all__ = ["alone", "taken"]\n',
        "book/_text/a.md": TEXT + "taken\n",
        "weight.toml": f'"tests" = {tests}  # a reason\n"hidden cells" = 2\n"confusion" = 1\n'
        '"code whose output alone is shown" = 1\n"public names without a reader" = 1\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setitem(main.__globals__, "ROOT", tmp_path)
    monkeypatch.setitem(main.__globals__, "LIMITS", tmp_path / "weight.toml")
    monkeypatch.setenv("CI", ci)
    assert main() is status
    first = (tmp_path / "weight.toml").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith(f'"tests" = {left}') and ("reason" in first) == (tests == left)
