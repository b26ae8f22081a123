"""Notices: who is told of what, once; and that they tell nothing that a view hides."""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

import mistvale as mv
from mistvale.server import channels, commands, letters, outbox, push, schema
from mistvale.server.channels import Channels
from mistvale.server.clocks import Moment
from mistvale.server.events import Notice
from mistvale.server.letters import push_text
from mistvale.server.notices import KINDS, missed, notices_of, turn_id
from mistvale.server.outbox import Letter, Outbox
from mistvale.server.retention import Stay
from mistvale.server.store import Store
from mistvale.server.tables import Seat, Table
from mistvale.server.terms import Pace
from mistvale.server.terms import Terms as TableTerms

from .processes import Script

ENDPOINT = "https://push.example/send/"
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


def seated(*guests: str, terms: TableTerms | None = None) -> Table:
    """A table of Misty at which people, or bots, have begun to play."""
    seats = [Seat("guest", name, guest=name) if name != "bot" else Seat("bot", "Bot", bot="random") for name in guests]
    return commands.open_table(
        guests[0], "misty", {"window": "small"}, seats, "00" * 32, terms or TableTerms(), Moment(0)
    ).table


def moved(table: Table, seat: int) -> tuple[Table, tuple[Notice, ...]]:
    """The table after the first legal move of a seat, and who is to be told."""
    assert table.match is not None
    holder = table.seats[seat].guest or ""
    plan = commands.move(holder, seat, str(table.match.legal(seat)[0]), None, 9999)(table)
    assert isinstance(plan, commands.Plan)
    return plan.table, plan.batch.notices


def play(table: Table, until: str = "over") -> list[Notice]:
    told: list[Notice] = []
    while table.status != until:
        table, notices = moved(table, table.pending[0])
        told += notices
    return told


# ---------------------------------------------------------------- who is told


def test_whoever_the_table_begins_to_wait_for_is_told() -> None:
    table = seated("ann", "bob")
    waits = table.pending
    told: list[Notice] = []
    while table.pending and told == []:
        assert table.status == "playing"
        table, notices = moved(table, table.pending[0])
        told += notices
    assert waits and {(each.kind, each.match, each.game) for each in told} == {("turn", table.id, "misty")}
    assert all(turn_id(table, each.guest) == each.id for each in told)


def test_the_end_is_told_to_all_but_whoever_brought_it_about() -> None:
    table, told = seated("ann", "bob", "cyd"), []
    while table.status != "over":
        last = table.pending[0]
        table, told = moved(table, last)
    others = {"ann", "bob", "cyd"} - {table.seats[last].guest}
    assert {(each.kind, each.guest) for each in told} == {("result", guest) for guest in others}


def test_whoever_plays_with_bots_alone_is_told_nothing() -> None:
    table = seated("ann", "ann")
    assert play(table) == []


def test_a_turn_is_the_same_one_whatever_others_do_and_take_back() -> None:
    table = seated("ann", "bob")
    before = turn_id(table, "bob")
    table, _ = moved(table, 0)
    assert table.match is not None and table.match.can_undo(0)
    back = commands.undo("ann", 0, None, 99)(table)
    assert isinstance(back, commands.Plan)
    assert turn_id(table, "bob") == turn_id(back.table, "bob") == before
    table, _ = moved(back.table, 1)
    assert turn_id(table, "bob") != before


def test_who_is_at_the_table_needs_no_notice_but_by_mail() -> None:
    live, mail = Notice("a", "ann", "turn", "m1"), Notice("b", "ann", "turn", "m1", urgent=True)
    elsewhere = Notice("c", "ann", "turn", "m2")
    assert missed([live, mail, elsewhere], "m1", {"ann"}) == (mail, elsewhere)
    assert missed([live], "m1", {"bob"}) == (live,)
    by_mail = seated("ann", "bob", terms=TableTerms(pace=Pace("mail", decision=86_400_000)))
    turns = [each for each in play(by_mail) if each.kind == "turn"]
    assert turns and all(each.urgent for each in turns)


