"""The long runs and the pictures of COPA's chapters."""
