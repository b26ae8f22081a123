"""What all tests share."""

from __future__ import annotations

import gc
import importlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

# What a language lacks is an error here, also in servers and commands that tests start.
os.environ["MISTVALE_STRICT_WORDS"] = "yes"

import pytest
from hypothesis import HealthCheck, settings

import mistvale as mv

# Examples are fixed, so that what fails in CI fails everywhere; MISTVALE_EXAMPLES asks for more.
USUAL = 60
EXAMPLES = int(os.environ.get("MISTVALE_EXAMPLES", USUAL))
settings.register_profile(
    "mistvale",
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("mistvale")


def some(examples: int) -> settings:
    """Fewer examples than usual, because each takes long; and as many times more when more are asked for."""
    return settings(max_examples=examples * EXAMPLES // USUAL)


def deep(*values: object, id: str | None = None) -> Any:
    """A case of a test that only `make deep` runs: another one nearly always shows the same."""
    return pytest.param(*values, id=id, marks=pytest.mark.deep)


# What takes long, in seconds where three workers share two cores and nothing is compiled yet: folders whose tests
# share a server or a browser, and files.
LONG = {
    "tests/server": 620,
    "tests/e2e": 560,
    "tests/lab": 150,
    "tests/cli": 100,
    "tests/bots": 100,
    "tests/core/test_cache.py": 60,
    "tests/laws": 44,
    "tests/analysis": 29,
    "tests/playthroughs": 16,
    "tests/examples/test_add_a_game.py": 10,
    "tests/games/secret_valley/test_knowledge.py": 12,
    "tests/games/valdora/test_scene.py": 11,
    "tests/games/test_nothing_compiles.py": 9,
}


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: who waits for a browser or a server leaves its core to another."""
    return (os.cpu_count() or 1) + 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker import a share of all tests first: the others find them compiled when they come to them.

    Workers begin at the same time and would compile all of them side by side, which takes longer than some tests do.
    What is imported stays: it is not looked through for garbage, neither meanwhile nor in any test.
    """
    gc.disable()
    config = session.config
    given: dict[str, str] = getattr(config, "workerinput", {})
    if not given or config.args != config.getini("testpaths"):
        return
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    first = int(given["workerid"].removeprefix("gw"))
    for file in files[first :: int(given["workercount"])]:
        name = ".".join(file.relative_to(config.rootpath).with_suffix("").parts)
        # What is wrong with one is told when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


DEEP = pytest.StashKey[list[str]]()
"""The names of all deep tests that were collected, whether they are run or not."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker is left alone with it in the end."""
    config.stash[DEEP] = [item.nodeid for item in items if item.get_closest_marker("deep")]
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers > 1:
        items[:] = dealt(items, workers)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


fresh: dict[str, dict[str, Any]] = {}
"""What came of the deep tests of this run."""


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Of set up, test and tear down of a deep test the worst counts, and all of their time; beside it what it found."""
    if "deep" not in report.keywords:
        return
    from tests.deep import results

    seconds = fresh.get(report.nodeid, {}).get("seconds", 0.0) + report.duration
    outcomes = [fresh.get(report.nodeid, {}).get("outcome", "passed"), report.outcome]
    worst = next((each for each in ("failed", "skipped") if each in outcomes), "passed")
    fresh[report.nodeid] = results.result(worst, seconds) | {name: str(told) for name, told in report.user_properties}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what came of deep tests."""
    if fresh and not hasattr(session.config, "workerinput"):
        from tests.deep import results

        results.write(results.updated(results.read(), known(session.config), fresh))


def known(config: pytest.Config) -> list[str]:
    """The deep tests that there are, in the files that were looked at; beside single ones also those that are kept."""
    from tests.deep import results

    single = any("::" in each for each in config.args)
    return [*(results.read() if single else ()), *config.stash.get(DEEP, [])]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if fresh:
        from tests.deep import results

        terminalreporter.section("deep tests")
        for line in results.summary(results.read()):
            terminalreporter.write_line(line)


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """A share for each worker, one after another: long tests evenly, then as many of the others as make it full.

    With `--dist worksteal` each worker begins with such a share, and who is done first takes from the end of another.
    """
    long: dict[str, list[pytest.Item]] = {place: [] for place in LONG}
    short: list[pytest.Item] = []
    for item in items:
        place = next((place for place in LONG if item.nodeid.startswith((f"{place}/", f"{place}::"))), None)
        (long[place] if place else short).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    burdens = [0] * workers
    for place in sorted(LONG, key=LONG.__getitem__, reverse=True):
        least = burdens.index(min(burdens))
        shares[least] += long[place]
        burdens[least] += LONG[place]
    order: list[pytest.Item] = []
    for number, share in enumerate(shares):
        full = (len(items) - len(order)) // (workers - number)
        free = max(0, full - len(share))
        order += share + short[:free]
        short = short[free:]
    return order + short


@pytest.fixture
def misty() -> mv.Game:
    return mv.game("misty")
