"""The server of ``make book``: this machine alone, the site alone."""

import re
import threading
from http.client import HTTPConnection

import pytest

from coursemachine.site import serve


@pytest.fixture
def site(tmp_path):
    site = tmp_path / "html"
    (site / "copa").mkdir(parents=True)
    (site / "index.html").write_text("the book")
    (site / "copa" / "page.html").write_text("a page")
    (tmp_path / "secret.txt").write_text("outside")
    return site


@pytest.fixture
def server(site):
    server = serve.bind(site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def get(server, path):
    """Status, text and headers of an answer."""
    connection = HTTPConnection(*server.server_address, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode(), answer.headers
    connection.close()
    return found


def test_pages_are_served_to_this_machine_and_may_share_memory_with_their_worker(server):
    assert server.socket.getsockname()[0] == "127.0.0.1"
    assert get(server, "/")[:2] == (200, "the book")
    *page, headers = get(server, "/copa/page.html?a=1#b")
    assert page == [200, "a page"]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"


@pytest.mark.parametrize("path", ["/none.html", "/../secret.txt", "/copa/../../secret.txt", "/%2e%2e/secret.txt"])
def test_nothing_else_is_served(server, path):
    assert get(server, path)[0] == 404


def test_another_port_is_taken_where_it_must(server, site):
    with serve.bind(site, server.server_port) as other:
        assert other.server_port != server.server_port


def test_the_command_says_that_nothing_is_built(tmp_path, capsys):
    assert serve.main(tmp_path) == 1
    said = capsys.readouterr()
    assert said.out == "" and re.fullmatch(r"the book is not built: make html\s*", said.err)
