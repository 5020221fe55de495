"""Figures with controls that also work in a page without a kernel."""

from confusion.lab.frames.grid import Axis, Steps
from confusion.lab.frames.widgets import MAX_FRAMES, Frame, Frames, frames, live

__all__ = [
    "MAX_FRAMES",
    "Axis",
    "Frame",
    "Frames",
    "Steps",
    "frames",
    "live",
]
