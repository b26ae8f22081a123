"""Browsers and servers for the tests end to end. Whatever a page complains about fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from .people import Person, launch
from .servers import Program, Server


# For this folder, not for the session: an event loop in the main thread would be in the way of others.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all who do not harm it."""
    started = Server(tmp_path_factory.mktemp("data"))
    yield started
    started.end()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    started = Server(tmp_path / "data")
    yield started
    started.end()


@pytest.fixture
def program(server: Server) -> Iterator[Program]:
    with Program(server) as opened:
        yield opened


@pytest.fixture
def person(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Lets people in; afterwards nothing may have gone wrong in any of their browsers."""
    people: list[Person] = []

    def enter(at: Server, **looks: Any) -> Person:
        people.append(Person(browser, at, **looks))
        return people[-1]

    yield enter
    for each in people:
        each.close()
    assert [text for each in people for text in each.complaints()] == []
