"""The table on a screen, played by a pilot: keys, completion, mouse, undo, ends."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import mistvale as mv
from mistvale.terminal.app import PlayApp, ReplayApp
from mistvale.terminal.screens import Page, Question
from mistvale.terminal.table import Session, Setting
from mistvale.terminal.widgets import Board, MoveInput, MoveSuggester
from tests.conftest import deep

from .helpers import played

Play = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def session(save: Path | None = None, bots: tuple[str, ...] = ("random",)) -> Session:
    return Session(Setting(mv.game("misty"), bots, {"window": "small"}, 5, name="Ann"), save)


def sit(play: Play, at: Session | None = None, size: tuple[int, int] = (120, 40)) -> PlayApp:
    """Run the table without a terminal, with a pilot at its keys."""
    app = PlayApp(at or session(), "off")

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await rest(app, pilot)
            await play(app, pilot)

    asyncio.run(run())
    return app


async def rest(app: PlayApp, pilot: Pilot[Any]) -> None:
    """Wait until it is the person's turn, a question is asked, or all is over; go on after rounds."""
    for _ in range(400):
        await pilot.pause(0.01)
        if isinstance(app.screen, Question):
            if app.screen.query("#answer-next"):
                await pilot.press("enter")
                continue
            return
        if app.at_rest and (app.choices or app.match.over):
            return
    raise AssertionError("the table did not come to rest")


def board(app: PlayApp | ReplayApp) -> str:
    return app.screen_stack[0].query_one(Board).picture.text.plain


def line(app: PlayApp) -> str:
    return str(app.screen_stack[0].query_one("#news").render())


async def to_activation(app: PlayApp, pilot: Pilot[None]) -> None:
    while not app.table.legal()[0].startswith("move "):
        app.submit(app.table.legal()[0])
        await rest(app, pilot)


def test_a_long_prompt_is_read_to_its_end() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        prompt = app.query_one("#prompt", Static)
        assert prompt.size.height == 1
        long = replace(app.scene.prompt, text=" ".join(["Where"] * 30) + " to?")
        app.show_scene(replace(app.scene, prompt=long), "")
        await pilot.pause()
        assert prompt.size.height == 3
        assert "to?" in prompt.render_line(2).text

    sit(play, size=(80, 24))


def test_a_move_is_typed_and_completed() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        move = app.table.legal()[0]
        await pilot.press(*move[:6].replace(" ", "_").replace("_", " ").split(" ")[0], "space", move[5])
        await pilot.pause(0.05)
        typed = app.query_one(MoveInput)
        assert typed.value == move[:6]
        await pilot.press("tab")
        assert typed.value.startswith(move[:6]) and typed.value in app.table.legal()
        chosen = typed.value
        await pilot.press("enter")
        await rest(app, pilot)
        mine = [app.match.step(n) for n in range(app.match.steps + 1) if app.match.step(n).seat == 0]
        assert str(mine[0].move) == chosen
        assert typed.value == ""

    sit(play)


def test_the_list_narrows_as_one_types_and_arrows_choose() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        moves = app.query_one("#moves", OptionList)
        legal = app.table.legal()
        assert moves.option_count == len(legal)
        word = legal[-1].split()[1]
        await pilot.press(*word)
        await pilot.pause()
        assert moves.option_count < len(legal) or len(legal) == 1
        await pilot.press("escape")
        await pilot.pause()
        assert moves.option_count == len(legal)
        await pilot.press("down")
        await pilot.pause()
        assert moves.highlighted == 0
        await pilot.press("up")
        await pilot.pause()
        assert moves.highlighted == len(legal) - 1
        assert app.choices[-1].hint in line(app)
        await pilot.press("enter")
        await rest(app, pilot)
        assert f"0 {legal[-1]}" in json.loads(app.match.record())["moves"]

    sit(play)


