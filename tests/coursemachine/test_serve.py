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
    connection = HTTPConnection(*server.server_address, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def test_only_this_machine_is_served(server):
    assert server.socket.getsockname()[0] == "127.0.0.1"


def test_pages_are_served(server):
    assert get(server, "/") == (200, "the book")
    assert get(server, "/copa/page.html?a=1#b") == (200, "a page")


def test_a_page_may_share_memory_with_its_worker(server):
    connection = HTTPConnection(*server.server_address, timeout=10)
    connection.request("GET", "/copa/page.html")
    headers = connection.getresponse().headers
    connection.close()
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"


@pytest.mark.parametrize("path", ["/none.html", "/../secret.txt", "/copa/../../secret.txt", "/%2e%2e/secret.txt"])
def test_nothing_else_is_served(server, path):
    assert get(server, path)[0] == 404


def test_another_port_is_taken_where_it_must(server, site):
    with serve.bind(site, server.server_port) as other:
        assert other.server_port != server.server_port


def test_a_book_that_is_not_built_has_no_address(tmp_path):
    with pytest.raises(FileNotFoundError, match="the book is not built: make html"):
        serve.bind(tmp_path)


def test_the_command_says_that_nothing_is_built(tmp_path, capsys):
    assert serve.main(tmp_path) == 1
    said = capsys.readouterr()
    assert said.out == "" and re.fullmatch(r"the book is not built: make html\s*", said.err)
