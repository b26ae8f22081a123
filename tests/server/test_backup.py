"""A backup: whole, also while a server runs, or not there at all."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mistvale.cli import app
from mistvale.server.backup import CannotBackUp, back_up
from mistvale.server.store import Store

from .conftest import Databases
from .helpers import Guest, House, fast_settings
from .test_store import batch, event


def mistvale(*words: str, **environment: str | None) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*words], env={"MISTVALE_DATABASE": None} | environment)
    return done.exit_code, re.sub(r"\s+", " ", done.output)


def test_what_was_backed_up_is_served(tmp_path: Path) -> None:
    """The server still runs, and its last events are in the write-ahead log only."""
    with House(fast_settings(tmp_path / "data")) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        ann.move(match, 0, ann.legal(match, 0)[0])
        step = ann.status(match)["step"]
        status, said = mistvale("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data"))
        assert status == 0 and "copy" in said, said
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == ["mistvale.db"]
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "copy").iterdir()} == {0o600}
    with House(fast_settings(tmp_path / "copy")) as house:
        client = house.stranger()
        client.cookies = ann.client.cookies
        back = Guest(client)
        assert back.id == ann.id and back.status(match)["mine"] == [0, 1]
        assert back.status(match)["step"] == step


def test_every_event_that_was_acknowledged_is_in_it(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'data' / 'mistvale.db'}")
    acknowledged = -1
    stopping = threading.Event()

    def write() -> None:
        nonlocal acknowledged
        while not stopping.is_set():
            store.append(batch(event(acknowledged + 1, data={"padding": "x" * 2000})))
            acknowledged += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(4):
            known = acknowledged
            back_up(fast_settings(tmp_path / "data"), tmp_path / f"copy{number}")
            copy = Store(f"sqlite:///{tmp_path / f'copy{number}' / 'mistvale.db'}")
            numbers = [each.number for each in copy.events("m1")]
            copy.close()
            assert numbers == list(range(len(numbers))) and len(numbers) > known
    finally:
        stopping.set()
        writer.join()
        store.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    store = Store(f"sqlite:///{tmp_path / 'data' / 'mistvale.db'}")
    (tmp_path / "data" / "guests.key").write_bytes(b"k" * 32)
    store.append(batch(*(event(number, data={"padding": "x" * 2000}) for number in range(200))))
    store.close()
    return tmp_path / "data"


def test_nothing_is_overwritten_unless_asked(tmp_path: Path, data: Path) -> None:
    copy = tmp_path / "copy"
    back_up(fast_settings(data), copy)
    before = copy.stat().st_ino
    status, said = mistvale("backup", str(copy), "--data", str(data))
    assert status == 1 and "--force" in said and copy.stat().st_ino == before
    status, _ = mistvale("backup", str(copy), "--data", str(data), "--force")
    assert status == 0 and copy.stat().st_ino != before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data"]


def test_what_is_no_backup_is_never_overwritten(tmp_path: Path, data: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "letters.txt").write_text("dear")
    with pytest.raises(CannotBackUp):
        back_up(fast_settings(data), home, force=True)
    with pytest.raises(CannotBackUp):
        back_up(fast_settings(data), data, force=True)
    with pytest.raises(CannotBackUp):
        back_up(fast_settings(data), data / "copy")
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotBackUp):
        back_up(fast_settings(data), tmp_path / "file", force=True)
    assert (home / "letters.txt").read_text() == "dear"
    empty = tmp_path / "empty"
    empty.mkdir()
    back_up(fast_settings(data), empty)
    assert (empty / "mistvale.db").is_file()


def test_a_disk_that_is_full_leaves_nothing_behind(tmp_path: Path, data: Path) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    command = [sys.executable, "-m", "mistvale.cli", "backup", str(tmp_path / "copy"), "--data", str(data)]
    done = subprocess.run(command, preexec_fn=small_disk, capture_output=True, text=True)
    assert done.returncode == 1 and "Traceback" not in done.stderr and done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path, data: Path) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(0o500)
    with pytest.raises(CannotBackUp):
        back_up(fast_settings(data), shut / "copy")


def test_a_place_that_is_no_folder(tmp_path: Path, data: Path) -> None:
    (tmp_path / "file").write_text("")
    status, said = mistvale("backup", str(tmp_path / "file" / "copy"), "--data", str(data))
    assert status == 1 and "file" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "file"]


def test_a_damaged_store_makes_no_backup(tmp_path: Path, data: Path) -> None:
    raw = bytearray((data / "mistvale.db").read_bytes())
    raw[8192:12288] = os.urandom(4096)
    (data / "mistvale.db").write_bytes(raw)
    status, said = mistvale("backup", str(tmp_path / "copy"), "--data", str(data))
    assert status == 1 and said
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_where_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    status, said = mistvale("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "nothing"))
    assert status == 1 and "nothing" in said
    assert list(tmp_path.iterdir()) == []


def test_postgresql_has_its_own_way(tmp_path: Path, data: Path) -> None:
    status, said = mistvale(
        "backup", str(tmp_path / "copy"), "--data", str(data), MISTVALE_DATABASE="postgresql://u:secret@h/n"
    )
    assert status == 1 and "pg_dump" in said and "secret" not in said


def test_a_dump_of_postgresql_is_served_again(
    tmp_path: Path, databases: Databases, postgres: Callable[[], str]
) -> None:
    here, there = postgres(), postgres()
    with House(fast_settings(tmp_path, database=here)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        ann.move(match, 0, ann.legal(match, 0)[0])
        before, cookies = ann.status(match), ann.client.cookies
    dump = str(tmp_path / "tables.dump")
    databases.tool("pg_dump", "--format=custom", f"--file={dump}", here)
    databases.tool("pg_restore", "--no-owner", "--clean", "--if-exists", f"--dbname={there}", dump)
    with House(fast_settings(tmp_path, database=there)) as house:
        ann = house.guest()
        ann.client.cookies = cookies
        assert ann.status(match) == before, "and its guests hold their seats"
        ann.move(match, 1, ann.legal(match, 1)[0])
