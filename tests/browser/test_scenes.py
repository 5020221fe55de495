"""Figures that are handled directly: hand, finger and keys move them, and they say what the package has."""

import re
from itertools import count
from urllib.parse import parse_qs

import numpy as np
import pytest

from confusion import AdaBoostMMClassifier, metrics
from confusion.boosting import mh_distribution
from confusion.copa import copa_multipliers
from confusion.datasets import ThreeGaussians
from confusion.limits import minimum_accuracy, minimum_error
from confusion.linear import UltraconservativePerceptron
from confusion.margins import surrogate_minimiser
from confusion.noise import corrupt_labels, inverse_norm
from coursemachine.controls import SCENES, Scene, scene
from coursemachine.controls.front import standalone
from tests.browser import test_arithmetic as package
from tests.browser.conftest import some
from tests.browser.controls import centre, swipe
from tests.browser.test_arithmetic import CHAPTERS, parameters_of, state_of
from tests.browser.test_front_end import HARNESS
from tests.browser.test_pages import grave, take_colours
from tests.chapters.stored import DISC, states_of

pytestmark = pytest.mark.slow
#: Of each scene one of its handles, and where that is taken.
HANDLES = {
    "boundary": ("class vector a, from the meeting point", (40, 0)),
    "norms": ("true b, predicted a", (0, -20)),
    "update": ("example of class 1", (-30, -50)),
    "noise": ("true 2, label 1", (0, -20)),
    "dial": ("share of class a, on the curve of the norm", (-40, 0)),
    "dual": ("visits", (60, 0)),
    "board": ("threshold of the second feature", (0, -40)),
    "wall": ("wall", (20, -20)),
    "triangle": ("class probabilities", (30, -40)),
    "pruning": ("price λ of a leaf", (150, 0)),
    "stream": ("next example", (40, -30)),
    "pair": ("meeting point", (0, 30)),
    "strip": ("block of labels", (70, 0)),
    "shift": ("shift, on the path", (30, 90)),
    "oneround": ("threshold", (0, 66)),
    "errors": ("true a, predicted c", (0, -20)),
    "printed": ("line of the table", (0, 60)),
    "anatomy": ("class vector 1", (-20, -50)),
    "curves": ("impossible predictions, on the curve", (60, 0)),
}
#: Handles that are points of a plane.
POINTS = ("boundary", "update", "stream", "pair", "anatomy")
PHONE = {"has_touch": True, "viewport": {"width": 390, "height": 664}}


def frontier():
    """A second plane of points, whose trace stands beside what a law allows."""
    return next(state for state in states_of("decisions/the-frontier") if state.get("kind") == "boundary")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Addresses of a page for each scene of the book."""
    folder = tmp_path_factory.mktemp("scenes")
    for kind, state in [*((kind, state_of(kind)) for kind in CHAPTERS), ("frontier", frontier())]:
        state = {key: value for key, value in state.items() if not key.startswith("_")}
        (folder / f"{kind}.html").write_text(standalone(state), encoding="utf-8")
    return folder.as_uri()


#: What a page keeps is forgotten when another scene comes, not when it is loaded again; what it copies is noted.
BEFORE = """if (location.protocol === "file:") {
  if (performance.getEntriesByType("navigation")[0].type !== "reload") localStorage.clear();
  navigator.clipboard.writeText = async (text) => { window.copied = text };
}"""


@pytest.fixture(scope="module")
def opened(chromium):
    """Pages by the options of their context, and errors in them; each visit loads a page anew."""
    kept, errors = {}, []

    def page_of(options, number):
        key = str(options), number
        if key not in kept:
            kept[key] = chromium.new_context(**{"viewport": {"width": 720, "height": 900}} | options).new_page()
            kept[key].on("pageerror", lambda error: errors.append(str(error)))
            kept[key].add_init_script(BEFORE)
        return kept[key]

    yield page_of, errors
    for page in kept.values():
        page.context.close()


@pytest.fixture
def visit_scene(opened, pages):
    """Open the page of a scene; an error in it fails the test.  Of a test, all visits but the first share a page."""
    (page_of, errors), visits = opened, count()

    def open_page(kind, after="", **options):
        page = page_of(options, min(1, next(visits)))
        page.mouse.move(0, 0)  # over nothing
        page.goto("about:blank")  # at an address with another hash alone nothing would be loaded
        page.goto(f"{pages}/{kind}.html{after}")
        return page

    yield open_page
    found, errors[:] = [*errors], []
    assert found == []


def told(page):
    return page.locator(".cf-text span").inner_text(), page.locator(".cf-shown").inner_text()


def says(page, *words):
    """Whether the sentence has these words."""
    return all(one in told(page)[0] for one in words)


def slider(page, name):
    return page.get_by_role("slider", name=name, exact=True)


def button(page, name, **options):
    return page.get_by_role("button", name=name, **options)


def press(node, *keys):
    node.focus()
    for key in keys:
        node.page.keyboard.press(key)


def points_in(page, kind):
    """How many points a path of a scene holds."""
    return page.locator(f".cf-{kind}").get_attribute("d").count("M")


def drag(page, node, by):
    x, y = centre(node)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=5)
    page.mouse.up()


def assert_moves(page, kind, move):
    """A handle moves with picture, sentence and formula, and the page does not; what it was at first is given back."""
    name, by = HANDLES[kind]
    node = slider(page, name)
    node.scroll_into_view_if_needed()
    before, value, place = told(page), node.get_attribute("aria-valuetext"), centre(node)
    scrolled = page.evaluate("scrollY")
    move(page, node, by)
    after = told(page)
    assert after[0] != before[0] and after[1] != before[1]
    assert node.get_attribute("aria-valuetext") != value
    assert page.evaluate("scrollY") == scrolled, "the page moved under the finger"
    if kind in POINTS and move is not keys:
        # The point keeps to the finger, up to the two decimals of an address.
        assert np.abs(np.subtract(centre(node), place) - by).max() < 2
    return before


def keys(page, node, by):
    press(node, "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp")


def assert_reset(page, first):
    button(page, "Reset").click()
    assert told(page) == first


def address_of(page, written=True):
    """The hash of the link that one copies, once it is the page's, too, which is written some time after."""
    page.evaluate("document.querySelector('button[title^=\"Copy the address\"]').click()")
    address = page.evaluate("'#' + copied.split('#')[1]")
    if written:
        page.wait_for_function("address => location.hash === address", arg=address)
    return address


