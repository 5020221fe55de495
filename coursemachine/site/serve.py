"""Serve the built book and print its address."""

import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from coursemachine.checkout import BOOK

SITE = BOOK / "_build" / "html"
#: This machine alone: a book on a laptop is not for its network.
ADDRESS = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Files of the site, without a line per request."""

    def log_message(self, *arguments):
        """Say nothing."""

    def end_headers(self):
        """Say with every file what lets a page share memory with its worker: then Stop can interrupt Python."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


def bind(site=SITE, port=8000):
    """A server over `site`, on any free port where its own is taken."""
    if not (site / "index.html").is_file():
        raise FileNotFoundError("the book is not built: make html")
    handler = functools.partial(Handler, directory=site)
    try:
        return ThreadingHTTPServer((ADDRESS, port), handler)
    except OSError:
        return ThreadingHTTPServer((ADDRESS, 0), handler)


def main(site=SITE):
    """Serve until interrupted; the exit status."""
    try:
        server = bind(site)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The book is at http://{ADDRESS}:{server.server_port}/  (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
