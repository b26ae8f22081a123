"""The kept results of the deep tests: one for each, and nothing that nobody could have written."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mistvale.core import verbs
from mistvale.core.rule import INTERPRETED
from tests.conftest import DEEP, known
from tests.deep import results
from tests.toys import nim

ROOT = Path(__file__).parents[1]


def test_every_deep_test_has_a_result(request: pytest.FixtureRequest) -> None:
    """Of the files that were looked at; where a file is gone, so are its results."""
    tests = set(request.config.stash[DEEP])
    files = {file_of(test) for test in tests}
    kept = {test for test in results.read() if file_of(test) in files or not (ROOT / file_of(test)).exists()}
    assert kept == tests, "`make deep` writes those that are missing"


def file_of(test: str) -> str:
    return test.partition("::")[0]


def test_every_result_can_be_read() -> None:
    for found in results.read().values():
        assert found["outcome"] in results.OUTCOMES
        if found["outcome"] != results.NOT_RUN:
            assert found["seconds"] >= 0
            assert date.fromisoformat(found["date"]) <= date.today()
            assert re.fullmatch("[0-9a-f]{16}", found["rules"])


def test_a_result_of_other_rules_is_told_as_such() -> None:
    now = results.result("passed", 1.0)
    told = results.summary({"a": now, "b": {**now, "rules": "0" * 16}, "c": {"outcome": results.NOT_RUN}})
    assert [line.endswith(", for older rules)") for line in told] == [False, True, False]
    assert told[2] == "c: not run yet"


def test_what_a_test_found_is_told_beside_its_outcome() -> None:
    now = results.result("passed", 1.0) | {"found": "19 of 20"}
    assert results.summary({"a": now})[0].startswith("a: passed, 19 of 20 (")


def test_results_of_tests_that_are_gone_are_not_kept() -> None:
    before = {f"deep.py::{test}": results.result("passed", 1.0) for test in ("gone", "kept")}
    fresh = {"deep.py::run": results.result("failed", 3.0)}
    after = results.updated(before, ["deep.py::kept", "deep.py::new", "deep.py::run"], fresh)
    assert {test.partition("::")[2]: found["outcome"] for test, found in after.items()} == {
        "kept": "passed",
        "new": results.NOT_RUN,
        "run": "failed",
    }


@pytest.mark.parametrize(("asked", "stays"), [("deep.py", False), ("deep.py::one", True)])
def test_a_single_test_leaves_the_results_of_those_beside_it(
    monkeypatch: pytest.MonkeyPatch, asked: str, stays: bool
) -> None:
    before = {"deep.py::other": results.result("passed", 1.0)}
    monkeypatch.setattr(results, "read", lambda: before)
    config: Any = SimpleNamespace(args=[asked], stash={DEEP: ["deep.py::one"]})
    after = results.updated(before, known(config), {"deep.py::one": results.result("passed", 3.0)})
    assert ("deep.py::other" in after) == stays


def test_results_of_files_that_were_not_looked_at_stay() -> None:
    before = {"one.py::test": results.result("passed", 1.0)}
    after = results.updated(before, ["two.py::test"], {"two.py::test": results.result("passed", 3.0)})
    assert set(after) == {"one.py::test", "two.py::test"}


@pytest.mark.skipif(INTERPRETED, reason="compiled rules are followed")
def test_the_digest_of_rules_follows_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = verbs.of(nim.GAME.state)
    before = results.rules_digest(rules)
    assert before == results.rules_digest(dict(reversed(rules.items())))
    monkeypatch.setitem(rules["scores"].py_func.__globals__, "PRIZE", 5)
    assert results.rules_digest(rules) != before
