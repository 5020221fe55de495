"""Comparisons across the sources: ways of one kind each, on the same folds."""
