"""The last result of each deep test, and the rules that it is about."""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import json
import textwrap
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import FunctionType
from typing import Any

import mistvale as mv
from mistvale.core import lineage, verbs

FILE = Path(__file__).with_name("results.json")
NOT_RUN = "not run yet"
OUTCOMES = ("passed", "failed", "skipped", NOT_RUN)
Result = dict[str, Any]


@functools.cache
def rules() -> str:
    """The digest of the rules and the boxes of all games."""
    found = hashlib.sha256()
    for name in sorted(mv.games()):
        game = mv.game(name)
        told = rules_digest(verbs.of(game.state))
        found.update(f"{name} {game.version} {game.box().digest} {told}\n".encode())
    return found.hexdigest()[:16]


def rules_digest(rules: Mapping[str, Any]) -> str:
    """What a game's rules say, given by the names of their verbs: the same on every machine and with all tools.

    Unlike the key of the compile cache it holds the text of rules, not the instructions that Python makes of it.
    """
    found = hashlib.sha256()
    for verb in sorted(rules):
        for function in lineage.followed(rules[verb].py_func, [rules]):
            found.update(f"{verb} {said(function)}\n".encode())
    return found.hexdigest()


def said(function: FunctionType) -> str:
    """A function as its author wrote it, without comments and docstring, and the values that it reads."""
    [written] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(written, ast.FunctionDef)
    if ast.get_docstring(written) is not None:
        written.body = written.body[1:] or [ast.Pass()]
    values = [f"{name} {lineage.told(value)}" for name, value in lineage.outside(function)]
    return "\n".join([ast.unparse(written), *values])


def read() -> dict[str, Result]:
    """The results by the names of the tests."""
    found: dict[str, Result] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def write(results: dict[str, Result]) -> None:
    FILE.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n", encoding="utf-8")


def result(outcome: str, seconds: float) -> Result:
    """A result of today, with today's rules."""
    today = datetime.now(UTC).date().isoformat()
    return {"outcome": outcome, "seconds": round(seconds, 1), "date": today, "rules": rules()}


def updated(results: dict[str, Result], tests: list[str], fresh: dict[str, Result]) -> dict[str, Result]:
    """What is known now of each of these tests, and of those in other files; of those that are gone, nothing."""
    files = {test.partition("::")[0] for test in tests}
    elsewhere = {test: found for test, found in results.items() if test.partition("::")[0] not in files}
    return elsewhere | {test: fresh.get(test) or results.get(test) or {"outcome": NOT_RUN} for test in tests}


def summary(results: dict[str, Result]) -> list[str]:
    """A line for each test: what came of it, and whether that is about rules that have changed since."""
    lines = []
    for test, found in sorted(results.items()):
        old = "" if found.get("rules") in (None, rules()) else ", for older rules"
        when = f" ({found['date']}, {found['seconds']} s{old})" if "date" in found else ""
        count = f", {found['found']}" if "found" in found else ""
        lines.append(f"{test}: {found['outcome']}{count}{when}")
    return lines
