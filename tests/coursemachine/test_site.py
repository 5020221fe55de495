"""Foot, card, source links and the page for lost addresses, with a configured address and without."""

import re
from collections import Counter
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import confusion

pytest.importorskip("sphinx", reason="extra book")

from coursemachine.checkout import ROOT
from coursemachine.site import common, site_info
from tests.coursemachine.site import build

HOME = "https://example.org/someone/book"


def app(tmp_path, repository=""):
    (tmp_path / "_text" / "copa").mkdir(parents=True, exist_ok=True)
    (tmp_path / "_text" / "copa" / "the-update.md").write_text("# Text", encoding="utf-8")
    options = {"repository_url": repository, "repository_branch": "main"}
    return SimpleNamespace(srcdir=tmp_path, config=SimpleNamespace(html_theme_options=options, html_baseurl=""))


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


@pytest.mark.parametrize("home", ["", "https://example.org/book/"])
def test_programs_are_told_of_a_site_that_has_an_address(tmp_path, home):
    extensions = ["myst_nb", "sphinxext.opengraph", "coursemachine.site.references", "coursemachine.site.site_info"]
    conf = {"html_theme": "sphinx_book_theme", "ogp_site_url": "/", "ogp_social_cards": {"enable": False}}
    told = {"project": "Book & more", "author": "A < B", "html_baseurl": home}
    page = build(tmp_path, {"page": "# A page\n\nWords."}, extensions=extensions, **conf, **told)["page"]
    files = {name: tmp_path / "out" / name for name in ("sitemap.xml", "robots.txt", "changes.xml")}
    assert 'property="og:title" content="1. A page"' in page
    if not home:
        assert not any(path.exists() for path in files.values())
        assert not re.search('rel="canonical"|og:url|og:image"|atom[+]xml|Newest version', page)
        return
    assert f'<link rel="canonical" href="{home}page.html"' in page and f'href="{home}">Newest version</a>' in page
    assert f'property="og:url" content="{home}page.html"' in page
    assert f'property="og:image" content="{home}_static/imbalance-dial.png"' in page
    assert f'<base href="{home}">' in (tmp_path / "out" / "404.html").read_text(encoding="utf-8")
    assert f'type="application/atom+xml" title="Changes" href="{home}changes.xml"' in page
    pages, changes = (ElementTree.parse(files[name]).getroot() for name in ("sitemap.xml", "changes.xml"))
    assert [place.text for place in pages.findall(".//{*}loc")] == [f"{home}index.html", f"{home}page.html"]
    assert f"Sitemap: {home}sitemap.xml" in files["robots.txt"].read_text(encoding="utf-8")
    released = re.findall(r"^## \[([\d.]+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    titles = [title.text for title in changes.findall(".//{*}title")]
    assert titles == ["Book & more", *(f"Version {number}" for number, _ in released)]
    assert {day.text[:10] for day in changes.findall(".//{*}updated")} == {day for _, day in released}
    assert changes.find("{*}author/{*}name").text == "A < B"
    assert all("<h3>" in content.text for content in changes.findall(".//{*}content"))


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
