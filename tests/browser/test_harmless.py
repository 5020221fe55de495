"""What a cell shows that somebody was given: nothing of it runs in the page, hides it, or asks for anything.

A drawing is made anew of what is allowed, and a page runs its own scripts only: each is tried without the other.
"""

import json

import pytest

from coursemachine.controls.front import module
from coursemachine.figures.markup import panels_of
from tests.browser.conftest import SITE
from tests.chapters.stored import states_of

PAGE = "copa/the-update.html"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
RUN = "window.ran=1"
IN = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'


def svg(content, more=""):
    return f"<svg {IN} {more}>{content}</svg>"


X, BOX = "<text>x</text>", 'width="9" height="9"'
#: Ten copies of each one before, nine times.
COPIES = "".join(f'<g id="g{k + 1}">' + f'<use href="#g{k}"/>' * 10 + "</g>" for k in range(9))
ENTITIES = "".join(f"<!ENTITY {two} '" + f"&{one};" * 10 + "'>" for one, two in zip("abcdefgh", "bcdefghi"))
#: Each runs, hides the page, or asks for a file, in a page that trusts a cell's SVG or in one that forbids a few names.
HOSTILE = {
    "parsed twice": f"<form><math><mtext></form><form><mglyph><style></math><img src onerror={RUN}>",
    "parsed twice, in SVG": svg(f"<desc><![CDATA[</desc><img src=x onerror={RUN}>]]></desc>"),
    "a broken word": svg(f'<a xlink:href="java&#10;script:{RUN}">{X}</a>'),
    "a sign before it": svg(f'<a href="&#9;javascript:{RUN}">{X}</a>'),
    "no such sign": svg(f'<a href="&#1;javascript:{RUN}">{X}</a>'),
    "style of the page": svg(f"<style>body{{display:none}}</style>{X}"),
    "script": svg(f"<script>{RUN}</script><script xlink:href='data:text/javascript,{RUN}'/>"),
    "script of another space": svg(f"<h:script>{RUN}</h:script>", 'xmlns:h="http://www.w3.org/1999/xhtml"'),
    "handlers": svg(f'<image href="x" onerror="{RUN}"/><rect onclick="{RUN}" {BOX}/>', f'onload="{RUN}"'),
    "set": svg(f'<a><set attributeName="href" to="javascript:{RUN}"/>{X}</a>'),
    "animate": svg(f'<a><animate attributeName="xlink:href" values="javascript:{RUN}"/>{X}</a>'),
    "animation that begins": svg(f'<animate onbegin="{RUN}" attributeName="x" dur="1s"/>'),
    "use of data": svg(f"<use href=\"data:image/svg+xml,&lt;svg id='x' onload='{RUN}'/&gt;#x\"/>"),
    "use of another file": svg('<use xlink:href="/asked.svg#x"/>'),
    "foreign": svg(
        f'<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="{RUN}"/>'
        f'<iframe srcdoc="&lt;script&gt;parent.{RUN}&lt;/script&gt;"/></body></foreignObject>'
    ),
    "image elsewhere": svg('<image href="/asked.png"/><image xlink:href="//example.org/asked.png"/>'),
    "image that is a page": svg(f"<image href=\"data:image/svg+xml,&lt;svg onload='{RUN}'/&gt;\"/>"),
    "address in a style": svg(f'<rect style="fill:url(/asked.svg#x);stroke:red" {BOX}/>'),
    "address behind an escape": svg('<rect fill="u\\72l(/asked.svg#x)" style="filter:u\\72 l(/asked.svg#y)"/>'),
    "address behind a comment": svg('<rect style="fi/**/ll:url(/asked.svg#x);fill:/**/url(/asked.svg#y)"/>'),
    "filter, mask, cursor": svg(
        f'<rect filter="url(/asked.svg#f)" mask="url(/asked.svg#m)" cursor="url(/asked.cur),auto" {BOX}/>'
    ),
    "entities": f'<!DOCTYPE svg [<!ENTITY run "&lt;script&gt;{RUN}&lt;/script&gt;"><!ENTITY file SYSTEM "/asked.xml">]>'
    + svg("<text>&run;&file;</text>"),
    "entities of entities": f"<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'>{ENTITIES}]>{svg('<text>&i;</text>')}",
    "another prefix": svg(f'<a y:href="javascript:{RUN}">{X}</a>', 'xmlns:y="http://www.w3.org/1999/xlink"'),
    "an instruction": f'<?xml version="1.0"?><?xml-stylesheet href="/asked.css" type="text/css"?>{svg(X)}',
    "over the page": svg(
        f"<rect {BOX}/>", 'class="fixed-top vw-100 vh-100" style="position:fixed;inset:0;z-index:9999;background:white"'
    ),
    "copies of copies": svg(f'<g id="g0"><path d="M0 0"/></g>{COPIES}'),
    "a copy of itself": svg('<g id="g"><use href="#g"/></g>'),
    "focus": svg(f'<text xmlns:on="x" on:click="{RUN}" onfocus="{RUN}" tabindex="0" autofocus="">x</text>'),
}
HONEST = "svg g use path rect image desc text"
#: Makes a drawing of each text, shows it, clicks all in it; names of the elements and attributes that are left.
SHOW = """async ([source, texts]) => {
  const { drawing } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const found = {};
  for (const [name, text] of Object.entries(texts)) {
    const node = drawing(text);
    document.body.append(node);
    const all = [node, ...node.querySelectorAll("*")];
    for (const one of all) one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    found[name] = [...new Set(all.flatMap((one) => [`<${one.localName}>`, ...one.getAttributeNames()]))];
  }
  await new Promise((done) => setTimeout(done, 300));
  return found;
}"""


