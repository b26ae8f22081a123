"""What can be set about a server, in one place.

Options of the command line count most, then the environment, then the file of settings (`config.py`), then what stands
here.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from . import providers
from .errors import CannotServe
from .providers import Provider
from .words import message

DATABASE = "mistvale.db"
PREFIX = "MISTVALE_"
DEFAULT_PORT = 8000
# This one is called otherwise where people write it. Of these the first follows from how the server is started, and the
# second has tables of its own (`providers.py`).
CALLED = {"data_dir": "data"}
NOT_WRITTEN = frozenset({"allow_addresses", "openid"})


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
    # Where to listen: at which address of this machine, None is for this machine alone; and at which port.
    host: str | None = None
    port: int = DEFAULT_PORT
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
    # Looking back at finished matches: how many are looked at or wait for it, how many of one address, how many a guest
    # may ask for; and after how many seconds without a question nobody waits any more.
    analyses_waiting: int = 12
    analyses_per_address: int = 4
    analyses_per_hour: float = 12.0
    analysis_burst: float = 6.0
    analysis_patience: float = 20.0
    # Boxes that people make: how many of one guest are kept, how many are tried or wait for it, of one guest and of one
    # address, how many a guest may have tried, and what a trial may take of time and memory.
    boxes_per_guest: int = 50
    trials_waiting: int = 12
    trials_per_guest: int = 2
    trials_per_address: int = 4
    trials_per_hour: float = 20.0
    trial_burst: float = 8.0
    trial_seconds: float = 300.0
    trial_megabytes: int = 2048
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
    # The same for one token, wherever it is used from.
    program_requests_per_second: float = 20.0
    program_request_burst: float = 400.0
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
    # How long the start of a table waits for somebody to confirm, or to reveal a part; then the seat is free again.
    start_seconds: float = 60.0
    # The same where people need not be there at one time: tables by link, and those by mail.
    slow_start_seconds: float = 86_400.0
    # Tables that wait in the lobby, of one guest or player and of one address; 0 is any number.
    lobby_tables_per_guest: int = 5
    lobby_tables_per_address: int = 40
    # Seats that one guest, and an address as many guests as it may be, takes in the lobby; places in the queue, too.
    joins_per_minute: float = 10.0
    join_burst: float = 20.0
    # Those who look at the lobby, or wait in the queue, at a time; and how soon after another lists are sent.
    lobby_sockets_per_guest: int = 8
    lobby_sockets_per_address: int = 64
    lobby_pause: float = 1.0
    queue_per_address: int = 20
    # How long a table stays in the lobby after the last of those who sit there was seen.
    lobby_seconds: float = 90.0
    # Tournaments that are open or running, of one organiser and of one address, and people in one; 0 is any number.
    tournaments_per_player: int = 3
    tournaments_per_address: int = 20
    players_per_tournament: int = 128
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
    # Chat, and reports once they are closed.
    keep_chat_days: int = 90
    # Boxes that people made; tables that play with one have their own.
    keep_boxes_days: int = 60
    # Notices: how many seconds somebody has to come back to a table before being told that it is the own turn.
    notice_pause: float = 60.0
    # Mail goes through this server; without it, or without `mail_from` and `origin`, none is offered.
    smtp_host: str | None = None
    smtp_port: int = 587
    smtp_user: str | None = None
    smtp_password: str | None = field(default=None, repr=False)
    # How the line to it is made safe: starttls, tls (from the first byte) or none.
    smtp_security: str = "starttls"
    mail_from: str | None = None
    # A player gets at most one mail in so many hours, but for turns of matches by mail.
    mail_hours: float = 6.0
    # Confirmations that are asked for: by one player, and for one mail address.
    mails_per_hour: float = 3.0
    mail_burst: float = 3.0
    # 0: no Web Push. Browsers name where their notices go; these services are believed to be such, * for any part.
    push: int = 1
    push_services: tuple[str, ...] = (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "*.push.apple.com",
        "*.notify.windows.com",
    )
    # 1: players may have notices sent to web addresses of their own (webhooks, ntfy).
    webhooks: int = 0
    # 0: nobody chats at any table. Lines of one guest; an address may say as much as `guests_per_address`.
    chat: int = 1
    lines_per_minute: float = 20.0
    line_burst: float = 10.0
    reports_per_hour: float = 10.0
    report_burst: float = 10.0
    # A watcher so far behind is cut off; its client connects again and gets the table whole.
    unsent_messages: int = 256
    unsent_text: int = 8 * 1024 * 1024
    # How soon after another those at a table are told of somebody who comes or goes.
    presence_pause: float = 1.0
    idle_tables: int = 300
    # After so long without anything new, what watchers of a table were shown is let go of, to be drawn again.
    rest_seconds: float = 90.0
    # The days of a year on which whoever plays by mail may let the clocks stand still.
    holiday_days: int = 21
    # How often a store that refuses to write is tried again.
    retry_seconds: float = 1.0
    # Where traces go (OpenTelemetry, by HTTP), as in http://127.0.0.1:4318/v1/traces; without it there are none.
    tracing_endpoint: str | None = None
    # Headers that the collector wants, as in authorization=Bearer x; and which share of all traces it gets.
    tracing_headers: tuple[str, ...] = field(default=(), repr=False)
    tracing_share: float = 1.0
    # Who else may say who somebody is (OpenID Connect); without any, nobody is offered it.
    openid: tuple[Provider, ...] = ()

    @property
    def address(self) -> str:
        """Where players reach the server, with its base path, as far as that is known; without a slash at its end."""
        if not self.origin and self.friends_url:
            return self.friends_url.rstrip("/")  # with the base path, as its host has typed it
        return self.origin.rstrip("/") + self.base_path if self.origin else ""

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy wants it named."""
        if not self.database:
            return f"sqlite:///{self.data_dir / DATABASE}"
        scheme, _, rest = self.database.partition("://")
        if scheme in ("postgres", "postgresql"):
            return f"postgresql+psycopg://{rest}"
        return self.database


