"""The command line and the terminal in the pseudo-language: what shows without brackets comes from no catalogue."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from typer.main import get_command

import mistvale as mv
from mistvale.cli import app
from mistvale.core.errors import reason
from mistvale.core.rule import INTERPRETED
from mistvale.core.text import languages, words
from mistvale.learning.playing import RIVALS
from mistvale.terminal.app import PlayApp
from mistvale.terminal.words import COMMANDS as COMMANDS_TYPED
from mistvale.terminal.words import bare as without_accents
from mistvale.terminal.words import command, language, speak
from tests.pseudo import PSEUDO, bare, bare_words, words_of

from .helpers import altered, kept, played, run
from .test_screen import sit

COMMANDS = (
    "serve",
    "backup",
    "play",
    "learn",
    "puzzles solve",
    "puzzles make",
    "replay",
    "analyse",
    "verify",
    "check",
    "arena",
    "report",
    "rollouts",
    "compile",
    "games",
    "box check",
    "box show",
    "config check",
    "config example",
    "admin keys rotate",
    "admin players list",
    "admin players recover",
    "admin players ban",
    "admin players unban",
    "admin players bans",
    "admin players promote",
    "admin announce",
    "admin maintenance",
    "admin tables",
    "admin reports list",
    "admin reports show",
    "admin reports close",
    "admin reports remove",
    "admin tokens list",
    "admin tokens revoke",
    "admin players agreement",
    "admin ratings rebuild",
    "admin audit",
)
# What one types: options, the values that are offered, the range of a number; and commands.
TYPED = re.compile(r"(?<!\w)--?[a-z][a-z-]*|<slow[^>]*>|\[x[<>=\d]+\]|\[\d+<=x[<>=\d]*\]")
ASIDE = ["root", *(word for command in COMMANDS for word in command.split()), *mv.games()]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak()


def strange(text: str, *aside: str) -> list[str]:
    """The words of an output that come from no catalogue."""
    return bare_words(TYPED.sub(" ", text), [*ASIDE, *aside])


@pytest.mark.parametrize(
    "command",
    ["", *COMMANDS, "box", "config", "admin", "puzzles"]
    + [f"admin {group}" for group in ("keys", "players", "ratings", "reports", "tokens")],
)
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


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "hu_HU"}, "hu"),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "de_AT@euro"}, "de"),
        ({"LANG": "eo_XX", "LANGUAGE": "eo:fr:de"}, "fr"),
        ({"LANG": "cs_CZ", "LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "cs_CZ.UTF-8", "MISTVALE_LANG": "nl"}, "nl"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_one_that_the_system_asks_for(
    environ: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "MISTVALE_LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environ.items():
        monkeypatch.setenv(variable, value)
    speak()
    assert language() == lang


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


MISUSES = [
    ("play",),
    ("play", "misty", "--seats", "x"),
    ("play", "misty", "--speed", "x"),
    ("play", "misty", "--seats"),
    ("play", "misty", "--plain=x"),
    ("play", "misty", "--help=x"),
    ("play", "misty", "--sets", "2"),
    ("play", "misty", "x", "y"),
    ("play", "--lang", PSEUDO, "--plain=x"),
    ("serve", "--port", "99999"),
    ("check", "misty", "--positions", "0"),
    ("arena", "misty"),
    ("plaz",),
    ("box", "chekc"),
    ("box", "--"),
    ("box", "-x"),
    ("--bogus",),
    (),
]


@pytest.mark.parametrize("arguments", MISUSES, ids=" ".join)
def test_what_is_wrong_with_a_command_is_told_in_the_language(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    result = run("--lang", PSEUDO, *arguments)
    assert result.exit_code == 2
    assert "[!!! Usage:" in result.stderr and "[!!! Error" in result.stderr and "[!!! Try" in result.stderr
    assert strange(result.stderr, "plaz", "chekc") == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("play", "Missing: game"),
        ("play misty --seats x", "--seats must be a whole number."),
        ("serve --port 99999", "--port must be a whole number from 0 to 65535."),
        ("check misty --positions 0", "--positions must be a whole number, 1 or more."),
        ("play misty --speed x", "--speed must be one of these: slow, normal, fast or off."),
        ("play misty --seats", "Option --seats needs a value."),
        ("play misty --plain=x", "Option --plain takes no value."),
        ("play misty --sets 2", "No such option: --sets (Did you mean --save, --seats or --seed?)"),
        ("play misty x y", "Unexpected: x y"),
        ("plaz", "No such command: plaz (Did you mean play or replay?)"),
        ("box --", "Missing: COMMAND [ARGS]..."),
    ],
)
def test_what_is_wrong_with_a_command_is_told(arguments: str, told: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 2 and told in result.stderr


@pytest.mark.parametrize("name", mv.games())
def test_what_is_wrong_with_a_box_is_told_in_the_language(name: str, tmp_path: Path) -> None:
    """Whatever number, list or part of the game's own box is damaged; names and values of the box file aside."""
    file = tmp_path / "box.toml"
    text = (resources.files(mv.game(name).package) / "box.toml").read_text("utf-8")
    file.write_text(re.sub(r"= (\d+|\[.*\])$", '= "x"', text, flags=re.M).replace("[match]", "[matches]"))
    written = set(re.findall(r"[A-Za-z]+", file.read_text("utf-8")))
    result = run("--lang", PSEUDO, "box", "check", file)
    assert result.exit_code == 1
    problems = result.stderr.splitlines()[1:]
    assert problems and all(line.startswith("  [!!! ") and line.endswith("!!!]") for line in problems)
    outside = [word for line in problems for word in bare_words(line, [])]
    assert set(outside) <= written