@pytest.fixture
def asked(chromium):
    """A page that trusts everything, and what it asks for."""
    page, asked = chromium.new_page(), []
    page.route("http://page.test/*", lambda route: route.fulfill(content_type="text/html", body="<body><h1>Page</h1>"))
    page.goto("http://page.test/")
    page.on("request", lambda request: asked.append(request.url))
    yield page, asked
    page.close()


def test_what_a_hostile_drawing_says_does_not_happen(asked):
    page, urls = asked
    found = page.evaluate(SHOW, [module(), HOSTILE])
    assert page.evaluate("window.ran") is None
    assert [url for url in urls if not url.startswith("blob:")] == []
    assert page.locator("h1").is_visible() and page.evaluate("document.styleSheets.length") == 0
    left = {name for one in found.values() for name in one}
    assert {name for name in left if name[0] == "<"} <= {f"<{one}>" for one in HONEST.split()}
    never = {"class", "tabindex", "autofocus", "filter", "mask", "cursor"}
    assert {name for name in left if name.startswith("on") or name in never} == set()
    assert page.locator("[style*=url], [style*=position], [style*=inset], [href*=':'], [fill*=l]").count() == 0
    # What is honest in it is drawn.
    assert {"<rect>", "style"} <= {*found["address in a style"]} and "<text>" in found["an instruction"]
    assert page.locator("rect[style='stroke:red']").count() == 1


def test_copies_of_copies_end(asked):
    page, _ = asked
    page.evaluate(SHOW, [module(), {name: HOSTILE[name] for name in ("copies of copies", "a copy of itself")}])
    assert page.locator("use use, :has(> use) use[href='#g1'], use[href='#g']").count() == 0
    # A first copy is none of a copy.
    assert page.locator("use[href='#g0']").count() == 10 and page.locator("use").count() == 10


ALLOWED = svg(
    f"""<defs><clipPath id="c"><rect x="0" y="0" {BOX}/></clipPath><path id="m" d="M 0 0 L 1 1"/></defs><title>T</title>
<g clip-path="url(#c)" transform="rotate(90)"><use xlink:href="#m" x="1" style="stroke:currentColor"/>
<text style="font-size:9px;text-anchor:middle" y="3">&lt;b&gt; &amp; <tspan font-weight="bold">c</tspan></text>
<image xlink:href="data:image/png;base64,{PNG}" width="2" height="2"/></g>""",
    'fill="currentColor" style="width:100%;max-width:40px;height:auto" role="img" aria-label="A 1:2"',
)
SAME = """async ([source, texts]) => {
  const { drawing } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const html = (text) => {
    const node = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
    for (const name of ["xmlns", "xmlns:xlink", "class"]) node.removeAttribute(name);
    return node.outerHTML.replaceAll("xlink:href", "href");
  };
  return texts.filter((text) => drawing(text).outerHTML !== html(text));
}"""


