"""OpenID Connect: how somebody is sent to a provider, and whether what comes back holds. By its library, Authlib.

Nothing is asked of a provider but who somebody is there (the scope `openid` alone), and nothing is kept of the answer
but issuer and subject. The library takes a while to load, and most servers never need it: it is imported by what uses
it, in threads. Providers are the host's own choice, so they may be at any address; they have some seconds to answer.
"""

from __future__ import annotations

import asyncio
import hmac
import importlib.util
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from .errors import CannotServe
from .guests import hashed
from .providers import Provider
from .settings import Settings
from .words import message

if TYPE_CHECKING:
    import ssl

    from joserfc.jwk import KeySet

log = logging.getLogger(__name__)
SCOPE = "openid"
WELL_KNOWN = "/.well-known/openid-configuration"
SECONDS = 8.0  # for one answer of a provider
LONGEST_ANSWER = 256 * 1024
KNOWN_SECONDS = 3600.0  # what a provider says of itself counts so long
AWAY_SECONDS = 5.0  # one that did not answer is not asked again at once
LEEWAY = 30  # between its clock and ours
OLDEST = 600  # seconds since a token was issued
LONGEST_SUBJECT = 255
# Those with two keys. With one that both sides know anybody who has our secret, or the public key, could sign.
ALGORITHMS = frozenset(
    ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
)
KEY_TYPES = frozenset(("RSA", "EC", "OKP"))
FINE = range(200, 300)


class Away(Exception):
    """A provider does not answer, or not as one."""


class Untrue(Exception):
    """What came back does not hold."""


class UnknownKey(Untrue):
    """It was signed with a key that was not there when we last looked."""


class Proof(NamedTuple):
    """Who somebody is: an identity, and when it was proved to the provider, if that was said."""

    identity: str
    proved: int | None


class Known(NamedTuple):
    """What a provider says of itself."""

    authorization: str
    token: str
    keys: str
    auth_method: str
    algorithms: frozenset[str]
    names_itself: bool  # whether it says in each answer who it is


class Question(NamedTuple):
    """What somebody is sent to a provider with: random, and known to nobody else but what it says."""

    state: str
    nonce: str
    verifier: str


def is_installed() -> bool:
    """Whether the packages are there that this takes."""
    return all(importlib.util.find_spec(name) is not None for name in ("authlib", "httpx"))


def check(settings: Settings) -> None:
    """Refuse to serve with settings by which nobody could ever sign in."""
    if settings.openid and not is_installed():
        raise CannotServe(message("serve.openid-package"))
    if settings.openid and not settings.origin:
        raise CannotServe(message("serve.openid-origin"))


def identity_of(issuer: str, subject: str) -> str:
    """What is kept of who somebody is: by issuer and subject, and by nothing else."""
    return hashed(f"{issuer}\n{subject}")


def new_question() -> Question:
    return Question(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(48))


# ---------------------------------------------------------------- what a provider says of itself


