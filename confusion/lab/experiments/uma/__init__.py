"""The long runs of UMA's chapters."""
