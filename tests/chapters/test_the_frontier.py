"""What the chapter "The confusion frontier" says of its printed lines; of its curve the page asserts what it says."""

import re

import numpy as np

CHAPTER = "decisions/the-frontier"


def test_with_equal_shares_the_frontier_is_almost_a_point(printed):
    told = re.findall(r"^ ?(\d+): error (\d\.\d+), norm (\d\.\d+)$", printed, re.M)
    assert len(told) == 3 and np.ptp(np.array(told, dtype=float)[:, 1:], axis=0).max() < 0.003
