"""Passkeys: what a browser is asked to make or to sign, and whether what it answers holds. WebAuthn, by its library.

The library takes a while to load, and most servers never need it: it is imported by what uses it, in threads.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from starlette.types import Scope

from mistvale.core.text import Message

from .accounts import Passkey
from .errors import Refusal, refuse
from .events import now
from .guard import is_address, is_secure
from .guests import hashed
from .retention import today
from .settings import Settings
from .words import message

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

log = logging.getLogger(__name__)
BRAND = "Mistvale"
KNOWN_TRANSPORTS = frozenset(("usb", "nfc", "ble", "smart-card", "internal", "cable", "hybrid"))
MOST_TRANSPORTS = 8
WAIT_MS = 300_000


class Place(NamedTuple):
    """Where passkeys are made and used: the origin of the page, the name they belong to, and why there are none."""

    origin: str
    rp: str
    why_not: Message | None
    is_here: bool  # whether the request came by that origin

    def check(self) -> None:
        if self.why_not:
            raise Refusal("not-possible", self.why_not)


def place_of(scope: Scope, settings: Settings, host: str) -> Place:
    """The place that a request comes to; `host` is its Host header, which the guard has looked at."""
    here = f"{'https' if is_secure(scope) else 'http'}://{host}".lower()
    origin = (settings.origin or here).rstrip("/").lower()
    rp = urlsplit(origin).hostname or ""
    return Place(origin, rp, why_not(origin, rp, here), origin == here)


def why_not(origin: str, rp: str, here: str) -> Message | None:
    """Why browsers offer no passkeys here; None if they do."""
    if origin != here:
        return message("passkeys.elsewhere", origin=origin)
    if rp == "localhost" or rp.endswith(".localhost"):
        return None
    if not origin.startswith("https://"):
        return message("passkeys.insecure")
    return message("passkeys.address") if is_address(rp) else None


def user_handle(player: str) -> bytes:
    """What an authenticator keeps of a player: nothing that anybody else could use."""
    return hashlib.sha256(f"mistvale passkey {player}".encode()).digest()


def described(passkeys: list[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    from webauthn.helpers import base64url_to_bytes, structs

    return [
        structs.PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(each.credential),
            transports=[structs.AuthenticatorTransport(way) for way in each.transports if way in KNOWN_TRANSPORTS]
            or None,
        )
        for each in passkeys
    ]


def creation(place: Place, player: str, name: str, passkeys: list[Passkey]) -> tuple[str, dict[str, Any]]:
    """What a browser needs to make a passkey, and the challenge in it."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import bytes_to_base64url, structs

    # Whoever has no name is still somebody to the browser.
    called = name or BRAND
    options = generate_registration_options(
        rp_id=place.rp,
        rp_name=BRAND,
        user_id=user_handle(player),
        user_name=called,
        user_display_name=called,
        timeout=WAIT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=described([each for each in passkeys if each.rp == place.rp]),
    )
    return bytes_to_base64url(options.challenge), json.loads(options_to_json(options))


def request(place: Place, passkeys: list[Passkey]) -> tuple[str, dict[str, Any]]:
    """What a browser needs to sign with one of some passkeys, or with any that it has; and the challenge in it."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers import bytes_to_base64url, structs

    options = generate_authentication_options(
        rp_id=place.rp,
        timeout=WAIT_MS,
        allow_credentials=described([each for each in passkeys if each.rp == place.rp]) or None,
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return bytes_to_base64url(options.challenge), json.loads(options_to_json(options))


def challenge_of(credential: dict[str, Any]) -> str:
    """The challenge that a browser says it has answered."""
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

    try:
        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return bytes_to_base64url(parse_client_data_json(data).challenge)
    except Exception as error:  # whatever strangers send, and the library makes of it
        raise refuse("not-verified") from error


def made(place: Place, player: str, name: str, credential: dict[str, Any], challenge: str) -> Passkey:
    """The passkey that a browser has made."""
    from webauthn import verify_registration_response
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=place.rp,
            expected_origin=place.origin,
        )
        told = credential["response"].get("transports") or []
        transports = [way for way in told if way in KNOWN_TRANSPORTS][:MOST_TRANSPORTS]
    except Exception as error:
        log.info("a passkey was not made: %s", type(error).__name__)
        raise refuse("not-verified") from error
    given = bytes_to_base64url(found.credential_id)
    return Passkey(
        id=hashed(given),
        player=player,
        credential=given,
        public_key=bytes_to_base64url(found.credential_public_key),
        sign_count=found.sign_count,
        transports=transports,
        rp=place.rp,
        name=name,
        created=now(),
        used=today(),
    )


def proven(place: Place, passkey: Passkey, credential: dict[str, Any], challenge: str) -> int:
    """How often a passkey was used, if it has signed the challenge; refused if not."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    try:
        handle = credential["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != user_handle(passkey.player):
            raise ValueError("another player's")
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=place.rp,
            expected_origin=place.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception as error:
        log.info("a passkey was not accepted: %s", type(error).__name__)
        raise refuse("not-verified") from error
    return found.new_sign_count
