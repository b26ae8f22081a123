"""The command line and the terminal in the pseudo-language: what shows without brackets comes from no catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import mistvale as mv
from mistvale.cli import app
from mistvale.core.text import words
from mistvale.terminal.words import language, speak
from tests.pseudo import PSEUDO, bare, bare_words, words_of

from .helpers import altered, kept, played, run

COMMANDS = (
    "serve",
    "backup",
    "play",
    "replay",
    "verify",
    "check",
    "arena",
    "compile",
    "games",
    "box check",
    "box show",
)
# What one types: options, the kinds of their values, arguments and commands; and Typer's own word before them.
TYPED = re.compile(r"(?<!\w)--?[a-z][a-z-]*|<[^>]*>|\{\w+\}|\[[A-Z]+\]|\[x[<>=\d]+\]|\[\d+<=x[<>=\d]*\]|\bCOMMAND\b")
ARGUMENTS = ("game", "record", "folder", "file", "bots", "games")
ASIDE = ["Usage:", "root", *ARGUMENTS, *(word for command in COMMANDS for word in command.split()), *mv.games()]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak()


def strange(text: str, *aside: str) -> list[str]:
    """The words of an output that come from no catalogue."""
    return bare_words(TYPED.sub(" ", text), [*ASIDE, *aside])


@pytest.mark.parametrize("command", ["", *COMMANDS, "box"])
def test_help_comes_from_the_catalogue(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    before = run(*command.split(), "--help").stdout
    told = run("--lang", PSEUDO, *command.split(), "--help")
    assert told.exit_code == 0
    assert strange(told.stdout) == []
    assert run(*command.split(), "--help").stdout == before and "[!!!" not in before, "the next call is English again"


def test_every_word_of_help_is_used_and_there() -> None:
    asked: set[str] = set()

    def walk(command: Any, path: str) -> None:
        asked.update({f"help.{path}", *(f"help.{path}.{param.name.replace('_', '-')}" for param in command.params)})
        for name, below in getattr(command, "commands", {}).items():
            walk(below, name if path == "mistvale" else f"{path}.{name}")

    walk(get_command(app), "mistvale")
    known = {key for key in words("en", "mistvale.terminal").messages if key.startswith("help.")}
    frames = {f"help.{name}" for name in ("arguments", "options", "commands", "default", "required", "help")}
    examples = {key for key in known if key.endswith(".epilog")}
    assert known - frames - examples == asked
    assert {key.removesuffix(".epilog") for key in examples} == {
        f"help.{command.replace(' ', '.')}" for command in ("mistvale", *COMMANDS)
    }


def test_the_environment_says_the_language_and_a_command_may(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "[!!!" in run("play", "--lang", PSEUDO, "--help").stdout
    monkeypatch.setenv("MISTVALE_LANG", PSEUDO)
    assert "[!!!" in run("--help").stdout
    assert "[!!!" not in run("--lang", "en", "--help").stdout
    monkeypatch.delenv("MISTVALE_LANG")
    refused = run("--lang", "xx", "games")
    assert refused.exit_code == 1 and "There are no words in 'xx'." in refused.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "nothing"),
        ("play", "misty", "--seats", "9"),
        ("play", "misty", "--bots", "nobody"),
        ("play", "misty", "--bots", "random,random,random,random"),
        ("play", "misty", "--option", "window"),
        ("play", "misty", "--option", "window=huge"),
        ("play", "misty", "--option", "walls=1"),
        ("play", "misty", "--seed", "many"),
        ("play", "misty", "--save", "/nowhere/at/all"),
        ("verify", "/nowhere"),
        ("arena", "misty", "random"),
        ("arena", "misty", "random", "adept:depth=3"),
        ("arena", "misty", "random", "adept:trees=many"),
        ("backup", "/nowhere/at/all", "--data", "/nowhere"),
        ("serve", "--base-path", "??"),
    ],
    ids=" ".join,
)
def test_what_is_refused_is_refused_in_the_language(arguments: tuple[str, ...]) -> None:
    result = run("--lang", PSEUDO, *arguments)
    assert result.exit_code == 1
    assert "[!!!" in result.stderr and strange(result.stderr) == []


def test_records_are_proven_and_refused_in_the_language(tmp_path: Path) -> None:
    names = ["Ann", "Bob", "match.json", "Misty"]
    path = kept(tmp_path, played(names=names[:2]))
    for command in ("verify", "replay"):
        result = run("--lang", PSEUDO, command, path)
        assert result.exit_code == 0 and strange(result.stdout, *names) == []
    altered(path, scores=[9, 9])
    result = run("--lang", PSEUDO, "verify", path)
    assert result.exit_code == 1 and strange(result.stderr) == []


@pytest.mark.parametrize("name", mv.games())
def test_plain_play_is_in_the_language(name: str) -> None:
    """The table, what may be done, help, cards, the guide, a mistake and the way out; moves are notation."""
    typed = "?\nnonsense\n[!!! cards ~~ !!!]\n[!!! guide ~~ !!!]\nq\n"
    result = run("play", name, "--plain", "--bots", "random", "--seed", "5", "--lang", PSEUDO, stdin=typed)
    assert result.exit_code == 0 and language() == PSEUDO
    match = mv.open_match(name, seats=max(2, mv.game(name).seats[0]), seed=5)
    moves = {str(move) for seat in range(match.seats) for move in match.legal(seat)}
    spaces = match.box.words.get("spaces", ())
    assert "[!!!" in result.stdout
    assert strange(result.stdout, match.game.title, *moves, *spaces) == []
    assert strange(result.stderr) == []


def test_the_text_of_a_scene_is_in_the_language() -> None:
    speak(PSEUDO)
    scene = played(moves=5).scene(0, language())
    assert scene.lang == PSEUDO
    assert not any(bare(text, ["Seat"]) for _, text in words_of(scene))


def test_games_and_the_arena_speak_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    result = run("--lang", PSEUDO, "games")
    credits = [f"{c.designer}, {c.publisher} {c.year}" for c in (mv.game(name).credit for name in mv.games())]
    options = [f"{o.name}={'|'.join(o.values)}" for name in mv.games() for o in mv.game(name).options]
    titles = [mv.game(name).title for name in mv.games()]
    rest = " ".join(result.stdout.split())
    for word in " ".join([*credits, *options, *titles]).split():
        rest = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", " ", rest)
    assert strange(rest) == []
    arguments = ("arena", "misty", "random", "greedy", "--games", "1", "--workers", "1", "--folder", tmp_path / "a")
    result = run("--lang", PSEUDO, *arguments)
    assert result.exit_code == 0 and strange(result.stdout, "random", "greedy") == []
