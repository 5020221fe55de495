"""Serve the built book on the first free port from 8000 up and print its address."""

import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parents[1] / "_build" / "html"


class Handler(SimpleHTTPRequestHandler):
    """Files of the site, without a line per request."""

    def log_message(self, *arguments):
        """Say nothing."""


def main():
    """Serve until interrupted."""
    handler = functools.partial(Handler, directory=SITE)
    for port in range(8000, 8100):
        try:
            server = ThreadingHTTPServer(("127.0.0.1", port), handler)
            break
        except OSError:
            continue
    else:
        sys.exit("no free port between 8000 and 8099")
    print(f"The book is at http://127.0.0.1:{port}/  (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
