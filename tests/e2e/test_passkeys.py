"""Passkeys in a real browser, with its virtual authenticator: what the server asks for is what a browser gives."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from .people import Person
from .servers import Server

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
POST = """async ([path, body]) => {
  const headers = {'content-type': 'application/json'};
  const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
  return [answer.status, answer.status == 204 ? null : await answer.json()];
}"""
MAKE = """async (options) => (await navigator.credentials.create(
  {publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})).toJSON()"""
SIGN = """async (options) => (await navigator.credentials.get(
  {publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})).toJSON()"""


def post(person: Person, path: str, body: Any = None) -> tuple[int, Any]:
    status, answer = person.page.evaluate(POST, [path, body or {}])
    return status, answer


def with_authenticator(person: Person) -> None:
    line = person.context.new_cdp_session(person.page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def test_a_browser_makes_a_passkey_and_signs_in_with_it(server: Server, person: Callable[..., Person]) -> None:
    # An address has no passkeys, a name has.
    named = copy.copy(server)
    named.address = f"http://localhost:{server.number}"
    ann = person(named)
    ann.page.goto("/")
    with_authenticator(ann)
    status, made = post(ann, "/api/account", {"name": "Ann"})
    assert status == 201 and made["account"]["passkeys_possible"]
    _, asked = post(ann, "/api/account/passkeys/options")
    credential = ann.page.evaluate(MAKE, asked["options"])
    status, account = post(ann, "/api/account/passkeys", {"credential": credential, "name": "Laptop"})
    assert status == 201 and [each["name"] for each in account["passkeys"]] == ["Laptop"]

    assert post(ann, "/api/sign-out")[0] == 204
    _, asked = post(ann, "/api/sign-in/options")
    status, account = post(ann, "/api/sign-in", {"credential": ann.page.evaluate(SIGN, asked["options"])})
    assert (status, account["player"], account["name"]) == (200, made["account"]["player"], "Ann")

    _, asked = post(ann, "/api/account/verify/options")
    status, account = post(ann, "/api/account/verify", {"credential": ann.page.evaluate(SIGN, asked["options"])})
    assert status == 200 and account["fresh"] > 0


def test_on_a_bare_address_the_server_says_why_there_are_none(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server)
    ann.page.goto("/")
    account = ann.page.evaluate("async () => (await fetch('/api/account')).json()")
    assert not account["passkeys_possible"] and "localhost" in account["why_not"]
