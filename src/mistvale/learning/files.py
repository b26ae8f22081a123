"""What both kinds of files have in common: tables of TOML with known names, and patterns for moves and keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from fnmatch import fnmatchcase
from importlib import resources
from typing import Any, TypeVar

from ..core.game import Game

T = TypeVar("T")

ID = re.compile(r"[a-z][a-z0-9-]*")


def read_tables(game: Game, file: str, name: str) -> list[dict[str, Any]]:
    """The tables called `name` of a game's file, none where it has no such file."""
    path = resources.files(game.package) / file
    if not path.is_file():
        return []
    data = tomllib.loads(path.read_text("utf-8"))
    if strange := data.keys() - {name}:
        raise ValueError(f"{game.name}/{file}: unknown: {', '.join(sorted(strange))}; known: {name}")
    return list(data[name])


def filled(kind: type[T], table: Mapping[str, Any], where: str, **more: Any) -> T:
    """A dataclass from a table: names have to be its fields, lists become tuples."""
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    if strange := table.keys() - known.keys():
        raise ValueError(f"{where}: unknown: {', '.join(sorted(strange))}; known: {', '.join(known)}")
    given = {**table, **more}
    if missing := [
        name for name, each in known.items() if name not in given and each.default is each.default_factory is MISSING
    ]:
        raise ValueError(f"{where}: missing: {', '.join(missing)}")
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})


def check_ids(ids: Sequence[str], where: str) -> None:
    """Ids stand in addresses and in keys of catalogues, so they are short words, each there once."""
    for each in ids:
        if not ID.fullmatch(each):
            raise ValueError(f"{where}: {each!r} is no id: lower case, digits and - only")
    if twice := {each for each in ids if ids.count(each) > 1}:
        raise ValueError(f"{where}: there twice: {', '.join(sorted(twice))}")


def fits(text: str, patterns: Sequence[str]) -> bool:
    """Whether a move or a key is one of those meant: `place *` is every place."""
    return any(fnmatchcase(text, pattern) for pattern in patterns)
