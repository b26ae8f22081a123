"""Hostile inputs, made from the description of the API: what a liar at the other end would try.

Half of what is sent is right, so that much of it gets past the first check and into the handlers, at tables where the
liar has seats; the rest is wrong in one place or in all. Whatever comes back must be an answer and no accident,
whatever is refused must have changed nothing, and what belongs to others must never be told.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from fastapi import FastAPI

from mistvale.server import admin, schema
from mistvale.server.app import create_app
from mistvale.server.settings import DATABASE, Settings

from .asking import Answer, Asker
from .furnishing import furnish

# How many requests are made in one world before there is a new one: some of them end it for whoever sent them.
WORLD = 200
PLAIN_TEXTS = ("Eve", "a", "misty", "0123456789abcdef", "00" * 32)
ODD_TEXTS = (
    *("", " ", "0", "-1", "null", "true", "me", "a" * 300, "ä" * 40, "\u202etxt", "\0", "😀", "e\u0301" * 30),
    *(
        "../../etc/passwd",
        "%2e%2e/",
        "'; DROP TABLE events; --",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "\r\nSet-Cookie: a=b",
    ),
)
ODD_VALUES = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    -(2**63),
    1e308,
    0.5,
    [],
    {},
    [[]],
    [None],
    {"a": {"b": []}},
    [0] * 300,
)
ODD_BODIES = (
    *(b"", b"{", b"null", b"[]", b"nonsense", b"\xff\xfe", b'{"seat": NaN}', b'{"seat": 1e400}', b'"text"', b"0"),
    *(b"[" * 3000, b'{"a":' * 2000, b'{"seat": 0, "seat": 1}', b'{"name": "\\ud800"}', b"{}" * 9000),
)
# What may come and go whatever is answered: sessions and what one is asked to prove, tries that are counted, names of
# who came by, and what a server notes of itself.
PASSING = frozenset({"sessions", "challenges", "journeys", "attempts", "guests", "beats", "outages", "pulse"})
# All others tell of something that has happened.
KEPT = tuple(sorted(set(schema.metadata.tables) - PASSING))

# How much there is of each, and which event is the newest.
NEWEST = "(SELECT coalesce(max(rowid), 0) FROM events)"
COUNTED = "SELECT " + ", ".join([*(f"(SELECT count(*) FROM {name})" for name in KEPT), NEWEST])
BY_SOMEBODY = "SELECT count(*) FROM events WHERE rowid > ? AND guest IS NOT NULL"
# What may follow from an event, and nothing else.
FOLLOWING = frozenset({"events", "results", "names", "ladder", "ratings", "rating_steps", "devices", "outbox"})


@asynccontextmanager
async def looking_into(file: Path) -> AsyncIterator[sqlite3.Connection]:
    """A look into a server's database that it does not know of, and that begins anew with every question."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        yield database


class Accident(AssertionError):
    """Something that must not happen, with the request that made it happen."""


@dataclass
class Liar:
    """Somebody who tries: with cookies of its own, and what it may know."""

    asker: Asker
    pool: dict[str, list[Any]] = field(default_factory=dict)


@dataclass
class World:
    """Some tables and people; the liar sits at some tables, and others have secrets."""

    liar: Liar
    legal: dict[str, list[str]]
    foreign: frozenset[str]
    secrets: tuple[str, ...]


