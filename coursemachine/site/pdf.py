"""Print pages of the built book, each into one PDF, as a reader's Chromium does: ``make pdf``.

python -m coursemachine.site.pdf                     every page
python -m coursemachine.site.pdf part/chapter        this page alone
"""

import sys
import threading
from pathlib import Path

from coursemachine.notebooks.preview import chromium
from coursemachine.site import serve

GOAL = serve.SITE.parent / "pdf"
PAPER = {"format": "A4", "print_background": True, "outline": True, "tagged": True}
# Without a margin there is no room for the numbers of pages.
PAPER["margin"] = {"top": "14mm", "right": "12mm", "bottom": "16mm", "left": "12mm"}


def write(names=(), goal=GOAL, site=serve.SITE):
    """Print the pages called `names`, by default all, and return the files."""
    pages = [path.relative_to(site).with_suffix("").as_posix() for path in sorted(site.rglob("*.html"))]
    files, server = [], serve.bind(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with chromium() as browser:
            if browser is None:
                raise OSError("make pdf prints with Chromium: install one (Debian: apt-get install chromium)")
            page = browser.new_page()
            for name in names or [page for page in pages if not page.startswith(("_static", "embed"))]:
                page.goto(f"http://{serve.ADDRESS}:{server.server_port}/{name}.html")
                page.evaluate("() => window.MathJax?.startup?.promise.then(() => {})")
                files.append(Path(goal, f"{name}.pdf"))
                files[-1].parent.mkdir(parents=True, exist_ok=True)
                page.pdf(path=files[-1], **PAPER)
    finally:
        server.shutdown()
        server.server_close()
    return files


if __name__ == "__main__":
    try:
        print(*write(sys.argv[1:]), sep="\n")
    except OSError as error:
        sys.exit(str(error))
