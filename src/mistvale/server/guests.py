"""Guests: who one is, without an account.

A random id in a cookie, signed with a key that only the owner can read.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer

from mistvale.core.errors import reason

from .errors import CannotServe
from .words import message

log = logging.getLogger(__name__)
COOKIE = "mistvale"
KEY = "guests.key"
# Browsers keep a cookie no longer than this.
COOKIE_SECONDS = 400 * 24 * 3600
KEY_BYTES = 32
# Of so many of our name one is ours, or none.
MOST_COOKIES = 8
# Decks and hands are in the data: nobody else on this machine is to read them.
OWNER_ALONE = 0o700
OWNERS_FILE = 0o600


def keep_private(path: Path, make: bool = False) -> None:
    """Let nobody but the owner read a file, even in a folder that is open to all; `make` it if it is not there."""
    if make:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNERS_FILE))
    if os.name != "posix" or not path.exists():
        return
    mode = path.stat().st_mode & 0o777
    if mode & ~OWNERS_FILE:
        path.chmod(OWNERS_FILE)
        log.warning("others could read %s (mode %o); now only its owner can", path, mode)


def read_key(folder: Path) -> bytes:
    """The signing key kept with the data; made, readable by the owner alone, when there is none."""
    path = folder / KEY
    try:
        folder.mkdir(OWNER_ALONE, parents=True, exist_ok=True)
        if not path.exists():
            _make_key(path)
        keep_private(path)
        key = path.read_bytes()
    except OSError as error:
        raise CannotServe(message("serve.folder", path=folder, why=reason(error))) from error
    if len(key) < KEY_BYTES:
        raise CannotServe(message("serve.key", path=path))
    return key


def _make_key(path: Path) -> None:
    """Write the whole key under another name first: whoever finds the file finds all of it."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS_FILE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        os.link(fresh, path)
    except FileExistsError:
        # Another process was first; its key is as good.
        pass
    except OSError:
        # Not every file system has links.
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def own_cookies(header: str) -> list[str]:
    """The cookies with our name: another Mistvale of the same host has one too, and other servers' may be odd."""
    pairs = (part.partition("=") for part in header.split(";"))
    return [value.strip() for name, _, value in pairs if name.strip() == COOKIE][:MOST_COOKIES]


class Guests:
    """Makes and checks the cookies."""

    def __init__(self, key: bytes, base_path: str = "") -> None:
        self._path = base_path or "/"
        self._key = key
        self._signer = Signer(key, salt="mistvale guest")

    @staticmethod
    def fresh() -> str:
        return secrets.token_urlsafe(15)

    def origin(self, address: str) -> str:
        """What is kept of an address: enough to count by, nothing to find anybody with."""
        return hmac.new(self._key, f"mistvale address {address}".encode(), hashlib.sha256).hexdigest()[:32]

    def known(self, header: str | None) -> tuple[str | None, bool]:
        """The guest in a Cookie header, and whether there was a cookie that we did not sign."""
        values = own_cookies(header or "")
        for value in values:
            try:
                return self._signer.unsign(value).decode(), False
            except BadSignature:
                continue
        return None, bool(values)

    def cookie(self, guest: str, secure: bool) -> str:
        """A Set-Cookie header."""
        value = self._signer.sign(guest).decode()
        parts = [f"{COOKIE}={value}", f"Max-Age={COOKIE_SECONDS}", f"Path={self._path}", "HttpOnly", "SameSite=Lax"]
        return "; ".join([*parts, "Secure"] if secure else parts)
