"""The drawing of the chapters, one module a chapter; a page shows a function in a fold, by ``listing``."""
