"""What the tests of a chapter share."""

import pytest

from tests.chapters.stored import printed_in


@pytest.fixture(scope="module")
def printed(request):
    """All that the cells of the module's ``CHAPTER`` print or tabulate, one text."""
    return printed_in(request.module.CHAPTER)
