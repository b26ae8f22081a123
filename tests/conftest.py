"""What all tests share."""

from __future__ import annotations

import importlib
import os
from contextlib import suppress
from pathlib import Path

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


# What takes long, in seconds of a quiet machine: folders whose tests share a server or a browser, and files.
LONG = {
    "tests/e2e": 120,
    "tests/server": 100,
    "tests/laws": 60,
    "tests/cli": 40,
    "tests/core/test_cache.py": 28,
    "tests/playthroughs": 21,
    "tests/arena": 30,
    "tests/bots": 18,
    "tests/games/valdora/test_laws.py": 9,
    "tests/games/misty_valley/test_laws.py": 9,
    "tests/games/test_nothing_compiles.py": 6,
    "tests/examples/test_add_a_game.py": 12,
    "tests/games/misterra/test_knowledge.py": 7,
    "tests/games/misterra/test_scene.py": 7,
    "tests/games/secret_valley/test_knowledge.py": 8,
    "tests/rulebook/misty_valley/test_second_opinion.py": 6,
}


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: who waits for a browser or a server leaves its core to another."""
    return (os.cpu_count() or 1) + 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker import a share of all tests first: the others find them compiled when they come to them.

    Workers begin at the same time and would compile all of them side by side, which takes longer than some tests do.
    """
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
    config.stash[DEEP] = [item.nodeid for item in items if item.nodeid.startswith("tests/deep/")]
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers > 1:
        items[:] = dealt(items, workers)


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
