"""The soak itself: what a store does not keep is found, and players do what a server lets them do."""

from __future__ import annotations

import random
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from mistvale.server import leaving, schema
from mistvale.server.guests import hashed
from mistvale.server.settings import Settings
from tests.deep.ledger import Account, Acknowledged, Clocks, Ledger, Line
from tests.deep.soak import kept
from tests.deep.soak.members import Leaver, Member, Regular, Rival
from tests.deep.soak.outdoors import Heard
from tests.deep.soak.world import HASTE, LIFTED, World
from tests.server.helpers import Guest, House, fast_settings
from tests.server.timing import LIVE, SECOND, START, Bench
from tests.server.timing import kept as kept_events

HOOK = "/hook/ann"


def promise(house: House, ledger: Ledger) -> Guest:
    """Somebody to whom a bit of everything is promised."""
    ann = house.guest()
    made = ann.post("/api/account", {"name": "Ann"}, 201)
    bob = house.guest("Bob")
    other = bob.post("/api/account", {"name": "Bob"}, 201)["account"]["player"]
    handle = made["account"]["player"]
    ledger.accounts[ann.id] = Account(ann.id, handle, "Ann")
    ledger.codes[ann.id] = set(made["codes"])
    ann.put(f"/api/friends/{other}", {})
    ledger.follows[ann.id, other] = True
    token = ann.post("/api/account/tokens", {"name": "Bot", "scopes": ["play"]}, 201)["token"]
    ledger.tokens[hashed(token)] = ann.id, "Bot"
    for guest, path in ((ann, HOOK), (bob, "/hook/bob")):
        guest.post("/api/notices/hooks", {"url": f"https://hooks.example{path}", "form": "json"}, 201)
    pace = {"kind": "live", "decision": 600_000}
    opened = bob.open("me", "friend", rated=True, hints=False, options={"window": "small"}, pace=pace)
    match = opened["match"]
    asked = bob.post(f"/api/matches/{match}/invite", {"seat": 1, "player": handle}, 201)["id"]
    ledger.invitations[asked] = handle, match
    ann.join(opened["seats"][1]["link"])
    for seat, guest in ((0, bob), (1, ann)):
        ledger.seat(match, seat, guest.id)
    move = ann.legal(match, 1)[0]
    ann.move(match, 1, move, id="m1")
    ledger.acknowledge(Acknowledged(match, ann.id, "move", 1, "m1", move))
    status = ann.status(match)
    told = tuple((each["decision"], each["bank"], each["running"]) for each in status["clocks"])
    ledger.tell_clocks(Clocks(match, status["step"], told))
    ann.client.post(f"/api/matches/{match}/chat", json={"text": "Hello!", "id": "c1"})
    ledger.say(Line(match, ann.id, "c1", "Hello!"))
    over = bob.play_out(match, ann)
    ledger.end(match, over["scores"], over["ranks"])
    ledger.absent |= {ann.id, bob.id}
    return ann


@pytest.fixture(scope="module")
def soaked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ledger]:
    """A store that has kept everything, and the ledger."""
    folder, ledger = tmp_path_factory.mktemp("soaked"), Ledger()
    with House(fast_settings(folder, webhooks=1, origin="http://localhost", rated_neighbours=1)) as house:
        promise(house, ledger)
    return folder, ledger


class Still(World):
    """A world in which nothing has happened."""

    def __init__(self, folder: Path, ledger: Ledger, heard: list[Heard]) -> None:
        self.folder, self.database, self.ledger = folder, None, ledger
        self.endpoint = SimpleNamespace(heard=heard)  # type: ignore[assignment]
        self.gone, self.away, self._missing, self.over = [[]], [], {}, threading.Event()


@pytest.fixture
def world(soaked: tuple[Path, Ledger], tmp_path: Path) -> Iterator[Still]:
    folder, ledger = soaked
    shutil.copytree(folder, tmp_path / "data")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'data' / 'mistvale.db'}")
    letters = sa.select(schema.outbox.c.notice, schema.channels.c.address)
    with engine.connect() as connection:
        rows = list(connection.execute(letters.join(schema.channels, schema.channels.c.id == schema.outbox.c.channel)))
    engine.dispose()
    heard = [Heard(row.address.partition(".example")[2], row.notice, b"", "taken") for row in rows]
    yield Still(tmp_path / "data", ledger, heard)


def change(world: World, statement: Any) -> None:
    engine = sa.create_engine(Settings(data_dir=world.folder, database=None).database_url)
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def found(world: World) -> list[str]:
    return kept.in_store(world, False)[1]


def test_a_store_that_has_kept_everything_is_found_faultless(world: Still) -> None:
    assert found(world) == []