def written_names() -> dict[str, Any]:
    """The settings that people may write, by the names they write, with their defaults."""
    plain = Settings()
    named = (each.name for each in fields(Settings) if each.name not in NOT_WRITTEN)
    return {CALLED.get(name, name): getattr(plain, name) for name in named}


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return providers.variable_of(name) if providers.is_provider_line(name) else PREFIX + name.upper()


def secret_names() -> frozenset[str]:
    """The settings that nobody is to see: those that no text of the settings shows."""
    return frozenset(CALLED.get(each.name, each.name) for each in fields(Settings) if not each.repr)


def of_written(given: Mapping[str, Any]) -> Settings:
    """The settings with what was written, by the names people write."""
    fielded = {written: name for name, written in CALLED.items()}
    lines = {name: value for name, value in given.items() if providers.is_provider_line(name)}
    named = {fielded.get(name, name): value for name, value in given.items() if name not in lines}
    return Settings(**named, openid=providers.of_lines(lines))


def in_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """What the environment says: MISTVALE_ and the name of a setting, in capitals."""
    given = {}
    for name, default in written_names().items():
        text = environment.get(variable(name), "").strip()
        if text:
            given[name] = read(variable(name), text, default)
    return given | providers.in_environment(environment)


def of_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings with what the environment says, and no file."""
    return of_written(in_environment(environment))


def read(name: str, text: str, default: Any) -> Any:
    """A setting as it was typed, of the kind of its default."""
    if isinstance(default, tuple):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return tuple(read(name, part, default[0]) for part in parts) if default else tuple(parts)
    if isinstance(default, Path):
        return Path(text)
    if not isinstance(default, int | float):
        return text
    try:
        value = type(default)(text)
    except ValueError:
        value = -1
    return checked(name, value, default, text)


def checked(name: str, value: float, default: float, given: object) -> float:
    """A number, if it can be one of a setting."""
    if not 0 <= value < math.inf:
        raise CannotServe(message("serve.setting", name=name, given=given, default=f"{default:g}"))
    return value


def for_environment(settings: Settings) -> dict[str, str]:
    """What the environment would have to say for these settings, beside where the tables are."""
    named = [name for name in written_names() if name not in ("data", "database")]
    return {variable(name): written(getattr(settings, name)) for name in named}


def written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(written, value))
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
