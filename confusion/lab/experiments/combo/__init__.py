"""The long runs of CoMBo's chapters."""