@pytest.mark.parametrize("game", mv.games())
def test_law_1_for_notices(game: str) -> None:
    """Dealt anew in all that a viewer cannot know, a match leads to the same notices, to the byte."""
    dice, seats = random.Random(7), max(2, mv.game(game).seats[0])
    names = [f"g{i}" for i in range(seats)]
    table = Table("m1", game, seats=[Seat("guest", name, guest=name) for name in names], turns=[0] * seats)
    table.match = mv.open_match(game, seats=seats, seed=3)
    compared = 0
    for _ in range(80):
        if table.status == "over":
            break
        before, seat = table.copy(), dice.choice(table.pending)
        table.match.play(seat, dice.choice(table.match.legal(seat)))
        table.turns[seat] += 1
        for viewer, name in enumerate(names):
            other = [replace(each, match=each.match and each.match.seat(viewer).sample(1)) for each in (before, table)]
            told, again = sent(before, table, names[seat], name), sent(*other, names[seat], name)
            assert told == again
            compared += len(told)
    assert compared > 3


def sent(before: Table, after: Table, by: str, to: str) -> list[str]:
    """All that anybody is sent about what happened, as bytes would hold it."""
    letters = [
        Letter("", each.id, each.kind, each.match, each.game, each.urgent, 0)
        for each in notices_of(before, after, by)
        if each.guest == to
    ]
    return [push_text(each, "en") for each in letters]


def test_a_notice_holds_the_kind_the_table_and_the_game() -> None:
    letter = Letter("", "n1", "turn", "m1", "misty", False, 0)
    said = json.loads(push_text(letter, "en"))
    assert said == {
        "id": "n1",
        "kind": "turn",
        "match": "m1",
        "game": "misty",
        "title": "Misty",
        "text": "It is your turn in Misty.",
        "url": "/match/m1",
        "lang": "en",
    }


