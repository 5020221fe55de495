"""The long runs and the pictures of CoMBo's chapters."""
