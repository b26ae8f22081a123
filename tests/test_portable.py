"""What a system may lack: nothing that Linux has and others do not is taken for granted.

Each test takes something away, or is in a place that is written in another way; so it says what macOS and Windows do
not have, and not that Mistvale was tried there.
"""

from __future__ import annotations

import builtins
import getpass
import io
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from mistvale import workshop
from mistvale.bots import levels
from mistvale.cli.common import open_streams
from mistvale.server import admin, backup, engine, guests
from mistvale.server.errors import CannotServe


def test_those_who_compile_need_no_niceness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    workshop.compile_what_is_asked()


def test_on_windows_they_are_started_with_less_priority() -> None:
    code = "import subprocess; subprocess.BELOW_NORMAL_PRIORITY_CLASS = 16384\n"
    code += "from mistvale import workshop; print(workshop.CALM_PROCESS)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "16384\n"


def test_cores_are_counted_without_an_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert levels.cores() == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert levels.cores() == 1


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_threads_give_way_only_where_a_number_names_a_thread(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS the same call would be about somebody else's process."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.delattr(os, "setpriority", raising=False)
    monkeypatch.delattr(os, "PRIO_PROCESS", raising=False)
    levels.give_way()


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Let modules be those of another system."""
    import_ = builtins.__import__

    def imported(name: str, *args: Any, **kwargs: Any) -> Any:
        if name in modules:
            raise ModuleNotFoundError(name)
        return import_(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", imported)


class Locking(types.ModuleType):
    """Windows' locks: of a byte of a file, for one who holds it."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: list[int] = []

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        node = os.fstat(descriptor).st_ino
        if node in self.held:
            raise PermissionError(13, "Permission denied")
        self.held.append(node)


def test_a_folder_is_held_by_one_server_where_there_is_no_flock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "fcntl")
    monkeypatch.setitem(sys.modules, "msvcrt", Locking())
    monkeypatch.setattr(engine.sys, "platform", "win32")
    with engine.lock_file(tmp_path / "lock"), pytest.raises(CannotServe):
        engine.lock_file(tmp_path / "lock")


def test_files_are_made_where_they_have_no_modes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "chmod", lambda *_: pytest.fail("a mode was set"))
    monkeypatch.setattr(guests.os, "name", "nt")
    file = f"{tmp_path}/store"  # a Path of Windows cannot be made here
    guests.keep_private(types.SimpleNamespace(exists=lambda: True, __fspath__=lambda: file))  # type: ignore[arg-type]


def test_a_backup_is_made_where_folders_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    backup.sync(tmp_path)


def test_the_audit_goes_on_where_nobody_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no `pwd`, and a service no USERNAME."""

    def nobody() -> str:
        raise ModuleNotFoundError("pwd")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert admin.this_user() == ""


def written(stream: io.TextIOWrapper, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(sys, "stdout", stream)
    open_streams()
    stream.write("Décrié ő ✓")
    stream.flush()
    return stream.buffer.getvalue()  # type: ignore[attr-defined,no-any-return]


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_a_file_gets_utf8_whatever_the_system_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that `mistvale box show misty > mine.toml` can be read again on Windows."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert written(io.TextIOWrapper(io.BytesIO(), "cp1252"), monkeypatch) == "Décrié ő ✓".encode()


def test_who_names_an_encoding_gets_it_and_nothing_ends_for_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    assert written(io.TextIOWrapper(io.BytesIO(), "ascii"), monkeypatch) == b"D?cri? ? ?"


def test_a_terminal_keeps_its_letters_and_shows_what_it_lacks_as_a_question_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert written(Terminal(io.BytesIO(), "cp1252"), monkeypatch) == "Décrié ? ?".encode("cp1252")


ROOT = Path(__file__).parents[1]


def test_no_file_has_a_name_that_another_system_cannot_have() -> None:
    """Neither case alone nor a letter that Windows keeps for itself tells two files of the package apart."""
    names = [str(path.relative_to(ROOT / "src")) for path in (ROOT / "src" / "mistvale").rglob("*")]
    assert len({name.lower() for name in names}) == len(names) > 500
    assert not [name for name in names if set(name) & set('<>:"|?*\\') or name.endswith((" ", "."))]
