"""Every command: what it says when all is well, and when it is not. No traceback, whatever is given."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mistvale as mv
from mistvale import cli
from mistvale.core import laws
from mistvale.core.box_form import open_form, write_box
from mistvale.core.chance import Seal, seal
from mistvale.core.ending import Ending
from mistvale.lab.setting import Setting
from mistvale.server.anchors import bot_ratings
from tests.boxes import fitting

from .helpers import altered, kept, played, run

# ---------------------------------------------------------------- the whole


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for command in ("serve", "play", "replay", "analyse", "report", "verify", "box", "check", "compile", "games"):
        assert command in result.stdout


@pytest.mark.parametrize(
    "command", ["serve", "play", "replay", "analyse", "verify", "box check", "box show", "check", "compile", "games"]
)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Example: mistvale" in " ".join(result.stdout.split())


def test_version() -> None:
    assert run("--version").stdout == f"mistvale {mv.__version__}\n"


def test_an_unknown_command_is_a_usage_error() -> None:
    result = run("dance")
    assert result.exit_code == 2
    assert "dance" in result.stderr


def test_heavy_imports_wait_for_their_command() -> None:
    """Help comes at once: no server and no screen is loaded for it."""
    heavy = "{'textual', 'fastapi', 'sqlalchemy', 'uvicorn'}"
    script = f"import sys, mistvale.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_games_lists_seats_and_options() -> None:
    result = run("games")
    assert result.exit_code == 0
    for words in ("misty", "2-4", "window=standard|small", "Florian Fay"):
        assert words in result.stdout


def test_games_lists_bots_with_their_ratings() -> None:
    lines = [line for line in run("games").stdout.splitlines() if "grandmaster" in line]
    ratings = [bot_ratings(mv.game(name), "grandmaster") for name in mv.games()]
    assert len(lines) == 1 and all(f"{each[min(each)]:.1f}" in lines[0] for each in ratings)


def test_serve_hands_on_what_was_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: dict[str, object] = {}
    monkeypatch.setattr("mistvale.server.run.serve", lambda **settings: given.update(settings))
    words = ("--host", "0.0.0.0", "--port", 0, "--data", tmp_path, "--open", "--allow-host", "table.lan")
    proxies = ("--trusted-proxy", "10.0.0.7", "--trusted-proxy", "10.1.0.0/16", "--base-path", "/games")
    result = run("serve", *words, *proxies)
    assert result.exit_code == 0
    assert given == {
        "host": "0.0.0.0",
        "port": 0,
        "data_dir": tmp_path,
        "open_browser": True,
        "allow_hosts": ("table.lan",),
        "trusted_proxies": ("10.0.0.7", "10.1.0.0/16"),
        "base_path": "/games",
        "config": None,
        "lang": "en",
    }


def test_serve_says_what_it_does_before_it_imports_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine that takes half a minute, in which one would think that nothing happens."""

    class Slow(ModuleType):
        def __getattr__(self, name: str) -> object:
            print("imported", file=sys.stderr)
            return lambda **settings: None

    monkeypatch.setitem(sys.modules, "mistvale.server.run", Slow("mistvale.server.run"))
    assert run("serve").stderr.splitlines()[:2] == ["Starting the server…", "imported"]


def test_serve_refuses_an_impossible_port() -> None:
    assert run("serve", "--port", 70000).exit_code == 2


# ---------------------------------------------------------------- verify


def test_verify_says_what_is_proven(tmp_path: Path) -> None:
    match = played()
    result = run("verify", kept(tmp_path, match))
    assert result.exit_code == 0
    assert "checksum fits" in result.stdout
    assert "standard box of Misty" in result.stdout
    assert "Not proven" in result.stdout  # an open match
    assert "Rank" in result.stdout


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Ending("timeout", ("played", "timeout"), (1, 2)), ("out of time", "Bob was out of time", "1. Ann, 2. Bob")),
        (Ending("left", ("left", "played"), (2, 1)), ("Ann left", "1. Bob, 2. Ann")),
        (Ending("cancelled", ("cancelled", "cancelled")), ("agreed to cancel", "no result")),
    ],
)
def test_verify_tells_how_a_match_ended_beside_its_rules(
    tmp_path: Path, ending: Ending, words: tuple[str, ...]
) -> None:
    match = mv.open_match("misty", options={"window": "small"}, names=["Ann", "Bob"], seed=3)
    match.ending = ending
    result = run("verify", kept(tmp_path, match))
    assert result.exit_code == 0
    for each in words:
        assert each in result.stdout
    assert "is not over" not in result.stdout, "it is, if not by its rules"


