"""A provider of OpenID Connect for tests, with real keys and a real socket: it does as it should, until told to lie."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import secrets
import socket
import threading
import time
from typing import Any
from urllib.parse import parse_qsl, urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT = "mistvale"
SECRET = "a secret between the two"
ALGORITHMS = ["RS256"]


class FakeProvider:
    """Somebody who says who people are: `subject` is whoever sits at the browser."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.issuer = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
        self.be_good()
        routes = [
            Route("/.well-known/openid-configuration", self.describe),
            Route("/authorize", self.authorize),
            Route("/token", self.token, methods=["POST"]),
            Route("/keys", self.keys),
        ]
        app = Starlette(routes=routes)
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", ws="none"))
        self._thread = threading.Thread(target=self._server.run, args=([self._listening],), daemon=True)
        self._thread.start()

    def be_good(self) -> None:
        """Forget all lies, and all that was asked."""
        self.subject: Any = f"somebody {secrets.token_hex(4)}"
        self.proved: int | None = None  # when somebody last proved there who it is; None: just now
        self.metadata: dict[str, Any] = {}
        self.claims: dict[str, Any] = {}
        self.sign: Any = None  # signs in another way
        self.answers: dict[str, Response] = {}  # what is said instead, by path
        self.drips: set[str] = set()  # paths at which an answer never ends
        self.refuses = ""  # the error with which people are led back
        self.sender: str | None = None  # who is named as the sender; "" for nobody
        self.asked: list[dict[str, str]] = []
        self.calls: list[str] = []
        self.exchanges = 0  # codes that were brought
        self._codes: dict[str, dict[str, str]] = {}

    def close(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(5)
        with contextlib.suppress(OSError):
            self._listening.close()

    # ------------------------------------------------------------ what it says

    async def _instead(self, request: Request) -> Response | None:
        self.calls.append(request.url.path)
        if request.url.path in self.drips:
            await asyncio.sleep(30)
        return self.answers.get(request.url.path)

    async def describe(self, request: Request) -> Response:
        told = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "id_token_signing_alg_values_supported": ALGORITHMS,
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
        }
        return await self._instead(request) or JSONResponse(told | self.metadata)

    async def keys(self, request: Request) -> Response:
        return await self._instead(request) or JSONResponse({"keys": [self.key.as_dict(private=False)]})

    async def authorize(self, request: Request) -> Response:
        """Lead somebody back at once: who it is was known before."""
        asked = dict(request.query_params)
        self.asked.append(asked)
        if asked.get("client_id") != CLIENT or asked.get("response_type") != "code":
            return PlainTextResponse("nobody", 400)
        if self.refuses:
            found = {"error": self.refuses, "state": asked["state"]}
        else:
            code = secrets.token_urlsafe(16)
            self._codes[code] = {**asked, "subject": self.subject}
            found = {"code": code, "state": asked["state"]}
        sender = self.issuer if self.sender is None and self.metadata else self.sender
        return RedirectResponse(
            f"{asked['redirect_uri']}?{urlencode(found | ({'iss': sender} if sender else {}))}", 302
        )

    async def token(self, request: Request) -> Response:
        self.exchanges += 1
        form = dict(parse_qsl((await request.body()).decode()))
        known = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if request.headers.get("authorization") != f"Basic {known}":
            return JSONResponse({"error": "invalid_client"}, 401)
        asked = self._codes.pop(form.get("code", ""), None)
        challenge = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        proved = base64.urlsafe_b64encode(challenge).decode().rstrip("=")
        if not asked or asked["redirect_uri"] != form.get("redirect_uri") or asked.get("code_challenge") != proved:
            return JSONResponse({"error": "invalid_grant"}, 400)
        signed = self.signed(asked["subject"], asked["nonce"])
        answer = {"access_token": secrets.token_urlsafe(8), "token_type": "Bearer", "id_token": signed}
        return await self._instead(request) or JSONResponse(answer)

    def signed(self, subject: Any, nonce: str) -> str:
        """A token that says who somebody is, and what it is told to beside that."""
        moment = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": subject,
            "aud": CLIENT,
            "exp": moment + 300,
            "iat": moment,
            "nonce": nonce,
            "auth_time": moment if self.proved is None else self.proved,
            # Nobody asked for these, and nobody is to keep them.
            "email": "ann@secret.example",
            "name": "Ann Secretname",
        }
        claims = {name: value for name, value in (claims | self.claims).items() if value is not ...}
        if self.sign:
            signed: str = self.sign(claims)
            return signed
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)


def encoded(part: Any) -> str:
    raw = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
