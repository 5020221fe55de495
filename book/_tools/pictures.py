"""Compare a stored picture with a fresh one as pictures, not as bytes, and tell the first difference.

The last bits of a processor may move a rounded coordinate; nothing else may differ.  So coordinates are equal within
`TOLERANCE`, a fiftieth of the picture's unit, which no eye can see; elements, their attributes, colours, widths,
opacities, labels and sentences are equal exactly.  Ids that begin with a digest of the picture only tie its parts
together: what counts is which part they name.
"""

import re
from collections import Counter
from itertools import product
from math import isclose, prod
from xml.etree import ElementTree

from confusion.lab.frames.grid import told, unpack

__all__ = ["TOLERANCE", "difference", "frames_difference"]

#: Most that a coordinate may differ, in units of the picture's viewBox (about a pixel).
TOLERANCE = 0.02
#: Most that a number of a scene may differ, relative to it.
RELATIVE = 1e-9

_COORDINATES = {"d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "dx", "dy", "r", "rx", "ry"}
_COORDINATES |= {"width", "height"}
_NUMBER = re.compile(r"(-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")
# Only commands whose arguments are pairs have points to count.
_PAIRS = re.compile(r"(?:[MLCQTSZz][^A-Za-z]*)*")
_MADE_ID = re.compile(r"(?:^|(?<=#))[sfx][0-9a-f]{12}s?(?=(?:p\d+)?-\d+)")


def difference(stored, fresh):
    """First difference of two pictures, as a sentence.

    Parameters
    ----------
    stored, fresh : str
        SVG text.

    Returns
    -------
    str or None
        None when the pictures are equal.
    """
    if stored == fresh:
        return None
    trees = []
    for name, text in (("stored", stored), ("fresh", fresh)):
        try:
            trees.append(ElementTree.fromstring(text))
        except ElementTree.ParseError as error:
            return f"the {name} picture is no SVG: {error}"
    old, new = (list(_walk(tree)) for tree in trees)
    return _other_elements(old, new) or _other_content(old, new)


def frames_difference(stored, fresh):
    """First difference of two figures with controls, as a sentence.

    Parameters
    ----------
    stored, fresh : dict
        States of the figures (``title``, ``alt``, ``question``, ``axes``, ``index`` and the packed frames, or the
        ``parameters`` of a scene); what the front end adds to them does not count.

    Returns
    -------
    str or None
        None when a reader sees and hears the same at every position.
    """
    if "kind" in stored or "kind" in fresh:
        return _other_scene(stored, fresh)
    both = []
    for name, state in (("stored", stored), ("fresh", fresh)):
        try:
            both.append(_frames(state))
        except (KeyError, IndexError, ValueError, TypeError) as error:
            return f"the {name} frames cannot be read: {type(error).__name__} {error}"
        if isinstance(both[-1], str):
            return f"the {name} figure {both[-1]}"
    old, new = both
    for lost, where in ((old.keys() - new.keys(), "is missing"), (new.keys() - old.keys(), "is not stored")):
        if lost:
            return f"frame {next(place for place in (*old, *new) if place in lost)} {where}"
    seen = {}
    for place, (picture, text) in old.items():
        picture_now, text_now = new[place]
        if text != text_now:
            return f"frame {place}: the sentence reads {text!r} stored, {text_now!r} now"
        pair = picture, picture_now
        if pair not in seen:
            seen[pair] = difference(*pair)
        if seen[pair]:
            return f"frame {place}: {seen[pair]}"
    for key in ("title", "name", "caption", "alt", "question", "axes", "index"):
        if stored[key] != fresh[key]:
            return _other_frame_of_frames(key, stored[key], fresh[key])
    return None


def _other_scene(stored, fresh):
    """Difference of two figures that are handled directly: their numbers are what the page computes with."""
    if stored.get("kind") != fresh.get("kind"):
        return f"it is {_shown(stored.get('kind'))} stored, {_shown(fresh.get('kind'))} now"
    for key in told(fresh):
        if key not in stored:
            return f"its {key} is not stored"
        if found := _other_entry(key, stored[key], fresh[key]):
            return found
    return None


def _other_entry(name, old, new):
    """First difference of two values of JSON; numbers within `RELATIVE` are equal."""
    if isinstance(old, dict) and isinstance(new, dict):
        if old.keys() != new.keys():
            return f"{name} has {', '.join(old)} stored, {', '.join(new)} now"
        found = (_other_entry(f"{name}.{key}", old[key], new[key]) for key in new)
        return next(filter(None, found), None)
    if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return f"{name} has {len(old)} entries stored, {len(new)} now"
        found = (_other_entry(f"{name}[{place}]", *pair) for place, pair in enumerate(zip(old, new)))
        return next(filter(None, found), None)
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (old, new))
    if old == new or (numbers and isclose(old, new, rel_tol=RELATIVE, abs_tol=RELATIVE)):
        return None
    return f"{name} is {old!r} stored, {new!r} now"


