"""Python in the page: what is assembled for it, and what runs in it."""
