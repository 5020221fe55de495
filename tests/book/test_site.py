"""Foot, card, source links and the page for lost addresses, with a configured address and without."""

import importlib
import sys
from types import SimpleNamespace

import pytest

pytest.importorskip("sphinx", reason="extra book")

from tests.book.site import EXTENSIONS

HOME = "https://example.org/someone/book"


@pytest.fixture
def extension(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(EXTENSIONS), *sys.path])
    return importlib.import_module


def app(tmp_path, repository="", baseurl=""):
    (tmp_path / "_text" / "copa").mkdir(parents=True, exist_ok=True)
    (tmp_path / "_text" / "copa" / "the-update.md").write_text("# Text", encoding="utf-8")
    config = SimpleNamespace(
        html_theme_options={"repository_url": repository, "repository_branch": "main"},
        html_baseurl=baseurl,
        html_title="Book",
        project="Book",
    )
    builder = SimpleNamespace(format="html")
    return SimpleNamespace(srcdir=tmp_path, outdir=tmp_path, config=config, builder=builder, extensions={})


CONTEXT = {"pathto": lambda path, resource=0: "../" + path, "sourcename": "copa/the-update.ipynb"}


def test_the_foot_has_version_day_and_licence_and_no_address_that_is_not_configured(tmp_path, extension, monkeypatch):
    site_info, confusion = extension("site_info"), importlib.import_module("confusion")
    foot = site_info.foot(app(tmp_path), "copa/the-update", CONTEXT)
    assert confusion.__version__ in foot and 'href="../licence.txt">MIT licence' in foot and "http" not in foot
    linked = site_info.foot(app(tmp_path, HOME), "copa/the-update", CONTEXT)
    for address in (f"{HOME}/issues", f"{HOME}/edit/main/book/_text/copa/the-update.md"):
        assert f'href="{address}"' in linked
    assert "edit" not in site_info.foot(app(tmp_path, HOME), "genindex", CONTEXT)


def test_the_day_comes_from_the_last_commit_or_the_epoch(extension, monkeypatch):
    site_info = extension("site_info")

    def no_git(*arguments, **options):
        raise FileNotFoundError

    monkeypatch.setattr(site_info.subprocess, "run", no_git)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    site_info.last_change.cache_clear()
    assert site_info.spoken(site_info.last_change()) == "2 January 1970"
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    site_info.last_change.cache_clear()
    assert site_info.last_change() is None
    site_info.last_change.cache_clear()


def test_downloads_have_names_and_plain_pages_offer_paper_only(tmp_path, extension):
    site_info, book = extension("site_info"), app(tmp_path)

    def words(suffix):
        return [
            one["text"]
            for one in site_info.downloads(book, "copa/the-update", CONTEXT | {"page_source_suffix": suffix})
        ]

    assert words(".md") == ["Print or save as PDF"]
    assert words(".ipynb") == ["Notebook", "Print or save as PDF"]
    book.extensions = {"downloads": None}
    made = site_info.downloads(book, "copa/the-update", CONTEXT | {"page_source_suffix": ".ipynb"})
    assert made[1] | {"text": "Notebook without solutions"} == made[1]
    assert made[1]["url"] == "../notebooks/copa/the-update-student.ipynb"


def test_other_sites_get_a_whole_address_or_none(tmp_path, extension):
    lost = extension("lost")
    context = {"metatags": '<meta property="og:title" content="T" />\n<meta property="og:url" content="/x.html" />'}
    lost.drop_address(app(tmp_path), "x", "", context, None)
    assert "og:title" in context["metatags"] and "og:url" not in context["metatags"]
    told = app(tmp_path, baseurl="https://example.org/book")
    lost.tell_card(told, told.config)
    assert told.config.ogp_image == "https://example.org/book/_static/imbalance-dial.png"


def test_a_lost_reader_finds_the_cover(tmp_path, extension):
    lost = extension("lost")
    lost.write_lost(app(tmp_path, baseurl="https://example.org/book/"), None)
    page = (tmp_path / "404.html").read_text(encoding="utf-8")
    assert 'href="https://example.org/book/index.html"' in page and "<h1>Page not found</h1>" in page


def test_the_reference_leads_to_the_source_where_the_repository_has_an_address(extension):
    link_to = extension("source_links").link_to
    info = {"module": "confusion.copa", "fullname": "copa_step"}
    assert link_to({"repository_url": ""})("py", info) is None
    found = link_to({"repository_url": HOME})("py", info)
    assert found.startswith(f"{HOME}/blob/main/confusion/copa/") and "#L" in found
    assert (
        link_to({"repository_url": HOME})("py", {"module": None, "fullname": "confusion.metrics.risk"}).count("#L") == 1
    )