def test_records_are_proven_and_refused_in_the_language(tmp_path: Path) -> None:
    names = ["Ann", "Bob", "match.json", "Misty"]
    path = kept(tmp_path, played(names=names[:2]))
    for name in ("verify", "replay"):
        result = run("--lang", PSEUDO, name, path)
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


def test_lessons_and_puzzles_are_in_the_language() -> None:
    """What is told and asked, a mistake, a hint, the table; moves are notation."""
    typed = "\nmove c4\n\n[!!! hint ~~ !!!]\n?\nnonsense\nq\n"
    for arguments in (("learn", "misty", "arrows"), ("puzzles", "solve", "misty")):
        result = run("--lang", PSEUDO, *arguments, stdin=typed)
        assert result.exit_code == 0, result.stderr
        moves = set(re.findall(r"(?:move|pick|place) \w+(?: \w+)?", result.stdout))
        assert "[!!!" in result.stdout
        assert strange(result.stdout, "Misty", *RIVALS, *moves, *mv.bots()) == [], arguments
        assert strange(result.stderr, "nonsense") == []


@pytest.mark.skipif(INTERPRETED, reason="thousands of rollouts")
def test_what_is_found_by_looking_back_is_in_the_language(tmp_path: Path) -> None:
    page = tmp_path / "found.html"
    record = kept(tmp_path, played(names=["Ann", "Bob"]))
    result = run("--lang", PSEUDO, "analyse", record, "--quick", "--level", "friend", "--html", page)
    assert result.exit_code == 0, result.stderr
    assert strange(result.stdout, "Misty", "Ann", "Bob", str(page)) == []
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page.read_text("utf-8"), flags=re.S)
    assert strange(text, "Misty", "Ann", "Bob", "mistvale") == []


