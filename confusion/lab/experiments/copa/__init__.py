"""The long runs of COPA's chapters."""
