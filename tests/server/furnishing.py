"""Databases that have their tables already: a copy of a file is made sooner than all migrations are run."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from mistvale.server.guests import OWNER_ALONE, keep_private
from mistvale.server.settings import DATABASE
from mistvale.server.store import Store


def furnish(folder: Path) -> None:
    """Put an empty database into a folder that has none, as a server would that was started and stopped there."""
    if not (folder / DATABASE).exists():
        folder.mkdir(OWNER_ALONE, parents=True, exist_ok=True)
        keep_private(folder / DATABASE, make=True)
        (folder / DATABASE).write_bytes(empty_database())


@cache
def empty_database() -> bytes:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / DATABASE
        Store(f"sqlite:///{file}").close()
        return file.read_bytes()