def test_a_screen_is_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """So wide that nothing is cut: what is asked and told, the moves, and the pages that keys open."""
    monkeypatch.setattr(PlayApp, "CSS", PlayApp.CSS + "#page { width: 96%; } #panels { max-width: 999; }")
    speak(PSEUDO)
    found: dict[str, str] = {}

    async def play(app: PlayApp, pilot: Pilot[None]) -> None:
        def read(selector: str, key: str = "") -> None:
            leaves = [each for each in app.screen.query(selector) if not each.children]
            strips = [strip for each in leaves for strip in each.render_lines(Region(0, 0, *each.size))]
            found[f"{key} {selector}"] = " ".join(strip.text for strip in strips)

        for selector in ("#prompt", "#news", "#typed", "#moves", "#scores", "#log"):
            read(selector)
        for key in ("f1", "f2", "f3", "f6"):
            await pilot.press(key)
            await pilot.pause(0.05)
            read("#page *", key)
            await pilot.press("escape")

    moves = [choice.move for choice in sit(play, size=(240, 50)).choices]
    assert len(found) == 10 and all(text.strip() for text in found.values())
    assert {where: words for where, text in found.items() if (words := strange(text, "Misty", "Ann", *moves))} == {}


@pytest.mark.parametrize("lang", sorted(languages("mistvale.terminal")))
def test_commands_may_be_typed_without_accents_and_in_english(lang: str) -> None:
    speak(lang)
    for name in COMMANDS_TYPED:
        word = words(lang, "mistvale.terminal")(f"command.{name}")
        assert command(word) == command(word.upper()) == command(without_accents(word)) == name
        english = command(name)
        assert english == name or words(lang, "mistvale.terminal")(f"command.{english}") == name
    assert command("pick rocket") is None and command("") is None


def test_zpet_is_undo_and_a_word_of_the_language_goes_before_english(monkeypatch: pytest.MonkeyPatch) -> None:
    speak("cs")
    assert [command(typed) for typed in ("zpět", "zpet", "Zpet", "undo", "navod")] == ["undo"] * 4 + ["guide"]
    monkeypatch.setitem(words("cs", "mistvale.terminal").messages, "command.undo", "hint")
    assert command("hint") == "undo"


def test_what_the_system_refuses_is_told_in_the_language(tmp_path: Path) -> None:
    for arguments in (("verify", tmp_path), ("play", "misty", "--box", tmp_path), ("box", "check", tmp_path)):
        result = run("--lang", PSEUDO, *arguments)
        assert result.exit_code == 1 and "[!!! Is a directory" in result.stderr
    assert str(reason(FileNotFoundError(errno.ENOENT, "…"))) == "No such file or directory"
    assert reason(OSError(errno.EBADF, "Bad file descriptor")) == "Bad file descriptor"
    assert reason(ValueError("no number")) == "no number"


FOOTERS = """
from mistvale.terminal.words import speak
speak("qps")
from textual.binding import Binding
from mistvale.terminal.app import PlayApp, ReplayApp
for app in (PlayApp, ReplayApp):
    for binding in Binding.make_bindings(one for each in app.mro() for one in vars(each).get("BINDINGS", ())):
        if binding.show:
            print(binding.key_display or binding.key, binding.description, sep="|")
"""


def test_the_keys_of_the_screen_are_named_in_the_language() -> None:
    """In a process of its own: a screen's keys are named when it is first needed, in the language that is spoken."""
    told = subprocess.run([sys.executable, "-c", FOOTERS], capture_output=True, text=True, check=True).stdout
    rows = [line.split("|") for line in told.splitlines()]
    assert len(rows) > 10 and all(name.startswith("[!!! ") for _, name in rows)
    assert [
        key for key, _ in rows if not re.fullmatch(r"f\d|ctrl\+\w|left|right|q|escape|\[!!! \w+ ~+ !!!\]", key)
    ] == []


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
    assert strange(rest, *mv.bots()) == []
    arguments = ("arena", "misty", "random", "greedy", "--games", "1", "--workers", "1", "--folder", tmp_path / "a")
    result = run("--lang", PSEUDO, *arguments)
    assert result.exit_code == 0 and strange(result.stdout, "random", "greedy") == []
    picture = (tmp_path / "a" / "picture.svg").read_text("utf-8")
    assert strange(" ".join(re.findall(r">([^<>]+)</text>", picture)), "random", "greedy") == []
