"""A software authenticator: makes passkeys and signs with them, as a browser and its device would together."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """Holds passkeys; `origin` is where its browser is."""

    def __init__(self, origin: str = "http://localhost") -> None:
        self.origin = origin
        self.keys: dict[str, tuple[str, bytes, ec.EllipticCurvePrivateKey]] = {}
        self.count = 0

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, rp: str, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(rp.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.create() gives."""
        key, credential = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(32)
        given, rp = bytes_to_base64url(credential), options["rp"]["id"]
        assert given not in [each["id"] for each in options["excludeCredentials"]]
        self.keys[given] = rp, base64url_to_bytes(options["user"]["id"]), key
        point = key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(credential).to_bytes(2, "big") + credential + cbor2.dumps(public)
        data = self._data(rp, PRESENT | VERIFIED | ATTESTED) + attested
        return {
            "id": given,
            "rawId": given,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": bytes_to_base64url(self._client_data("webauthn.create", options["challenge"])),
                "attestationObject": bytes_to_base64url(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
                "transports": ["internal", "hybrid"],
            },
        }

    def get(self, options: dict[str, Any], which: str | None = None) -> dict[str, Any]:
        """What navigator.credentials.get() gives."""
        allowed = [each["id"] for each in options.get("allowCredentials") or self.known(options["rpId"])]
        given = which or next(each for each in allowed if each in self.keys)
        rp, user, key = self.keys[given]
        client = self._client_data("webauthn.get", options["challenge"])
        data = self._data(rp, PRESENT | VERIFIED)
        signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": given,
            "rawId": given,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": bytes_to_base64url(client),
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signature),
                "userHandle": bytes_to_base64url(user),
            },
        }

    def known(self, rp: str) -> list[dict[str, str]]:
        return [{"id": given} for given, (own, _, _) in self.keys.items() if own == rp]
