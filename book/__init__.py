"""What the chapters import of their book: the drawing of each, in ``book.figures``."""