SPOILT = {
    "lost: Acknowledged": sa.update(schema.events).where(schema.events.c.message == "m1").values(message="m2"),
    "0 times there: Line": sa.delete(schema.chat),
    "an account is lost": sa.update(schema.players).values(handle="x" + schema.players.c.handle),
    "is called 'Eve'": sa.update(schema.guests).values(name="Eve"),
    "codes of": sa.delete(schema.recovery).where(schema.recovery.c.kind == "code"),
    "follows": sa.delete(schema.follows),
    "the token of Bot is lost": sa.delete(schema.tokens),
    "results": sa.delete(schema.results).where(schema.results.c.seat == 0),
    "its results are": sa.update(schema.results).values(score=schema.results.c.score + 1),
    "the ladder has gaps": sa.update(schema.ladder).values(sequence=schema.ladder.c.sequence + 1),
    "times on the ladder": sa.delete(schema.ladder),
    "a rebuild of": sa.update(schema.ratings).values(mu=schema.ratings.c.mu + 1),
    "is noted as": sa.update(schema.matches).values(deadline=5),
    "do not have it among their tables": sa.delete(schema.holders),
    "has events and no mark": sa.delete(schema.matches),
    "nobody wrote": sa.delete(schema.outbox).where(schema.outbox.c.kind == "invitation"),
}


@pytest.mark.parametrize("finding", SPOILT)
def test_what_is_not_kept_is_found(world: Still, finding: str) -> None:
    change(world, SPOILT[finding])
    assert any(finding in each for each in found(world))


def test_a_result_that_nobody_was_told_of_is_found(world: Still) -> None:
    change(world, sa.update(schema.outbox).values(due=0))
    world.endpoint.heard.clear()
    assert any("was never told of result" in each for each in found(world))


def test_an_invitation_that_was_taken_back_and_is_there_is_found(world: Still, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"id": "gone", "match": "m", "seat": 0, "host": "a", "player": "b", "at": ""}
    change(world, sa.insert(schema.invitations).values(row))
    monkeypatch.setattr(world.ledger, "taken_back", {"gone"})
    assert any("was taken back, and is there" in each for each in found(world))


def test_a_notice_that_nobody_sent_is_found(world: Still) -> None:
    world.endpoint.heard.append(Heard(HOOK, "f" * 32, b"", "taken"))
    assert any("which is no notice of it" in each for each in found(world))


def test_what_is_left_of_a_deleted_account_is_found(world: Still, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = next(iter(world.ledger.accounts))
    monkeypatch.setattr(world.ledger, "deleted", {ann: ("Hello!",)})
    told = found(world)
    assert any("of a deleted account is in chat" in each for each in told)
    assert any("belong to deleted accounts" in each for each in told)


def test_clocks_that_no_events_lead_to_are_found(world: Still, monkeypatch: pytest.MonkeyPatch) -> None:
    told = world.ledger.clocks[0]
    seats = tuple((decision + 1, bank, running) for decision, bank, running in told.seats)
    monkeypatch.setattr(world.ledger, "clocks", [Clocks(told.match, told.step, seats)])
    assert any("clocks that no events lead to" in each for each in found(world))


@pytest.mark.parametrize(("unserved", "findings"), [(0, 0), (8, 0), (30, 1)])
def test_time_that_ran_out_while_nobody_served_is_found(world: Still, unserved: int, findings: int) -> None:
    """Of a minute and ten seconds; what is shorter than the silence that is noticed may be counted."""
    bench = Bench(LIVE, "ann", "bob")
    bench.do(leaving.time_out(0), later=71 * SECOND)
    world.gone = [[(START / SECOND + 1, START / SECOND + 1 + unserved)]]
    log = {"m": kept_events(bench.events)}
    assert len(list(kept.clocks_stood(kept.Kept(world, world.ledger, None, log, {}, False)))) == findings  # type: ignore[arg-type]


# ---------------------------------------------------------------- those who come


class Calm(World):
    """A world with one server, to which nothing happens, and in which nobody waits."""

    def __init__(self) -> None:
        self.ledger, self.over, self.think = Ledger(), threading.Event(), 0.0
        self.links, self.program_links, self.handles = [], [], []

    def address(self, _dice: random.Random) -> str:
        return ""

    def wait(self, seconds: float) -> None:
        """It has passed."""


@pytest.fixture
def come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[type[Member]], Member]]:
    """Lets somebody come to a server and be a player there."""
    with House(fast_settings(tmp_path, **{**LIFTED, **HASTE})) as house:

        def begin(kind: type[Member]) -> Member:
            monkeypatch.setattr(kind, "new_client", lambda _self, **_headers: house.stranger())
            member = kind(Calm(), seed=1)
            member.begin()
            return member

        yield begin


@pytest.mark.parametrize("kind", [Regular, Leaver])
def test_members_come_to_the_end_of_what_they_do(come: Callable[[type[Member]], Member], kind: type[Member]) -> None:
    member = come(kind)
    member.token = ""  # type: ignore[attr-defined]  # programs need a line
    member.visit()
    assert member.ledger.counts["move"] and not member.ledger.findings


def test_rivals_open_tables_that_a_rated_match_may_have(come: Callable[[type[Member]], Member]) -> None:
    rival = come(Rival)
    assert isinstance(rival, Rival)
    tables = [rival.opened() for _ in range(20)]
    assert all(tables) and rival.ledger.counts["seat"] == 20


def test_a_table_that_is_refused_is_not_taken_for_a_server_that_is_away(come: Callable[[type[Member]], Member]) -> None:
    member = come(Regular)
    with pytest.raises(AssertionError, match="clock"):
        member.open("me", game="misty", rated=True, hints=False)