@pytest.mark.parametrize("way", ["key", "word"])
def test_the_best_moves_are_marked_and_listed_first(way: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        legal = app.table.legal()
        if way == "word":
            app.query_one(MoveInput).value = "hint"
        await pilot.press("enter" if way == "word" else "f4")
        for _ in range(1000):
            await pilot.pause(0.02)
            if app.hints:
                break
        assert 2 <= len(app.hints) <= 3
        assert [choice.move for choice in app.listed[: len(app.hints)]] == [hint.move for hint in app.hints]
        assert sorted(choice.move for choice in app.listed) == sorted(legal)
        first = app.query_one("#moves", OptionList).get_option_at_index(0).prompt
        assert str(first).startswith(f"1. {app.hints[0].worth:+5.1f}  {app.hints[0].move}")
        numbered = {
            a.sprite.move: a.sprite.short for a in app.query_one(Board).picture.areas if "focus" in a.sprite.marks
        }
        assert {move: short[:2] for move, short in numbered.items()} == {h.move: f"{h.number}." for h in app.hints}
        assert all(hint.line in line(app) for hint in app.hints)
        best = app.hints[0].move
        await pilot.press("down", "enter")
        await rest(app, pilot)
        assert f"0 {best}" in json.loads(app.match.record())["moves"]
        assert not app.hints

    sit(play)


def test_an_illegal_move_is_told_and_nothing_changes() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        before = app.match.state
        for typed, words in (("place a1", "can't 'place a1' now"), ("dance", "no move of this game")):
            app.query_one(MoveInput).value = typed
            await pilot.press("enter")
            await pilot.pause()
            assert words in line(app)
            assert app.match.state == before
        app.query_one(MoveInput).value = ""
        await pilot.press("enter")
        await pilot.pause()
        assert "Type a move" in line(app)

    sit(play)


def test_a_click_on_a_card_plays_it() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        area = next(a for a in app.query_one(Board).picture.areas if a.sprite.move)
        await pilot.hover(Board, offset=(area.x + 3, area.y + 1))
        await pilot.pause()
        assert area.sprite.hint in line(app)
        await pilot.click(Board, offset=(area.x + 3, area.y + 1))
        await rest(app, pilot)
        assert f"0 {area.sprite.move}" in json.loads(app.match.record())["moves"]

    sit(play)


def test_undo_by_key_and_by_word() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await to_activation(app, pilot)
        before, legal = board(app), app.table.legal()
        assert len(legal) > 1, "this seed is to leave a choice"
        for way in ("key", "word"):
            app.submit(legal[0])
            await rest(app, pilot)
            assert legal[0] not in app.table.legal()
            if way == "key":
                await pilot.press("ctrl+u")
            else:
                await pilot.press(*"undo", "enter")
            await rest(app, pilot)
            assert app.table.legal() == legal
            assert board(app) == before
        await pilot.press("ctrl+u")
        await pilot.pause()
        assert "nothing to take back" in line(app)

    sit(play)


def test_choosing_shows_what_a_move_would_do() -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await to_activation(app, pilot)
        before, steps = board(app), app.match.steps
        await pilot.press("down")
        await pilot.pause()
        assert "If you 'move" in board(app)
        await pilot.press("escape")
        await pilot.pause()
        assert board(app) == before
        assert app.match.steps == steps

    sit(play)


@pytest.mark.parametrize(("key", "words"), [("f1", "Misty"), ("f2", "Rocket"), ("f3", "Round 1")])
def test_pages_open_and_close(key: str, words: str) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, Page)
        assert words in app.export_screenshot().replace("&#160;", " ")
        await pilot.press("pagedown", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, Page)

    sit(play)


def test_leaving_is_asked_first(tmp_path: Path) -> None:
    record = tmp_path / "match.json"

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert isinstance(app.screen, Question)
        await pilot.press("n")
        await pilot.pause()
        assert not isinstance(app.screen, Question)
        await pilot.press(*"quit", "enter")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()

    sit(play, session(record))
    assert not mv.load(record.read_text()).over


def under_way(at: Session, moves: int) -> Session:
    """A table after so many moves, which nobody had to draw."""
    for _ in range(moves):
        seat = at.table.match.pending[0]
        at.table.match.play(seat, at.table.match.legal(seat)[0])
    return at


@pytest.mark.slow
def test_a_match_to_its_end_and_a_rematch(tmp_path: Path) -> None:
    record = tmp_path / "match.json"

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        while not app.match.over:
            app.submit(app.table.legal()[0])
            await rest(app, pilot)
        await rest(app, pilot)
        assert isinstance(app.screen, Question)
        first = app.match
        await pilot.press("escape")
        await pilot.pause()
        assert str(record) in line(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("r")
        await rest(app, pilot)
        assert app.match is not first
        assert not app.match.over
        app.submit(app.table.legal()[0])
        await rest(app, pilot)
        await pilot.press("ctrl+q")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()

    app = sit(play, under_way(session(record), 60))
    assert mv.load(record.read_text()).over
    assert [path.name for path in app.session.saved] == ["match.json", "match-2.json"]
    assert not mv.load((tmp_path / "match-2.json").read_text()).over


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (200, 60)])
def test_it_fits_any_terminal(size: tuple[int, int]) -> None:
    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        for _ in range(8):
            drawn = app.query_one(Board)
            # A prompt that takes another line leaves the board less room, which is drawn anew when that is told.
            for _ in range(50):
                if drawn.picture.height > drawn.size.height:
                    await pilot.pause(0.02)
            assert drawn.picture.width <= drawn.size.width
            assert drawn.picture.height <= drawn.size.height
            app.submit(app.table.legal()[0])
            await rest(app, pilot)

    sit(play, session(bots=("random", "random", "random")), size)


