"""What would go on for ever ends: undos, matches, and what is kept of old messages."""

from __future__ import annotations

from pathlib import Path

from mistvale.server import commands, tables
from mistvale.server.tables import Table, fold
from mistvale.server.terms import Terms

from .helpers import Guest, House, fast_settings
from .test_eyes import live_of
from .test_thinking import seat


def back_and_forth(guest: Guest, match: str, expect: int = 200) -> None:
    guest.move(match, 0, guest.legal(match, 0)[0])
    answer = guest.post(f"/api/matches/{match}/undo", {"seat": 0}, expect)
    assert expect == 200 or (answer["error"] == "no-undo" and "2 times" in answer["text"])


def test_a_seat_takes_back_so_many_moves_and_the_match_goes_on(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, undos_per_seat=2)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here", options={"window": "small"})["match"]
        back_and_forth(ann, match)
        back_and_forth(ann, match)
        back_and_forth(ann, match, 409)
        ann.move(match, 1, ann.legal(match, 1)[0])
        assert ann.play_out(match)["status"] == "over"
        with ann.at(match, 0) as line:
            assert line.ask(type="undo", id="u", seat=0)["type"] == "error"


def test_one_seat_does_not_use_up_the_undos_of_another(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, undos_per_seat=2)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        back_and_forth(ann, match)
        back_and_forth(ann, match)
        ann.move(match, 1, ann.legal(match, 1)[0])
        ann.post(f"/api/matches/{match}/undo", {"seat": 1})


def test_a_match_has_so_many_events(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, events_per_match=4)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        back_and_forth(ann, match)
        back_and_forth(ann, match)
        refused = ann.move(match, 0, ann.legal(match, 0)[0], 429)
        assert refused["error"] == "too-many" and "4" in refused["text"]
        cookies = ann.client.cookies
    with House(fast_settings(tmp_path, events_per_match=1)) as house:
        again = house.guest()
        again.client.cookies = cookies
        assert again.status(match)["status"] == "playing", "what was written before is read all the same"


def test_answers_do_not_pile_up() -> None:
    table = commands.open_table("ann", "misty", {}, [seat("Ann"), seat("Bob")], "07" * 32, Terms()).table
    legal = str(table.match.legal(0)[0]) if table.match else ""
    table = sent(table, "bob", "b", legal)
    for number in range(tables.KEPT_ANSWERS):
        table = sent(table, "ann", f"a{number}", legal)
    assert len(table.answers["ann"]) == tables.KEPT_ANSWERS
    table = sent(table, "ann", "newest", legal)
    assert len(table.answers["ann"]) == tables.KEPT_ANSWERS
    assert "newest" in table.answers["ann"] and "a0" not in table.answers["ann"]
    assert list(table.answers["bob"]) == ["b"], "one guest does not push out what another was answered"


def sent(table: Table, guest: str, message: str, legal: str) -> Table:
    """A move by somebody, taken back at once: the message of the move is kept."""
    after = table.copy()
    after.apply(commands.draft(after, "move", guest, message, seat=0, data={"move": legal}))
    after.apply(commands.draft(after, "undo", guest, seat=0))
    return after


def test_a_table_from_before_the_limits_still_loads() -> None:
    plan = commands.open_table("ann", "misty", {}, [seat("Ann"), seat("Bob")], "07" * 32, Terms())
    events, table = list(plan.batch.events), plan.table
    assert table.match is not None
    legal = str(table.match.legal(0)[0])
    for _ in range(600):
        for kind, data in (("move", {"move": legal}), ("undo", {})):
            event = commands.draft(table, kind, "ann", f"m{table.number}", seat=0, data=data)
            table.apply(event)
            events.append(event)
    again = fold(events)
    assert again.number == table.number == 1200 and not again.frozen
    assert again.undos == [600, 0]


def test_strangers_do_not_push_out_what_those_at_the_table_were_told(house: House) -> None:
    ann, eve = house.guest("Ann"), house.guest("Eve")
    match = ann.open("me", "here")["match"]
    ann.move(match, 0, "pick nonsense", 409, id="odd")
    for number in range(3):
        eve.move(match, 0, "pick rocket", 403, id=f"e{number}")
    assert list(live_of(house, ann, match).refusals) == [(ann.id, "odd")]
