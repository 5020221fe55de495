"""Foot, card, source links and the page for lost addresses, with a configured address and without."""

from collections import Counter
from types import SimpleNamespace

import pytest

import confusion

pytest.importorskip("sphinx", reason="extra book")

from coursemachine.site import common, site_info

HOME = "https://example.org/someone/book"


def app(tmp_path, repository=""):
    (tmp_path / "_text" / "copa").mkdir(parents=True, exist_ok=True)
    (tmp_path / "_text" / "copa" / "the-update.md").write_text("# Text", encoding="utf-8")
    options = {"repository_url": repository, "repository_branch": "main"}
    return SimpleNamespace(srcdir=tmp_path, config=SimpleNamespace(html_theme_options=options))


CONTEXT = {"pathto": lambda path, resource=0: "../" + path}


def test_the_foot_has_version_day_and_licence_and_no_address_that_is_not_configured(tmp_path):
    foot = site_info.foot(app(tmp_path), "copa/the-update", CONTEXT)
    assert confusion.__version__ in foot and "http" not in foot
    assert 'href="../licence.txt">Text CC BY 4.0, code MIT' in foot
    linked = site_info.foot(app(tmp_path, HOME), "copa/the-update", CONTEXT)
    for address in (f"{HOME}/issues", f"{HOME}/edit/main/book/_text/copa/the-update.md"):
        assert f'href="{address}"' in linked
    assert "edit" not in site_info.foot(app(tmp_path, HOME), "genindex", CONTEXT)


def test_the_day_comes_from_the_last_commit_or_the_epoch(monkeypatch):
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


def test_downloads_have_names_and_plain_pages_offer_paper_only():
    def offered(suffix):
        buttons = site_info.downloads("copa/the-update", CONTEXT | {"page_source_suffix": suffix})
        return {one["text"]: one.get("url") for one in buttons}

    assert offered(".md") == {"Print or save as PDF": None}
    assert offered(".ipynb") == {
        "Notebook": "../notebooks/copa/the-update.ipynb",
        "Notebook without solutions": "../notebooks/copa/the-update-student.ipynb",
        "Slides": "?slides",
        "Print or save as PDF": None,
    }


def test_the_reference_leads_to_the_source_where_the_repository_has_an_address():
    def link_to(options):
        return site_info.link_to(SimpleNamespace(html_theme_options=options))

    info = {"module": "confusion.copa", "fullname": "copa_step"}
    assert link_to({"repository_url": ""})("py", info) is None
    found = link_to({"repository_url": HOME})("py", info)
    assert found.startswith(f"{HOME}/blob/main/confusion/copa/") and "#L" in found
    whole = {"module": None, "fullname": "confusion.metrics.risk"}
    assert link_to({"repository_url": HOME})("py", whole).count("#L") == 1


def test_a_pattern_that_finds_nothing_any_more_is_known(monkeypatch):
    monkeypatch.setattr(common, "_hits", Counter())
    assert common.patched("<b>", "<i>", "<b>a<b>", count=1) == "<i>a<b>"
    assert common.patched("<u>", "", "<b>") == "<b>" and common.unmatched() == ["<u>"]
    common.patched("<u>", "", "<u>")
    assert common.unmatched() == []
