"""From matplotlib's SVG to the book's: small, repeatable, free of fixed sizes, fonts and page-wide style."""

import hashlib
import re
import unicodedata
from xml.etree import ElementTree

# Black is the sentinel for the page's own text colour.
_INK = "#000000"
_PLACE = "PICTURE-ID"
# A word joiner before a name that starts with "_", which matplotlib would leave out of a legend; dropped by `tidy`.
_JOINER = "\u2060"
_FONT = re.compile(r"\s*font-family:[^;]*;?")
_LONG = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?|-?\d+e-\d+")
_POINTER = re.compile(r"(?<=url\(#)[^)]+(?=\))|(?<=^#).+")
_NO_TURN = ("rotate(-0 ", "rotate(0 ")
# matplotlib's <style> would restyle the whole page once inlined; what it says is put on the root instead.
_DROPPED = {"metadata", "style", "title"}


def digest(text):
    """First twelve hexadecimal digits of the SHA-256 of `text`."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def slug(title):
    """Address of a title: "The imbalance dial" is imbalance-dial."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return "-".join(words[words[:1] == ["the"] :]) or "figure"


def joined(pictures):
    """One SVG text of panels side by side; a single panel stays as it is."""
    if len(pictures) == 1:
        return pictures[0]
    boxes = [_size(picture) for picture in pictures]
    width, height = sum(box[0] for box in boxes), max(box[1] for box in boxes)
    lines, left = [f"<svg {_written(_root(f'0 0 {width:g} {height:g}'))}>"], 0
    for picture, box in zip(pictures, boxes):
        place = {"x": f"{left:g}", "y": "0", "width": f"{box[0]:g}", "height": f"{box[1]:g}"}
        lines += [f'<svg class="panel" {_written(place)} viewBox="0 0 {box[0]:g} {box[1]:g}">']
        lines += picture.strip().split("\n")[1:]
        left += box[0]
    return "\n".join([*lines, "</svg>"])


def panels_of(picture):
    """The panels that :func:`joined` made one picture of, each an SVG text of its own."""
    lines = picture.split("\n")
    starts = [place for place, line in enumerate(lines) if line.startswith('<svg class="panel"')]
    if not starts:
        return [picture]
    found = []
    for start, end in zip(starts, [*starts[1:], len(lines) - 1]):
        box = re.search(r'viewBox="([^"]*)"', lines[start])[1]
        found.append("\n".join([f"<svg {_written(_root(box))}>", *lines[start + 1 : end]]))
    return found


def _size(picture):
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture.split("\n", 1)[0])
    if box is None:
        raise ValueError("fig: the SVG of a panel must begin with a line that has its viewBox from 0 0")
    return float(box[1]), float(box[2])


def _written(attributes):
    return " ".join(f'{name}="{value}"' for name, value in attributes.items())


def plain(text, name):
    """Text for matplotlib that stands in the picture as it is written here.

    A dollar begins no mathematics and a name that starts with "_" stays in the legend.  A control character, which
    no SVG may hold, is a ValueError that names the argument `name`; a new line is none.
    """
    text = str(text)
    forbidden = (sign for sign in text if unicodedata.category(sign) in ("Cc", "Cs") or sign in "\ufffe\uffff")
    if wrong := next((sign for sign in forbidden if sign != "\n"), None):
        raise ValueError(f"{name}: {text!r} has a character that cannot be drawn, {wrong!r}")
    return _JOINER * text.startswith("_") + text.replace("$", r"\$")


def _root(box):
    """Attributes of a root that make a picture as wide as its place allows and at most as wide as its points."""
    size = f"width:100%;max-width:{float(box.split()[2]) * 4 / 3:.0f}px;height:auto"
    root = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "fill": "currentColor", "font-family": "inherit"}
    return root | {"stroke-linejoin": "round", "style": size}


def tidy(text, prefix=None):
    """Rewrite matplotlib's SVG `text`; ids start with `prefix`, by default a digest of the content."""
    try:
        root = ElementTree.fromstring(text.replace(_JOINER, ""))
    except ElementTree.ParseError as error:
        raise ValueError(f"fig: a text of the figure cannot be written as SVG ({error})") from None
    _strip(root)
    _renumber(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return text.replace(_PLACE, prefix or "s" + digest(text))


def _strip(element):
    """Drop namespaces, fonts, comments, empty groups and long numbers; one element per line outside text."""
    element.tag = element.tag.rsplit("}", 1)[-1]
    old, element.attrib = element.attrib, {}
    for name, value in old.items():
        name = name.rsplit("}", 1)[-1]
        value = _LONG.sub(_rounded, " ".join(value.split()))
        if name == "style":
            value = _FONT.sub("", value).replace(_INK, "currentColor")
            value = re.sub(r"([:;])\s+", r"\1", value).strip("; ")
        if value and not (name == "transform" and value.startswith(_NO_TURN)):
            element.attrib[name] = value
    if element.tag == "svg":
        element.attrib = _root(element.attrib["viewBox"])
    for child in list(element):
        invisible = child.tag.endswith("}path") and child.attrib.get("style") == "fill: none"
        if child.tag.rsplit("}", 1)[-1] in _DROPPED or invisible:
            element.remove(child)
        else:
            _strip(child)
    if element.tag not in ("text", "tspan"):
        element.text = "\n" if len(element) else None
        for child in element:
            child.tail = "\n"


def _rounded(match):
    # "+ 0.0" turns -0.0 into 0.0.
    return f"{round(float(match.group()), 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _renumber(root):
    """Keep only the ids that something points to, numbered in order of appearance; unwrap bare groups."""
    values = [value for element in root.iter() for value in element.attrib.values()]
    pointers = [hit for value in values for hit in _POINTER.findall(value)]
    names = {old: f"{_PLACE}-{number}" for number, old in enumerate(dict.fromkeys(pointers))}
    for element in root.iter():
        old = element.attrib.pop("id", None)
        if old in names:
            element.attrib["id"] = names[old]
        for name, value in element.attrib.items():
            if "#" in value:
                element.attrib[name] = _POINTER.sub(lambda hit: names.get(hit.group(), hit.group()), value)
    _unwrap(root)


def _unwrap(element):
    for child in list(element):
        _unwrap(child)
        if not child.attrib and (child.tag == "g" or child.tag == "defs" and not len(child)):
            place = list(element).index(child)
            element[place : place + 1] = list(child)
