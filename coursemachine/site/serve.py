"""Serve the built book on the first free port from 8000 up and print its address."""

import functools
import sys
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from coursemachine.checkout import BOOK

SITE = BOOK / "_build" / "html"
#: This machine alone: a book on a laptop is not for its network.
ADDRESS = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Files of the site, without a line per request, without lists of folders and nothing from outside of it."""

    def log_message(self, *arguments):
        """Say nothing."""

    def end_headers(self):
        """Say with every file what lets a page share memory with its worker: then Stop can interrupt Python."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def send_head(self):
        """Refuse what a link in the site names outside of it."""
        if not Path(self.translate_path(self.path)).resolve().is_relative_to(Path(self.directory).resolve()):
            return self.send_error(HTTPStatus.NOT_FOUND, "File not found")
        return super().send_head()

    def list_directory(self, path):
        """A folder without a page is nothing to read."""
        return self.send_error(HTTPStatus.NOT_FOUND, "File not found")


def bind(site=SITE, ports=range(8000, 8100)):
    """A server over `site` on the first free port."""
    if not (site / "index.html").is_file():
        raise FileNotFoundError("the book is not built: make html")
    handler = functools.partial(Handler, directory=site)
    for port in ports:
        try:
            return ThreadingHTTPServer((ADDRESS, port), handler)
        except OSError:
            continue
    raise OSError(f"no free port between {ports[0]} and {ports[-1]}")


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
    sys.exit(main())