# ---------------------------------------------------------------- the outbox


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The moment, as the outbox knows it."""
    found = Clock()
    for module in (outbox, channels, letters, push):
        monkeypatch.setattr(module, "seconds", found)
    monkeypatch.setattr(outbox, "moment_of", lambda _connection: found())
    return found


def subscribed(store: Store, guest: str = "ann", way: str = "hook", **more: Any) -> str:
    """A channel, as if its owner had set it up."""
    values = {
        "id": secrets.token_hex(16),
        "guest": guest,
        "way": way,
        "address": {"hook": "https://hooks.example/x", "mail": "ann@example.org", "push": ENDPOINT}[way],
        "place": secrets.token_hex(32),
        "keys": KEYS if way == "push" else {},
        "secret": "s",
        "kinds": list(KINDS),
        "lang": "en",
        "device": "",
        "session": "",
        "state": "on",
        "failures": 0,
        "made": 0,
        "sent": 0,
    }
    store.submit(lambda connection: connection.execute(sa.insert(schema.channels).values({**values, **more}))).result()
    return str((values | more)["id"])


def posted(store: Store, *notices: Notice, pause: float = 0.0) -> int:
    return store.submit(lambda connection: outbox.post(connection, notices, pause)).result()


def test_only_who_wants_it_is_written_to(store: Store) -> None:
    subscribed(store, "ann")
    subscribed(store, "bob", kinds=["result"])
    subscribed(store, "cyd", state="asked")
    notices = [Notice(f"n-{name}", name, "turn", "m1", "misty") for name in ("ann", "bob", "cyd", "dan")]
    assert posted(store, *notices) == 1
    assert posted(store, *notices) == 0, "the same thing is written down once"


def test_a_claim_is_one_processs_until_its_time_is_over(store: Store, clock: Clock) -> None:
    subscribed(store)
    posted(store, Notice("n1", "ann", "turn", "m1", "misty"), pause=60)
    box = Outbox(store)
    assert not box.is_due() and box.claim(0) == []
    clock.now += 60
    [first] = box.claim(0)
    assert [each.notice for each in first.letters] == ["n1"] and not box.is_due()
    assert box.claim(0) == []
    clock.now += outbox.LEASE_SECONDS + 1  # its process has died
    [second] = box.claim(0)
    assert second.ids == first.ids
    box.done(second, second.ids)
    clock.now += 10 * outbox.LEASE_SECONDS
    assert not box.is_due() and posted(store, Notice("n1", "ann", "turn", "m1", "misty")) == 0


@pytest.mark.parametrize("ahead", [-86_400, 86_400])
def test_a_process_whose_clock_is_wrong_sends_nothing_twice_and_nothing_late(
    furnished_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    """Where several processes send, the database says what time it is."""
    store = Store(furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1), "here")
    try:
        subscribed(store, "ann")
        right = outbox.seconds
        posted(store, Notice("n1", "ann", "turn", "m1", "misty"))
        monkeypatch.setattr(outbox, "seconds", lambda: right() + ahead)
        posted(store, Notice("n2", "ann", "turn", "m2", "misty"))
        assert Outbox(store).is_due()
        [post] = Outbox(store).claim(0)
        assert {each.notice for each in post.letters} == {"n1", "n2"}
        monkeypatch.setattr(outbox, "seconds", lambda: right() - ahead)
        assert Outbox(store).claim(0) == [], "it is somebody's for a while"
    finally:
        store.close()


def test_of_two_processes_one_sends(furnished_postgres: Callable[[], str]) -> None:
    address = furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1)
    one, other = Store(address, "one"), Store(address, "other")
    try:
        ids = [subscribed(one, f"g{i}") for i in range(30)]
        posted(one, *(Notice(f"n{i}", f"g{i}", "turn", "m1", "misty") for i in range(30)))
        taken: list[str] = []

        def work(store: Store) -> None:
            box = Outbox(store)
            while posts := box.claim(0):
                for post in posts:
                    taken.append(post.channel.id)
                    box.done(post, post.ids)

        threads = [threading.Thread(target=work, args=(store,)) for store in (one, other, one, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(taken) == sorted(ids)
    finally:
        one.close()
        other.close()


CLAIM = """
import sys, time
from mistvale.server.outbox import Outbox
from mistvale.server.store import Store
[post] = Outbox(Store(sys.argv[1], "doomed")).claim(0)
print("claimed", post.ids[0], file=sys.stderr, flush=True)
time.sleep(60)
"""


def test_what_a_killed_process_had_claimed_is_sent_by_another(
    furnished_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1)
    store = Store(address, "here")
    doomed = None
    try:
        subscribed(store)
        posted(store, Notice("n1", "ann", "turn", "m1", "misty"))
        doomed = Script(CLAIM, address)
        said = next(line for line in doomed.stderr if line.startswith("claimed"))
        os.kill(doomed.pid, signal.SIGKILL)
        box = Outbox(store)
        assert box.claim(0) == [], "until its time is over nobody knows that it is dead"
        late = outbox.seconds() + outbox.LEASE_SECONDS + 1
        monkeypatch.setattr(outbox, "moment_of", lambda _connection: late)
        [post] = box.claim(0)
        assert said.split() == ["claimed", post.ids[0]]
    finally:
        if doomed is not None:
            doomed.wait(10)
        store.close()


def test_what_fails_is_tried_again_with_growing_pauses_and_given_up(store: Store, clock: Clock) -> None:
    subscribed(store, way="push")
    posted(store, Notice("n1", "ann", "turn", "m1", "misty"))
    box, tries = Outbox(store), 0
    for pause in outbox.PAUSES:
        [post] = box.claim(0)
        box.failed(post, post.letters)
        tries += 1
        clock.now += pause - 1
        assert not box.is_due()
        clock.now += 1
    [post] = box.claim(0)
    box.failed(post, post.letters)
    clock.now += 10**6
    assert tries == len(outbox.PAUSES) and not box.is_due()


def test_a_web_address_is_off_after_twenty_failures_in_a_row(store: Store, clock: Clock) -> None:
    channel, box = subscribed(store), Outbox(store)
    for count in range(outbox.MOST_FAILURES):
        posted(store, Notice(f"n{count}", "ann", "turn", "m1", "misty"))
        [post] = box.claim(0)
        off = box.failed(post, [replace(each, tries=99) for each in post.letters])
        assert off == (count == outbox.MOST_FAILURES - 1)
    assert posted(store, Notice("late", "ann", "turn", "m1", "misty")) == 0
    [note] = store.rows(sa.select(schema.notes))
    assert (note.player, note.kind) == ("ann", "hook") and not box.is_due()
    Channels(store).turn_on("ann", channel)
    assert posted(store, Notice("again", "ann", "turn", "m1", "misty")) == 1


def test_one_success_forgives_the_failures_before(store: Store, clock: Clock) -> None:
    subscribed(store)
    box = Outbox(store)
    for count in range(3 * outbox.MOST_FAILURES):
        posted(store, Notice(f"n{count}", "ann", "turn", "m1", "misty"))
        [post] = box.claim(0)
        if count % 10:
            assert not box.failed(post, [replace(each, tries=99) for each in post.letters])
        else:
            box.done(post, post.ids)


def test_mail_waits_for_the_next_one_unless_it_is_a_turn_by_mail(store: Store, clock: Clock) -> None:
    subscribed(store, way="mail")
    box, hours = Outbox(store), 6 * 3600
    posted(store, Notice("n1", "ann", "result", "m1", "misty"))
    [first] = box.claim(hours)
    box.done(first, first.ids)
    clock.now += 60
    posted(store, Notice("n2", "ann", "result", "m2", "misty"), Notice("n3", "ann", "invitation", "m3", "misty"))
    assert box.claim(hours) == [] and not box.is_due()
    clock.now += 60
    posted(store, Notice("n4", "ann", "turn", "m4", "misty", urgent=True))
    [second] = box.claim(hours)
    assert {each.notice for each in second.letters} == {"n2", "n3", "n4"}, "what waits comes along"
    box.done(second, second.ids)
    posted(store, Notice("n5", "ann", "result", "m5", "misty"))
    assert box.claim(hours) == []
    clock.now += hours
    assert [each.notice for each in box.claim(hours)[0].letters] == ["n5"]


def test_what_was_sent_long_ago_is_forgotten(store: Store, clock: Clock) -> None:
    subscribed(store)
    late = subscribed(store, "bob", way="mail", state="asked", made=clock.now)
    posted(store, Notice("n1", "ann", "turn", "m1", "misty"))
    box = Outbox(store)
    [post] = box.claim(0)
    box.done(post, post.ids)
    box.sweep()
    assert len(store.rows(sa.select(schema.outbox))) == 1 and Channels(store).by_id(late)
    clock.now += outbox.KEPT_SECONDS + 1
    box.sweep()
    assert store.rows(sa.select(schema.outbox)) == [] and Channels(store).by_id(late) is None


def test_a_guests_browser_is_forgotten_as_its_name_is_and_a_players_stays(store: Store) -> None:
    guest, own = subscribed(store, "ann", way="push"), subscribed(store, "bob", way="push")
    new = subscribed(store, "cyd", way="push", made=outbox.seconds())
    players = sa.insert(schema.players).values(id="bob", handle="bob", created="", settings={})
    store.submit(lambda connection: connection.execute(players)).result()
    posted(store, Notice("n1", "ann", "turn", "m1", "misty"))
    store.sweep(Stay(0, 0, 0, 400), frozenset())
    left = {channel for channel in (guest, own, new) if Channels(store).by_id(channel)}
    assert left == {own, new} and store.rows(sa.select(schema.outbox)) == []


def test_a_browser_is_forgotten_with_the_session_that_nobody_has_used_for_long(store: Store) -> None:
    rows = [
        {"id": name, "player": "bob", "guest": "", "device": "", "made": "", "seen": seen, "verified": 0}
        for name, seen in (("old", "2020-01-01"), ("new", "2999-01-01"))
    ]
    players = sa.insert(schema.players).values(id="bob", handle="bob", created="", settings={})
    for work in (players, sa.insert(schema.sessions).values(rows)):
        store.submit(lambda connection, work=work: connection.execute(work)).result()
    old, new = (subscribed(store, "bob", way="push", session=row["id"]) for row in rows)
    store.sweep(Stay(0, 0, 0, 400), frozenset())
    assert Channels(store).by_id(old) is None and Channels(store).by_id(new)
