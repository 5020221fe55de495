"""Figures with controls that also work in a page without a kernel."""

from coursemachine.controls.grid import Axis, Steps
from coursemachine.controls.scenes import SCENES, Scene, scene
from coursemachine.controls.turned import turn
from coursemachine.controls.widgets import MAX_FRAMES, Frame, Frames, frames
