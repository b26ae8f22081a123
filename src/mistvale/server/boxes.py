"""Boxes that people make themselves: what a table holds of one, and the boxes that are kept until nobody comes back.

The event that opens a table with such a box holds all of it, so that the table is a fold of its own events as every
other one is, whatever becomes of the box that was kept.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

import mistvale as mv
from mistvale.core.box import Value
from mistvale.core.box_form import Form, open_form, read_form, read_own, write_box

from . import schema
from .errors import Collision, refuse
from .events import now
from .models.boxes import BoxDifference
from .retention import today
from .store import Store

PASSED, FAILED, LATE = "passed", "failed", "late"
MOST_READ = 64  # boxes that lie ready as the rules read them


@dataclass(frozen=True)
class OwnBox:
    """The box of a table, if it is not the standard one."""

    digest: str
    data: dict[str, Any]
    # What differs from the standard box of the day: the place, the value, the standard one.
    differs: tuple[tuple[str, Value, Value | None], ...]

    @classmethod
    def of(cls, form: Form) -> OwnBox:
        """A box as it was made by a form."""
        differs = tuple((path, value, form.fields[path].standard) for path, value in form.changes.items())
        return cls(form.box().digest, form.data, differs)

    def written(self) -> dict[str, Any]:
        """As an event holds it."""
        return {"digest": self.digest, "data": self.data, "differs": [list(each) for each in self.differs]}

    def box(self, game: str) -> mv.Box:
        """As rules read it; ValueError if what was written down does not lead to it any more."""
        found = _read(game, json.dumps(self.data))
        if found.digest != self.digest:
            raise ValueError(f"the box {self.digest} is read as {found.digest}")
        return found

    def file(self) -> str:
        """As a box file."""
        return write_box(self.data)


@functools.lru_cache(MOST_READ)
def _read(game: str, data: str) -> mv.Box:
    return read_own(mv.game(game), json.loads(data))


def read_own_box(told: dict[str, Any] | None) -> OwnBox | None:
    """What an event says of the box of its table."""
    if not told:
        return None
    differs = tuple((str(path), value, usual) for path, value, usual in told["differs"])
    return OwnBox(told["digest"], told["data"], differs)


@dataclass(frozen=True)
class Kept:
    """A box that is kept, and what came of its trial: nothing yet where the verdict is empty."""

    digest: str
    game: str
    guest: str
    data: dict[str, Any]
    verdict: str
    finding: str

    @property
    def form(self) -> Form:
        """The form that it would be made by today."""
        return read_form(mv.game(self.game), self.data)


def differences(box: OwnBox) -> list[BoxDifference]:
    """What differs from the standard box, as it is told."""
    return [
        BoxDifference(path=path, name=figure_name(box.data, path), value=value, standard=usual)
        for path, value, usual in box.differs
    ]


def figure_name(data: Any, path: str) -> str:
    """What a box file calls a figure, with the group that it is in."""
    group, _, last = path.rpartition(".")
    above, _, listed = group.rpartition(".")
    if last.isdecimal() and not listed.isdecimal():  # one of a list that has a name
        group, last = above, f"{listed} {int(last) + 1}"
    elif last.isdecimal():
        last = str(int(last) + 1)
    return f"{group_name(data, group)}: {last}" if group else last


def group_name(data: Any, path: str) -> str:
    """What a box file calls a group: the names on the way there, and numbers from 1 where there are none."""
    names = []
    for key in path.split(".") if path else ():
        rows, data = data, data[int(key)] if isinstance(data, list) else data[key]
        called = data.get("name") or data.get("resource") if isinstance(data, dict) else _first_word(rows, data)
        names.append(str(called or (int(key) + 1 if key.isdecimal() else key)))
    return " ".join(names[1:] or names) or str(data.get("game", ""))  # a box file need not name its game


def _first_word(rows: Any, row: Any) -> str | None:
    """What a list begins with, where all that it stands among begin with other words."""
    if not (isinstance(rows, list) and isinstance(row, list) and row and isinstance(row[0], str)):
        return None
    firsts = [str(each[0]) for each in rows if isinstance(each, list) and each]
    return row[0] if len({*firsts}) == len(firsts) else None


def hand_on(connection: sa.Connection, guest: str, player: str) -> None:
    """A guest signed in: what it made is the player's."""
    connection.execute(sa.update(schema.boxes).where(schema.boxes.c.guest == guest).values(guest=player))


def forget_maker(connection: sa.Connection, guests: Collection[str]) -> None:
    """Somebody has deleted the account: nobody knows any more who made a box."""
    connection.execute(sa.update(schema.boxes).where(schema.boxes.c.guest.in_(guests)).values(guest=""))


def rules_of(game: str) -> str:
    """What a verdict is about: by other rules a box is tried anew."""
    return f"{game} {mv.game(game).version}"


class Boxes:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, game: str, digest: str) -> Kept:
        """A box by its digest; it was seen today."""
        table = schema.boxes
        rows = self.store.rows(sa.select(table).where(table.c.digest == digest, table.c.game == game))
        if not rows:
            raise refuse("not-found", "no-box")
        row = rows[0]
        if row.touched != today():
            self.store.submit(lambda connection: _touch(connection, digest)).result()
        said = row.rules == rules_of(game)
        return Kept(digest, game, row.guest, row.data, row.verdict if said else "", row.finding if said else "")

    def keep(self, guest: str, form: Form, most: int) -> Kept:
        """Keep a box; who had the same one before has made it."""
        table, digest = schema.boxes, form.box().digest
        values = {"digest": digest, "game": form.game.name, "guest": guest, "data": form.data}

        def job(connection: sa.Connection) -> None:
            if connection.execute(sa.select(table.c.digest).where(table.c.digest == digest)).first():
                return
            mine = sa.select(sa.func.count()).select_from(table).where(table.c.guest == guest)
            if most and connection.execute(mine).scalar_one() >= most:
                raise refuse("too-many", "boxes-many", most=most)
            said = {"verdict": "", "finding": "", "rules": "", "at": now(), "touched": today()}
            connection.execute(sa.insert(table).values(**values, **said))

        with suppress(Collision):  # another has kept the same one in this moment
            self.store.submit(job).result()
        return self.find(form.game.name, digest)

    def judge(self, game: str, digest: str, verdict: str, finding: str) -> None:
        """Write down what came of a trial."""
        table = schema.boxes
        said = {"verdict": verdict, "finding": finding, "rules": rules_of(game)}
        change = sa.update(table).where(table.c.digest == digest, table.c.game == game).values(**said)
        self.store.submit(lambda connection: connection.execute(change) and None).result()


def _touch(connection: sa.Connection, digest: str) -> None:
    connection.execute(sa.update(schema.boxes).where(schema.boxes.c.digest == digest).values(touched=today()))


def form_of(game: mv.Game, changes: dict[str, Value] | None, data: dict[str, Any] | None) -> Form:
    """The form of a box that somebody has typed, or written down."""
    return read_form(game, data) if data is not None else open_form(game, changes)
