"""A picture that a kernel computes anew, under sliders of ipywidgets; where there is no kernel it stands still."""

from inspect import signature

try:
    import ipywidgets
except ModuleNotFoundError:  # in the page's Python
    ipywidgets = None


def turn(draw, **sliders):
    """Give the picture that `draw` returns a slider for each name, as ``name=(least, most, step)``.

    They begin at the defaults of `draw`, and each of their values calls it again; :func:`coursemachine.figures.show`
    makes the picture.
    """
    return draw() if ipywidgets is None else Turned(draw, sliders)


class Turned(getattr(ipywidgets, "VBox", object)):
    """Sliders over a picture; a page shows the picture alone."""

    def __init__(self, draw, sliders):
        first = {name: one.default for name, one in signature(draw).parameters.items()}
        self.sliders = [
            ipywidgets.FloatSlider(first[name], min=low, max=high, step=step, description=name)
            for name, (low, high, step) in sliders.items()
        ]
        self._draw, self._place = draw, ipywidgets.HTML()
        for slider in self.sliders:
            slider.observe(self._compute, "value")
        super().__init__([*self.sliders, self._place])
        self._compute()

    def _compute(self, change=None):
        self.picture = self._draw(**{one.description: one.value for one in self.sliders})
        self._place.value = self.picture.svg

    def _repr_mimebundle_(self, **options):
        data, label = self.picture._repr_mimebundle_()
        return super()._repr_mimebundle_(**options) | data, label
