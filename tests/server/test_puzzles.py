"""Puzzles at the server: the best move is told to nobody before it was found, and the first move of a player counts."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

import mistvale as mv
from mistvale import puzzles
from mistvale.core.rule import INTERPRETED
from mistvale.puzzles import Puzzle
from mistvale.server import schema, solving
from mistvale.server.models.puzzles import PuzzleDay, PuzzleShelf, PuzzleStanding
from mistvale.server.models.tables import Why
from mistvale.server.skill import START

from .helpers import Guest, House, check_told
from .test_players_profiles import player

GAME = next(name for name in mv.games() if puzzles.puzzles(name))


@pytest.fixture
def puzzle() -> Puzzle:
    return puzzles.puzzles(GAME)[0]


def path(puzzle: Puzzle) -> str:
    return f"/api/games/{puzzle.game}/puzzles/{puzzle.id}"


def ask(guest: Guest, puzzle: Puzzle, *deeds: str, expect: int = 200, **more: Any) -> Any:
    found = guest.post(path(puzzle), {"deeds": list(deeds), **more}, expect)
    if expect == 200:
        check_told(found, TypeAdapter(PuzzleStanding))
    return found


def wrong(puzzle: Puzzle) -> str:
    return next(str(m) for m in puzzle.match().legal(puzzle.seat) if str(m) not in (puzzle.best, puzzle.tempting))


def test_the_best_move_is_told_when_it_was_found(house: House, puzzle: Puzzle) -> None:
    ann = house.guest()
    asked = ask(ann, puzzle)
    assert (asked["wants"], asked["right"], asked["verdict"]) == ("move", [], "")
    assert asked["frames"][-1]["scene"]["panels"]["prompt"]["mine"]
    tried = ask(ann, puzzle, puzzle.tempting, known=0)
    assert (tried["wants"], tried["right"], tried["verdict"]) == ("back", [], "wrong")
    other = ask(ann, puzzle, wrong(puzzle))
    assert other["verdict"] == "wrong" and other["feedback"] != tried["feedback"]
    found = ask(ann, puzzle, puzzle.best)
    assert (found["wants"], found["right"], found["verdict"]) == ("nothing", [puzzle.best], "right")
    shown = ask(ann, puzzle, give_up=True)
    assert (shown["wants"], shown["right"]) == ("move", [puzzle.best])


def test_of_guests_nothing_is_kept(house: House, puzzle: Puzzle) -> None:
    ann = house.guest()
    assert ask(ann, puzzle, puzzle.best)["solved"] is None
    told = ann.get(f"/api/games/{GAME}/puzzles")
    check_told(told, TypeAdapter(PuzzleShelf))
    assert told["mine"] is None and all(each["solved"] is None for each in told["puzzles"])
    assert not house.app.state.hub.store.rows(sa.select(schema.solutions))


def test_the_first_move_of_a_player_counts_and_no_other(house: House, puzzle: Puzzle) -> None:
    ann = player(house, "Ann")
    first = ask(ann, puzzle, puzzle.tempting)
    assert first["solved"] is False and first["gained"] < 0
    again = ask(ann, puzzle, puzzle.best)
    assert again["solved"] is False and again["gained"] is None and again["mine"] == first["mine"]
    told = ann.get(f"/api/games/{GAME}/puzzles")
    assert [each["solved"] for each in told["puzzles"] if each["id"] == puzzle.id] == [False]
    assert told["next"] != puzzle.id


def test_who_finds_it_gains_and_who_gives_up_has_not_found_it(house: House) -> None:
    one, two = puzzles.puzzles(GAME)[:2]
    ann = player(house, "Ann")
    found = ask(ann, one, one.best)
    assert found["solved"] is True and found["gained"] > 0
    shown = ask(ann, two, give_up=True)
    assert shown["solved"] is False and shown["gained"] < 0
    assert ask(ann, two, two.best)["solved"] is False, "to be shown it and then to play it is not to find it"


def test_what_is_no_move_is_refused_and_counts_for_nothing(house: House, puzzle: Puzzle) -> None:
    ann = player(house, "Ann")
    for deeds in (["nonsense"], ["pick nothing-at-all"], ["x", "y"], [""], ["\u0000"], [7], "pick star"):
        answer = ann.client.post(path(puzzle), json={"deeds": deeds})
        assert 400 <= answer.status_code < 500, deeds
    told = ann.get(f"/api/games/{GAME}/puzzles")
    assert told["mine"] is None, "nothing was tried"


def test_puzzles_that_are_not_there(house: House, puzzle: Puzzle) -> None:
    ann = house.guest()
    for address in (f"/api/games/{GAME}/puzzles/0000000000", f"/api/games/chess/puzzles/{puzzle.id}"):
        assert ann.client.post(address, json={"deeds": []}).status_code == 404
    assert ann.client.get("/api/games/chess/puzzles").status_code == 404
    assert ann.client.get("/puzzles/chess").status_code == 404


def test_a_preview_shows_the_table_and_says_nothing_of_the_move(house: House, puzzle: Puzzle) -> None:
    ann = player(house, "Ann")
    told = ann.post(f"{path(puzzle)}/preview", {"move": puzzle.best}, 200)
    assert set(told) == {"scene"}
    assert ann.get(f"/api/games/{GAME}/puzzles")["mine"] is None, "to look is no try"


@pytest.mark.skipif(INTERPRETED, reason="a search of the top level")
def test_why_is_told_of_the_best_move_once_it_was_tried(house: House, puzzle: Puzzle) -> None:
    ann, bob = player(house, "Ann"), house.guest("Bob")
    why = f"{path(puzzle)}/why"
    for move in (puzzle.best, puzzle.tempting):
        refused = ann.post(why, {"move": move}, 409)
        assert refused["error"] == "not-possible", "else one would learn here which move it is, without a try"
    ask(ann, puzzle, puzzle.tempting)
    told = ann.post(why, {"move": puzzle.best})
    check_told(told, TypeAdapter(Why))
    assert told["move"] == puzzle.best and told["seat"] == puzzle.seat and all(told["why"])
    assert bob.post(f"{why}?lang=de", {"move": puzzle.best})["why"] != told["why"], "of guests nothing is kept"
    for somebody in (ann, bob):
        assert somebody.post(why, {"move": wrong(puzzle)}, 409)["error"] == "not-possible"
        somebody.post(why, {"move": 7}, 400)
        somebody.post(f"/api/games/{GAME}/puzzles/0000000000/why", {"move": puzzle.best}, 404)


def test_each_day_has_its_puzzle_and_each_game_its_turn(house: House) -> None:
    ann = house.guest()
    told = ann.get("/api/puzzle")
    check_told(told, TypeAdapter(PuzzleDay))
    found = solving.of_day()
    assert found is not None and told["puzzle"]["id"] == found.id
    answer = ann.client.get("/puzzle", follow_redirects=False)
    assert answer.headers["location"].endswith(f"/puzzles/{found.game}#{found.id}")
    days = [solving.of_day(f"2026-03-{day:02}") for day in range(1, 29)]
    assert {each.game for each in days if each} == {name for name in mv.games() if puzzles.puzzles(name)}


def test_harder_puzzles_have_higher_ratings() -> None:
    found = puzzles.puzzles(GAME)
    assert solving.difficulty(found[-1]).mu > solving.difficulty(found[0]).mu or found[-1].found == found[0].found


def test_the_next_puzzle_suits_who_asks() -> None:
    found = puzzles.puzzles(GAME)
    easy = min(found, key=lambda each: solving.difficulty(each).mu)
    hard = max(found, key=lambda each: solving.difficulty(each).mu)
    weak, strong = (solving.Record(START._replace(mu=solving.difficulty(each).mu), {}) for each in (easy, hard))
    for record, each in ((weak, easy), (strong, hard)):
        following = solving.next_for(GAME, record)
        assert following is not None and solving.difficulty(following).mu == solving.difficulty(each).mu
    assert solving.next_for(GAME, solving.Record(START, dict.fromkeys((each.id for each in found), True))) is None


def test_who_goes_takes_it_along(house: House, puzzle: Puzzle) -> None:
    ann = player(house, "Ann")
    ask(ann, puzzle, puzzle.best)
    store = house.app.state.hub.store
    rows = store.rows(sa.select(schema.solutions))
    assert [(row.puzzle, row.solved) for row in rows] == [(puzzle.id, True)]
    house.app.state.hub.sessions.accounts.delete(rows[0].player)
    assert not store.rows(sa.select(schema.solutions))