def test_a_bot_that_fails_ends_the_table_with_a_sentence() -> None:
    class Broken:
        name = "slow"

        def choose(self, seat: mv.Seat, stop: threading.Event | None = None) -> mv.Move:
            raise RuntimeError("out of ideas")

    at = session()
    at.table.bots[1] = Broken()
    app = PlayApp(at, "off")

    async def run() -> None:
        async with app.run_test() as pilot:
            for _ in range(100):
                await pilot.pause(0.01)
                if app.trouble:
                    return

    asyncio.run(run())
    assert "out of ideas" in app.trouble


@pytest.mark.parametrize("end", ["rematch", "leave"])
def test_a_bot_shows_that_it_thinks_and_stops_when_the_table_is_left(end: str) -> None:
    begun, stopped = threading.Event(), threading.Event()

    class Slow:
        name = "slow"

        def choose(self, seat: mv.Seat, stop: threading.Event | None = None) -> mv.Move:
            assert stop is not None
            begun.set()
            assert stop.wait(20)
            stopped.set()
            return seat.legal[0]

    at = session()
    at.table.bots[1] = Slow()
    app = PlayApp(at, "off")

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            while not (begun.is_set() and app.choices):
                await pilot.pause(0.01)
            app.submit(app.table.legal()[0])
            await pilot.pause(0.1)
            assert [score.pending for score in app.scene.scores] == [False, True]
            assert "▸ Random" in str(app.query_one("#scores").render())
            assert not stopped.is_set()
            if end == "rematch":
                app.begin_again()
                await asyncio.to_thread(stopped.wait, 20)
                await rest(app, pilot)

    asyncio.run(run())
    assert stopped.wait(20)


def test_suggestions() -> None:
    suggester = MoveSuggester(lambda: ["pick rocket", "pick leaf", "undo"])
    suggest = lambda typed: asyncio.run(suggester.get_suggestion(typed))  # noqa: E731
    assert suggest("pi") == "pick rocket"
    assert suggest("Pick L") == "pick leaf"
    assert suggest("u") == "undo"
    assert suggest("x") is None
    assert suggest("") is None


def test_a_record_is_stepped_through() -> None:
    match = played(seats=3)
    app = ReplayApp(match, None, "fast")

    async def run() -> None:
        async with app.run_test(size=(110, 34)) as pilot:
            await pilot.pause()
            assert app.shown == 0
            await pilot.press("right")
            first = app.shown
            assert first >= 1
            await pilot.press("right", "right", "left", "left")
            assert app.shown <= first
            await pilot.press("end")
            assert app.shown == match.steps
            assert "wins" in str(app.query_one("#news").render()) or match.tell(None, match.steps)
            await pilot.press("home", "space")
            await pilot.pause(1.0)
            assert app.shown > 0
            await pilot.press("q")

    asyncio.run(run())


# ---------------------------------------------------------------- every game, on small and large screens


@pytest.mark.parametrize("size", [(80, 24), deep((130, 42)), deep((200, 60))], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", mv.games())
def test_what_one_plays_from_is_always_in_sight(name: str, size: tuple[int, int]) -> None:
    """Nothing is wider than the screen, and no hand is pushed off it by the board above."""
    game = mv.game(name)
    at = Session(Setting(game, ("random",) * (game.seats[0] - 1 or 1), seed=7))
    match, dice = at.table.match, random.Random(3)
    while not match.over and (match.steps < 30 or not match.legal(0)):
        match.play(match.pending[0], dice.choice(match.legal(match.pending[0])))

    async def look(app: PlayApp, pilot: Pilot[None]) -> None:
        shown = app.query_one(Board)
        lines = shown.picture.text.plain.splitlines()
        assert len(lines) <= shown.size.height
        assert max(map(len, lines)) <= shown.size.width
        for group in app.scene.groups:
            if group.role in ("main", "hand"):
                assert any(line.lstrip().startswith(group.title) or f" {group.title}" in line for line in lines), group
        hand = {
            sprite.key
            for group in app.scene.groups
            if group.role == "hand"
            for sprite in app.scene.sprites
            if sprite.group == group.key and sprite.moves and sprite.is_read
        }
        assert hand <= {area.sprite.key for area in shown.picture.areas}

    sit(look, at, size)


def test_the_whole_table_is_one_key_away() -> None:
    at = Session(Setting(mv.game("valdora"), ("random", "random"), seed=7))

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "F6" in board(app)
        await pilot.press("f6")
        assert isinstance(app.screen, Page)
        told = str(app.screen.body.render())  # type: ignore[union-attr]
        for group in app.scene.groups:
            assert group.title in told
        await pilot.press("f6")
        assert not isinstance(app.screen, Page)

    sit(play, at, (80, 24))


def test_nobody_is_called_you() -> None:
    """Names stand in sentences about them: "You begins" would not do."""
    assert Setting(mv.game("misty"), ("random",)).names()[0] == "Player"
