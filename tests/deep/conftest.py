"""Marks what is here as deep, and keeps what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DEEP
from tests.e2e.conftest import browser, person, server  # noqa: F401 - fixtures
from tests.e2e.test_valdora import short_server  # noqa: F401 - a fixture

from . import results

HERE = Path(__file__).parent
fresh: dict[str, results.Result] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A quick look leaves out what is slow, so deep tests are that, too."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.deep)
            item.add_marker(pytest.mark.slow)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Of set up, test and tear down the worst counts, and all of their time."""
    seconds = fresh.get(report.nodeid, {}).get("seconds", 0.0) + report.duration
    outcomes = [fresh.get(report.nodeid, {}).get("outcome", "passed"), report.outcome]
    worst = next((each for each in ("failed", "skipped") if each in outcomes), "passed")
    fresh[report.nodeid] = results.result(worst, seconds)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if fresh and not hasattr(session.config, "workerinput"):
        tests = session.config.stash.get(DEEP, [])
        results.write(results.updated(results.read(), tests, fresh))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if fresh:
        terminalreporter.section("deep tests")
        for line in results.summary(results.read()):
            terminalreporter.write_line(line)
