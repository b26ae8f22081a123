"""The laws find what they are there to find: Duel with one thing wrong breaks the law that forbids it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mistvale.core import laws, memory, verbs
from mistvale.core.errors import MistvaleError
from mistvale.core.history import History
from mistvale.core.match import open_match
from mistvale.core.rule import HIDDEN, INTERPRETED, NOTHING
from mistvale.core.telling import Telling
from tests.toys import duel

DUEL = duel.GAME
pytestmark = pytest.mark.skipif(INTERPRETED, reason="the slips are written for compiled records")

Slip = Callable[..., Any]


@pytest.fixture
def slip(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[Any], Slip]], None]:
    """Puts a slip in the place of one verb of Duel; it is given the right one."""

    def put(verb: str, make: Callable[[Any], Slip]) -> None:
        for rules in (verbs.of(DUEL.state),):
            monkeypatch.setitem(rules, verb, make(rules[verb]))

    return put


def breach(**kwargs: Any) -> laws.Finding:
    findings = laws.check_game(DUEL, positions=300, interpreted=False, **kwargs)
    assert findings, "the laws did not see it"
    return findings[0]


def test_a_view_that_shows_a_hidden_card(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def veil(s: Any, box: Any, viewer: int) -> None:
            numbers = s["number"].copy()
            right(s, box, viewer)
            s["number"] = numbers

        return veil

    slip("veil", make)
    found = breach()
    assert found.law == laws.NO_LEAK
    assert "in number" in found.what


def test_a_view_that_shows_the_random_stream(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def veil(s: Any, box: Any, viewer: int) -> None:
            right(s, box, viewer)
            s["drawn"] = 8

        return veil

    slip("veil", make)
    assert "random stream" in breach().what


def test_legal_moves_that_show_a_hidden_card(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def legal(s: Any, box: Any, seat: int, out: Any) -> int:
            n = right(s, box, seat, out)
            return min(n, 2 + int(s["number"][1 - seat])) if n else 0

        return legal

    slip("legal", make)
    found = breach()
    assert found.law == laws.NO_LEAK
    assert "legal moves" in found.what


def test_a_move_that_is_told_by_what_is_hidden(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def seen(s: Any, box: Any, seat: int, move: int, viewer: int) -> int:
            return HIDDEN if viewer != seat and s["number"][seat] > 1 else move

        return seen

    slip("seen", make)
    found = breach()
    assert found.law == laws.NO_LEAK
    assert "is told of" in found.what


def test_a_seat_that_is_not_told_its_own_move(slip: Any) -> None:
    slip("seen", lambda right: lambda s, box, seat, move, viewer: HIDDEN)
    assert "its own move" in breach().what


def test_a_world_with_a_card_too_many(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def redeal(s: Any, box: Any, viewer: int, seed: Any) -> None:
            right(s, box, viewer, seed)
            for seat in range(2):
                if seat != viewer and s["number"][seat] != NOTHING:
                    s["number"][seat] = 3

        return redeal

    slip("redeal", make)
    found = breach()
    assert found.law == laws.NO_PHANTOM
    assert "a card is missing or there twice" in found.what


def test_a_world_with_the_old_random_stream(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def redeal(s: Any, box: Any, viewer: int, seed: Any) -> None:
            key = s["key"].copy()
            right(s, box, viewer, seed)
            s["key"] = key

        return redeal

    slip("redeal", make)
    assert "keeps the random stream" in breach().what


def test_moves_whose_order_matters(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def play(s: Any, box: Any, seat: int, move: int) -> None:
            if s["bid"][1 - seat] == NOTHING:
                s["won"][seat] += 1
            right(s, box, seat, move)

        return play

    slip("play", make)
    found = breach()
    assert found.law == laws.ORDER
    assert "in won" in found.what


def test_a_beat_that_begins_no_epoch(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def beat(s: Any, box: Any) -> int:
            kind = int(right(s, box))
            s["epoch"] -= kind
            return kind

        return beat

    slip("beat", make)
    findings = laws.check_game(DUEL, positions=300, interpreted=False)
    assert any(f.law == laws.ORDER and "'show'" in f.what for f in findings)


@pytest.mark.parametrize("wrong", [lambda moves: moves[::-1], lambda moves: [moves[0], moves[0], *moves[2:]]])
def test_moves_in_disorder(slip: Any, wrong: Any) -> None:
    def make(right: Any) -> Slip:
        def legal(s: Any, box: Any, seat: int, out: Any) -> int:
            n = int(right(s, box, seat, out))
            if n:
                out[:n] = wrong(list(out[:n]))
            return n

        return legal

    slip("legal", make)
    found = breach()
    assert found.law == laws.MOVES
    assert "not ascending" in found.what


def test_a_seat_that_waits_and_has_moves(slip: Any) -> None:
    def make(right: Any) -> Slip:
        def legal(s: Any, box: Any, seat: int, out: Any) -> int:
            out[:4] = range(4)
            return 4

        return legal

    slip("legal", make)
    assert "is not to decide" in breach().what


def test_a_match_that_is_not_the_same_twice(slip: Any) -> None:
    count = itertools.count()

    def make(right: Any) -> Slip:
        def setup(s: Any, box: Any, seats: int, options: Any, seed: Any) -> None:
            right(s, box, seats, options, seed)
            s["won"][0] = next(count) % 5

        return setup

    slip("setup", make)
    assert breach().law == laws.SAME


def test_compiled_that_is_not_interpreted(slip: Any) -> None:
    """The slip is in this process alone, as a fault of the compiler would be."""

    def make(right: Any) -> Slip:
        def play(s: Any, box: Any, seat: int, move: int) -> None:
            right(s, box, seat, min(move, 2))

        return play

    slip("play", make)
    with pytest.raises(laws.LawBroken, match="interpreted, step"):
        laws.check_interpreted(DUEL)


def test_taking_back_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def own_last(history: History, seat: int) -> int | None:
        numbers = [n for n in range(1, history.newest + 1) if history[n].seat == seat]
        return numbers[-1] if numbers else None

    monkeypatch.setattr(History, "own_last", own_last)
    assert breach().law == laws.UNDO


def test_a_log_that_depends_on_when_it_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Telling.log

    def log(self: Telling, *asked: Any) -> tuple[tuple[int, str], ...]:
        self.read = getattr(self, "read", 0) + 1
        return *right(self, *asked), (0, str(self.read))

    monkeypatch.setattr(Telling, "log", log)
    findings = laws.check_game(DUEL, positions=300, interpreted=False)
    assert any("depends on when it was read" in f.what or f.law == laws.UNDO for f in findings)


def test_a_memory_of_what_was_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_waiting", lambda match, number: str(match.history[number].state["number"]))
    found = breach()
    assert found.law == laws.NO_LEAK
    assert "the memory shows" in found.what


def test_a_match_that_is_longer_than_its_game_says() -> None:
    brief = replace(DUEL, length=lambda box, seats, options: 3)
    findings = laws.check_game(brief, positions=30, interpreted=False)
    assert [found.law for found in findings] == [laws.LENGTH]
    assert "took 4 decisions, and the game says 3 at most" in findings[0].what
    assert laws.check_game(replace(DUEL, length=lambda box, seats, options: 6), positions=30, interpreted=False) == []


def test_a_finding_says_how_to_see_it_again(slip: Any) -> None:
    slip("audit", lambda right: lambda s, box: 1 if s["played"] == 1 else 0)
    found = breach(seed=40)
    text = str(found)
    assert "no phantom: step" in text
    assert "a card is missing or there twice" in text
    assert "duel, options: length=short, seats: 2, seed: 40, 2 moves: " in text
    again = open_match(DUEL, seats=found.seats, seed=found.seed, options=found.options)
    for line in found.moves:
        seat, _, move = line.partition(" ")
        again.play(int(seat), move)
    with pytest.raises(MistvaleError, match="missing or there twice"):
        again.audit()