def test_verify_proves_a_seal(tmp_path: Path) -> None:
    host = bytes(range(32))
    match = mv.open_match("misty", options={"window": "small"}, seal=Seal("m1", seal(host), (host.hex(), "aa" * 32)))
    path = kept(tmp_path, match)
    without = run("verify", path)
    assert without.exit_code == 0
    assert "2 sealed parts" in without.stdout
    assert "--seal" in without.stdout
    proven = run("verify", path, "--seal", seal(host).upper())
    assert proven.exit_code == 0
    assert "nobody chose the deck" in proven.stdout
    assert "not over" in proven.stdout
    own = run("verify", path, "--seal", seal(bytes.fromhex("aa" * 32)))
    assert own.exit_code == 0
    assert "that of seat 0" in own.stdout
    wrong = run("verify", path, "--seal", "00" * 32)
    assert wrong.exit_code == 1
    assert "fits the seal given" in wrong.stderr


def test_verify_refuses_a_seal_for_an_open_match(tmp_path: Path) -> None:
    result = run("verify", kept(tmp_path, played(moves=4)), "--seal", "00" * 32)
    assert result.exit_code == 1
    assert "nothing was sealed" in result.stderr


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_bad_records_are_refused_with_the_reason(command: str, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    missing = run(command, path)
    assert missing.exit_code == 1
    assert f"there is no file {path}" in missing.stderr
    assert run(command, tmp_path).exit_code == 1  # a folder
    path = kept(tmp_path, played(moves=6))
    path.write_text(path.read_text()[:-200])
    torn = run(command, path)
    assert torn.exit_code == 1
    assert "torn" in torn.stderr
    path = kept(tmp_path, played(moves=6))
    altered(path, scores=[50, 0])
    assert "altered" in run(command, path).stderr
    altered(path, version=99)
    assert "update" in run(command, path).stderr
    path.write_bytes(b"\xff\xfe\x00[")
    assert run(command, path).exit_code == 1
    path.write_text('["misty"]')
    assert "not a Mistvale record" in run(command, path).stderr


def test_a_record_of_another_box_needs_that_box(tmp_path: Path) -> None:
    box = own_box(tmp_path)
    path = kept(tmp_path, played(moves=6, box=box))
    refused = run("verify", path)
    assert refused.exit_code == 1
    assert "--box" in refused.stderr
    proven = run("verify", path, "--box", box)
    assert proven.exit_code == 0
    assert str(box) in proven.stdout.replace("\n", "")


# ---------------------------------------------------------------- replay


def test_replay_prints_the_log_and_the_last_position(tmp_path: Path) -> None:
    path = kept(tmp_path, played(names=("Ann", "Ben")))
    result = run("replay", path)
    assert result.exit_code == 0
    assert "Round 1, deal 1" in result.stdout
    assert "Ann" in result.stdout
    assert "the result\n1. " in result.stdout
    assert run("replay", path, "--from-seat", 1, "--plain").exit_code == 0


@pytest.mark.parametrize("name", ["[/x]", "[red]Ann", "[link=x]"])
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_name_that_looks_like_markup(command: str, name: str, tmp_path: Path) -> None:
    result = run(command, kept(tmp_path, played(names=[name, "Bob"])))
    assert result.exit_code == 0 and name in result.stdout


def test_replay_refuses_a_seat_that_is_not_there(tmp_path: Path) -> None:
    result = run("replay", kept(tmp_path, played(moves=3)), "--from-seat", 2)
    assert result.exit_code == 1
    assert "seats 0 to 1" in result.stderr


# ---------------------------------------------------------------- boxes


def own_box(folder: Path) -> Path:
    """A box with a rocket less and a leaf more."""
    text = run("box", "show", "misty").stdout
    head, rocket, rest = text.partition('name = "rocket"')
    rest = rest.replace("count = 4", "count = 3", 1)
    leaf_head, leaf, leaf_rest = rest.partition('name = "leaf"')
    path = folder / "own.toml"
    path.write_text(head + rocket + leaf_head + leaf + leaf_rest.replace("count = 4", "count = 5", 1), encoding="utf-8")
    return path


def test_the_standard_box_is_a_start(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    path.write_text(run("box", "show", "misty").stdout, encoding="utf-8")
    result = run("box", "check", path)
    assert result.exit_code == 0
    assert "is fine" in result.stdout
    assert "cards: 14 kinds, 54 in all" in result.stdout
    assert "exactly like the standard box" in result.stdout


def test_a_box_of_ones_own(tmp_path: Path) -> None:
    result = run("box", "check", own_box(tmp_path), "--game", "misty")
    assert result.exit_code == 0
    assert "mistvale play misty --box" in result.stdout


@pytest.mark.parametrize("name", mv.games())
def test_a_box_of_a_form_is_checked_and_played(name: str, tmp_path: Path) -> None:
    """From what somebody changed in the browser, to the file that is downloaded, to the check, to a table."""
    game, dice = mv.game(name), random.Random(7)
    while True:
        form = open_form(game, fitting(game, dice, 5))
        file = tmp_path / "own.toml"
        file.write_text(write_box(form.data), encoding="utf-8")
        strict = run("box", "check", file, "--rulebook")
        if strict.exit_code:
            break  # another game than the rulebook's
    result = run("box", "check", file)
    assert result.exit_code == 0 and "is fine" in result.stdout and "another game than the rulebook's" in result.stdout
    notes = [line.strip() for line in result.stdout.splitlines() if line.startswith("    ")]
    assert notes == [line.strip() for line in strict.stderr.splitlines() if line.startswith("  ")] != []
    seats = max(game.seats)
    match = mv.open_match(name, seats=seats, seed=1, box=file)
    assert match.box.digest == form.box().digest in result.stdout
    match.play(match.pending[0], match.legal(match.pending[0])[0])
    assert mv.verify(match.record(), box=file).box.digest == match.box.digest
    assert mv.position(match.position(), box=match.box).state == match.state
    assert game.longest(seats, {}, file) > 0 and Setting.of(name, seats, box=file).box.digest == match.box.digest


def test_a_box_whose_matches_would_be_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mistvale.core.box_form.MOST_TIMES", 0)
    result = run("box", "check", own_box(tmp_path))
    assert result.exit_code == 1 and "matches could take" in result.stderr


def test_a_table_in_the_terminal_takes_a_box_that_the_rulebook_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(run("box", "show", "misty").stdout.replace("wins = 2", "wins = 3"), encoding="utf-8")
    result = run("play", "misty", "--plain", "--box", file, stdin="q\n")
    assert result.exit_code == 0 and "rulebook" not in result.stderr


def test_every_problem_of_a_box_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        run("box", "show", "misty").stdout.replace("count = 4", "count = -4", 1).replace("wins = 2", 'wins = "two"'),
        encoding="utf-8",
    )
    result = run("box", "check", path)
    assert result.exit_code == 1
    lines = [line for line in result.stderr.splitlines() if line.startswith("  ")]
    assert len(lines) >= 2
    assert any("count must be from" in line for line in lines)
    assert any("wins must be a whole number, not 'two'" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = [", "not a TOML file"),
        ("", "which game"),
        ("game = 5", "which game"),
        ('game = "chess"', "no game called 'chess'"),
        ('game = "misty"', "is missing"),
    ],
)
def test_what_is_no_box(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "box.toml"
    path.write_text(text)
    result = run("box", "check", path)
    assert result.exit_code == 1
    assert words in result.stderr


def test_a_missing_box_and_an_unknown_game(tmp_path: Path) -> None:
    assert "there is no file" in run("box", "check", tmp_path / "none.toml").stderr
    assert "installed: misterra, misty" in run("box", "show", "chess").stderr
    binary = tmp_path / "box.toml"
    binary.write_bytes(b"\xff\xfe")
    assert run("box", "check", binary).exit_code == 1
    assert run("box", "check", binary, "--game", "misty").exit_code == 1


# ---------------------------------------------------------------- the laws


def test_check_runs_the_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mv.Game, "tables", lambda game, box=None: [({"window": "small"}, 2)])
    result = run("check", "misty", "--positions", 30, "--compiled-only")
    assert result.exit_code == 0, result.stderr
    assert "Misty keeps the laws" in result.stdout


def test_check_tells_of_a_broken_law(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = laws.Finding(laws.NO_LEAK, "seat 1 sees a card", "misty", {}, 2, 7, ("0 pick rocket",))
    monkeypatch.setattr(laws, "check_game", lambda *args, **settings: [finding])
    result = run("check", "misty")
    assert result.exit_code == 1
    assert "Misty breaks 1 law" in result.stderr
    assert "seat 1 sees a card" in result.stderr
    assert "seed: 7" in result.stderr


def test_check_refuses_bad_input() -> None:
    assert run("check", "chess").exit_code == 1
    assert run("check", "misty", "--positions", 0).exit_code == 2


# ---------------------------------------------------------------- compiling


def test_rules_are_compiled_under_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []

    def slow(names: list[str], progress: object) -> None:
        assert names == ["misty"]
        for done in range(3):
            progress("rule", done, 2)  # type: ignore[operator]
            told.append((done, 2))

    monkeypatch.setattr(mv, "warm", slow)
    monkeypatch.setattr(cli, "QUICK", 0.0)
    cli.warm(["misty"])
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_compile_says_what_is_ready() -> None:
    result = run("compile", "misty")
    assert result.exit_code == 0
    assert "Compiled and kept: Misty." in result.stdout


def test_compile_refuses_an_unknown_game() -> None:
    result = run("compile", "chess")
    assert result.exit_code == 1
    assert "no game called 'chess'" in result.stderr


# ---------------------------------------------------------------- rollouts


def test_rollouts_are_kept_in_files(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    told = run("rollouts", "misty", "--matches", 12, "--seed", 4, "--option", "window=small", "--folder", tmp_path)
    assert told.exit_code == 0 and f"12 matches: a row of each is in {tmp_path}" in told.stdout
    rows = pq.read_table(tmp_path / "part-000000.parquet")
    assert len(rows) == 12 and rows["players"][0].as_py() == ["random", "random"]
    assert '"window": "small"' in rows["options"][0].as_py()
    again = run("rollouts", "misty", "--matches", 12, "--seed", 5, "--option", "window=small", "--folder", tmp_path)
    assert again.exit_code == 1 and "is of other rollouts" in again.stderr


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("chess",), "chess"),
        (("misty", "deep-blue"), "deep-blue"),
        (("misty", "random", "random", "random"), "one bot for all 2 seats"),
        (("misty", "--seed", "x"), "seed"),
    ],
)
def test_rollouts_that_cannot_be_played_say_why(given: tuple[str, ...], says: str, tmp_path: Path) -> None:
    told = run("rollouts", *given, "--folder", tmp_path / "new")
    assert told.exit_code != 0 and says in told.stderr and not (tmp_path / "new").exists()


def test_rollouts_without_their_library_say_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setattr("mistvale.cli.warm", lambda games: pytest.fail("compiles for minutes what it can't keep"))
    told = run("rollouts", "misty", "novice", "--matches", 2, "--folder", tmp_path / "new")
    assert told.exit_code == 1 and "pip install 'mistvale[lab]'" in told.stderr and not (tmp_path / "new").exists()
