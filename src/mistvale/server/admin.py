"""What whoever runs a server may do beside it, from the command line: also while it serves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from . import keys
from .errors import CannotServe
from .settings import Settings, of_environment
from .store import Store
from .words import message


def settings_of(data: Path | None) -> Settings:
    """The settings of the server whose data lies in a folder; None: where the environment says."""
    found = of_environment()
    return replace(found, data_dir=data) if data else found


@contextmanager
def opened(settings: Settings) -> Iterator[Store]:
    """The store of a server, which may be running."""
    url = settings.database_url
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).is_file():
        raise CannotServe(message("backup.no-tables", path=settings.data_dir))
    store = Store(url, alone=False)
    try:
        yield store
    finally:
        store.close()


def rotate_keys(settings: Settings, keep_days: int) -> None:
    """Let cookies be signed with a new key."""
    if settings.secret_keys:
        raise CannotServe(message("keys.setting"))
    with opened(settings) as store:
        keys.ready_keys(store, settings)
        keys.rotate(store, keep_days)