def _frames(state):
    """Picture and sentence by place ("t=4, C=1"), or the end of a sentence that says why there are none."""
    axes = state["axes"]
    shown, count = unpack(state), prod(len(axis["values"]) for axis in axes)
    if len(shown) != count:
        return f"has {len(shown)} frames for {count} positions of its controls"
    places = product(*([f"{axis['name']}={value}" for value in axis["values"]] for axis in axes))
    return dict(zip(map(", ".join, places), shown, strict=True))


def _other_frame_of_frames(key, old, new):
    if key == "index":
        return f"the positions shown first are numbers {old} stored, {new} now"
    if key != "axes":
        return f"its {key} reads {old!r} stored, {new!r} now"
    if [axis["name"] for axis in old] != [axis["name"] for axis in new]:
        return "the controls are in another order"
    axis, axis_now = next(pair for pair in zip(old, new) if pair[0] != pair[1])
    part = next(part for part in axis | axis_now if axis.get(part) != axis_now.get(part))
    return f"control {axis['name']}: {part} {axis.get(part)!r} stored, {axis_now.get(part)!r} now"


def _walk(element, depth=0):
    yield depth, element
    for child in element:
        yield from _walk(child, depth + 1)


def _tag(element):
    return element.tag.rsplit("}", 1)[-1]


def _ordinal(number):
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _name(elements, place):
    """The element at a place, as "the 3rd path"."""
    tag = _tag(elements[place][1])
    return f"the {_ordinal(sum(_tag(element) == tag for _, element in elements[: place + 1]))} {tag}"


def _other_elements(old, new):
    """Difference in the elements themselves: how many of each, in which order, inside which."""
    count, count_now = (Counter(_tag(element) for _, element in elements) for elements in (old, new))
    for tag in count | count_now:
        if count[tag] != count_now[tag]:
            return f"{count[tag]} elements {tag} stored, {count_now[tag]} now"
    for place, ((depth, element), (depth_now, element_now)) in enumerate(zip(old, new)):
        if (depth, _tag(element)) != (depth_now, _tag(element_now)):
            return f"the elements are in another order from {_name(old, place)} on"
    return None


def _other_content(old, new):
    """Difference in attributes and text of elements that correspond to each other."""
    ids, ids_now = {}, {}
    for place, ((_, element), (_, element_now)) in enumerate(zip(old, new)):
        for part in ("text", "tail"):
            text, text_now = getattr(element, part) or "", getattr(element_now, part) or ""
            if text != text_now:
                verb = "reads" if part == "text" else "is followed by"
                return f"{_name(old, place)} {verb} {text!r} stored, {text_now!r} now"
        for key in element.attrib | element_now.attrib:
            value = _own_ids(element.attrib.get(key), ids)
            now = _own_ids(element_now.attrib.get(key), ids_now)
            if value != now and (told := _other_value(key.rsplit("}", 1)[-1], value, now)):
                return _name(old, place) + told
    return None


def _own_ids(value, known):
    """Replace ids made from a digest by their number of appearance."""
    return value and _MADE_ID.sub(lambda hit: known.setdefault(hit.group(), f"id{len(known)}"), value)


def _other_value(key, value, now):
    """The end of a sentence that says how two values of an attribute differ; None for near coordinates."""
    if value is None or now is None:
        return f": {key} {_shown(value)} stored, {_shown(now)} now"
    turned = key == "transform" and not re.search("scale|matrix|skew", value)
    if key in _COORDINATES or turned:
        parts, parts_now = _NUMBER.split(value), _NUMBER.split(now)
        # split() gives what stands between the numbers at even places, the numbers at odd ones.
        if parts[::2] == parts_now[::2]:
            return _moved(key, value, parts[1::2], parts_now[1::2])
        points, points_now = len(parts) // 4, len(parts_now) // 4
        if key in ("d", "points") and points != points_now:
            return f" has {points} points stored, {points_now} now"
    if key == "style":
        rules, rules_now = (dict(rule.partition(":")[::2] for rule in text.split(";")) for text in (value, now))
        for rule in rules | rules_now:
            if rules.get(rule) != rules_now.get(rule):
                return f": {rule} {_shown(rules.get(rule))} stored, {_shown(rules_now.get(rule))} now"
    return f": {key} {_shown(value)} stored, {_shown(now)} now"


def _moved(key, value, numbers, numbers_now):
    for place, (number, number_now) in enumerate(zip(numbers, numbers_now)):
        # Two decimals that are .02 apart may differ by .02 and a last bit.
        if abs(float(number) - float(number_now)) > TOLERANCE + 1e-9:
            if key == "points" or (key == "d" and _PAIRS.fullmatch(value)):
                where = f"at point {place // 2 + 1}"
            else:
                where = f"in {key}" if len(numbers) == 1 else f"in number {place + 1} of {key}"
            return f" differs {where}: {number} stored, {number_now} now"
    return None


def _shown(value):
    return "none" if value is None else repr(value if len(value) <= 80 else f"{value[:77]}...")
