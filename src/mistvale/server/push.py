"""Web Push: notices to a browser, through the service that its maker runs for it.

The service is told when something is sent, and to whom; what it says is encrypted for the browser alone.
"""

from __future__ import annotations

import base64
import functools
import importlib.util
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from . import schema
from .outbox import seconds
from .outside import target_of
from .settings import Settings
from .store import Store

KEY_BYTES = 32
# As a browser gives them: a point on P-256, and a random secret.
POINT_BYTES = 65
AUTH_BYTES = 16
# How long a service keeps what a browser that is off cannot be given.
KEPT_SECONDS = 24 * 3600
TOKEN_SECONDS = 12 * 3600


def is_installed() -> bool:
    """Whether what encrypts notices for browsers is there."""
    return importlib.util.find_spec("pywebpush") is not None


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_service(endpoint: str, services: Iterable[str]) -> bool:
    """Whether the host believes an address to be that of a push service."""
    target = target_of(endpoint)
    if target is None or target.port != 443:
        return False
    name = target.host.rstrip(".")
    return any(_fits(name, pattern.strip().lower()) for pattern in services)


def _fits(name: str, pattern: str) -> bool:
    if pattern.startswith("*."):
        return name.endswith(pattern[1:]) and len(name) > len(pattern) - 1
    return name == pattern


def are_keys(keys: dict[str, str]) -> bool:
    """Whether a browser's keys can be used."""
    if set(keys) != {"p256dh", "auth"} or not all(re.fullmatch(r"[\w-]{1,200}={0,2}", key) for key in keys.values()):
        return False
    try:
        point, auth = decoded(keys["p256dh"].rstrip("=")), decoded(keys["auth"].rstrip("="))
        return len(point) == POINT_BYTES and len(auth) == AUTH_BYTES and _is_point(point)
    except ValueError:
        return False


def _is_point(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return True


# ---------------------------------------------------------------- the server's own key


def ready_key(store: Store) -> str:
    """The key by which push services know this server; it is made when it is first needed."""
    found = store.rows(sa.select(schema.push_keys.c.secret))
    if found:
        return str(found[0][0])
    made = _new_key()

    def job(connection: sa.Connection) -> str:
        store.lock(connection)
        known = connection.execute(sa.select(schema.push_keys.c.secret)).scalar()
        if known is None:
            connection.execute(sa.insert(schema.push_keys).values(id=0, secret=made))
        return known or made

    return store.submit(job).result()


def _new_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    private = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(private.to_bytes(KEY_BYTES, "big"))


@functools.lru_cache(4)
def public_key(secret: str) -> str:
    """What a browser is given to subscribe with."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.derive_private_key(int.from_bytes(decoded(secret), "big"), ec.SECP256R1())
    return encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


# ---------------------------------------------------------------- what is sent


def sealed(
    settings: Settings, secret: str, endpoint: str, keys: dict[str, str], text: str, topic: str, urgent: bool
) -> tuple[bytes, dict[str, str]]:
    """A notice as its browser's service takes it: the body, which that cannot read, and the headers."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    body = WebPusher({"endpoint": endpoint, "keys": keys}).encode(text.encode(), "aes128gcm")["body"]
    parts = urlsplit(endpoint)
    claims: dict[str, Any] = {
        "sub": contact(settings),
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": seconds() + TOKEN_SECONDS,
    }
    headers: dict[str, str] = Vapid02.from_raw(secret.encode()).sign(claims)
    return bytes(body), {
        "Authorization": headers["Authorization"],
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high" if urgent else "normal",
        # What is sent again, or is about the same, takes the place of what is not delivered yet.
        "Topic": topic,
    }


def contact(settings: Settings) -> str:
    """Whom a push service may ask about what this server sends."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    address = settings.address
    return address if address.startswith("https://") else "mailto:nobody@localhost"
