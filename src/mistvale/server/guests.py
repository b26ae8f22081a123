"""Guests: who one is, without an account.

A random id in a cookie, signed with a key of the server (`keys.py`).
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadSignature, Signer

log = logging.getLogger(__name__)
COOKIE = "mistvale"
KEY = "guests.key"
# Browsers keep a cookie no longer than this.
COOKIE_SECONDS = 400 * 24 * 3600
KEY_BYTES = 32
# How the cookie of a session begins; no signed one does.
SESSION_MARK = "~"
MARK_LETTERS = 16
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


def hashed(secret: str) -> str:
    """What is kept of a secret that is random and long."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def own_cookies(header: str) -> list[str]:
    """The cookies with our name: another Mistvale of the same host has one too, and other servers' may be odd."""
    pairs = (part.partition("=") for part in header.split(";"))
    return [value.strip() for name, _, value in pairs if name.strip() == COOKIE][:MOST_COOKIES]


class Found(NamedTuple):
    """What a cookie says: a guest, maybe signed with an old key; or a session; or nothing that we have signed."""

    cookie: str
    guest: str | None = None
    session: str | None = None
    old: bool = False


class Guests:
    """Makes and checks the cookies."""

    def __init__(self, keys: Sequence[bytes] = (), base_path: str = "") -> None:
        """`keys`: the one that signs, and then those that are accepted."""
        self._path = base_path or "/"
        self.use(keys)

    def use(self, keys: Sequence[bytes]) -> None:
        """Count these keys from now on."""
        self._keys = tuple(keys)
        self._signers = [Signer(key, salt="mistvale guest") for key in keys]

    @staticmethod
    def fresh() -> str:
        return secrets.token_urlsafe(15)

    def origins(self, address: str) -> list[str]:
        """What is kept of an address, by each key: enough to count by, nothing to find anybody with."""
        text = f"mistvale address {address}".encode()
        return [hmac.new(key, text, hashlib.sha256).hexdigest()[:32] for key in self._keys]

    def mark(self, who: str) -> str:
        """What other processes are told of a guest or an address: the same at all of them."""
        return self.origins(who)[0][:MARK_LETTERS]

    def known(self, header: str | None) -> list[Found]:
        """What the cookies of a Cookie header say."""
        return [self._read(value) for value in own_cookies(header or "")]

    def _read(self, value: str) -> Found:
        if value.startswith(SESSION_MARK):
            return Found(value, session=hashed(value.removeprefix(SESSION_MARK)))
        for number, signer in enumerate(self._signers):
            try:
                return Found(value, signer.unsign(value).decode(), old=number > 0)
            except BadSignature:
                continue
        return Found(value)

    def cookie(self, guest: str, secure: bool) -> str:
        """A Set-Cookie header for a guest."""
        return self.set_cookie(self._signers[0].sign(guest).decode(), secure)

    def session_cookie(self, token: str, secure: bool) -> str:
        """A Set-Cookie header for a session."""
        return self.set_cookie(SESSION_MARK + token, secure)

    def set_cookie(self, value: str, secure: bool) -> str:
        parts = [f"{COOKIE}={value}", f"Max-Age={COOKIE_SECONDS}", f"Path={self._path}", "HttpOnly", "SameSite=Lax"]
        return "; ".join([*parts, "Secure"] if secure else parts)
