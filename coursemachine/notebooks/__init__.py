"""From the text of a chapter to its notebook, and what must fit together in it."""
