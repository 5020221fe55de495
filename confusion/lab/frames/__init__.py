"""Figures with controls that also work in a page without a kernel."""

from confusion.lab.frames.grid import Axis, Steps
from confusion.lab.frames.scenes import SCENES, Scene, scene
from confusion.lab.frames.sliders import live
from confusion.lab.frames.widgets import MAX_FRAMES, Frame, Frames, frames

__all__ = [
    "MAX_FRAMES",
    "SCENES",
    "Axis",
    "Frame",
    "Frames",
    "Scene",
    "Steps",
    "frames",
    "live",
    "scene",
]
