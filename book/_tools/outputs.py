"""Pictures among the outputs of a cell: found, compared with the stored ones, and settled.

A picture is ``<picture DIGEST: alt>`` in text/plain with its SVG and PNG, a figure with controls is
``<figure DIGEST: title; controls: ...>`` with its frames, or what a scene is made of, in the state of a widget model
and its first state as SVG and PNG.  To settle a fresh output is to give it the stored digest and the stored picture, so
that whatever compares next (nbval, or bytes) speaks of the rest alone.
"""

import re

from chapters import VIEW, code_cells, widget_states
from pictures import difference, frames_difference

from confusion.lab.figures.markup import digest
from confusion.lab.frames.grid import state_digest, told

_LINE = re.compile(r"(?<=^<)(picture|figure) (\w{12})(?=: )")
SVG, PNG = "image/svg+xml", "image/png"


def kind_and_digest(output):
    """("picture" or "figure", digest) as the line of an output tells them, or (None, None)."""
    hit = _LINE.search(output.get("data", {}).get("text/plain", ""))
    return hit.groups() if hit else (None, None)


def picture_in(output):
    """SVG text of an output, or None."""
    return output.get("data", {}).get(SVG)


def state_of(output, states):
    """State of the widget an output shows, or None; `states` maps model ids to states."""
    return states.get(output.get("data", {}).get(VIEW, {}).get("model_id"))


def stored_states(notebook):
    """State of every stored widget by its model id."""
    return {name: model["state"] for name, model in widget_states(notebook).items()}


def compare(stored, fresh, states, fresh_states):
    """Compare the pictures of a cell one by one and settle them all.

    Parameters
    ----------
    stored, fresh : list of outputs
        Of one cell; the data of `fresh` are changed.
    states, fresh_states : dict
        Widget states by model id, of the stored notebook and of the running kernel.

    Returns
    -------
    list of str
        One sentence for each picture that differs.
    """
    found = []
    shown, shown_now = ([one for one in outputs if kind_and_digest(one)[0]] for outputs in (stored, fresh))
    for old, new in zip(shown, shown_now):
        (kind, stored_digest), (kind_now, _) = kind_and_digest(old), kind_and_digest(new)
        if kind == kind_now == "picture" and picture_in(old) and picture_in(new):
            sentence = difference(picture_in(old), picture_in(new))
        elif kind == kind_now == "figure":
            state, state_now = state_of(old, states), state_of(new, fresh_states)
            if state is None or state_now is None:
                sentence = f"the frames are not {'stored' if state is None else 'in the kernel'}"
            else:
                sentence = frames_difference(state, state_now) or _other_first(state_now, old, new)
        else:
            continue  # a picture in place of something else: a plain difference of the outputs
        if sentence:
            found.append(f"{kind} {_words(new)}: {sentence}")
        _give_images(new, old)
        _give_digest(new, stored_digest)
    return found


def keep(stored, fresh):
    """Give a fresh notebook the bytes of those stored pictures that are equal to its own; `fresh` is changed."""
    kept = [(number, picture_in(one), one) for number, one in _shown(stored, "picture") if picture_in(one)]
    for number, output in _shown(fresh, "picture"):
        same = _equal(kept, number, picture_in(output), difference)
        if same:
            _give_images(output, same)
            _give_digest(output, digest(picture_in(same)))
    states, states_now = stored_states(stored), stored_states(fresh)
    kept = [(number, state_of(one, states), one) for number, one in _shown(stored, "figure") if state_of(one, states)]
    for number, output in _shown(fresh, "figure"):
        state = state_of(output, states_now)
        same = state and _equal(kept, number, state, frames_difference)
        if same and not _other_first(state, same, output):
            known = state_of(same, states)
            state.update({key: known[key] for key in told(known)})
            _give_images(output, same)
            _give_digest(output, state_digest(state))


def _other_first(state, old, new):
    """Difference of the first states of two equal scenes; that of other figures is one of their frames."""
    return difference(picture_in(old), picture_in(new)) if "kind" in state else None


def _shown(notebook, kind):
    """Outputs of a kind, with the numbers of their cells."""
    outputs = ((number, one) for number, cell in enumerate(code_cells(notebook)) for one in cell.outputs)
    return [(number, one) for number, one in outputs if kind_and_digest(one)[0] == kind]


def _equal(kept, number, one, compared):
    """Output among `kept` without a difference to `one`, that of the nearest cell; cells may have come or gone."""
    nearest = sorted(kept, key=lambda entry: abs(entry[0] - number))
    return next((output for _, old, output in nearest if compared(old, one) is None), None)


def chapter_differences(stored, fresh):
    """Sentences on the pictures that differ between two notebooks of a chapter with the same cells."""
    found = []
    states, states_now = stored_states(stored), stored_states(fresh)
    for number, (old, new) in enumerate(zip(code_cells(stored), code_cells(fresh))):
        sentences = compare(old.outputs, new.outputs, states, states_now)
        found += [f"code cell {number}: {sentence}" for sentence in sentences]
    return found


def _words(output):
    """What a picture calls itself, short."""
    words = (
        output["data"]["text/plain"]
        .partition(": ")[2]
        .removesuffix(">")
        .partition("; controls: ")[0]
        .partition("; name: ")[0]
    )
    return repr(words if len(words) <= 60 else f"{words[:57]}...")


def _give_images(output, stored):
    """Images of a picture that was compared; a PNG's pixels are not, they follow the SVG."""
    for kind in (SVG, PNG):
        if kind in stored["data"]:
            output["data"][kind] = stored["data"][kind]


def _give_digest(output, stored):
    output["data"]["text/plain"] = _LINE.sub(lambda hit: f"{hit[1]} {stored}", output["data"]["text/plain"])
