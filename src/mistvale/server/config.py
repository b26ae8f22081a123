"""The file of settings: one TOML file, with the environment on top; and what `mistvale config check` finds in both."""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import sqlalchemy as sa

from mistvale.core.errors import reason
from mistvale.core.text import Told

from . import openid, providers, tracing
from .engine import open_engine, revision
from .errors import CannotServe
from .keys import given_keys
from .postman import check_mail
from .proxies import Proxies
from .schema import HEAD
from .settings import (
    PREFIX,
    Settings,
    checked,
    in_environment,
    of_written,
    secret_names,
    variable,
    written_names,
)
from .words import message

CONFIG = PREFIX + "CONFIG"  # names the file
NEAR = 0.8  # how alike two names are that may be one


class Given(NamedTuple):
    """A setting that somebody has written, and where."""

    value: Any
    source: str


# ---------------------------------------------------------------- reading


def given_settings(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> dict[str, Given]:
    """What file and environment say, by name; the environment counts more."""
    named = path or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    found = {name: Given(value, str(named)) for name, value in (read_file(named) if named else {}).items()}
    for name, value in in_environment(environment).items():
        found[name] = Given(value, variable(name))
    return found


def chosen_settings(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a server that is started here."""
    return of_written({name: each.value for name, each in given_settings(path, environment).items()})


def read_file(path: Path) -> dict[str, Any]:
    """What a file of settings says; refused as a whole if anything in it cannot be."""
    try:
        with path.open("rb") as file:
            given = tomllib.load(file)
    except OSError as error:
        raise CannotServe(message("config.unread", path=path, why=reason(error))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CannotServe(message("config.torn", path=path, why=error)) from error
    lines = providers.of_table(given.pop(providers.TABLE, {}), path)
    names = written_names()
    return {name: of_file(name, value, names, path) for name, value in given.items()} | lines


def of_file(name: str, value: Any, names: Mapping[str, Any], path: Path) -> Any:
    """One setting of a file, of the kind that it has to be."""
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        if near:
            raise CannotServe(message("config.unknown.near", path=path, name=name, near=near[0]))
        raise CannotServe(message("config.unknown", path=path, name=name))
    return of_kind(name, value, names[name])


def of_kind(name: str, value: Any, default: Any) -> Any:
    if isinstance(default, tuple):
        if isinstance(value, list):
            return tuple(of_kind(name, each, default[0] if default else "") for each in value)
        raise CannotServe(message("config.list", name=name, given=value))
    if isinstance(default, int | float):
        whole = isinstance(default, int)
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            raise CannotServe(message("serve.setting", name=name, given=value, default=f"{default:g}"))
        return checked(name, value if whole else float(value), default, value)
    if not isinstance(value, str):
        raise CannotServe(message("config.text", name=name, given=value))
    return Path(value) if isinstance(default, Path) else value


def example() -> str:
    """A file of settings in which everything stands, commented out, as it is without it."""
    lines = [f"{name} = {in_toml(default)}" for name, default in written_names().items()]
    return "".join(f"# {line}\n" for line in [*lines, *providers.example()])


def is_secret(name: str) -> bool:
    """Whether the value of a setting is nobody's business, not even that of whoever looks over a host's shoulder."""
    return name in secret_names() or providers.is_secret_line(name)


def in_toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    if value is None:
        return '""'
    return str(value) if isinstance(value, int | float) else json.dumps(str(value))


# ---------------------------------------------------------------- checking


class Finding(NamedTuple):
    """Something that whoever runs the server should know."""

    wrong: bool  # it would not start, or not do what was asked for
    text: Told


def findings(settings: Settings) -> Iterator[Finding]:
    """What would go wrong with these settings, and what is odd about them."""
    for check in CHECKS:
        yield from check(settings)


def strays(environment: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Variables of the environment that nobody reads, and that look like a setting somebody has mistyped."""
    known = {variable(name).removeprefix(PREFIX) for name in written_names()}
    for name in sorted(environment):
        bare = name.removeprefix(PREFIX)
        if bare == name or bare in known:
            continue
        for near in difflib.get_close_matches(bare, known, n=1, cutoff=NEAR):
            yield Finding(False, message("config.stray", name=name, near=PREFIX + near))


def check_proxies(settings: Settings) -> Iterator[Finding]:
    try:
        Proxies(settings.trusted_proxies)
    except CannotServe as error:
        yield Finding(True, error)
    if settings.trusted_proxies and not settings.allow_hosts and not settings.origin:
        yield Finding(False, message("config.proxy-name"))


def check_base(settings: Settings) -> Iterator[Finding]:
    from .run import checked_base

    try:
        checked_base(settings.base_path)
    except CannotServe as error:
        yield Finding(True, error)


def check_origin(settings: Settings) -> Iterator[Finding]:
    if not settings.origin:
        return
    parts = urlsplit(settings.origin)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        yield Finding(True, message("config.origin", origin=settings.origin))
    elif parts.scheme == "http" and parts.hostname != "localhost":
        yield Finding(False, message("config.origin-plain", origin=settings.origin))
    elif settings.allow_hosts and parts.hostname not in settings.allow_hosts and parts.hostname != "localhost":
        yield Finding(True, message("config.origin-host", host=parts.hostname))


def check_openid(settings: Settings) -> Iterator[Finding]:
    try:
        openid.check(settings)
    except CannotServe as error:
        yield Finding(True, error)


def check_tracing(settings: Settings) -> Iterator[Finding]:
    try:
        tracing.check(settings)
    except CannotServe as error:
        yield Finding(True, error)


def check_notices(settings: Settings) -> Iterator[Finding]:
    """Ways to send notices by that were meant to be there, and will not be."""
    try:
        check_mail(settings)
    except CannotServe as error:
        yield Finding(True, error)
    needed = {"mail_from": settings.mail_from, "origin": settings.address}
    missing = [name for name, value in needed.items() if not value]
    if settings.smtp_host and missing:
        yield Finding(False, message("config.mail", missing=", ".join(missing)))
    if settings.webhooks and not settings.address:
        yield Finding(False, message("config.hooks"))


def check_secrets(settings: Settings) -> Iterator[Finding]:
    try:
        given_keys(settings)
    except CannotServe as error:
        yield Finding(True, error)


def check_port(settings: Settings) -> Iterator[Finding]:
    if settings.port > 65535:
        yield Finding(True, message("config.port", port=settings.port))


def check_folder(settings: Settings) -> Iterator[Finding]:
    """Whether the data could be kept; nothing is made to find out."""
    if settings.database:
        return
    folder = settings.data_dir
    near = next((each for each in (folder, *folder.absolute().parents) if each.exists()), None)
    if near is None or not near.is_dir() or not os.access(near, os.W_OK):
        yield Finding(True, message("config.folder", path=folder))


def check_database(settings: Settings) -> Iterator[Finding]:
    """Whether the database answers, and how old its tables are; nothing is altered."""
    path = settings.database_url.removeprefix("sqlite:///")
    if settings.database_url.startswith("sqlite:///") and not Path(path).is_file():
        yield Finding(False, message("config.new"))
        return
    try:
        engine = open_engine(settings.database_url)
        try:
            with engine.connect() as connection:
                stands = revision(connection)
        finally:
            engine.dispose()
    except CannotServe as error:
        yield Finding(True, error)
    except sa.exc.SQLAlchemyError as error:
        yield Finding(True, message("serve.database", why=getattr(error, "orig", None) or error))
    else:
        if stands is None:
            yield Finding(False, message("config.new"))
        elif stands > HEAD:
            yield Finding(True, message("serve.newer", why=stands))
        elif stands != HEAD:
            yield Finding(False, message("config.older", stands=stands, head=HEAD))


CHECKS: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
    check_proxies,
    check_base,
    check_origin,
    check_openid,
    check_tracing,
    check_notices,
    check_secrets,
    check_port,
    check_folder,
    check_database,
)