@pytest.mark.parametrize("kind", CHAPTERS)
def test_the_mouse_moves_a_handle_and_the_address_tells_where(visit_scene, kind):
    page = visit_scene(kind)
    first = assert_moves(page, kind, drag)
    page.wait_for_function("location.hash.includes('?')")
    address, state = address_of(page), told(page)
    assert len(address) < 160
    assert told(visit_scene(kind, after=address)) == state
    assert_reset(page, first)
    # What an address cannot mean is left alone.
    nonsense = f"{HANDLES[kind][0]}=1&cell=zz&m=1&x=a,b&C=-1&ab=NaN&c12=Infinity&share=7"
    for words in (nonsense, *NONSENSE.get(kind, ())):
        assert told(visit_scene(kind, after=f"#{state_of(kind)['name']}?{words}")) == first, words
    for preset in page.locator(".cf-presets button").all():
        preset.click()
        assert told(visit_scene(kind, after=address_of(page, written=False))) == told(page)


NONSENSE = {
    "strip": ["y=ab", f"y={'a' * 24}", f"y={'abc' * 8}", "k=24", "k=-1", "k=1.5", "C=2"],
    "stream": ["past=0000", "past=0000d", "past=zzzza", "past=%2B1%2B1a", f"past={'0000a' * 20}", "rule=copa", "y=d"],
    "pruning": ["cut=999", "cut=0.1", "cut=3.2", "node=999", "cut=1.1", "price=7", "node=-1"],
    "oneround": ["stumps=6ab", "stumps=2a", "stumps=2ad", "t=9"],
}


@pytest.mark.parametrize("kind", CHAPTERS)
def test_a_finger_moves_a_handle_on_a_phone_where_nothing_else_moves(visit_scene, kind):
    page = visit_scene(kind, **PHONE)
    # Controls, handles and all numbers of the picture are in sight together.
    box = page.locator(".cf-picture").bounding_box()
    assert box["y"] + box["height"] - page.locator(".cf-control").first.bounding_box()["y"] <= 664
    # A finger finds every handle and cell.
    for node in page.locator(".cf-handle, .cf-cell[tabindex]").all():
        size = node.bounding_box()
        assert min(size["width"], size["height"]) >= 40, node.get_attribute("aria-label")
    first = assert_moves(page, kind, swipe)
    places = """() => [...document.querySelectorAll(".cf-panel, .cf-tools")].map(
      (node) => node.getBoundingClientRect().top + scrollY)"""
    before = page.evaluate(places)
    for key in ["ArrowUp"] * 6 + ["ArrowLeft"] * 6:
        press(slider(page, HANDLES[kind][0]), key)
        assert page.evaluate(places)[:-1] == before[:-1]
    assert_reset(page, first)


