"""Pages of the built book, printed."""

import shutil

import pytest

from coursemachine.notebooks.preview import BROWSERS
from coursemachine.site import pdf

pytestmark = pytest.mark.slow


def test_every_page_or_those_asked_for_become_a_pdf(tmp_path):
    pytest.importorskip("playwright")
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("no Chromium")
    for name in ("index", "part/one", "_static/no-page"):
        file = tmp_path / "site" / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<title>A page</title><h1>A page</h1>", encoding="utf-8")
    whole = pdf.write(goal=tmp_path / "all", site=tmp_path / "site")
    assert [file.relative_to(tmp_path).as_posix() for file in whole] == ["all/index.pdf", "all/part/one.pdf"]
    assert all(file.read_bytes().startswith(b"%PDF") for file in whole)
    assert len(pdf.write(["part/one"], tmp_path / "one", tmp_path / "site")) == 1


def test_a_book_that_is_not_built_is_not_printed(tmp_path):
    with pytest.raises(FileNotFoundError, match="make html"):
        pdf.write(site=tmp_path)
