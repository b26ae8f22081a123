"""docs/add-a-game.md, followed to its end; and the game that it leads to, at every kind of table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import mistvale as mv
from mistvale.core import game as shelf
from mistvale.core import verbs
from mistvale.core.fields import reader
from tests.examples.page import EXAMPLE, Run, Write, install, put, steps
from tests.server.helpers import House, fast_settings

LINES = 120


def files(folder: Path) -> dict[str, str]:
    """The files of a package by their paths, without what Python leaves behind."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and not path.parts[-2].endswith(".dist-info")
    }


def tidy(text: str) -> str:
    """What a command prints, without what differs from one machine to the next: line ends and seconds."""
    return re.sub(r"\d+ seconds", "some seconds", " ".join(text.split()))


# ---------------------------------------------------------------- the page


def test_the_blocks_of_the_page_are_the_files_of_the_example(tmp_path: Path):
    for step in steps():
        if isinstance(step, Write):
            put(tmp_path, step)
    assert files(tmp_path) == files(EXAMPLE)


def test_the_example_is_short():
    python = [text for name, text in files(EXAMPLE).items() if name.endswith(".py")]
    assert sum(len(text.splitlines()) for text in python) <= LINES


@pytest.mark.slow
def test_the_page_can_be_followed(tmp_path: Path):
    """Block by block and command by command, each with the package as far as the page has come."""
    beside = os.path.dirname(sys.executable)  # noqa: PTH120 - the environment's own, not where it links to
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PATH": f"{beside}{os.pathsep}{os.environ['PATH']}"}
    commands = 0
    for step in steps():
        if isinstance(step, Write):
            put(tmp_path, step)
            if step.file == "pyproject.toml":
                install(tmp_path)
            continue
        done = subprocess.run(
            step.command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{step.command}\n{done.stdout}{done.stderr}"
        assert tidy(done.stdout) == tidy(step.prints), step.command
        commands += isinstance(step, Run)
    assert commands >= 5


# ---------------------------------------------------------------- the game


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[mv.Game]:
    """The example on the shelf, for one test."""
    (tmp_path / "pyproject.toml").write_text((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
    install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(EXAMPLE))
    shelf.look_again()
    yield mv.game("connect-four")
    monkeypatch.undo()
    shelf.look_again()


def test_the_example_is_of_the_shape_that_all_games_have(game: mv.Game):
    """Its state is declared in words, and read as plain integers: whoever copies it copies that."""
    assert all(each.words for each in reader(game.state).fields)
    assert not any('state["' in text for text in files(EXAMPLE).values())


def played(columns: str) -> mv.Match:
    match = mv.open_match("connect-four", seed=1)
    for column in columns:
        match.play(match.pending[0], f"drop {column}")
    return match


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ("aabbccd", 0),  # across
        ("ggffeed", 0),  # across, at the edge
        ("ababaca", 0),  # up
        ("gabababa", 1),  # up, for the second seat
        ("abbccdcddfd", 0),  # aslant, to the right
        ("gffeededdbd", 0),  # aslant, to the left
    ],
)
def test_four_in_a_row_win(game: mv.Game, columns: str, winner: int):
    match = played(columns[:-1])
    assert not match.over
    match.play(match.pending[0], f"drop {columns[-1]}")
    assert match.over
    assert match.scores == ((1, 0), (0, 1))[winner]
    assert match.ranks == ((1, 2), (2, 1))[winner]
    lit = [sprite for sprite in match.scene(None).sprites if "focus" in sprite.marks]
    assert len(lit) == 4
    assert {sprite.symbol for sprite in lit} == {f"seat-{winner}"}


def test_a_full_column_takes_no_more(game: mv.Game):
    match = played("aaaaaa")
    assert match.legal(0) == [f"drop {column}" for column in "bcdefg"]
    with pytest.raises(mv.IllegalMove, match="can't 'drop a' now"):
        match.play(0, "drop a")


def test_four_is_found_where_a_slow_search_finds_it(game: mv.Game):
    """On random boards, against a second way to look: every line of four places, one by one. None runs on into
    the next column."""
    four = game.rules.four
    lines = [
        [(column + i * across, row + i * up) for i in range(4)]
        for column in range(7)
        for row in range(6)
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        if column + 3 * across < 7 and 0 <= row + 3 * up < 6
    ]
    assert len(lines) == 69
    dice = np.random.default_rng(4)
    for _ in range(500):
        places = {(column, row) for column in range(7) for row in range(6) if dice.random() < 0.45}
        found = {place for line in lines if places.issuperset(line) for place in line}
        bits = sum(1 << (column * 7 + row) for column, row in places)
        assert int(four(np.int64(bits))) == sum(1 << (column * 7 + row) for column, row in found)


def test_a_full_board_is_a_draw(game: mv.Game):
    match = played("abababbababacdcdcddcdcdcefefeffefefegggggg")
    assert match.over
    assert match.scores == (0, 0)
    assert match.ranks == (1, 1)
    assert match.scene(0).prompt.text == "You share the victory with Seat 2!"


def test_the_bots_play_it_and_its_record_tells_it_again(game: mv.Game):
    match = mv.open_match("connect-four", seed=3)
    bots = [mv.bot("greedy", seed=1), mv.bot("random", seed=1)]
    while not match.over:
        seat = match.pending[0]
        match.play(seat, bots[seat].choose(match.seat(seat)))
    assert match.scores == (1, 0)
    assert mv.load(match.record()).digest() == match.digest()
    verbs_of_its_own = {verb for verb in verbs.NAMES if hasattr(game.rules, verb)}
    assert verbs_of_its_own == {"setup", "legal", "play", "over", "scores"}


def test_its_scene_offers_what_is_legal_and_draws_what_it_names(game: mv.Game):
    match = played("dd")
    scene = match.scene(0)
    assert {sprite.move for sprite in scene.sprites if sprite.move} == set(match.legal(0))
    assert all("legal" in sprite.marks for sprite in scene.sprites if sprite.move)
    assert not [sprite for sprite in match.scene(1).sprites if sprite.move]
    symbols = set(re.findall(r'<symbol id="([^"]+)"', game.art()))
    assert {sprite.symbol for sprite in scene.sprites if sprite.symbol} <= symbols
    assert scene.svg().count("#seat-0") > 1
    assert scene.prompt.text == "Drop a disc into a column."


def test_without_drawings_it_is_drawn_with_plain_cards(game: mv.Game, monkeypatch: pytest.MonkeyPatch):
    scene = played("d").scene(1)
    monkeypatch.setattr(mv.Game, "art", lambda self: shelf.NO_ART)
    drawn = scene.svg()
    assert "<use" not in drawn
    assert drawn.count(">Red disc</text>") == 1


def test_it_is_played_on_a_server(game: mv.Game, tmp_path: Path):
    with House(fast_settings(tmp_path / "data")) as house:
        ann = house.guest("Ann")
        listed = {each["name"]: each for each in ann.get("/api/games")}
        assert listed["connect-four"]["title"] == "Connect Four"
        table = ann.open("me", "bot:random", game="connect-four")
        over = ann.play_by_rest(table["match"])
        assert over["status"] == "over"