# Contrast of every text of the picture and of the formula with the page under it (a tint of a cell is on top of that).
CONTRAST = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const paper = document.documentElement.dataset.theme === "dark" ? [18, 18, 18] : [255, 255, 255];
  return [...document.querySelectorAll(".cf-picture text, .cf-shown span, .cf-shown mark")].map((node) => {
    const style = getComputedStyle(node);
    const ink = light(channels(node instanceof SVGElement ? style.fill : style.color));
    const [a, b] = [ink, light(paper)].sort((x, y) => y - x);
    return { text: node.textContent, contrast: (a + 0.05) / (b + 0.05) };
  });
}"""


@pytest.mark.parametrize("kind", CHAPTERS)
def test_a_scene_begins_with_the_numbers_of_the_package_and_keys_move_it(visit_scene, kind):
    page = visit_scene(kind)
    found = [float(text.replace("−", "-")) for text in re.findall(r"[−]?\d+\.\d+", told(page)[0])]
    wanted = numbers_by_package(kind, parameters_of(kind), state_of(kind)["at"])
    rough = kind in ("boundary", "dial", "pruning", "stream")
    np.testing.assert_allclose(found[: len(wanted)], wanted, atol=0.0501 if rough else 0.00501)
    # Nobody is shut out; axe looks at the dark, which has other colours alone, where the light is as good as all.
    for mode in ("dark", "light"):
        page.emulate_media(color_scheme=mode)
        take_colours(page, mode)
        if mode == "light" or kind in some([*CHAPTERS], 4):
            assert [one for one in grave(page, mode) if "<body" not in one] == [], mode
        texts = page.evaluate(CONTRAST)
        assert len(texts) > 8
        assert min(texts, key=lambda one: one["contrast"])["contrast"] >= 4.5, mode
    assert_reset(page, assert_moves(page, kind, keys))


def printed_lines(parameters, table):
    """(norm, error, class shares) of the lines of a printed table, in the order of the scene."""
    for one in next(one["sets"] for one in parameters["tables"] if one["name"] == table):
        shares = np.divide(one["counts"], sum(one["counts"]))
        yield from ((norm, error, shares) for norm, error in zip(one["norms"], one["errors"], strict=True))


def errors_at(parameters, at):
    """Counts that a state of the scene of errors tells."""
    N, names = np.diag(np.subtract(parameters["size"], parameters["wrong"])), parameters["names"]
    for p, wrong in enumerate(parameters["wrong"]):
        N[p, (p + 1) % 3] = int(at[names[p] + names[(p + 1) % 3]])
        N[p, (p + 2) % 3] = wrong - N[p, (p + 1) % 3]
    return N


def examples_of(past, names, box):
    """Inputs and labels of the examples that a state of the stream tells."""
    codes = [past[k : k + 5] for k in range(0, len(past), 5)]
    inputs = [[box[j * 2] + int(code[2 * j : 2 * j + 2], 36) / 100 for j in (0, 1)] for code in codes]
    return inputs, [names.index(code[4]) for code in codes]


def numbers_by_package(kind, parameters, at):
    """Numbers of the sentence at a state, by the package."""
    names = parameters.get("names")
    if kind == "boundary":
        W, points = np.array([at[name] for name in names]), np.array(parameters["points"])
        C = metrics.confusion_matrix(parameters["labels"], ((points - at["m"]) @ W.T).argmax(axis=1))
        R = metrics.risk(C, [at["share"], *[(1 - at["share"]) / 2] * 2])
        return [*metrics.per_class_error(C), metrics.operator_norm(C), R, 100 * (1 - R)]
    if kind == "norms":
        C = np.array([[at.get(p + q, 0.0) for q in names] for p in names])
        e = metrics.per_class_error(C)
        return [metrics.operator_norm(C), metrics.frobenius_norm(C), *e, e.mean(), np.linalg.norm(e)]
    if kind == "update":
        W, x = np.array([at[f"w{name}"] for name in names]), np.array(at["x"])
        alpha = copa_multipliers(W, x, parameters["true"], float(at["C"]))
        losses = np.sort((W @ x + 1 / 3)[1:])[::-1]
        return [*losses, -x @ x * alpha.mean(), *np.sort(alpha[alpha > 0])[::-1]]
    if kind == "dual":
        labels = parameters["labels"]
        found = package.dual_by_package(parameters["points"], labels, parameters["price"], [], at["t"])
        (*_, P, D), before = found[-1], found[-2][2:] if at["t"] > 1 else (len(labels), 0)
        return [before[0], P, before[1], D, P - D]
    if kind == "board":
        points, y = np.array(parameters["points"]), np.array(parameters["labels"])
        [(error, alpha, f)] = package.boosted_by_package(points, y, at["weights"], [(1, 0.45)])
        wrong = f.argmax(axis=1) != y
        return [error, alpha, 2 * np.sqrt(error * (1 - error)), *(wrong[y == q].mean() for q in range(3))]
    if kind == "dial":
        share = at["share"]
        C = parameters["rules"][at["classifier"]]["matrices"][parameters["shares"].index(share)]
        right = 1 - metrics.risk(C, [share, (1 - share) / 2, (1 - share) / 2])
        return [100 * right, 100 * metrics.per_class_error(C)[1], metrics.operator_norm(C)]
    if kind == "pruning":
        model, impurity, _ = package.tree_at(at["price"], at["tree"])
        error = np.mean(model.predict(package.X) != package.Y)
        return [impurity + at["price"] * model.get_n_leaves(), 100 * error]
    if kind == "triangle":
        return [*at["p"], *surrogate_minimiser(at["p"], at["loss"])]
    if kind == "stream":
        points, labels = examples_of(at["past"], names, parameters["box"])
        points, labels = [*points, at["x"]], [*labels, names.index(at["y"])]
        before, after, _, bound, _ = package.stream_by_package(points, labels, parameters["target"], at["rule"])[-1]
        return [before, after, bound]
    if kind == "pair":
        C = package.linear_on_gaussians(parameters, [at[name] for name in names], at["m"])
        norm, accuracy = metrics.operator_norm(C), 1 - metrics.risk(C, parameters["priors"])
        return [*metrics.per_class_error(C), accuracy, norm, norm - parameters["pairs"]["floor"]]
    if kind == "strip":
        return package.strip_by_package([names.index(letter) for letter in at["y"]], at["C"].replace("∞", "inf"))[:2]
    if kind == "shift":
        norm, error, *e = package.shifted_by_package(parameters, at["s"])
        return [at["s"], error, norm, *e, parameters["rival"]["error"], parameters["rival"]["norm"]]
    if kind == "oneround":
        (k, u, v), loss = at["stumps"], 2 * len(parameters["labels"])
        stump = [int(k), names.index(u), names.index(v)]
        [(_, delta, plus, minus, _)] = package.rounds_on_a_line(parameters["labels"], 3, [stump])
        roots = np.sqrt([(1 + delta) / (1 - delta), plus / minus])
        return [delta, loss, *(loss - plus - minus + plus / roots + minus * roots)]
    if kind == "errors":
        C, edge, loss = package.first_round_by_package(errors_at(parameters, at))
        return [metrics.operator_norm(C), metrics.frobenius_norm(C), C.sum(), edge, loss]
    if kind == "printed":
        norm, error, shares = list(printed_lines(parameters, at["table"]))[at["line"] - 1]
        half = parameters["half"]
        least = minimum_error(max(0, norm - half), shares, averaged=True)
        return [norm, error, least, 1 - minimum_accuracy(norm + half, shares)]
    if kind == "anatomy":
        p, q, z, J, clean, *_ = package.uma_by_package(*package.anatomy_at(parameters, at), parameters)
        return [J[p, q], clean[p, q], np.hypot(*z[p, q]), 1 - np.trace(J), 1 - np.trace(clean)]
    if kind == "curves":
        return [0.5] * 3  # a coin; chapters have their own tests
    if kind == "wall":
        w, least, price, _ = package.at_wall(at["b"], at["c"])
        return [at["b"], *w, price, least]
    C = np.array([[at.get(f"c{p}{q}", 0.0) for q in names] for p in names])
    C += np.diag(1 - C.sum(axis=0))
    noisy = corrupt_labels(parameters["truth"], C, package.Fixed(parameters["uniforms"]), classes=[0, 1, 2])
    learned = UltraconservativePerceptron(epochs=3, shuffle=False).fit(parameters["points"], noisy).coef_
    differing = np.mean(package.answers_around(learned, 3600) != package.answers_around(DISC, 3600))
    return [*np.bincount(noisy) / len(noisy), inverse_norm(C), differing]


def test_the_numbers_of_a_drag_are_those_of_the_package(visit_scene):
    page, state = visit_scene("boundary"), state_of("boundary")
    page.get_by_role("slider", name="share of class a").press("Home")
    drag(page, slider(page, "meeting point"), (-25, -60))
    # The slider's key has an address of its own, which may still stand there after the drag.
    page.wait_for_function("Number(new URLSearchParams(location.hash.split('?')[1]).get('m')?.split(',')[1]) > 0")
    keys = parse_qs(address_of(page).partition("?")[2])
    at = {name: np.array(values[0].split(","), dtype=float) for name, values in keys.items()} | {"share": 0.34}
    wanted = numbers_by_package("boundary", state["parameters"], state["at"] | at)
    sentence, formula = told(page)
    numbers = [float(number) for number in re.findall(r"\d+\.\d+", sentence)]
    assert numbers.pop() == state["parameters"]["target"]["norm"]
    np.testing.assert_allclose(numbers, wanted, atol=0.051)
    np.testing.assert_allclose(numbers[:4], wanted[:4], atol=0.00501)
    assert float(re.search(r"= ([\d.]+)$", formula.split("\n")[0])[1]) == pytest.approx(wanted[4], abs=0.000501)


#: How many points lie in the box of each cell of the matrix, below its number, by rows.
LYING = """() => [...document.querySelectorAll(".cf-cell")].map((cell) => {
  const box = cell.querySelector(".cf-frame").getBoundingClientRect();
  const top = Math.max(box.top, cell.querySelector("text").getBoundingClientRect().bottom - 4);
  return [...document.querySelectorAll(".cf-piles [visibility=visible]")].map((dot) => dot.getBoundingClientRect())
    .filter((dot) => dot.left >= box.left && dot.right <= box.right
      && dot.top >= top && dot.bottom <= box.bottom).length;
})"""


def wrong(page):
    """Counts of the wrong points that a listener is told, by rows."""
    labels = page.locator(".cf-cell").evaluate_all("all => all.map((one) => one.ariaLabel)")
    counts = np.array([int(re.search(r": (\d+) of", label)[1]) for label in labels]).reshape(3, 3)
    return (counts * (1 - np.eye(3, dtype=int))).ravel().tolist()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_wrong_points_lie_in_their_cells(visit_scene, motion):
    page = visit_scene("boundary", reduced_motion=motion)
    assert page.evaluate(LYING) == wrong(page) and sum(wrong(page)) > 30
    # Also piles that need less room for a point.
    press(slider(page, "meeting point"), *["ArrowUp"] * 25, *["ArrowRight"] * 20, *["ArrowDown"] * 30)
    counts = wrong(page)
    assert max(counts) > 70
    if motion == "reduce":
        assert page.evaluate(LYING) == counts
    else:
        page.wait_for_function(f"counts => String(({LYING})()) === String(counts)", arg=counts)
    button(page, "Reset").click()
    # Numbers do not wait for a flight.
    assert sum(wrong(page)) < sum(counts)


def test_points_travel_down_the_tree_and_its_cut_is_drawn(visit_scene):
    page = visit_scene("pruning", reduced_motion="no-preference")
    page.get_by_role("slider").press("ArrowRight")
    page.wait_for_function("document.querySelectorAll('.cf-travel [visibility=visible]').length > 50")
    page.wait_for_function("!document.querySelector('.cf-travel path')")
    page.get_by_role("treeitem").first.press("ArrowDown")
    assert page.locator(".cf-cut").get_attribute("d")


def test_the_target_is_reached_and_the_trace_stays(visit_scene):
    page = visit_scene("boundary")
    assert says(page, "norm below 0.2: not yet.") and points_in(page, "trace") == 0
    press(slider(page, "meeting point"), *["ArrowUp"] * 3)
    by_keys = points_in(page, "trace")
    width = page.locator(".cf-panel").first.bounding_box()["width"]
    drag(page, slider(page, "meeting point"), (0, -0.35 * width / 4.8))
    assert says(page, "norm below 0.2: reached.") and 0 < by_keys < points_in(page, "trace")
    error, norm = (float(re.search(rf"{word} (\d\.\d+)", told(page)[0])[1]) for word in ("risk is", "norm"))
    assert error <= 0.1 and norm < 0.2
    page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('trace '))")
    # No link tells it, and the first rule is not the reader's.
    assert "trace" not in page.evaluate("location.hash")
    page.reload()
    assert points_in(page, "trace") > 0
    slider(page, "meeting point").press("ArrowUp")
    button(page, "forget my trace").press("Enter")
    page.wait_for_timeout(300)  # where a rule rests it is kept after 250 ms
    assert points_in(page, "trace") == 0 and page.evaluate("localStorage.length") == 0


def test_the_trace_beside_the_frontier_is_measured_on_the_law(visit_scene):
    page, state = visit_scene("frontier"), frontier()
    law, at, least = ThreeGaussians(), state["at"], np.array(state["parameters"]["law"]["frontier"])
    W = np.array([at[name] for name in "abc"])
    words = r"By the law the error is ([\d.]+) and the norm ([\d.]+); the frontier has ([\d.]+)"
    for height in (at["m"][1], at["m"][1] + 0.5):
        found = list(map(float, re.search(words, told(page)[0]).groups()))
        C = law.confusion(W, intercept=-W @ [at["m"][0], height])
        risk, norm = metrics.risk(C, law.weights), metrics.operator_norm(C)
        assert found[0] == pytest.approx(risk, abs=0.0006)
        assert found[1:] == pytest.approx([norm, np.interp(risk, *least.T)], abs=0.0051)
        assert found[1] >= found[2] - 0.01
        press(slider(page, "meeting point"), *["ArrowUp"] * 10)


def test_a_cell_shows_its_points_and_its_term(visit_scene):
    page = visit_scene("boundary")
    cell, marks = button(page, re.compile("^true b, predicted a:")), page.locator(".cf-shown mark")
    count = int(re.search(r": (\d+) of 100 points", cell.get_attribute("aria-label"))[1])
    assert count > 3 and marks.count() == 0
    cell.click()
    assert cell.get_attribute("aria-pressed") == "true" and points_in(page, "ring") == count
    # Its own number in the risk, and its row's in the norm.
    assert marks.all_inner_texts()[0] == f"{count / 100:.2f}" and marks.count() == 2
    assert says(page, f"{count} of the 100 points of class b are predicted as a")
    cell.press("Enter")
    assert points_in(page, "ring") == 0
    press(button(page, re.compile("^true b, predicted b:")), " ")
    assert points_in(page, "ring") == 100 - count and marks.count() == 0


def test_cells_that_are_dragged_are_clicked_too(visit_scene):
    page = visit_scene("noise")
    slider(page, "true 2, label 1").click()
    count = int(re.search(r"(\d+) of the \d+ points of class 2 are labelled 1", told(page)[0])[1])
    assert points_in(page, "ring") == count > 0
    assert page.locator(".cf-shown mark").all_inner_texts() == ["0.10"]
    page = visit_scene("norms")
    slider(page, "true a, predicted c").press("Enter")
    assert page.locator(".cf-shown mark").count() > 1


def test_a_dot_stays_on_the_curve_of_its_rule(visit_scene):
    page, right = visit_scene("dial"), "share of class a, on the curve of the accuracy"
    page.get_by_role("radio", name="best at equal shares").check()
    norm, accuracy = slider(page, HANDLES["dial"][0]), slider(page, right)
    height = centre(norm)[1]
    drag(page, accuracy, (-240, 70))
    assert says(page, "Class a has 35\N{NBSP}% of") and centre(norm)[1] == pytest.approx(height, abs=0.01)
    norm.press("PageUp")
    assert page.locator("input[type=range]").get_attribute("aria-valuetext") == "45\N{NBSP}%"
    accuracy.press("End")
    C = parameters_of("dial")["rules"]["best at equal shares"]["matrices"][0]
    right = 100 * (1 - metrics.risk(C, [0.99, 0.005, 0.005]))
    assert says(page, f"is right on {right:.1f}\N{NBSP}% of all", "Class a has 99\N{NBSP}%")
    page.get_by_role("radio", name="best accuracy").check()
    assert centre(norm)[1] < height - 30


def test_the_dial_draws_its_curves_as_far_as_it_was_dragged(visit_scene):
    page, shares = visit_scene("dial"), parameters_of("dial")["shares"]
    lines = page.locator('path[fill="none"][stroke-width="2.2"], path[fill="none"][stroke-width="1.1"]')
    lengths = lambda: {line.get_attribute("d").count(",") + 1 for line in lines.all()}  # noqa: E731
    assert lines.count() == 2 * (3 + 1) and lengths() == {shares.index(0.95) + 1} and shares[-1] > 0.95
    for key, reached in (("Home", 0.95), ("End", 0.99), ("Home", 0.99)):
        page.locator("input[type=range]").press(key)
        assert lengths() == {shares.index(reached) + 1}


def test_a_point_that_is_clicked_is_visited(visit_scene):
    page, parameters = visit_scene("dual"), parameters_of("dual")
    visits, point = slider(page, "visits"), lambda n: button(page, re.compile(f"^visit point {n},"))
    walk = lambda *chosen: package.dual_by_package(parameters["points"], parameters["labels"], 1.0, chosen, 4)  # noqa: E731
    visits.press("Home")
    for n in (4, 5):
        point(n).click()
    point(9).press("Enter")
    *_, P, D = walk(3, 4, 8)[2]
    sentence, formula = told(page)
    assert sentence.startswith("Visit 3: point 9.") and says(page, f"to {P:.2f},", f"to {D:.2f};")
    assert "piece of the gap 0.00" in point(9).get_attribute("aria-label") and formula.endswith(f"= {P - D:.2f}")
    # Between two points the nearest is meant, even where another's circle lies above.
    (x, y), (x5, y5) = centre(point(4)), centre(point(5))
    page.mouse.click(x + 0.45 * (x5 - x), y + 0.45 * (y5 - y))
    assert told(page)[0].startswith("Visit 4: point 4.")
    # Back and forth the visits are the same; a new one stands in the place of those after it.
    state = told(page)
    visits.press("ArrowLeft")
    assert told(page) == (sentence, formula)
    visits.press("ArrowRight")
    assert told(page) == state
    press(visits, "ArrowLeft", "ArrowLeft")
    point(1).click()
    visits.press("ArrowRight")
    assert told(page)[0].startswith(f"Visit 4: point {walk(3, 4, 0)[3][0] + 1}.")
    visits.press("End")
    last = told(page)
    point(2).click()
    assert told(page) == last and says(page, "Visit 27, the last one here")


def test_one_boosts_by_hand(visit_scene):
    page, parameters, name = visit_scene("board"), parameters_of("board"), state_of("board")["name"]
    # The figure asks how small the error can be: its first state does not tell.
    assert says(page, "; another has a smaller ε.") and "0.111" not in page.locator(".cf").inner_text()
    X, y = np.array(parameters["points"]), np.array(parameters["labels"])
    first, take = slider(page, "threshold of the first feature"), button(page, "take it")
    first.press("Home")
    take.click()
    assert first.get_attribute("aria-valuetext").startswith("−0.80; error")  # a hand stays where it is
    slider(page, "threshold of the second feature").press("End")
    take.click()
    button(page, "best stump").click()
    (_, _, f) = package.boosted_by_package(X, y, "uniform", [(0, -0.8), (1, 1.25)])[1]
    board = (2 * np.eye(3)[y] - 1) * mh_distribution(f, y)
    sides = [(column <= cut, column > cut) for column in X.T for cut in np.unique(column)[:-1]]
    best = max(sum(np.abs(board[side].sum(axis=0)).sum() for side in pair) for pair in sides)
    assert says(page, f"of weight ε = {(1 - best) / 2:.3f}") and told(page)[0].startswith("Round 3: ")
    missed = int(re.search(r"wrong on (\d+) of 36", told(page)[0])[1])
    assert page.locator(".cf-panel").nth(1).locator("circle:not([stroke-width='0'])").count() == missed
    # The way on from here is that of the best stumps, and one may go back.
    take.click()
    assert says(page, "; none has a smaller ε.")
    for _ in range(3):
        button(page, "← back").click()
    assert first.get_attribute("aria-valuetext").startswith("−0.80; error")
    # A link to the best stump keeps it, though the first state has another.
    button(page, "best stump").click()
    page.wait_for_function("location.hash.includes('stumps=.')")
    again = visit_scene("board", after=address_of(page))
    assert told(again) == told(page) and says(again, "ε = 0.111, so")
    assert visit_scene("board", after=f"#{name}?stumps=zz").locator(".cf-text").inner_text() != told(page)[0]


def test_a_round_of_adaboost_mm_by_hand(visit_scene):
    page, labels, name = visit_scene("oneround"), parameters_of("oneround")["labels"], state_of("oneround")["name"]
    assert says(page, "another stump has a larger edge") and "0.500" not in page.locator(".cf").inner_text()
    # What the stump predicts is clicked, on both sides, also by keys.
    say = lambda i, letter: button(page, re.compile(f"^example {i}, class .: say {letter};"))  # noqa: E731
    slider(page, "threshold").press("ArrowDown")
    say(1, "b").click()
    assert say(3, "b").get_attribute("aria-pressed") == "true" == say(4, "c").get_attribute("aria-pressed")
    press(say(2, "a"), "Enter")
    sentence, formula = told(page)
    assert sentence.startswith("Round 1: the stump predicts a up to example 3 and c after it, and is right on 4 of 6.")
    assert "edge is 0.500: no stump has a larger edge" in sentence and "(8.00 − 2.00) / 12.00 = 0.500" in formula
    button(page, "take it").click()
    button(page, "largest edge").click()
    _, (D, *_) = package.rounds_on_a_line(labels, 3, [[3, 0, 2], [5, 0, 1]])
    board = page.locator(".cf-panel").first.locator(".cf-cell").all_text_contents()
    assert [float(text.replace("−", "-").rstrip("↑↓")) for text in board] == pytest.approx(D.ravel().round(2))
    model = AdaBoostMMClassifier(8).fit(np.arange(6)[:, None], labels)
    for t in range(2, 9):
        edge, loss = model.edges_[t - 1], np.exp(model.losses_[t])
        assert told(page)[0].startswith(f"Round {t}: ")
        assert says(page, f"Its edge is {edge:.3f}: no stump", f"the exact one to {loss:.2f};")
        if t < 8:
            button(page, "take it").click()
    # A constant answer of no edge makes no step.
    button(page, "Reset").click()
    say(1, "b").click()
    say(6, "b").click()
    assert told(page)[0].endswith("Without a positive edge boosting would stop here.")
    again = visit_scene("oneround", after=f"#{name}?t=3&stumps=2ab...4ca")
    assert told(again)[0].startswith("Round 3: the stump predicts c up to example 4 and a after it")


def test_a_row_and_its_point_light_up_together(visit_scene):
    page = visit_scene("board")
    plane, table = page.locator(".cf-panel").all()
    lit = plane.locator("circle[r='11']:not([stroke-width='0'])")
    assert lit.count() == 0
    table.locator("rect[fill=transparent]").nth(4).hover()
    assert lit.count() == 1 and table.locator("rect[fill-opacity='0.12']").count() == 1
    page.mouse.move(2, 2)
    assert lit.count() == 0


def test_the_way_of_a_scene_begins_at_its_start(visit_scene):
    page = visit_scene("dial")
    button(page, "Play").click()
    assert says(page, "Class a has 35\N{NBSP}% of")
    button(page, "Stop").click()
    again = visit_scene("dial", after=f"#{state_of('dial')['name']}?share=0.7")
    button(again, "Play").click()
    assert says(again, "Class a has 70\N{NBSP}% of")


def test_the_pair_follows_the_rule_to_the_floor(visit_scene):
    page = visit_scene("pair")
    dot = lambda: [float(page.locator(".cf-panel circle[r='4.5']").get_attribute(c)) for c in ("cx", "cy")]  # noqa: E731
    number = lambda words: float(re.search(words, told(page)[0])[1])  # noqa: E731
    start = dot()
    button(page, "balanced").click()
    assert number(r"([\d.]+) above the floor") < 0.001
    assert dot()[1] > start[1] and dot()[0] < start[0]
    button(page, "most accurate").click()
    # Nothing is more accurate, wherever the meeting point goes.
    best = number(r"Accuracy ([\d.]+)")
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        slider(page, "meeting point").press(key)
        assert number(r"Accuracy ([\d.]+)") <= best
    # A dot outside of the window stays at its edge.
    button(page, "balanced").click()
    press(slider(page, "meeting point"), *["ArrowUp"] * 40)
    assert says(page, "Accuracy 0.1") and dot()[0] == pytest.approx(32)


def test_a_bar_shows_its_terms(visit_scene):
    page = visit_scene("update")
    button(page, re.compile("^class 4: loss −0.27, active")).click()
    marks = page.locator(".cf-shown mark").all_inner_texts()
    assert marks[:2] == ["0.27", "−0.27"] and len(marks) == 4


def test_a_wall_past_its_target_has_no_price(visit_scene):
    page = visit_scene("wall")
    wall, target = slider(page, "wall"), slider(page, "target c")
    drag(page, wall, (90, -90))
    assert says(page, "is not active", "the multiplier 0.00")
    button(page, "on c").click()
    assert says(page, "just touches c", "no room")
    target.press("ArrowRight")
    assert says(page, "is active", "multiplier 0.03")
    # However far c is dragged, the multiplier stays in the picture.
    drag(page, target, (300, -300))
    press(wall, *["ArrowDown"] * 60)
    assert says(page, "the multiplier 2.00")


def test_a_dot_is_predicted_by_all_losses(visit_scene):
    page = visit_scene("triangle")
    undecided = "is undecided between a, b and c; it is undecided on 25.0\N{NBSP}% of the triangle"
    assert says(page, undecided)
    button(page, re.compile("^sum-hinge: does not decide between a and b")).click()
    assert says(page, "sum-hinge has the scores 0.33, 0.33, −0.67 and", "on 16.7\N{NBSP}% of")
    press(slider(page, "cost of an error on c"), "ArrowRight", "ArrowRight")
    assert says(page, "Of the six losses 5 decide here.")
    button(page, re.compile("^max-hinge: does not decide between a, b and c")).wait_for()
    dot = slider(page, "class probabilities")
    # Beyond a corner the dot stays inside.
    drag(page, dot, (-300, 200))
    assert dot.get_attribute("aria-valuetext") == "probabilities 0.98, 0.01, 0.01"
    assert says(page, "Of the six losses 6 decide here.")


def test_a_tree_is_pruned_by_hand(visit_scene):
    page = visit_scene("pruning", after="#price-of-a-leaf?price=12")
    by_price = told(page)
    page.mouse.click(*centre(page.get_by_role("treeitem", name=re.compile("^x₁ ≤ −0.70")).locator("path").last))
    assert says(page, "pruned by hand: 6 leaves", "on new data 0.18 (as the price prunes: 0.21)")
    assert not says(page, "an inner node") and points_in(page, "ring") > 5
    page.wait_for_function("location.hash.includes('cut')")
    assert told(visit_scene("pruning", after=address_of(page))) == told(page)
    # It opens as the price keeps it, and that is the tree of the price.
    leaf = page.get_by_role("treeitem", name=re.compile("^leaf, predicts c 49 of a, 0 of b, 8 of c"))
    assert leaf.get_attribute("aria-expanded") == "false"
    page.keyboard.press("Enter")
    assert not says(page, "by hand") and says(page, "7 leaves")
    page.wait_for_function("!location.hash.includes('cut')")
    # Keys walk through the tree; the root is a leaf, too.
    for key in ("ArrowUp", "ArrowUp", "Home", "Enter"):
        page.keyboard.press(key)
    assert says(page, "pruned by hand: 1 leaf, G = 412.0") and "only the root" not in told(page)[1]
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("x₂ ≤ 0.63?")
    # A region is its leaf.
    page.locator(".cf-panel").last.click(position={"x": 20, "y": 150})
    assert says(page, "a leaf that predicts c")
    slider(page, "price λ of a leaf").press("Home")
    assert told(page)[0].startswith("λ = 0, balanced tree: 47 leaves") and told(page) != by_price


def test_a_stream_is_learned_by_hand(visit_scene):
    page, state = visit_scene("stream"), state_of("stream")
    parameters, at = state["parameters"], state["at"]
    rule = lambda name: page.get_by_role("radio", name=name, exact=True)  # noqa: E731
    learn, back = button(page, "learn it"), button(page, "← back")
    points, labels = examples_of(at["past"], parameters["names"], parameters["box"])
    t = len(points)
    np.testing.assert_allclose(points, parameters["points"][:t])
    first = told(page)
    learn.click()
    learn.click()
    stream = [parameters[key] for key in ("points", "labels", "target")]
    wrong, fewer = (package.stream_by_package(*stream, name)[t + 2][2] for name in package.STEPS)
    assert told(page)[0].startswith(f"Example {t + 3}, ") and says(page, f"has made {wrong} mistake")
    # A rule is applied to the whole stream, and one goes back to what one had in the hand.
    rule("passive-aggressive").check()
    assert says(page, f"has made {fewer} mistake") and fewer < wrong
    back.click()
    back.click()
    rule("perceptron").check()
    assert told(page) == first
    # A wrong class is learned, too, and then nothing is promised.
    rule(next(name for name in parameters["names"] if name != at["y"])).check()
    assert says(page, "there is no bound, for the target errs") and "promises nothing" in told(page)[1]
    learn.click()
    assert says(page, "there is no bound")
    drag(page, slider(page, "next example"), (60, 25))
    written = f"location.hash.includes('x=') && location.hash.match(/past=(\\w*)/)[1].length === {5 * t + 5}"
    page.wait_for_function(written)
    assert told(visit_scene("stream", after=address_of(page))) == told(page)
    while back.get_attribute("aria-disabled") == "false":
        back.click()
    assert told(page)[0].startswith("Example 1, ") and says(page, "margin 0.00: a mistake")
    while learn.get_attribute("aria-disabled") == "false":
        learn.click()
    assert told(page)[0].startswith(f"Example {len(parameters['points'])}, ")


def test_labels_are_brought_into_an_order_by_hand(visit_scene):
    page, at = visit_scene("strip"), state_of("strip")["at"]
    block = slider(page, "block of labels")
    numbers = lambda: [float(text) for text in re.findall(r"\d\.\d+", told(page)[0])]  # noqa: E731
    labels = lambda: "".join(page.locator(".cf-panel").first.locator("g[style*=pointer] text").all_text_contents())  # noqa: E731
    assert labels() == at["y"] and numbers()[0] > numbers()[1]
    # Ploughed from one end to the other, the labels are sorted, and the promise is broken.
    drag(page, block, (900, 0))
    assert labels() == "a" * 12 + "b" * 12 if at["y"][0] == "b" else "b" * 12 + "a" * 12
    assert says(page, "come in 2 blocks", "less than")
    assert numbers() == pytest.approx(package.strip_by_package([0] * 12 + [1] * 12, np.inf)[:2], abs=0.0051)
    # The other block, by key; it takes the first one's place.
    press(block, "PageUp", "PageDown")
    assert re.match("5.50, .* class a", block.get_attribute("aria-valuetext"))
    press(block, *["ArrowRight"] * 12)
    assert labels() == "b" * 12 + "a" * 12
    button(page, "in turn").click()
    assert labels() == "ab" * 12 and says(page, "24 blocks") and numbers()[0] == pytest.approx(2)
    # A block is clicked, and pushed along.
    page.locator("g[style*=pointer]").nth(5).click()
    block.press("ArrowLeft")
    assert labels() == "abab" + "ba" + "ab" * 9
    seen = set()
    for _ in range(6):
        button(page, "shuffle").click()
        seen.add(labels())
        assert labels().count("a") == 12
    assert len(seen) > 4
    page.get_by_role("radio", name="1", exact=True).check()
    wanted = package.strip_by_package(["ab".index(one) for one in labels()], 1.0)[:2]
    assert numbers() == pytest.approx(wanted, abs=0.0051)


def test_a_kept_row_sum_makes_the_neighbour_give(visit_scene):
    page, cell = visit_scene("norms"), lambda name: slider(page, f"true {name[0]}, predicted {name[1]}")
    node, other = cell("ba"), cell("bc")
    assert node.get_attribute("aria-valuemax") == "0.3"
    drag(page, node, (0, -20))
    assert float(node.get_attribute("aria-valuenow")) > 0.15 > float(other.get_attribute("aria-valuenow"))
    assert says(page, "Class errors: a 0.30, b 0.30, c 0.30")
    node.press("End")
    assert (node.get_attribute("aria-valuenow"), other.get_attribute("aria-valuenow")) == ("0.3", "0")
    cell("ca").press("End")
    # Two classes are taken for the third, which errs evenly.
    norm = metrics.operator_norm(np.array([[0, 0.15, 0.15], [0.3, 0, 0], [0.3, 0, 0]]))
    assert says(page, f"Operator norm {norm:.2f},")
    page.get_by_role("radio", name="free").check()
    other.press("PageUp")
    assert says(page, "b 0.40")
    for key, value in (("End", "0.9"), ("Home", "0"), ("+", "0.02")):
        node.press(key)
        assert node.get_attribute("aria-valuenow") == value
    assert node.get_attribute("aria-valuemax") == "0.9"
    # An address cannot ask for more errors than examples.
    page = visit_scene("norms", after=f"#{state_of('norms')['name']}?ab=0.9&ac=0.9")
    assert sum(float(cell(name).get_attribute("aria-valuenow")) for name in ("ab", "ac")) == pytest.approx(1)


def test_uma_is_updated_by_hand(visit_scene):
    page, state = visit_scene("anatomy"), state_of("anatomy")
    parameters = state["parameters"]
    W, M = package.anatomy_at(parameters, state["at"])
    for _ in range(3):
        button(page, "update").click()
        W = np.round(package.uma_by_package(W, M, parameters)[5], 2)
        p, q, z, J, clean, *_ = package.uma_by_package(W, M, parameters)
        masses = f"mass {J[p, q]:.2f}, in truth {clean[p, q]:.2f}"
        assert told(page)[0].startswith(f"Predicted {p + 1}, true {q + 1}: {masses}")
    button(page, "over-estimated").click()
    J = package.uma_by_package(W, np.array(parameters["presets"]["over-estimated"]), parameters)[3]
    red = page.locator(".cf-cell .cf-frame[stroke^='var'], .cf-cell .cf-frame[stroke^='#']")
    assert red.count() == np.sum(J < -0.005) > 0 and says(page, "below zero")
    # A cell chooses its pair; the same again, the longest z.
    first, cell = told(page)[0], button(page, re.compile("^predicted 3, true 1:"))
    cell.click()
    assert told(page)[0].startswith("Predicted 3, true 1") and cell.get_attribute("aria-pressed") == "true"
    cell.click()
    assert told(page)[0] == first
    # A cell of C is dragged: what UMA is told changes, the labels do not.
    node = slider(page, "true 1, label 2")
    node.press("Home")
    assert node.get_attribute("aria-valuenow") == "0" and told(page)[0] != first


#: Number of the chosen line, what is heard and read of it, and the formula.
LINE = """() => [document.activeElement.ariaValueNow, document.activeElement.ariaValueText,
  document.querySelector(".cf-text span").innerText, document.querySelector(".cf-shown").innerText]"""


def test_lines_of_printed_tables_are_judged(visit_scene):
    page, parameters = visit_scene("printed"), parameters_of("printed")
    line = slider(page, "line of the table")
    for table, factor in [(table, factor) for table in ("report", "published") for factor in (1, 6)]:
        button(page, table, exact=True).click()
        page.get_by_role("slider", name="errors times").fill(str(parameters["factors"].index(factor)))
        line.press("Home")  # to the first line, whichever end that is
        lines, seen = list(printed_lines(parameters, table)), set()
        least = [minimum_error(max(0, norm - 0.0005), shares, averaged=True) for norm, _, shares in lines]
        wrong = [low > factor * (error + 0.0005) for low, (_, error, _) in zip(least, lines)]
        assert says(page, f"Impossible are {sum(wrong)} of {len(lines)} lines.")
        for key in ["ArrowUp"] * 16 + ["ArrowDown"] * 16:
            line.press(key)
            number, heard, read, formula = page.evaluate(LINE)
            verdict = "impossible" if wrong[int(number) - 1] else "possible"
            assert heard.endswith(f": {verdict}") and f"at most: {verdict}." in read
            assert f"= {least[int(number) - 1]:.4f}" in formula.replace("\n", " ")
            seen.add(int(number))
        assert seen == set(range(1, len(lines) + 1))
    # A line is chosen by a click on it, too.
    button(page, "report", exact=True).click()
    box = page.locator(".cf-panel rect[fill=transparent]").nth(4).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    assert line.get_attribute("aria-valuenow") == "5" and told(page)[0].startswith("connect-4, AdaBoost.MM: ")


@pytest.mark.parametrize("kind", ["anatomy", "noise"])
def test_a_singular_matrix_has_no_way_back(visit_scene, kind):
    page = visit_scene(kind, after=f"#{state_of(kind)['name']}?c12=0.5&c21=0.5&c31=0&c32=0&c13=0&c23=0")
    sentence, formula = told(page)
    assert "C has no inverse" in sentence and "NaN" not in formula and ("∞" in formula or kind == "anatomy")
    if kind == "anatomy":
        button(page, "update").click()
        assert told(page)[0] == sentence


def test_a_running_kernel_hears_and_moves_the_handles(chromium):
    page = chromium.new_page()
    page.evaluate(HARNESS, [Scene._esm, state_of("norms")])
    node = slider(page, "true b, predicted a")
    node.press("ArrowUp")
    assert page.evaluate("model.get('at').ba") == 0.17
    page.wait_for_function("window.saved === 1")
    page.evaluate("model.set('at', { ...model.get('at'), ba: 0.4 })")
    assert node.get_attribute("aria-valuenow") == "0.4"
    # JupyterLab's shortcuts leave the keys to every handle.
    assert page.locator("[tabindex='0']:not([data-lm-suppress-shortcuts])").count() == 0
    page.evaluate("stop()")
    assert page.evaluate("Object.keys(calls)") == []
    page.close()


def test_every_scene_is_tried():
    own = {"ownmatrix", "yours"}  # test_own_matrix.py has these
    assert {*HANDLES} | own == {*CHAPTERS} | own == {*SCENES}


def test_a_scene_says_what_is_wrong_with_it():
    good = {"title": "T", "alt": "a", "question": "q", "picture": '<svg viewBox="0 0 1 1">\n</svg>'}
    norms = {"names": list("abc"), "presets": {}, "at": {"ab": 0.15}}
    assert isinstance(scene("norms", **good, **norms), Scene)
    for wrong, message in [
        ({"alt": ""}, "^alt, question"),
        ({"at": {"ab": 0.123}}, r"^at\['ab'\]: 0.123 has more than two decimals"),
        ({"presets": {"a": object()}}, "^parameters: object is no number"),
        ({"presets": {"a": np.nan}}, "^parameters: "),
        ({"points": []}, "^norms: takes names, presets; missing or unknown: points"),
    ]:
        with pytest.raises(ValueError, match=message):
            scene("norms", **good | norms | wrong)
    with pytest.raises(ValueError, match="^kind: there is no scene 'wheel'"):
        scene("wheel", **good, at={})