def panels_of_book():
    """Every panel that the book draws beforehand, those of its figures with controls among them."""
    found = []
    for path in sorted(SITE.glob("_sources/*/*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            pictures = (one.get("data", {}).get("image/svg+xml") for one in cell.get("outputs", ()))
            found += [panel for picture in pictures if picture for panel in panels_of("".join(picture))]
        for state in states_of(path.relative_to(SITE / "_sources").with_suffix("").as_posix()):
            for runs in state.get("pictures", ())[:2]:
                ends = ([int(end) for end in run.split("-")] for run in runs.split(","))
                found.append("\n".join(line for run in ends for line in state["lines"][run[0] : run[-1] + 1]))
    return found


@pytest.mark.slow
def test_what_the_book_draws_stays_as_it_is(asked):
    page, _ = asked
    texts = [ALLOWED, *panels_of_book()]
    assert len(texts) > 150
    assert page.evaluate(SAME, [module(), texts]) == []


#: What would run or reach elsewhere, by the directive that refuses it.
ADD = "document.body.insertAdjacentHTML('beforeend', {})".format
REFUSED = [
    ("script-src-elem", f"document.body.append(Object.assign(document.createElement('script'), {{ text: '{RUN}' }}))"),
    ("script-src-elem", ADD(f"'<a href=javascript:{RUN}>x</a>'") + "; document.body.lastElementChild.click()"),
    ("script-src-attr", ADD(f"'<img src=x onerror={RUN}>'")),
    ("script-src", f"setTimeout('{RUN}')"),
    ("base-uri", "document.head.insertAdjacentHTML('afterbegin', '<base href=https://example.org/>')"),
    ("form-action", ADD("'<form action=https://example.org/>'") + "; document.body.lastElementChild.submit()"),
    ("object-src", ADD("'<object data=/licence.txt></object>'")),
    ("frame-src", ADD("'<iframe src=https://example.org/></iframe>'")),
    ("connect-src", "fetch('https://example.org/').catch(() => {})"),
    ("img-src", ADD("'<img src=https://example.org/x.png>'")),
    ("style-src-elem", ADD("'<link rel=stylesheet href=https://example.org/x.css>'")),
    ("worker-src", "try { new Worker(URL.createObjectURL(new Blob(['1']))) } catch {}"),
]


def test_a_page_runs_its_own_scripts_and_reaches_nothing_else(visit):
    page = visit().open(PAGE)
    for directive, act in REFUSED:
        heard = f"""() => new Promise((done) => {{
          const heard = (event) => done(event.effectiveDirective);
          document.addEventListener("securitypolicyviolation", heard, {{ once: true }});
          {act};
        }})"""
        assert page.evaluate(heard) == directive
    assert page.evaluate("window.ran") is None and page.url.endswith(PAGE)


def test_a_name_in_a_formula_is_only_words(asked):
    """Of a formula below a figure only its own marks are set: a class may have any name."""
    page, _ = asked
    name = f"<img src=x onerror={RUN}><style>body{{display:none}}</style><svg><style>*{{opacity:0}}</style></svg>"
    shown = page.evaluate(
        """async ([source, line]) => {
          const { default: front } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
          front.formula(document.querySelector("h1"))(line);
          return document.querySelector(".cf-shown").innerHTML;
        }""",
        [module(), f"<i>e</i><sub>{name}</sub> = <mark>0.5</mark>"],
    )
    assert shown == "<p><i>e</i><sub></sub> = <mark>0.5</mark></p>" and page.evaluate("window.ran") is None