def known_of(provider: Provider, found: Any) -> Known:
    """A provider as it describes itself; it must be the one that it was asked as."""
    if not isinstance(found, dict) or found.get("issuer") != provider.issuer:
        raise Away("another issuer")
    endpoints = [found.get(name) for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")]
    if not all(may_call(provider, each) for each in endpoints):
        raise Away("an address that is none")
    told = found.get("id_token_signing_alg_values_supported")
    algorithms = ALGORITHMS & frozenset(map(str, told if isinstance(told, list) else ["RS256"]))
    if not algorithms:
        raise Away("no signature that counts")
    methods = found.get("token_endpoint_auth_methods_supported")
    authorization, token, keys = map(str, endpoints)
    return Known(
        authorization,
        token,
        keys,
        auth_method(provider, methods if isinstance(methods, list) else []),
        algorithms,
        names_itself=found.get("authorization_response_iss_parameter_supported") is True,
    )


def may_call(provider: Provider, url: Any) -> bool:
    """Whether an address is one to go to: https, unless the host has named the provider without it."""
    if not isinstance(url, str):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    schemes = ("https", "http") if provider.issuer.startswith("http:") else ("https",)
    return parts.scheme in schemes and bool(parts.hostname)


def auth_method(provider: Provider, supported: list[Any]) -> str:
    if provider.secret is None:
        return "none"
    basic = "client_secret_basic"
    return "client_secret_post" if supported and basic not in supported else basic


# ---------------------------------------------------------------- what comes back


def key_set(found: Any) -> KeySet:
    from joserfc.jwk import KeySet

    keys = found.get("keys") if isinstance(found, dict) else None
    good = [
        each
        for each in (keys if isinstance(keys, list) else [])
        if isinstance(each, dict) and each.get("kty") in KEY_TYPES and each.get("use", "sig") == "sig"
    ]
    try:
        return KeySet.import_key_set({"keys": good})
    except Exception as error:  # whatever a provider sends, and the library makes of it
        raise Away("keys that are none") from error


def proof_of(provider: Provider, known: Known, keys: KeySet, answer: dict[str, Any], nonce: str) -> Proof:
    """Who somebody is, by the token in an answer; refused if anything about it is not as it must be."""
    from authlib.oidc.core import CodeIDToken
    from joserfc import jwt
    from joserfc.errors import InvalidKeyIdError

    try:
        token = jwt.decode(str(answer["id_token"]), keys, algorithms=known.algorithms)
        options: Any = {
            "iss": {"essential": True, "value": provider.issuer},
            "aud": {"essential": True, "value": provider.client_id},
        }
        params = {"nonce": nonce, "client_id": provider.client_id, "access_token": answer.get("access_token")}
        claims = CodeIDToken(token.claims, token.header, options, params)
        moment = int(time.time())
        claims.validate(moment, LEEWAY)
        # Once more with our own eyes, whatever the library of some day lets pass.
        audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        good = (
            claims["iss"] == provider.issuer,
            provider.client_id in audience,
            len(audience) == 1 or claims.get("azp") == provider.client_id,
            hmac.compare_digest(str(claims["nonce"]).encode(), nonce.encode()),
            claims["exp"] > moment - LEEWAY,
            moment - OLDEST <= claims["iat"] <= moment + LEEWAY,
        )
    except InvalidKeyIdError as error:
        raise UnknownKey("an unknown key") from error
    except Exception as error:
        raise Untrue(type(error).__name__) from error
    subject, proved = claims["sub"], claims.get("auth_time")
    if not all(good) or not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT:
        raise Untrue("a claim")
    if isinstance(proved, bool) or not isinstance(proved, int | float) or proved > moment + LEEWAY:
        proved = None
    return Proof(identity_of(provider.issuer, subject), None if proved is None else int(proved))


# ---------------------------------------------------------------- talking to it


class Line:
    """The way to providers: some seconds and some bytes for an answer, and no redirects."""

    def __init__(self) -> None:
        self._context: ssl.SSLContext | None = None

    async def get(self, url: str) -> Any:
        status, found = await self._ask("GET", url, None, {})
        if status not in FINE:
            raise Away(str(status))
        return found

    async def post(self, url: str, body: str, headers: dict[str, str]) -> tuple[int, Any]:
        return await self._ask("POST", url, body, headers)

    async def _ask(self, method: str, url: str, body: str | None, headers: dict[str, str]) -> tuple[int, Any]:
        httpx = await asyncio.to_thread(importlib.import_module, "httpx")
        if self._context is None and url.startswith("https:"):
            # Reading all certificates takes a while.
            self._context = await asyncio.to_thread(httpx.create_ssl_context)
        try:
            async with (
                asyncio.timeout(SECONDS),
                httpx.AsyncClient(verify=self._context or False, timeout=SECONDS, follow_redirects=False) as client,
                client.stream(method, url, content=body, headers={"accept": "application/json", **headers}) as answer,
            ):
                text = b""
                async for part in answer.aiter_bytes():
                    text += part
                    if len(text) > LONGEST_ANSWER:
                        raise Away("too long an answer")
            return answer.status_code, json.loads(text)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError, ValueError, RecursionError) as error:
            # What it was called with holds a code, or a secret: neither stands in the log.
            raise Away(type(error).__name__) from None


