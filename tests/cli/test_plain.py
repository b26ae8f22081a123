"""A match line by line, as a script plays it."""

from __future__ import annotations

import io
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

import mistvale as mv
from mistvale.terminal import aloud, plain, table
from mistvale.terminal.screens import summary_table
from mistvale.terminal.table import Setting, seated

from .helpers import played, run

TABLE = ("play", "misty", "--bots", "random", "--option", "window=small", "--seed", 5, "--name", "Ann")
# Whatever is asked, one of these is legal: all cards, then all spaces to place on, then all to move from.
SPACES = [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)]
CARDS = [card["name"] for card in mv.game("misty").box().data["cards"]]
ANYTHING = [*(f"pick {c}" for c in CARDS), *(f"place {s}" for s in SPACES), *(f"move {s}" for s in SPACES)]


def scripted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answers every question with the first legal move; what was typed is kept."""
    sessions: list[table.Session] = []
    typed: list[str] = []

    def first_legal(prompt: str) -> str:
        session = sessions[-1]
        typed.append(str(session.table.legal()[0]))
        return typed[-1]

    opened = table.Session.__init__

    def remember(self: table.Session, *args: object, **settings: object) -> None:
        opened(self, *args, **settings)  # type: ignore[arg-type]
        sessions.append(self)

    monkeypatch.setattr(table.Session, "__init__", remember)
    monkeypatch.setattr(plain.PlainGame.__init__, "__defaults__", (first_legal,))
    return typed


def test_a_whole_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """To the end, with every answer scripted; the result has ranks, and the record can be proven."""
    typed = scripted(monkeypatch)
    record = tmp_path / "match.json"
    result = run(*TABLE, "--save", record)
    assert result.exit_code == 0, result.stderr
    assert "Misty: the result" in result.stdout
    assert "1." in result.stdout
    assert "wins the match" in result.stdout or "share the victory" in result.stdout
    assert "Round 1, deal 1" in result.stdout
    match = mv.load(record.read_text())
    assert match.over
    assert match.names == ("Ann", "Random")
    assert run("verify", record).exit_code == 0
    assert len(typed) > 20


def test_the_same_match_by_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What was typed once can be piped in: with a bot that repeats itself it is the same match."""
    bot = mv.bot
    monkeypatch.setattr(mv, "bot", lambda name: bot(name, 1))
    with monkeypatch.context() as patch:
        typed = scripted(patch)
        assert run(*TABLE, "--save", tmp_path / "one.json").exit_code == 0
    result = run(*TABLE, "--save", tmp_path / "two.json", stdin="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "one.json").read_text() == (tmp_path / "two.json").read_text()


def test_what_is_not_a_move_is_told_and_nothing_changes() -> None:
    lines = "# a comment\n\npick unicorn\npick\nplace d4\nundo\n?\ncards\nguide\nquit\n"
    result = run(*TABLE, stdin=lines)
    assert result.exit_code == 0
    assert "'pick unicorn' is no move of this game" in result.stderr
    assert "several moves" in result.stderr
    assert "You can't 'place d4' now" in result.stderr
    assert "nothing to take back" in result.stderr
    assert result.stdout.count("You may:") == 2  # at the start and for '?'
    assert "not seen yet" in result.stdout
    assert "You leave the table." in result.stdout
    assert "The match is not over" in result.stdout


def test_the_summary_of_a_round_with_a_name_that_looks_like_markup() -> None:
    summary = played().scene(None).summary
    assert summary is not None
    out = io.StringIO()
    # Some games have a row for each seat, others a column.
    Console(file=out, width=100).print(summary_table(replace(summary, rows=(("[/x]", "1", "2"),))))
    assert "[/x]" in out.getvalue()


def test_the_input_may_end_early(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    result = run(*TABLE, "--save", record, stdin=ANYTHING[0])
    assert result.exit_code == 1
    assert "ended before the match was over" in result.stderr
    assert not mv.load(record.read_text()).over


@pytest.mark.parametrize("terminal", [True, False])
def test_whoever_thinks_for_long_says_so_once(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    """To a person who waits; a script reads what happens and nothing else."""
    slow = threading.Event()

    def think(self: table.Table, seat: int, match: mv.Match) -> mv.Move:
        slow.wait(0.2)
        return match.legal(seat)[0]

    monkeypatch.setattr(table.Table, "think", think)
    monkeypatch.setattr(plain, "PATIENCE", 0.02)
    out = Console(file=io.StringIO(), force_terminal=terminal, width=100)
    session = table.Session(Setting(mv.game("misty"), ("random",), {"window": "small"}, 5))
    game = plain.PlainGame(session, out, out)
    while session.table.legal():
        session.table.play(session.table.legal()[0])
    game.let_bots_play()
    assert isinstance(out.file, io.StringIO)
    assert ("Random is thinking…" in out.file.getvalue()) is terminal


def test_undo_takes_back_a_move_of_the_epoch() -> None:
    """While the windows come to life one may take back; before, what one did was seen."""
    table = Setting(mv.game("misty"), ("random",), {"window": "small"}, 5).open()
    while not table.legal() or not table.legal()[0].startswith("move "):
        if table.legal():
            table.play(table.legal()[0])
        while not table.legal() and (seat := table.waiting_bot()) is not None:
            assert table.decide(seat, table.think(seat, table.match.copy()))
    before = table.match.state
    legal = table.legal()
    table.play(legal[-1])
    assert table.match.state != before
    table.undo()
    assert table.legal() == legal
    with pytest.raises(mv.NoUndo, match="nothing to take back"):
        table.undo()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "no game called 'chess'"),
        (("misty", "--bots", "deep-blue"), "no bot called 'deep-blue'"),
        (("misty", "--seats", 7), "for 2, 3 or 4 seats"),
        (("misty", "--seats", 2, "--bots", "random,random"), "no room"),
        (("misty", "--bots", "random,random,random,random"), "for 2, 3 or 4 seats"),
        (("misty", "--option", "window"), "name=value"),
        (("misty", "--option", "window=huge"), "standard or small"),
        (("misty", "--option", "door=open"), "no option 'door'"),
        (("misty", "--option", "window=small", "--option", "window=standard"), "twice"),
        (("misty", "--seed", "x"), "a seed is a number"),
        (("misty", "--seed", "-1"), "a seed is a number"),
        (("misty", "--box", "none.toml"), "can't be read"),
        (("misty", "--bots", ","), "no bot"),
    ],
)
def test_a_table_that_can_not_be_opened(arguments: tuple[object, ...], words: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 1, result.stdout
    assert words in result.stderr
    assert result.stdout == ""


def test_a_wrong_box_is_refused_before_play(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text('game = "misty"\n')
    result = run("play", "misty", "--box", box)
    assert result.exit_code == 1
    assert "[[cards]] is missing" in result.stderr


def test_a_record_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("dear diary")
    assert "is there already" in run(*TABLE, "--save", path).stderr
    assert path.read_text() == "dear diary"
    assert "no folder" in run(*TABLE, "--save", tmp_path / "no" / "match.json").stderr


def test_an_unknown_speed_is_a_usage_error() -> None:
    assert run("play", "misty", "--speed", "warp").exit_code == 2


def test_bots_fill_the_table() -> None:
    game = mv.game("misty")
    assert seated(game, ["greedy"], None) == ("greedy",)
    assert seated(game, ["greedy", "random"], 4) == ("greedy", "random", "random")
    names = Setting(game, ("random", "greedy", "random"), name="Ann").names()
    assert names == ["Ann", "Random 1", "Greedy", "Random 2"]


@pytest.mark.parametrize("game", mv.games())
def test_what_is_read_aloud_is_sentences(game: str) -> None:
    """No frames, columns, bullets or signs: only what a speech program can say; and what stays is not said again."""
    out = io.StringIO()
    session = table.Session(Setting(mv.game(game), seated(mv.game(game), ["random"], None), {}, 5, name="Zdeňka"))
    asked = iter(range(12))

    def few(prompt: str) -> str:
        return str(session.table.legal()[0]) if next(asked, None) is not None else "quit"

    plain.PlainGame(session, Console(file=out, width=60), Console(file=out), few).play()
    lines = [line for line in out.getvalue().splitlines() if line.strip() not in ("", "You may:")]
    odd = [line for line in lines if re.search(r"  |[│┃╭┄·…*~>]|^[\s']", line) or not line.endswith((".", "!", "?"))]
    assert odd == []
    # In Misty something changes everywhere.
    assert game == "misty" or any(line.startswith("As before: ") for line in lines)
    assert any("that is you" in line for line in lines)


def test_the_whole_table_is_told_on_demand() -> None:
    result = run(*TABLE, stdin="table\nquit\n")
    assert result.stdout.count("\nYour hand. ") == 2
    assert result.stdout.count("A card you have not seen, ") == 2


def test_spaces_of_which_the_same_is_said_are_told_together() -> None:
    names = ["a1: empty", "a2: Star", "a3: empty", "b1: empty", "b2: Star", "Leaf", "Leaf", "Of this: empty"]
    told = ["a1, a3 and b1: empty", "a2: Star", "b2: Star", "Leaf, 2 times", "Of this: empty"]
    assert aloud.together(names) == told
