"""The compile cache: a second start compiles nothing, a change what depends on it, and nothing stale runs.

Two toy games, copies of Nim under other names, are played in processes of their own with a cache of their
own (`playing.py`). Each tells what it had to compile and what came of its matches.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import mistvale as mv
from mistvale.core import cache, lineage, shipped, verbs
from mistvale.core.rule import INTERPRETED, rule

from . import playing

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

ROOT = Path(__file__).parents[2]
NIM = ROOT / "tests" / "toys" / "nim"
FORKING: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
if sys.platform != "win32":
    FORKING.set_forkserver_preload([playing.__name__])


@dataclass(frozen=True)
class Told:
    """What a process tells: what it compiled, and what it played."""

    compiled: list[str]
    scores: list[int]
    total: int


@dataclass(frozen=True)
class Shop:
    """Two toy games in a folder, and a cache."""

    folder: Path
    cache: Path

    def run(self, game: str) -> Told:
        """What a process tells that plays a game."""
        return self.start(game)()[0]

    def start(self, *games: str) -> Callable[[], list[Told]]:
        """Let a process play these games one after another; call what is returned to wait for what it tells."""
        answer, theirs = FORKING.Pipe()
        given = (theirs, {"MISTVALE_CACHE": str(self.cache)}, [str(self.folder)], None, [*games])
        process = FORKING.Process(target=playing.forked, args=given)
        process.start()
        theirs.close()

        def told() -> list[Told]:
            assert answer.poll(300), f"a process that plays {games} tells nothing"
            found = answer.recv()
            process.join()
            assert isinstance(found, list), found
            return [Told(**each) for each in found]

        return told

    def run_afresh(self, game: str, box: dict[str, int] | None = None, **environment: str) -> Told:
        """What a process tells that is no fork: nothing in it lies where it lay when rules were compiled."""
        paths = os.pathsep.join([str(self.folder), *filter(None, sys.path)])
        done = subprocess.run(
            [sys.executable, "-m", playing.__name__, json.dumps(box), game],
            cwd=ROOT,
            env={**os.environ, "MISTVALE_CACHE": str(self.cache), "PYTHONPATH": paths, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return Told(**json.loads(done.stdout)[0])

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folder of the toys and a cache in which both are compiled."""
    folder = tmp_path_factory.mktemp("toys")
    for name in ("one", "two"):
        shutil.copytree(NIM, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("state.py", "rules.py"):
        path = folder / "two" / file
        path.write_text(path.read_text().replace("winner", "victor"))
    cache = tmp_path_factory.mktemp("cache")
    shop = Shop(folder, cache)
    for name in ("one", "two"):
        told = shop.run(name)
        assert f"{name}.rules.play" in told.compiled
        assert "mistvale.bots.playout.playouts" in told.compiled
        assert told.total == 100
    return folder, cache


@pytest.fixture
def shop(warm: tuple[Path, Path], tmp_path: Path) -> Iterator[Shop]:
    """The toys, and a cache that one test may spoil; its edits are taken back."""
    folder, cache = warm
    shutil.copytree(cache, tmp_path / "cache")
    kept = {file: file.read_text() for file in folder.rglob("*.py")}
    yield Shop(folder, tmp_path / "cache")
    for file, text in kept.items():
        if file.read_text() != text:
            file.write_text(text)


def test_a_second_start_compiles_nothing(shop: Shop):
    told = shop.run_afresh("one")
    assert told.compiled == []
    assert sum(told.scores) == 1
    assert told.total == 100


def test_another_box_plays_without_compiling(shop: Shop):
    told = shop.run_afresh("one", box={"heap0": 1, "heap1": 0, "heap2": 0})
    assert told.compiled == []
    assert told.scores == [1, 0], "the first to move takes the only one"


def test_a_change_to_a_rule_is_compiled_and_played_and_the_other_game_is_left_alone(shop: Shop):
    """Also by generic functions, in files that did not change."""
    shop.edit("one/rules.py", "PRIZE = 1", "PRIZE = 5")
    told = shop.run("one")
    assert "one.rules.scores" in told.compiled
    assert "mistvale.bots.playout.playouts" in told.compiled
    assert sum(told.scores) == 5
    assert told.total == 500
    assert shop.run("two").compiled == []
    again = shop.run("one")
    assert again.compiled == []
    assert again.total == 500


def test_a_change_to_a_module_that_the_rules_import_is_compiled(shop: Shop):
    """Rules read constants of other files: Numba's own cache would not look there."""
    shop.edit("one/state.py", '"""The records of Nim."""', '"""The records of Nim."""\n\nPRIZE = 7')
    shop.edit("one/rules.py", "PRIZE = 1", "from .state import PRIZE")
    assert shop.run("one").total == 700
    shop.edit("one/state.py", "PRIZE = 7", "PRIZE = 9")
    told = shop.run("one")
    assert told.compiled
    assert told.total == 900
    assert sum(told.scores) == 9


def test_a_torn_cache_is_survived_and_mended(shop: Shop):
    """Cut off, empty, or full of something else: compiled again, and kept."""
    for n, file in enumerate(sorted(shop.cache.glob("*.door"))):
        content = file.read_bytes()
        file.write_bytes([content[: len(content) // 2], b"", b"\0" * 100, os.urandom(64)][n % 4])
    told = shop.run("one")
    assert told.compiled
    assert told.total == 100
    assert shop.run("one").compiled == []


def test_checked_code_is_not_unchecked_code(shop: Shop):
    """NUMBA_BOUNDSCHECK=1 compiles its own, and leaves the other in place."""
    told = shop.run_afresh("one", NUMBA_BOUNDSCHECK="1")
    assert "one.rules.play" in told.compiled
    assert told.total == 100
    assert shop.run("one").compiled == []
    assert shop.run_afresh("one", NUMBA_BOUNDSCHECK="1").compiled == []


def test_without_a_place_for_a_cache_it_plays_all_the_same(shop: Shop, tmp_path: Path):
    """A full or read-only disk costs a compilation, and nothing else."""
    (tmp_path / "file").write_text("in the way")
    told = Shop(shop.folder, tmp_path / "file" / "cache").run("two")
    assert told.compiled
    assert told.total == 100


def test_a_file_that_holds_another_rule_is_not_trusted(shop: Shop):
    """Whatever its name says: what a file holds must be what was asked for, signature and all."""
    one, two = sorted(shop.cache.glob("play-*.door"))
    content = one.read_bytes(), two.read_bytes()
    one.write_bytes(content[1])
    two.write_bytes(content[0])
    told = shop.run("one")
    assert told.compiled == ["one.rules.play"]
    assert told.total == 100
    assert shop.run("two").compiled == ["two.rules.play"]
    assert {one.read_bytes() != content[1], two.read_bytes() != content[0]} == {True}, "both are mended"


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes")
def test_a_file_that_others_may_write_is_not_trusted(shop: Shop):
    """What is in it would be run."""
    for file in shop.cache.glob("legal-*.door"):
        file.chmod(0o666)
    assert shop.run("one").compiled == ["one.rules.legal"]


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes")
def test_nothing_is_loaded_from_a_folder_that_others_may_write_to(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file there may be ours and still not be what we have put there; and one is told why starts are slow."""
    cache.write(tmp_path / "doors" / "a.door", "a", b"content")
    folder = tmp_path / "doors"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700, "made for its owner alone"
    assert cache.read(folder / "a.door", "a") == b"content"
    for mode in (0o777, 0o1777, 0o770):
        folder.chmod(mode)
        cache.is_private.cache_clear()
        with pytest.raises(PermissionError, match="may be written by others"):
            cache.read(folder / "a.door", "a")
        cache.is_private(folder)
    assert [each.args for each in caplog.records] == [(folder,)] * 3
    folder.chmod(0o755)
    cache.is_private.cache_clear()
    assert cache.read(folder / "a.door", "a") == b"content", "others may look"


def test_where_files_have_no_owners_the_folder_of_the_user_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows keeps a user's cache in a folder of that user, and says nothing of it by modes."""
    monkeypatch.setattr(cache.sys, "platform", "win32")
    monkeypatch.delattr(os, "geteuid", raising=False)
    anybodys = os.stat_result((0o100666, 0, 0, 1, 4711, 4711, 0, 0, 0, 0))
    assert cache.is_ours(anybodys)


class Codegen:
    """What says for which machine code is made: here for a processor that nobody has."""

    def magic_tuple(self) -> tuple[str, str, str]:
        return "x86_64-unknown-linux-gnu", "nobodys", "+nothing"


def forget_what_is_shipped() -> None:
    shipped.folder.cache_clear()
    shipped.kind_here.cache_clear()


@pytest.fixture
def shipped_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of compiled rules that is installed; what processor this is, is up to the test."""
    package = tmp_path / shipped.PACKAGE
    (package / shipped.FOLDER).mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("MISTVALE_CACHE", str(tmp_path / "own"))
    forget_what_is_shipped()
    yield package / shipped.FOLDER
    forget_what_is_shipped()


@pytest.mark.parametrize("kind", shipped.KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("missing", [None, "avx2", "movbe"])
def test_installed_rules_are_used_where_the_processor_has_every_feature(
    missing: str | None, kind: shipped.Kind, shipped_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = {name: name != missing for name in kind.features} | {"avx512fp16": False}
    monkeypatch.setattr(shipped.binding, "get_host_cpu_features", lambda: host)
    found = cache.RuleCache(a_rule)
    digest = lineage.digest(a_rule, (numba.int64,), shipped.Portable(Codegen(), kind))
    assert not found.holds((numba.int64,), Codegen())
    file = shipped_rules / found.name(digest)
    file.write_bytes(cache.heading(digest, b"content") + b"content")
    assert found.holds((numba.int64,), Codegen()) == (missing is None)
    content = found.installed((numba.int64,), Codegen())
    assert content == (b"content" if missing is None else None)
    file.write_bytes(cache.heading("another", b"content") + b"content")
    if missing is None:
        with pytest.raises(ValueError, match="torn"):
            found.installed((numba.int64,), Codegen())


def test_a_processor_is_of_the_highest_kind_of_which_it_has_every_feature() -> None:
    highest, lower = shipped.KINDS
    assert shipped.kind_of(dict.fromkeys(highest.features, True)) is highest
    assert shipped.kind_of(dict.fromkeys(highest.features, True) | {"avx512vl": False}) is lower
    assert shipped.kind_of(dict.fromkeys(highest.features, True) | {"bmi2": False}) is None


def test_without_that_package_everything_is_compiled_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "PACKAGE", "mistvale_not_installed")
    shipped.folder.cache_clear()
    assert shipped.folder() is None
    assert cache.RuleCache(a_rule).installed((numba.int64,), Codegen()) is None
    shipped.folder.cache_clear()


@rule
def a_rule(x):
    return x


def test_a_cache_can_be_moved_and_so_can_what_was_compiled(shop: Shop, tmp_path: Path):
    """No path of this machine is in it."""
    shutil.copytree(shop.folder, tmp_path / "elsewhere", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(shop.cache, tmp_path / "shipped")
    told = Shop(tmp_path / "elsewhere", tmp_path / "shipped").run_afresh("one")
    assert told.compiled == []
    assert told.total == 100
    assert not any(str(tmp_path.parent).encode() in file.read_bytes() for file in (tmp_path / "shipped").iterdir())


def test_words_and_comments_are_not_compiled(shop: Shop):
    """Nor is what stands beside the rules in a file they read."""
    shop.edit("one/rules.py", "PRIZE = 1", '# The prize.\nPRIZE = 1\nMESSAGE = "You win."')
    shop.edit("one/state.py", '"""The records of Nim."""', '"""Records."""\n\nUNUSED = 7')
    assert shop.run("one").compiled == []


def test_what_is_loaded_beside_a_game_makes_no_difference(shop: Shop):
    """With both games in one process everything is found that was compiled with each of them alone."""
    before = sorted(shop.cache.iterdir())
    assert [each.compiled for each in shop.start("two", "one")()] == [[], []]
    assert sorted(shop.cache.iterdir()) == before


@pytest.mark.slow
def test_what_two_processes_compiled_is_told_apart_in_a_third(shop: Shop):
    """Both gave the same names to what they made of the same function for their own game."""
    shop.edit("two/rules.py", "PRIZE = 1", "PRIZE = 5")
    assert shop.run("two").total == 500
    assert [each.total for each in shop.start("two", "one")()] == [500, 100]
    assert [each.total for each in shop.start("one", "two")()] == [100, 500]


@pytest.mark.deep
def test_cold_processes_fill_one_cache_at_once(shop: Shop, tmp_path: Path):
    """Six of them, on both games: all play the same, and every entry is whole and what its name says."""
    cold = Shop(shop.folder, tmp_path / "cold")
    orders = [("one", "two"), ("two", "one")] * 3
    processes = [cold.start(*order) for order in orders]
    for told in processes:
        assert [(each.total, sum(each.scores)) for each in told()] == [(100, 1), (100, 1)]
    assert sorted(file.name for file in cold.cache.iterdir()) == sorted(file.name for file in shop.cache.iterdir())
    for file in cold.cache.iterdir():
        assert cache.read(file, file.stem.rpartition("-")[2])
    for game in ("one", "two"):
        assert cold.run(game).compiled == []


def test_what_was_not_used_for_long_is_taken_away(tmp_path: Path):
    day = cache.DAY
    ages = {"used.door": 1, "old.door": cache.UNUSED_DAYS + 1, "torn.door.1f": 2, "fresh.door.2e": 0, "else": 1000}
    for name, age in ages.items():
        (tmp_path / name).touch()
        then = (tmp_path / name).stat().st_mtime - age * day
        os.utime(tmp_path / name, (then, then))
    assert cache.sweep(tmp_path) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["else", "fresh.door.2e", "used.door"]


def test_a_file_in_use_stays_young(tmp_path: Path):
    file = tmp_path / "some.door"
    cache.write(file, "digest", b"content")
    os.utime(file, (0, 0))
    assert cache.read(file, "digest") == b"content"
    assert cache.sweep(tmp_path) == 0


def test_code_for_records_within_records_follows_the_rules_of_their_game():
    """The lab keeps states within larger records: what is compiled for those is compiled anew with the game's rules."""
    game = mv.game("misty")
    state = numba.from_dtype(game.state)
    within = numba.from_dtype(np.dtype([("now", game.state), ("others", game.state, (2,)), ("seat", "i8")], align=True))

    @rule
    def play_first(held, box):
        verbs.play(held[0].now, box, 0, 0)

    followed = lineage.size(play_first, (within[::1], numba.from_dtype(game.box_type)))
    assert followed > lineage.size(verbs.of(game.state)["play"], (state, numba.from_dtype(game.box_type)))