class Remembered:
    """Something that a provider says, for a while; also that it has not answered."""

    def __init__(self, ask: Callable[[], Awaitable[Any]]) -> None:
        self._ask = ask
        self._asking = asyncio.Lock()
        self._value: Any = None
        self._until = -1.0
        self._away_until = -1.0

    async def get(self) -> Any:
        async with self._asking:
            if time.monotonic() < self._until:
                return self._value
            if time.monotonic() < self._away_until:
                raise Away("a moment ago")
            try:
                self._value = await self._ask()
            except Away:
                self._away_until = time.monotonic() + AWAY_SECONDS
                raise
            self._until = time.monotonic() + KNOWN_SECONDS
            return self._value

    def forget(self) -> None:
        self._until = -1.0


class Desk:
    """Where one provider is dealt with."""

    def __init__(self, provider: Provider, line: Line) -> None:
        self.provider = provider
        self._line = line
        self._known = Remembered(self._learn)
        self._keys = Remembered(self._learn_keys)

    async def _learn(self) -> Known:
        return known_of(self.provider, await self._line.get(self.provider.issuer.rstrip("/") + WELL_KNOWN))

    async def _learn_keys(self) -> KeySet:
        found = await self._line.get((await self.known()).keys)
        return await asyncio.to_thread(key_set, found)

    async def known(self) -> Known:
        known: Known = await self._known.get()
        return known

    async def way(self, question: Question, back: str, lang: str, again: bool) -> str:
        """The address to send somebody to; `again`: to prove anew who it is, however lately that was done there."""
        known = await self.known()
        more = {"prompt": "login", "max_age": "0"} if again else {}
        return await asyncio.to_thread(self._way, known, question, back, {"ui_locales": lang, **more})

    def _way(self, known: Known, question: Question, back: str, more: dict[str, str]) -> str:
        from authlib.oauth2.client import OAuth2Client

        client = OAuth2Client(
            None, self.provider.client_id, scope=SCOPE, redirect_uri=back, code_challenge_method="S256"
        )
        url, _ = client.create_authorization_url(
            known.authorization, question.state, code_verifier=question.verifier, nonce=question.nonce, **more
        )
        return str(url)

    async def check_sender(self, issuer: str | None) -> None:
        """Refuse an answer that another provider has sent, as far as they say who they are (RFC 9207)."""
        if issuer != self.provider.issuer and (issuer is not None or (await self.known()).names_itself):
            raise Untrue("another sender")

    async def proof(self, code: str, question: Question, back: str) -> Proof:
        """Who somebody is that came back with a code."""
        known = await self.known()
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": back}
        form["code_verifier"] = question.verifier
        body, headers = await asyncio.to_thread(self._signed, known, urlencode(form))
        status, answer = await self._line.post(known.token, body, headers)
        if status >= 500:
            raise Away(str(status))
        if status not in FINE or not isinstance(answer, dict):
            raise Untrue(str(status))
        try:
            return await self._read(known, answer, question.nonce)
        except UnknownKey:
            # It may have new ones.
            self._keys.forget()
            return await self._read(known, answer, question.nonce)

    async def _read(self, known: Known, answer: dict[str, Any], nonce: str) -> Proof:
        keys = await self._keys.get()
        return await asyncio.to_thread(proof_of, self.provider, known, keys, answer, nonce)

    def _signed(self, known: Known, body: str) -> tuple[str, dict[str, str]]:
        """The body and headers of a call that says who we are."""
        from authlib.oauth2.auth import ClientAuth

        own = ClientAuth(self.provider.client_id, self.provider.secret, known.auth_method)
        headers = {"content-type": "application/x-www-form-urlencoded"}
        _, headers, body = own.prepare("POST", known.token, headers, body)
        return body, headers


class Desks:
    """One for each provider that the host trusts."""

    def __init__(self, settings: Settings) -> None:
        line = Line()
        offered = settings.openid if settings.origin and is_installed() else ()
        self._desks = {each.key: Desk(each, line) for each in offered}

    @property
    def providers(self) -> list[Provider]:
        return [each.provider for each in self._desks.values()]

    def get(self, key: str) -> Desk | None:
        return self._desks.get(key)
