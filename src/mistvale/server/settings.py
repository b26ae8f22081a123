"""What can be set about a server, in one place."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from .errors import CannotServe
from .words import message

DATABASE = "mistvale.db"
PREFIX = "MISTVALE_"
# These have variables with other names, or follow from how the server is started.
NOT_BY_NAME = frozenset({"data_dir", "database", "allow_addresses"})


def default_data_dir() -> Path:
    """Where the tables are kept unless one says otherwise."""
    named = os.environ.get("MISTVALE_DATA")
    return Path(named) if named else user_data_path("mistvale", appauthor=False)


def default_database() -> str | None:
    """The database of the environment; None: an SQLite file with the data."""
    return os.environ.get("MISTVALE_DATABASE") or None


@dataclass(frozen=True)
class Settings:
    """How one server behaves."""

    data_dir: Path = field(default_factory=default_data_dir)
    database: str | None = field(default_factory=default_database, repr=False)
    # What cookies are signed with: the first signs, the others are accepted; without any, the database has the keys.
    secret_keys: tuple[str, ...] = field(default=(), repr=False)
    # Where players reach this server, as in https://games.example: passkeys belong to it, and are lost with it.
    origin: str | None = None
    # Names a request may use for this server, beside those of this machine.
    allow_hosts: tuple[str, ...] = ()
    # Proxies whose word counts about where a request came from: addresses, or networks.
    trusted_proxies: tuple[str, ...] = ()
    # Who brings it may read the measurements; without one, only this machine.
    metrics_token: str | None = field(default=None, repr=False)
    # What stands before every path, as in /games; a proxy may take it off or leave it on.
    base_path: str = ""
    # A server that listens to a network is reached by addresses nobody knows beforehand.
    allow_addresses: bool = False
    # Where friends reach this server, if that is another address than the one its host types.
    friends_url: str | None = None
    # People follow a bot more easily when it does not answer in the same instant.
    bot_pause: float = 0.4
    # How long a pick can be taken back when only bots are left to pick; 0 is not at all: they answer at once.
    second_thoughts: float = 1.2
    # A bot that fails is asked again after these pauses, in seconds; then it is shown that it cannot move.
    bot_retries: tuple[float, ...] = (1.0, 4.0, 15.0)
    # Tables whose bots think at the same time; further ones wait. The searches share the cores among them.
    bot_threads: int = 16
    # Hints have threads of their own; so many are thought about, or wait for it, at all tables together.
    hint_threads: int = 2
    hints_waiting: int = 16
    # A guest asks for one hint at a time, and an address for so many.
    hints_per_address: int = 4
    hints_per_second: float = 0.5
    hint_burst: float = 10.0
    # Scenes that one guest asks for: previews, views, replays, tables to watch; each table of a list counts as one.
    drawings_per_second: float = 40.0
    drawing_burst: float = 1200.0
    # An address, behind which there may be a household or a school, gets the shares of so many guests.
    guests_per_address: int = 8
    sockets_per_guest: int = 32
    sockets_per_address: int = 256
    tables_per_guest: int = 60
    # What is written of one match ends somewhere; undos end first, so that it can always be played to its end.
    events_per_match: int = 20_000
    undos_per_seat: int = 500
    message_bytes: int = 16 * 1024
    messages_per_second: float = 40.0
    message_burst: float = 120.0
    # What one address may ask for, however many guests it is; 0 is any number. A school is one address, too.
    requests_per_second: float = 100.0
    request_burst: float = 2000.0
    tables_per_minute: float = 20.0
    table_burst: float = 60.0
    tables_per_address: int = 300
    guests_per_minute: float = 20.0
    guest_burst: float = 200.0
    # Becoming a player, signing in, and trying codes and links, each for one address; codes also for one player.
    accounts_per_minute: float = 6.0
    account_burst: float = 40.0
    sign_ins_per_minute: float = 20.0
    sign_in_burst: float = 60.0
    codes_per_minute: float = 1.0
    code_burst: float = 10.0
    # What one guest or player may ask of accounts, beside looking at them.
    changes_per_minute: float = 60.0
    change_burst: float = 120.0
    # Players that one follows, blocks or invites.
    ties_per_minute: float = 10.0
    tie_burst: float = 100.0
    # 1: players at one address with the same kind of device may play rated matches with each other, as in a school;
    # otherwise they are taken for one.
    rated_neighbours: int = 0
    # How long a request may take to come in whole, and how many connections an address may have at a time.
    request_seconds: float = 20.0
    connections_per_address: int = 200
    # How many days things are kept after somebody last came to them; 0 is for ever.
    keep_waiting_days: int = 30
    keep_playing_days: int = 180
    keep_over_days: int = 730
    keep_names_days: int = 400
    # A watcher so far behind is cut off; its client connects again and gets the table whole.
    unsent_messages: int = 256
    unsent_text: int = 8 * 1024 * 1024
    # How soon after another those at a table are told of somebody who comes or goes.
    presence_pause: float = 1.0
    idle_tables: int = 300
    # How often a store that refuses to write is tried again.
    retry_seconds: float = 1.0

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy wants it named."""
        if not self.database:
            return f"sqlite:///{self.data_dir / DATABASE}"
        scheme, _, rest = self.database.partition("://")
        if scheme in ("postgres", "postgresql"):
            return f"postgresql+psycopg://{rest}"
        return self.database


def of_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings with what the environment says: MISTVALE_ and the name of a setting, in capitals."""
    given = {}
    for each in fields(Settings):
        text = environment.get(PREFIX + each.name.upper(), "").strip()
        if text and each.name not in NOT_BY_NAME:
            given[each.name] = read(each.name, text, each.default)
    return Settings(**given)


def read(name: str, text: str, default: Any) -> Any:
    """A setting as it was typed, of the kind of its default."""
    if isinstance(default, tuple):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return tuple(read(name, part, default[0]) for part in parts) if default else tuple(parts)
    if not isinstance(default, int | float):
        return text
    try:
        value = type(default)(text)
    except ValueError:
        value = -1
    if not 0 <= value < math.inf:
        raise CannotServe(message("serve.setting", name=PREFIX + name.upper(), given=text, default=f"{default:g}"))
    return value


def in_environment(settings: Settings) -> dict[str, str]:
    """What the environment would have to say for these settings."""
    named = [each.name for each in fields(settings) if each.name not in NOT_BY_NAME]
    return {PREFIX + name.upper(): written(getattr(settings, name)) for name in named}


def written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(written, value))
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
