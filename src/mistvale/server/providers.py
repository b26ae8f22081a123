"""Providers of OpenID Connect: whom a host trusts to say who somebody is, and how that is written down.

In the file of settings each has a table of its own, `[openid.club]`; in the environment each of its lines is a
variable, `MISTVALE_OPENID_CLUB_ISSUER`. A secret stands in the environment, or in a file of its own, and nowhere else.
"""

from __future__ import annotations

import difflib
import ipaddress
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mistvale.core.errors import reason

from .errors import CannotServe
from .words import message

TABLE = "openid"
SECRET = "secret"
WRITTEN = ("name", "issuer", "client_id", "secret_file")  # in the file
GIVEN = (*WRITTEN, SECRET)  # in the environment
KEY = re.compile(r"[a-z0-9]{1,32}")
VARIABLE = re.compile(rf"MISTVALE_OPENID_([A-Z0-9]{{1,32}})_({'|'.join(each.upper() for each in GIVEN)})")
LONGEST_ISSUER = 255
LONGEST_NAME = 40


@dataclass(frozen=True)
class Provider:
    """Somebody who says who people are: known to the server by its issuer, and to people by its name."""

    key: str
    issuer: str
    client_id: str
    name: str
    secret: str | None = field(default=None, repr=False)


def is_provider_line(name: str) -> bool:
    """Whether a setting is a line of a provider's table, as in openid.club.issuer."""
    return name.startswith(f"{TABLE}.")


def is_secret_line(name: str) -> bool:
    return is_provider_line(name) and name.endswith(f".{SECRET}")


def of_table(given: Any, path: Path) -> dict[str, str]:
    """The lines of all providers in a file of settings, by names such as openid.club.issuer."""
    if not isinstance(given, dict) or not all(isinstance(each, dict) for each in given.values()):
        raise CannotServe(message("config.openid-table"))
    found = {}
    for key, lines in given.items():
        if not KEY.fullmatch(key):
            raise CannotServe(message("config.openid-key", key=key))
        for name, value in lines.items():
            found[f"{TABLE}.{key}.{name}"] = checked_line(f"{TABLE}.{key}", name, value, path)
    return found


def checked_line(table: str, name: str, value: Any, path: Path) -> str:
    if name == SECRET:
        raise CannotServe(message("config.openid-secret", table=table, variable=variable(table.split(".")[1], SECRET)))
    if name not in WRITTEN:
        near = difflib.get_close_matches(name, WRITTEN, n=1)
        if near:
            raise CannotServe(message("config.unknown.near", path=path, name=f"{table}.{name}", near=near[0]))
        raise CannotServe(message("config.unknown", path=path, name=f"{table}.{name}"))
    if not isinstance(value, str):
        raise CannotServe(message("config.text", name=f"{table}.{name}", given=value))
    return value


def in_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The lines of all providers in the environment."""
    found = {}
    for name, value in environment.items():
        parts = VARIABLE.fullmatch(name)
        if parts and value.strip():
            found[f"{TABLE}.{parts[1].lower()}.{parts[2].lower()}"] = value.strip()
    return found


def variable(key: str, name: str) -> str:
    return f"MISTVALE_{TABLE}_{key}_{name}".upper()


def variable_of(line: str) -> str:
    """The environment variable of a line."""
    _, key, name = line.split(".")
    return variable(key, name)


def of_lines(lines: Mapping[str, str]) -> tuple[Provider, ...]:
    """The providers that some lines describe; refused where one of them could never be asked."""
    tables: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name, value in lines.items():
        _, key, part = name.split(".")
        tables[key][part] = value
    found = tuple(of_parts(key, parts) for key, parts in sorted(tables.items()))
    if len({each.issuer for each in found}) < len(found):
        raise CannotServe(message("config.openid-twice"))
    return found


def of_parts(key: str, parts: Mapping[str, str]) -> Provider:
    for name in ("issuer", "client_id"):
        if not parts.get(name):
            raise CannotServe(message("config.openid-missing", table=f"{TABLE}.{key}", name=name))
    issuer = parts["issuer"]
    if not is_issuer(issuer):
        raise CannotServe(message("config.openid-issuer", table=f"{TABLE}.{key}", given=issuer))
    called = parts.get("name") or urlsplit(issuer).hostname or key
    return Provider(key, issuer, parts["client_id"], called[:LONGEST_NAME], secret_of(parts))


def secret_of(parts: Mapping[str, str]) -> str | None:
    """The secret; None for a provider that asks for none."""
    if parts.get(SECRET):
        return parts[SECRET]
    if not parts.get("secret_file"):
        return None
    path = Path(parts["secret_file"])
    try:
        return path.read_text("utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        raise CannotServe(message("config.unread", path=path, why=why)) from error


def is_issuer(issuer: str) -> bool:
    """Whether something can be an issuer: an https address; without TLS only on this machine or in its own network."""
    try:
        parts = urlsplit(issuer)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    plain = re.fullmatch(r"[!-~]+", issuer) and len(issuer) <= LONGEST_ISSUER
    if not plain or not host or parts.query or parts.fragment or parts.username is not None:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and is_near(host))


def is_near(host: str) -> bool:
    """Whether a host is this machine, or an address of a network that is nobody else's."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_private and not address.is_unspecified


def example() -> list[str]:
    """The lines of a file of settings that describe a provider."""
    lines = {
        "name": "The club",
        "issuer": "https://id.example",
        "client_id": "mistvale",
        "secret_file": "/etc/mistvale/club.secret",
    }
    return [f"[{TABLE}.club]", *(f'{name} = "{value}"' for name, value in lines.items())]
