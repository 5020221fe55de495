"""A downloaded chapter in JupyterLab, as a reader gets it: a fresh folder, not trusted, then run."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from coursemachine.checkout import ROOT
from coursemachine.labels import label_of
from tests.browser.conftest import SITE, missing

#: A chapter that runs in seconds, and its figure with a slider; a level between two marks of it.
CHAPTER, FIGURE, BETWEEN = "foundations/reductions", "Weights inside reductions", "0.7"
PICTURE = f".cf:has-text('{FIGURE}') .cf-picture"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Address of a JupyterLab that knows nothing but a folder with the notebook; its files end with the test."""
    if importlib.util.find_spec("jupyterlab") is None:
        missing("jupyterlab is missing: pip install 'learning-from-confusion[test]'")
    notebook = SITE / "notebooks" / f"{CHAPTER}.ipynb"
    if not notebook.exists():
        missing("the book is not built: make html")
    home, folder = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("downloads")
    shutil.copy2(notebook, folder)
    # Settings, signatures of trusted notebooks, everything of its own: nobody has trusted anything here.
    own = {f"JUPYTER_{what}_DIR": str(home / what) for what in ("CONFIG", "DATA", "RUNTIME")}
    environment = os.environ | own | {"HOME": str(home), "IPYTHONDIR": str(home / "ipython"), "PYTHONPATH": str(ROOT)}
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyterlab", "--ServerApp.port=0", "--ServerApp.ip=127.0.0.1", *options]
    with open(home / "log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        yield address(process, home)
    finally:
        process.terminate()
        process.wait(120)


def address(process, home):
    """Wait until the server answers."""
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        for told in (home / "RUNTIME").glob("jpserver-*.json"):
            try:
                url = json.loads(told.read_text(encoding="utf-8"))["url"]
                urlopen(f"{url}api", timeout=5).close()
                return url
            except (OSError, ValueError):
                pass
        time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start: {(home / 'log').read_text(encoding='utf-8')[-2000:]}")


@pytest.fixture(scope="module")
def lab(chromium, server):
    """The notebook, open."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(120_000)
    # Its own news and lists of extensions are of no interest here, nor is the world outside.
    page.route("**/*", lambda route: route.continue_() if route.request.url.startswith(server) else route.abort())
    page.goto(f"{server}lab/tree/{Path(CHAPTER).name}.ipynb", wait_until="load")
    page.wait_for_selector(".jp-Notebook .jp-RenderedMarkdown h1", timeout=240_000)
    yield page
    context.close()


def walk(page, look):
    """What `look` finds at one place of the notebook after the other, as soon as it stays: cells are drawn late."""
    pane = page.locator(".jp-WindowedPanel-outer")
    top, height = 0, 1
    while top < height:
        height = pane.evaluate("(pane, top) => { pane.scrollTop = top; return pane.scrollHeight }", top)
        found, before = None, page
        while found != before:
            page.wait_for_timeout(80)
            page.evaluate("() => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle)))")
            found, before = page.evaluate(look), found
        yield found
        top += 600


#: What stands in the notebook, wherever it is scrolled to.
LOOK = """() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  return {
    texts: all(".jp-RenderedMarkdown", (one) => one.innerText),
    titles: all(".jp-RenderedMarkdown strong", (one) => one.innerText),
    formulas: all(".jp-RenderedMarkdown mjx-container[display=true]", (one) => one.clientWidth),
    wrong: all("mjx-merror, merror", (one) => one.innerText),
    pictures: all(".jp-OutputArea img[src^='data:image/png']", (one) => one.naturalWidth),
    folded: all(".jp-CodeCell .jp-Placeholder", () => 1),
  };
}"""


@pytest.fixture(scope="module")
def opened(lab):
    """All that stands in the notebook before anything has run."""
    return list(walk(lab, LOOK))


def everything(opened, what):
    """Of all places together."""
    return {one for seen in opened for one in seen[what]}


def test_the_text_is_a_document(opened):
    text = "\n".join(everything(opened, "texts"))
    assert len(text) > 10_000
    assert not re.findall(r"\{[a-z:-]+\}`|^ *(?:```|:::).*\{[a-z:-]+\}|\$\$|:label:|\{prf:", text, re.M)
    titles = everything(opened, "titles")
    for kind in ("Definition", "Theorem", "Proposition", "Exercise"):
        assert any(re.match(rf"{kind} \d+\.\d+ \(.+\)\.$", title) for title in titles), (kind, titles)


def test_mathematics_is_set(opened):
    assert everything(opened, "formulas") and not everything(opened, "wrong")


def test_pictures_are_there_before_anything_runs(opened):
    notebook = json.loads((SITE / "notebooks" / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    wanted = sum(label_of(output).get("kind") in ("picture", "figure") for output in outputs)
    assert wanted > 1 and max(len(seen["pictures"]) for seen in opened) == wanted
    assert min(opened[-1]["pictures"], default=0) > 100


def test_code_that_draws_is_folded(opened):
    assert any(seen["folded"] for seen in opened)


def figure(page):
    """The figure with the slider, in sight."""
    next(0 for _ in walk(page, "() => 0") if page.locator(PICTURE).count())
    box = page.locator(".cf", has_text=FIGURE).first
    box.scroll_into_view_if_needed()
    return box


def state(page, wanted):
    """Wait until the kernel is busy, or idle again."""
    page.wait_for_selector(f".jp-Notebook-ExecutionIndicator[data-status={wanted}]")


def run_all(page):
    """*Run > Run All Cells*, as soon as the kernel is there, and wait for the end."""
    state(page, "idle")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    state(page, "busy")
    state(page, "idle")


def errors(page):
    """What cells say on stderr, or fail with."""
    shown = "[data-mime-type*='stderr'], [data-mime-type*='.error']"
    return sum(walk(page, f"() => [...document.querySelectorAll(`{shown}`)].map(one => one.innerText)"), [])


def test_it_runs_and_its_controls_work(lab):
    run_all(lab)
    assert not errors(lab)
    box = figure(lab)
    picture, text = box.locator(".cf-picture"), box.locator(".cf-text")
    slider = box.locator("input[type=range]").first
    before, cells = picture.inner_html(), lab.locator(".jp-Cell").count()
    slider.focus()
    lab.keyboard.press("ArrowRight")
    assert slider.evaluate("one => one === document.activeElement"), "the notebook took the key"
    lab.wait_for_function("([picture, before]) => picture.innerHTML !== before", arg=[picture.element_handle(), before])
    moved = picture.inner_html()
    # In the notebook's command mode this would be a new cell.
    lab.keyboard.press("b")
    assert lab.locator(".jp-Cell").count() == cells
    said = text.inner_text()
    field = box.locator(".cf-exact input").first
    field.fill(BETWEEN)
    field.press("Enter")
    answered = "([text, said]) => text.innerText !== said && !text.innerText.includes('Waiting')"
    lab.wait_for_function(answered, arg=[text.element_handle(), said])
    now = text.inner_text()
    assert "Error:" not in now and (picture.inner_html() != moved or now.endswith("."))
