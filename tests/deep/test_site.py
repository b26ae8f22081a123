"""The pages as one site, as `make docs` builds it: nothing is missing, nothing is from elsewhere, all can be found."""

from __future__ import annotations

import contextlib
import functools
import html
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
LOOKS = {"desk": (1280, 800), "phone": (390, 844)}
PATIENCE = 120_000  # milliseconds: on a busy machine the index takes a while
# A page of each kind.
PAGES = ("index.html", "play/misty.html", "hosting.html", "protocol.html", "add-a-game.html", "api/matches.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built where no network is: whatever would ask for something fails."""
    pytest.importorskip("material", reason="python tools/setup.py docs installs what builds the pages")
    folder = tmp_path_factory.mktemp("site")
    nowhere = {f"{name}_proxy": "http://127.0.0.1:9" for name in ("http", "https", "all")}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, **nowhere, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextlib.contextmanager
def looking(browser: Browser, look: str) -> Iterator[tuple[Page, list[str], list[str]]]:
    """A page, what it asked for, and what went wrong there."""
    width, height = LOOKS[look]
    page = browser.new_page(viewport={"width": width, "height": height})
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page, asked, wrong
    page.close()


@pytest.mark.parametrize("look", LOOKS)
def test_pages_ask_nobody_else_and_fit_on_a_screen(look: str, browser: Browser, address: str) -> None:
    with looking(browser, look) as (page, asked, wrong):
        for name in PAGES:
            page.goto(f"{address}/{name}", wait_until="networkidle")
            assert page.locator("h1").count() == 1
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= LOOKS[look][0], f"{name} is {wide} wide"
            broken = page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
            assert broken == [], name
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
        assert wrong == []


def test_what_one_looks_for_is_found_without_asking_anybody(browser: Browser, address: str) -> None:
    with looking(browser, "desk") as (page, asked, wrong):
        page.goto(f"{address}/index.html", wait_until="networkidle")
        page.locator(".md-search__input").first.click()
        page.keyboard.type("recovery code", delay=20)
        page.locator(".md-search-result__item a").first.wait_for(state="attached", timeout=PATIENCE)
        found = page.locator(".md-search-result__item a").evaluate_all("links => links.map(a => a.href)")
        assert any("/hosting.html" in each for each in found), found
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == [] == wrong


def test_all_that_is_public_is_in_the_reference(site: Path) -> None:
    import mistvale as mv

    text = "".join(file.read_text(encoding="utf-8") for file in (site / "api").iterdir())
    headings = set(re.findall(r'id="mistvale\.([\w.]+)"', text))
    told = {each.rpartition(".")[2] for each in headings}
    assert {name for name in mv.__all__ if not name.startswith("_")} - told == set()


def test_no_markdown_is_left_in_a_page(site: Path) -> None:
    """What code hosts read otherwise than this site's tool shows up as plain signs."""
    for file in sorted(site.rglob("*.html")):
        body = file.read_text(encoding="utf-8").partition("<article")[2].partition("</article>")[0]
        body = re.sub(r"<(pre|code|svg)\b.*?</\1>", "", body, flags=re.S)
        text = html.unescape(re.sub(r"<[^>]+>", "\n", body))
        left = re.findall(r"^(?:\||```|[-*] |#+ |.*\]\().*$", text, flags=re.M)
        assert left == [], f"{file.relative_to(site)}: {left[:3]}"
