"""Python in the page, without the page: the assembled folder loads in a worker, and the package works there."""

import functools
import json
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import online
import pytest

from tests.browser.conftest import ONLINE, QuietHandler, missing

# What it uses the chapters use as well; a start of Python for itself takes its time.
pytestmark = pytest.mark.skipif(not ONLINE, reason="part of make online")

#: Loads the folder, runs what it is sent, and tells the value; then tries to leave.
WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const started = (async () => {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).href });
  await python.loadPackage(["learning-from-confusion"], { messageCallback: () => {}, errorCallback: () => {} });
  return python;
})();
onmessage = async ({ data }) => {
  try {
    const python = await started;
    const told = await python.runPythonAsync(data);
    const left = await fetch("http://127.0.0.2:9/").then(() => true, () => false);
    postMessage({ told, left });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
"""
PAGE = """<!doctype html><title>worker</title><script>
const worker = new Worker("worker.js", { type: "module" });
const run = (code) => new Promise((done) => {
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = (event) => done({ error: event.message || "the worker did not start" });
  worker.postMessage(code);
});
</script>"""
CODE = """
import json, sys
import confusion
from confusion.datasets import load_abalone, load_car, load_letter, load_nursery, load_optdigits, load_pendigits
from confusion.datasets import load_segment
from confusion.datasets.real import data_file
from confusion.lab import figures, live, tables
from confusion.lab.frames import Axis, Frame, frames

car, letter = load_car(), load_letter()
others = load_abalone(), load_nursery(), load_optdigits(), load_pendigits(), load_segment()
model = confusion.CopaClassifier(random_state=0).fit(car.data, car.target)
table = confusion.confusion_matrix(car.target, model.predict(car.data))


def draw(size):
    fig, ax = figures.subplots()
    ax.plot([0, size])
    return Frame(fig, f"It is {size}.")


fig, ax = figures.subplots()
ax.imshow(table)
picture = live.display_bundle(figures.show(fig, alt="The confusion matrix"))
shown = live.display_bundle(frames(draw, title="The size", size=Axis([1, 2.0], exact=True)))
figure = shown[live.VIEW]["model_id"]
live.moved(figure, {"index": [1]})
json.dumps({
    "shapes": [car.data.shape, letter.data.shape, *(one.data.shape for one in others)],
    "book": data_file("bitbully_databases", "assets", "book_8ply.dat").stat().st_size,
    "classes": model.classes_.tolist(), "table": table.tolist(),
    "picture": {kind: data[:60] for kind, data in picture.items()},
    "shown": sorted(shown), "state": live.state(figure),
    "answer": live.answer(figure, {"exact": {"size": 1.5}, "index": [0], "request": 4}),
    "cell": live.display_bundle(tables.table(["n"], [[3]])),
    "there": sorted(set(sys.modules) & {"anywidget", "traitlets", "ipywidgets", "IPython", "numba", "tqdm"}),
})
"""


@pytest.fixture(scope="module")
def ran(chromium, tmp_path_factory):
    """What the worker answered to :data:`CODE`, and every address that was asked for outside."""
    try:
        online.check()
    except online.Broken as broken:
        missing(f"{broken}")
    folder = tmp_path_factory.mktemp("live")
    Path(folder, "pyodide").symlink_to(online.GOAL)
    Path(folder, "worker.js").write_text(WORKER, encoding="utf-8")
    Path(folder, "index.html").write_text(PAGE, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{server.server_port}"
    outside, context = [], chromium.new_context()

    def gate(route):
        if route.request.url.startswith(site):
            return route.continue_()
        outside.append(route.request.url)
        route.abort()

    context.route("**/*", gate)
    page = context.new_page()
    page.set_default_timeout(300_000)
    page.goto(f"{site}/index.html")
    answer = page.evaluate("code => run(code)", CODE)
    context.close()
    server.shutdown()
    server.server_close()
    return answer, outside


@pytest.fixture(scope="module")
def told(ran):
    answer, _ = ran
    assert "error" not in answer, answer["error"]
    return json.loads(answer["told"])


def test_a_classifier_is_fitted_as_here(told):
    import confusion
    from confusion.datasets import load_car

    car = load_car()
    model = confusion.CopaClassifier(random_state=0).fit(car.data, car.target)
    here = confusion.confusion_matrix(car.target, model.predict(car.data))
    assert told["classes"] == [0, 1, 2, 3]
    assert abs(here - told["table"]).max() < 1e-9


def test_every_raw_file_is_read(told):
    sizes = [1728, 20000, 4177, 12960, 5620, 10992, 2310]
    assert [shape[0] for shape in told["shapes"]] == sizes
    assert told["book"] == 103545


def test_pictures_and_tables_become_outputs(told):
    assert told["picture"]["image/svg+xml"].startswith("<svg ")
    assert told["cell"] == {
        "text/markdown": "| n |\n|--:|\n| 3 |",
        "text/plain": "<IPython.core.display.Markdown object>",
    }


def test_a_figure_with_controls_answers(told):
    assert "application/vnd.jupyter.widget-view+json" in told["shown"]
    assert told["state"]["title"] == "The size" and told["state"]["index"] == [1]
    assert told["answer"]["text"] == "It is 1.5." and told["answer"]["request"] == 4
    assert told["answer"]["panels"][0].startswith("<svg ")


def test_nothing_of_a_notebook_is_there(told):
    assert told["there"] == []


def test_no_other_address_is_asked(ran):
    # The one is the worker's own try to leave, which shows that this test would see another.
    answer, outside = ran
    assert outside == ["http://127.0.0.2:9/"] and answer["left"] is False
