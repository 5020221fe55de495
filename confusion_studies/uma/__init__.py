"""The long runs and the pictures of UMA's chapters."""