class Siege:
    """A server, and everything that is tried at it."""

    def __init__(self, folder: Path, seed: int, **more: Any) -> None:
        limits = dict.fromkeys(UNLIMITED, 0)
        self.settings = Settings(data_dir=folder, database=None, bot_pause=0.0, **limits | more)
        self.dice = random.Random(seed)
        furnish(folder)
        self.app: FastAPI = create_app(self.settings)
        self.told: Counter[int] = Counter()
        self.reached = 0
        self.before: tuple[int, ...] = ()
        self.counts: tuple[int, ...] = ()
        self.version: int | None = None
        self.database: sqlite3.Connection
        self.operations: list[tuple[str, str, dict[str, Any]]] = []
        self.schemas: dict[str, Any] = {}

    async def run(self, requests: int) -> None:
        file = self.settings.data_dir / DATABASE
        async with self.app.router.lifespan_context(self.app), looking_into(file) as self.database:
            described = self.app.openapi()
            self.schemas = described["components"]["schemas"]
            self.operations = [
                (method.upper(), path, about)
                for path, methods in described["paths"].items()
                for method, about in methods.items()
            ]
            for done in range(0, requests, WORLD):
                world = await self.new_world()
                self.before = self.state()
                for _ in range(min(WORLD, requests - done)):
                    await self.attack(world)

    # ------------------------------------------------------------ the world

    async def new_world(self) -> World:
        await self.open_doors()
        liar, other = Asker(self.app), Asker(self.app)
        for one in (liar, other):
            await one.get("/api/me")
        secrets: list[str] = []
        pool: dict[str, list[Any]] = {
            "seat": [0, 1],
            "lang": ["en", "de"],
            "game": ["misty"],
            "bot": ["random"],
            "most": [5],
        }
        kind = self.dice.choice(("guest", "player", "admin"))
        if kind != "guest":
            made = (await liar.post("/api/account", {"name": "Eve"})).json()
            pool["code"] = made["codes"]
            if kind == "admin":
                admin.give_role(self.app.state.hub.store, made["account"]["player"], "admin", "root")
        bob = (await other.post("/api/account", {"name": "Bob"})).json()
        secrets += bob["codes"]
        secrets += other.cookies.values()
        pool["handle"] = pool["player"] = [bob["account"]["player"]]
        here = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}
        open_to = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        mine = [(await liar.post("/api/matches", wish)).json() for wish in (here, open_to)]
        theirs = [(await other.post("/api/matches", wish)).json() for wish in (here, open_to)]
        secrets += [seat["link"].rpartition("/")[2] for each in theirs for seat in each["seats"] if seat.get("link")]
        secrets += await self.seeds(each["match"] for each in theirs)
        pool["match"] = [mine[0]["match"], mine[0]["match"], mine[1]["match"], theirs[0]["match"], theirs[1]["match"]]
        pool["token"] = [seat["link"].rpartition("/")[2] for seat in mine[1]["seats"] if seat.get("link")]
        legal = {mine[0]["match"]: (await liar.get(f"/api/matches/{mine[0]['match']}/legal?seat=0")).json()}
        pool["move"] = legal[mine[0]["match"]]
        found = tuple(each for each in secrets if len(each) > 8)
        return World(Liar(liar, pool), legal, frozenset(each["match"] for each in theirs), found)

    async def open_doors(self) -> None:
        """An administrator among the liars may have closed them."""
        hub = self.app.state.hub
        for table in (schema.bans, schema.signs):
            hub.store.submit(lambda connection, table=table: connection.execute(sa.delete(table))).result()
        await hub.doorman.look()

    async def seeds(self, matches: Any) -> list[str]:
        """What would give the decks of matches away."""
        found = []
        for match in matches:
            live = await self.app.state.hub.live(match)
            found += [live.table.host_part or "", live.table.seed or ""]
        return found

    # ------------------------------------------------------------ one request

    async def attack(self, world: World) -> None:
        method, path, about = self.dice.choice(self.operations)
        honest = self.dice.random() < 0.5
        url, seat = self.address(world, path, about, honest)
        headers = {}
        content = self.body(world, about, honest)
        if content is not None:
            headers["content-type"] = "application/json" if honest else self.dice.choice(CONTENT_TYPES)
        answer = await world.liar.asker.request(method, url, content, headers)
        self.judge(world, f"{method} {url} {(content or b'')[:300]!r}", answer)
        if answer.status_code < 300 and seat is not None and any(match in url for match in world.foreign):
            raise Accident(f"through another's eyes: {method} {url}")

    def judge(self, world: World, asked: str, answer: Answer) -> None:
        self.told[answer.status_code] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            raise Accident(f"{answer.status_code} for {asked}: {answer.text[:300]}")
        if answer.status_code >= 400:
            self.check_refusal(asked, answer)
            if self.state() != self.before and not self.went_on():
                raise Accident(f"refused, and something has changed: {asked}: {self.changes()}")
        self.before = self.state()
        if answer.status_code < 300 or answer.status_code in (403, 409):
            self.reached += 1
        for secret in world.secrets:
            if secret in answer.text:
                raise Accident(f"a secret of somebody else's came with {asked}")

    def check_refusal(self, asked: str, answer: Answer) -> None:
        """Every refusal says what is wrong; a path that is none may be anything."""
        try:
            told = answer.json()
        except ValueError:
            told = {}
        if set(told) != {"error", "text"} or not told["text"]:
            raise Accident(f"{answer.status_code} {answer.text[:200]!r} is no answer to {asked}")

    def state(self) -> tuple[int, ...]:
        """How much there is of all that tells of what has happened; counted again when somebody has written."""
        [version] = self.database.execute("PRAGMA data_version").fetchone()
        if version != self.version:
            self.version = version
            self.counts = tuple(self.database.execute(COUNTED).fetchone())
        return self.counts

    def changes(self) -> dict[str, tuple[int, int]]:
        """What there was, and what there is now, where that is not the same."""
        counts = zip(KEPT, self.before, self.counts, strict=False)
        return {name: (before, now) for name, before, now in counts if before != now}

    def went_on(self) -> bool:
        """Whether all that has changed happens at tables by itself: bots move, time runs out, seats come free."""
        [count] = self.database.execute(BY_SOMEBODY, self.before[-1:]).fetchone()
        return "events" in self.changes() and set(self.changes()) <= FOLLOWING and count == 0

    # ------------------------------------------------------------ what is sent

    def address(self, world: World, path: str, about: dict[str, Any], honest: bool) -> tuple[str, Any]:
        query, seat = [], None
        for given in about.get("parameters", ()):
            value = self.value(world, given["schema"], given["name"], honest)
            if given["name"] == "wait":
                query.append("wait=0")  # whoever waits for a turn would wait for long
            elif given["in"] == "path":
                path = path.replace(f"{{{given['name']}}}", quote(str(value), safe=""))
            elif self.dice.random() < (0.9 if given.get("required") else 0.3):
                query.append(f"{quote(given['name'])}={quote(str(value), safe='')}")
                seat = value if given["name"] == "seat" else seat
        return path + ("?" + "&".join(query) if query else ""), seat

    def body(self, world: World, about: dict[str, Any], honest: bool) -> bytes | None:
        if "requestBody" not in about:
            return None if self.dice.random() < 0.9 else self.dice.choice(ODD_BODIES)
        if not honest and self.dice.random() < 0.3:
            return self.dice.choice(ODD_BODIES)
        [wanted] = about["requestBody"]["content"].values()
        made = self.value(world, wanted["schema"], "", honest)
        return json.dumps(made).encode()

    def value(self, world: World, wanted: dict[str, Any], name: str, honest: bool) -> Any:
        """A value for a field: one that fits, or, from a liar, now and then any other."""
        if not honest and self.dice.random() < 0.2:
            return self.dice.choice(ODD_VALUES) if self.dice.random() < 0.6 else self.dice.choice(ODD_TEXTS)
        known = world.liar.pool.get(name)
        if known and self.dice.random() < 0.9:
            return self.dice.choice(known)
        wanted = self.settled(wanted)
        if "enum" in wanted or "const" in wanted:
            return self.dice.choice(wanted.get("enum") or [wanted["const"]])
        make = MAKERS.get(str(wanted.get("type")))
        return make(self, world, wanted, honest) if make else self.dice.choice(ODD_TEXTS)

    def settled(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """A schema without references and choices."""
        while "$ref" in wanted or "anyOf" in wanted or "oneOf" in wanted:
            if "$ref" in wanted:
                wanted = self.schemas[wanted["$ref"].rpartition("/")[2]]
            else:
                wanted = self.dice.choice(wanted.get("anyOf") or wanted["oneOf"])
        return wanted

    def record(self, world: World, wanted: dict[str, Any], honest: bool) -> dict[str, Any]:
        made = {}
        for name, field_wanted in wanted.get("properties", {}).items():
            if name in wanted.get("required", ()) or self.dice.random() < 0.4:
                made[name] = self.value(world, field_wanted, name, honest)
        if not honest and made and self.dice.random() < 0.2:
            del made[self.dice.choice(list(made))]
        if not honest and self.dice.random() < 0.1:
            made[self.dice.choice(ODD_TEXTS)] = self.dice.choice(ODD_VALUES)
        return made

    def many(self, world: World, wanted: dict[str, Any], honest: bool) -> list[Any]:
        count = self.dice.choice((1, 2, 2, 3)) if honest else self.dice.choice((0, 1, 2, 17, 100))
        return [self.value(world, wanted.get("items", {}), "", honest) for _ in range(count)]

    def number(self, _world: World, wanted: dict[str, Any], _honest: bool) -> Any:
        return self.dice.choice((wanted.get("minimum", 0), wanted.get("maximum", 3), 0, 1, 2, 7))

    def text(self, _world: World, _wanted: dict[str, Any], honest: bool) -> str:
        return self.dice.choice(PLAIN_TEXTS if honest else ODD_TEXTS)


CONTENT_TYPES = (
    "application/json",
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "",
    "application/xml",
)
UNLIMITED = (
    *("requests_per_second", "tables_per_minute", "guests_per_minute", "accounts_per_minute", "sign_ins_per_minute"),
    *("codes_per_minute", "ties_per_minute", "changes_per_minute", "tables_per_guest", "tables_per_address"),
)
MAKERS: dict[str, Any] = {
    "object": Siege.record,
    "array": Siege.many,
    "integer": Siege.number,
    "number": Siege.number,
    "string": Siege.text,
    "boolean": lambda siege, *_: siege.dice.random() < 0.5,
    "null": lambda *_: None,
}
