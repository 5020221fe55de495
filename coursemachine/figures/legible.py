"""What cannot be read in a picture: text that is cut off, too small or over other text, ticks between whole numbers."""

import re

import numpy as np

from coursemachine import needs_extra

with needs_extra("coursemachine.figures"):
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.path import Path

#: Pixels of a page in an inch of a picture, and of a phone's text from side to side: wider pictures are made smaller.
PIXELS, PHONE = 96, 358
#: Least size of a text in pixels.
LEAST = 10
#: Pixels by which a text may leave the picture, and by which two texts may overlap.
SLACK = 1.5
#: What an axis counts whose label ends with one of these words, before a comma or a bracket: there are no 2.5 of them.
COUNTED = "class|classes|class number|depth|rounds?|updates?|examples|visits|iterations?|epochs?|steps?|leaves|rules"
_COUNTS = re.compile(rf"(?!.*\b(?:share|part|mean|rate|per)\b)[^,(]*\b(?:{COUNTED})(?: [a-zA-Z])?\s*(?:[,(].*)?")


class _Texts(RendererAgg):
    """A renderer that draws nothing and notes the corners of each text, in pixels from the upper left."""

    def __init__(self, width, height):
        super().__init__(width, height, PIXELS)
        self.texts = []
        for name in ("path", "markers", "path_collection", "quad_mesh", "gouraud_triangles", "image"):
            setattr(self, f"draw_{name}", lambda *args, **options: None)

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        width, height, descent = self.get_text_width_height_descent(s, prop, ismath)
        top = (descent - height) * 1j
        box = np.array([top, top + width, width + descent * 1j, descent * 1j]) * np.exp(-1j * np.radians(angle))
        if s.strip():
            corners = np.column_stack([x + box.real, y + box.imag])
            self.texts.append((s, corners, prop.get_size_in_points() * PIXELS / 72))


def unreadable(fig):
    """What cannot be read in a matplotlib figure that was drawn, so that its layout is final; a sentence each."""
    fig.set(dpi=PIXELS, layout_engine="none")
    size = fig.bbox.size
    canvas = _Texts(*size)
    fig.draw(canvas)
    found = []
    for text, corners, pixels in canvas.texts:
        if (corners < -SLACK).any() or (corners > size + SLACK).any():
            found.append(f"{text!r} is cut off")
        if (shown := pixels * min(1, PHONE / size[0])) < LEAST:
            found.append(f"{text!r} has {shown:.1f} pixels on a phone, less than {LEAST}")
    boxes = np.array([_shrunk(corners) for _, corners, _ in canvas.texts]).reshape(-1, 4, 2)
    low, high = boxes.min(axis=1), boxes.max(axis=1)
    near = (low[:, None] < high).all(axis=2) & (low < high[:, None]).all(axis=2)
    for one, other in np.argwhere(np.triu(near, 1)):
        if Path(boxes[one]).intersects_path(Path(boxes[other])):
            found.append(f"{canvas.texts[one][0]!r} and {canvas.texts[other][0]!r} overlap")
    return found + [sentence for ax in fig.axes for axis in "xy" for sentence in _broken_counts(ax, axis)]


def _shrunk(corners):
    """A rectangle that is smaller by `SLACK` on every side; a small one keeps a third of its sides."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum(np.hypot(*sides.T), 1e-9)[:, None]
    step = sides / lengths * np.minimum(SLACK / 2, lengths / 3)
    return corners + step - np.roll(step, 1, axis=0)


def _broken_counts(ax, name):
    """A sentence where an axis that counts has ticks between whole numbers."""
    axis = getattr(ax, f"{name}axis")
    label, (low, high) = axis.get_label_text(), sorted(axis.get_view_interval())
    if _COUNTS.fullmatch(label.replace("\n", " ")):
        marks = zip(axis.get_majorticklocs(), axis.get_majorticklabels())
        texts = [text.get_text() for place, text in marks if low <= place <= high and place % 1]
        if broken := [text for text in texts if re.search(r"\d\.\d*[1-9]", text)]:
            yield f"the axis {label!r} has a tick {broken[0]}: ax.locator_params(axis={name!r}, integer=True)"
