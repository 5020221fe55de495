"""What each chapter asks of its reader, measured on its page: within the budget, but for what is listed."""

import subprocess
import sys

from coursemachine.checkout import ROOT


def test_chapters_exceed_what_the_list_says_and_nothing_else(chromium, site):
    # The browser of the fixture says whether there is one; the command opens its own, as an author does.
    answer = subprocess.run([sys.executable, "-m", "coursemachine", "budget"], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
