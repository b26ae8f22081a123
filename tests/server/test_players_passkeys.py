"""Passkeys, recovery codes and links to further devices: what lets one in, and what does not."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from mistvale.server import schema
from mistvale.server.passkeys import why_not

from .authenticator import Authenticator
from .helpers import Guest, House, fast_settings, same_guest
from .test_players_sessions import become

DAY_OF_OLD = 1


@pytest.fixture
def ann(house: House) -> Guest:
    guest = house.guest("Ann")
    guest.codes = become(guest)["codes"]  # type: ignore[attr-defined]
    return guest


@pytest.fixture
def key() -> Authenticator:
    return Authenticator()


def add(guest: Guest, key: Authenticator, name: str = "", expect: int = 201) -> Any:
    options = guest.post("/api/account/passkeys/options", {})["options"]
    return guest.post("/api/account/passkeys", {"credential": key.create(options), "name": name}, expect)


def come_in(guest: Guest, key: Authenticator, expect: int = 200) -> Any:
    options = guest.post("/api/sign-in/options", {})["options"]
    return guest.post("/api/sign-in", {"credential": key.get(options)}, expect)


def let_time_pass(house: House) -> None:
    """The last proof is long ago."""
    store = house.app.state.hub.store
    store.submit(lambda c: c.execute(sa.update(schema.sessions).values(verified=DAY_OF_OLD))).result()


# ---------------------------------------------------------------- passkeys


def test_one_signs_in_by_a_passkey(house: House, ann: Guest, key: Authenticator) -> None:
    made = add(ann, key, " Laptop ")
    assert [(each["name"], each["usable"]) for each in made["passkeys"]] == [("Laptop", True)]
    other = house.guest()
    account = come_in(other, key)
    assert account["player"] == made["player"] and account["fresh"] > 290
    assert other.get("/api/me")["guest"] == ann.id
    assert len(ann.get("/api/account")["sessions"]) == 2, "nobody else is signed out by it"


def test_whoever_has_no_name_has_passkeys_too(ann: Guest, key: Authenticator) -> None:
    ann.put("/api/me", {"name": ""})
    assert len(add(ann, key)["passkeys"]) == 1


def test_several_passkeys_with_names_and_without(house: House, ann: Guest, key: Authenticator) -> None:
    ann.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"
    add(ann, key)
    options = ann.post("/api/account/passkeys/options", {})["options"]
    assert [each["id"] for each in options["excludeCredentials"]] == list(key.keys), "none twice on one device"
    phone = Authenticator()
    made = add(ann, phone, "Phone")
    ids = {each["name"]: each["id"] for each in made["passkeys"]}
    assert set(ids) == {"Firefox, Linux", "Phone"}
    first = ids["Firefox, Linux"]
    renamed = ann.put(f"/api/account/passkeys/{first}", {"name": "Desk"})
    assert {each["name"] for each in renamed["passkeys"]} == {"Desk", "Phone"}
    assert [each["name"] for each in ann.delete(f"/api/account/passkeys/{first}", 200)["passkeys"]] == ["Phone"]
    assert come_in(house.guest(), key, 403)["error"] == "not-verified", "it was removed"
    assert come_in(house.guest(), phone)["player"]


def test_the_last_way_in_stays(house: House, ann: Guest, key: Authenticator) -> None:
    passkey = add(ann, key)["passkeys"][0]["id"]
    store = house.app.state.hub.store
    store.submit(lambda c: c.execute(sa.delete(schema.recovery))).result()
    assert ann.delete(f"/api/account/passkeys/{passkey}", 409)["error"] == "not-possible"
    ann.post("/api/account/codes", {})
    assert ann.delete(f"/api/account/passkeys/{passkey}", 200)["passkeys"] == []


def test_what_matters_needs_a_fresh_proof(house: House, ann: Guest, key: Authenticator) -> None:
    passkey = add(ann, key)["passkeys"][0]["id"]
    asked = ann.post("/api/account/passkeys/options", {})["options"]
    let_time_pass(house)
    for refused in (
        ann.post("/api/account/passkeys/options", {}, 403),
        ann.post("/api/account/passkeys", {"credential": Authenticator().create(asked)}, 403),
        ann.post("/api/account/codes", {}, 403),
        ann.delete(f"/api/account/passkeys/{passkey}", 403),
    ):
        assert refused["error"] == "not-fresh"
    options = ann.post("/api/account/verify/options", {})["options"]
    assert [each["id"] for each in options["allowCredentials"]] == list(key.keys)
    assert ann.post("/api/account/verify", {"credential": key.get(options)})["fresh"] > 290
    assert len(ann.post("/api/account/codes", {})["codes"]) == 10


def test_anothers_passkey_proves_nothing(house: House, ann: Guest, key: Authenticator) -> None:
    eve, evil = house.guest(), Authenticator()
    become(eve, "Eve")
    add(eve, evil)
    add(ann, key)
    options = ann.post("/api/account/verify/options", {})["options"]
    given = evil.get(options, next(iter(evil.keys)))
    assert ann.post("/api/account/verify", {"credential": given}, 403)["error"] == "not-verified"


def bent(credential: dict[str, Any], **client: Any) -> dict[str, Any]:
    """The same, with something else in the client's data."""
    other = copy.deepcopy(credential)
    data = json.loads(base64url_to_bytes(other["response"]["clientDataJSON"])) | client
    other["response"]["clientDataJSON"] = bytes_to_base64url(json.dumps(data).encode())
    return other


def test_an_answer_counts_once_for_its_asker_and_its_question(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    bob, eve = house.guest(), house.guest()
    options = bob.post("/api/sign-in/options", {})["options"]
    given = {"credential": key.get(options)}
    assert eve.post("/api/sign-in", given, 403)["error"] == "not-verified", "it was asked of another"
    assert ann.post("/api/account/verify", given, 403)["error"] == "not-verified", "and for something else"
    assert bob.post("/api/sign-in", given)["player"]
    bob.client.post("/api/sign-out")
    assert bob.post("/api/sign-in", given, 403)["error"] == "not-verified", "once"


def test_a_question_ends(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    bob = house.guest()
    options = bob.post("/api/sign-in/options", {})["options"]
    store = house.app.state.hub.store
    store.submit(lambda c: c.execute(sa.update(schema.challenges).values(expires=int(time.time()) - 1))).result()
    assert bob.post("/api/sign-in", {"credential": key.get(options)}, 403)["error"] == "not-verified"
    bob.post("/api/sign-in/options", {})
    assert len(store.rows(sa.select(schema.challenges))) == 1, "old ones go"


def test_of_another_origin_or_bent_it_does_not_count(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    far = Authenticator("https://evil.example")
    far.keys = key.keys
    for how in ("origin", "signature", "count", "handle"):
        bob = house.guest()
        options = bob.post("/api/sign-in/options", {})["options"]
        given = far.get(options) if how == "origin" else key.get(options)
        if how == "signature":
            given = bent(given, extra=1)
        elif how == "handle":
            given["response"]["userHandle"] = bytes_to_base64url(b"somebody")
        elif how == "count":
            store = house.app.state.hub.store
            store.submit(lambda c: c.execute(sa.update(schema.credentials).values(sign_count=10**6))).result()
        assert bob.post("/api/sign-in", {"credential": given}, 403)["error"] == "not-verified", how
        store = house.app.state.hub.store
        store.submit(lambda c: c.execute(sa.update(schema.credentials).values(sign_count=1))).result()
        key.count = far.count = max(key.count, far.count) + 1


def test_a_passkey_is_nobody_elses_too(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    eve = house.guest()
    become(eve, "Eve")
    options = eve.post("/api/account/passkeys/options", {})["options"]
    credential = key.create(options)
    assert eve.post("/api/account/passkeys", {"credential": credential}, 201)
    options = ann.post("/api/account/passkeys/options", {})["options"]
    again = bent(credential, challenge=options["challenge"])
    assert ann.post("/api/account/passkeys", {"credential": again}, 409)["error"] == "not-possible"


BAD: list[Any] = [
    {},
    {"id": "x"},
    {"id": 5, "response": {}},
    {"response": {"clientDataJSON": "!!!"}},
    {"response": {"clientDataJSON": "e30"}},
    {"response": "x"},
    {"id": "x" * 3000, "rawId": "\x00", "type": "public-key", "response": {"clientDataJSON": "bnVsbA"}},
]


@pytest.mark.parametrize("credential", BAD)
def test_bad_credentials_are_refused(ann: Guest, credential: Any) -> None:
    ann.post("/api/account/passkeys/options", {})
    for path in ("/api/sign-in", "/api/account/verify", "/api/account/passkeys"):
        assert ann.post(path, {"credential": credential}, 403)["error"] == "not-verified"


@pytest.mark.parametrize("field", ["attestationObject", "authenticatorData", "signature", "clientDataJSON"])
def test_garbled_bytes_are_refused(house: House, ann: Guest, key: Authenticator, field: str) -> None:
    making = field == "attestationObject"
    if making:
        given = key.create(ann.post("/api/account/passkeys/options", {})["options"])
    else:
        add(ann, key)
        bob = house.guest()
        given = key.get(bob.post("/api/sign-in/options", {})["options"])
    given["response"][field] = "oWNmbXQ" + given["response"][field][:20]
    if making:
        assert ann.post("/api/account/passkeys", {"credential": given}, 403)["error"] == "not-verified"
    else:
        assert bob.post("/api/sign-in", {"credential": given}, 403)["error"] == "not-verified"


@pytest.mark.parametrize("body", [{}, {"credential": 1}, {"credential": None}, [], "x", {"credential": []}])
def test_bad_bodies_are_refused(ann: Guest, body: Any) -> None:
    for path in ("/api/sign-in", "/api/account/verify", "/api/account/passkeys"):
        assert ann.post(path, body, 400)["error"] == "bad-request"


def test_guests_may_do_nothing_of_it(house: House) -> None:
    guest = house.guest()
    for path in (
        "/api/account/passkeys/options",
        "/api/account/verify/options",
        "/api/account/codes",
        "/api/account/links",
        "/api/sign-out",
    ):
        assert guest.post(path, {}, 401)["error"] == "no-player"
    assert guest.delete("/api/account/sessions", 401)["error"] == "no-player"


# ---------------------------------------------------------------- where there are passkeys


@pytest.mark.parametrize(
    ("origin", "possible"),
    [
        ("http://localhost", True),
        ("http://localhost:8000", True),
        ("https://games.example", True),
        ("http://games.example", False),
        ("http://192.168.1.7:8000", False),
        ("https://192.168.1.7", False),
        ("http://127.0.0.1:8000", False),
        ("https://[fd00::7]", False),
    ],
)
def test_where_browsers_offer_passkeys(origin: str, possible: bool) -> None:
    from urllib.parse import urlsplit

    assert (why_not(origin, urlsplit(origin).hostname or "", origin) is None) == possible


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[House]:
    with House(fast_settings(tmp_path, allow_addresses=True)) as house:
        yield house


def test_on_a_plain_address_the_account_says_why_not(lan: House) -> None:
    guest = lan.guest()
    guest.client.headers["host"] = "192.168.1.7:8000"
    account = guest.get("/api/account")
    assert not account["passkeys_possible"] and "HTTPS" in account["why_not"]
    become(guest)
    assert guest.post("/api/account/passkeys/options", {}, 409)["error"] == "not-possible"
    assert guest.post("/api/sign-in/options", {}, 409)["error"] == "not-possible"
    assert guest.post("/api/sign-in", {"credential": {}}, 409)["error"] == "not-possible"


def test_the_setting_says_where_passkeys_belong(tmp_path: Path) -> None:
    settings = fast_settings(tmp_path, origin="https://games.example/", allow_hosts=("games.example",))
    key = Authenticator("https://games.example")
    with House(settings) as house:
        guest = house.guest()
        assert "https://games.example" in guest.get("/api/account")["why_not"], "this is localhost"
        there = house.guest()
        there.client.base_url = "https://games.example"  # type: ignore[assignment]
        there.id = there.get("/api/me")["guest"]
        become(there)
        add(there, key)
    with House(fast_settings(tmp_path)) as house:
        back = house.guest()
        codes = house.app.state.hub.sessions.accounts.new_codes(there.id)
        back.post("/api/sign-in/code", {"code": codes[0]})
        assert [each["usable"] for each in back.get("/api/account")["passkeys"]] == [False], "the origin has changed"


# ---------------------------------------------------------------- recovery codes


def test_a_code_is_used_once_ends_other_sessions_and_leaves_a_note(house: House, ann: Guest) -> None:
    code = ann.codes[3]  # type: ignore[attr-defined]
    bob = house.guest()
    bob.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"
    account = bob.post("/api/sign-in/code", {"code": code.upper()})
    assert account["codes_left"] == 9 and account["fresh"] > 290
    assert [(note["kind"], note["device"]) for note in account["notes"]] == [("code", "Firefox, Linux")]
    assert "Firefox, Linux" in account["notes"][0]["text"]
    assert ann.get("/api/account")["player"] is None
    assert house.guest().post("/api/sign-in/code", {"code": code}, 403)["error"] == "not-verified"
    bob.delete(f"/api/account/notes/{account['notes'][0]['id']}")
    assert bob.get("/api/account")["notes"] == []
    assert bob.delete(f"/api/account/notes/{account['notes'][0]['id']}", 404)["error"] == "not-found"


def test_new_codes_take_the_place_of_the_old(house: House, ann: Guest) -> None:
    new = ann.post("/api/account/codes", {})["codes"]
    assert not set(new) & set(ann.codes)  # type: ignore[attr-defined]
    old = {"code": ann.codes[0]}  # type: ignore[attr-defined]
    assert house.guest().post("/api/sign-in/code", old, 403)["error"] == "not-verified"
    assert house.guest().post("/api/sign-in/code", {"code": new[0]})["codes_left"] == 9


def test_a_code_proves_who_one_is(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    other = house.guest()
    come_in(other, key)
    let_time_pass(house)
    eve = house.guest()
    foreign = become(eve, "Eve")["codes"][0]
    assert ann.post("/api/account/verify/code", {"code": foreign}, 403)["error"] == "not-verified"
    assert eve.get("/api/account")["codes_left"] == 10, "it is hers still"
    code = ann.codes[0]  # type: ignore[attr-defined]
    assert ann.post("/api/account/verify/code", {"code": code})["fresh"] > 290
    assert other.get("/api/account")["player"] is None, "its use ends other sessions"


def test_tries_are_limited_for_an_account_too(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, codes_per_minute=1, code_burst=3)) as house:
        ann = house.guest("Ann")
        become(ann)
        for number in range(3):
            elsewhere = same_guest(ann, house, address=f"10.0.0.{number}")
            assert elsewhere.post("/api/account/verify/code", {"code": "x"}, 403)["error"] == "not-verified"
        elsewhere = same_guest(ann, house, address="10.0.0.9")
        assert elsewhere.post("/api/account/verify/code", {"code": "x"}, 429)["error"] == "too-many"


@pytest.mark.parametrize("body", [{}, {"code": 5}, {"code": "x" * 101}, {"code": None}])
def test_bad_codes_are_refused(ann: Guest, body: Any) -> None:
    for path in ("/api/sign-in/code", "/api/account/verify/code"):
        assert ann.post(path, body, 400)["error"] == "bad-request"


@pytest.mark.parametrize("code", ["", "-", "\x00", "\ud800", "ä", "0" * 100, "' OR 1=1"])
def test_odd_codes_are_wrong_codes(ann: Guest, code: str) -> None:
    answer = ann.client.post("/api/sign-in/code", content=json.dumps({"code": code}))
    assert answer.status_code in (400, 403), answer.text


# ---------------------------------------------------------------- one more device


def open_link(guest: Guest) -> tuple[str, str]:
    link = guest.post("/api/account/links", {}, 201)
    assert link["link"].startswith("/device#") and link["seconds"] == 300
    return link["id"], link["link"].partition("#")[2]


def test_a_device_is_added_by_a_link(house: House, ann: Guest) -> None:
    link, secret = open_link(ann)
    assert ann.get(f"/api/account/links/{link}")["state"] == "waiting"
    assert ann.post(f"/api/account/links/{link}/confirm", {"number": ""}, 404)["error"] == "not-found"
    phone = house.guest("Phone")
    match = phone.open("me", "here")["match"]
    phone.client.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36"
    number = phone.post("/api/sign-in/link", {"secret": secret})["number"]
    assert len(number) == 3
    assert phone.post("/api/sign-in/link", {"secret": secret})["number"] == number, "a page that was loaded again"
    state = ann.get(f"/api/account/links/{link}")
    assert (state["state"], state["device"]) == ("opened", "Chrome, Android")
    assert phone.post("/api/sign-in/link/finish", {"secret": secret}) == {"signed_in": False, "account": None}
    assert ann.post(f"/api/account/links/{link}/confirm", {"number": number})["state"] == "confirmed"
    account = phone.post("/api/sign-in/link/finish", {"secret": secret})["account"]
    assert account["name"] == "Ann" and account["fresh"] == 0, "a link proves nothing by itself"
    assert [note["kind"] for note in account["notes"]] == ["device"]
    assert phone.status(match)["mine"] == [0, 1]
    assert phone.post("/api/sign-in/link/finish", {"secret": secret}, 404)["error"] == "not-found", "single use"
    assert house.guest().post("/api/sign-in/link", {"secret": secret}, 404)["error"] == "not-found"


def test_a_link_is_for_one_device(house: House, ann: Guest) -> None:
    link, secret = open_link(ann)
    eve, phone = house.guest(), house.guest()
    number = eve.post("/api/sign-in/link", {"secret": secret})["number"]
    assert phone.post("/api/sign-in/link", {"secret": secret}, 404)["error"] == "not-found"
    assert phone.post("/api/sign-in/link/finish", {"secret": secret}, 404)["error"] == "not-found"
    wrong = str(100 + (int(number) - 99) % 900)
    assert ann.post(f"/api/account/links/{link}/confirm", {"number": wrong}, 403)["error"] == "not-verified"
    assert ann.post(f"/api/account/links/{link}/confirm", {"number": number}, 404)["error"] == "not-found"
    assert eve.post("/api/sign-in/link/finish", {"secret": secret}, 404)["error"] == "not-found"


def test_a_link_ends(house: House, ann: Guest) -> None:
    link, secret = open_link(ann)
    store = house.app.state.hub.store
    store.submit(lambda c: c.execute(sa.update(schema.device_links).values(expires=int(time.time()) - 1))).result()
    assert house.guest().post("/api/sign-in/link", {"secret": secret}, 404)["error"] == "not-found"
    assert ann.get(f"/api/account/links/{link}", 404)["error"] == "not-found"
    link, secret = open_link(ann)
    ann.delete(f"/api/account/links/{link}")
    assert house.guest().post("/api/sign-in/link", {"secret": secret}, 404)["error"] == "not-found"


def test_nobody_else_confirms_a_link_or_sees_it(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    link, secret = open_link(ann)
    number = house.guest().post("/api/sign-in/link", {"secret": secret})["number"]
    eve = house.guest()
    become(eve, "Eve")
    eve.delete(f"/api/account/links/{link}")
    assert eve.get(f"/api/account/links/{link}", 404)["error"] == "not-found"
    assert eve.post(f"/api/account/links/{link}/confirm", {"number": number}, 404)["error"] == "not-found"
    own = house.guest()
    come_in(own, key)
    assert own.post(f"/api/account/links/{link}/confirm", {"number": number}, 404)["error"] == "not-found"
    assert ann.post(f"/api/account/links/{link}/confirm", {"number": number})["state"] == "confirmed"


def test_whoever_ends_the_session_ends_its_links(house: House, ann: Guest, key: Authenticator) -> None:
    add(ann, key)
    link, secret = open_link(ann)
    phone = house.guest()
    number = phone.post("/api/sign-in/link", {"secret": secret})["number"]
    ann.post(f"/api/account/links/{link}/confirm", {"number": number})
    own = house.guest()
    come_in(own, key)
    own.delete("/api/account/sessions")
    assert phone.post("/api/sign-in/link/finish", {"secret": secret}, 404)["error"] == "not-found"


def test_a_link_leads_where_the_other_device_reaches_the_server(tmp_path: Path) -> None:
    settings = {"friends_url": "http://192.168.1.7:8000/games/", "base_path": "/games"}
    with House(fast_settings(tmp_path, allow_addresses=True, **settings)) as house:
        ann = Guest.__new__(Guest)
        ann.client = house.stranger()
        ann.client.base_url = "http://localhost/games"  # type: ignore[assignment]
        become(ann)
        link = ann.post("/api/account/links", {}, 201)
        assert link["url"] == f"http://192.168.1.7:8000/games{link['link']}", "localhost is another one there"
        assert link["qr"].startswith("data:image/svg+xml")
        ann.client.headers["host"] = "10.0.0.7:8000"
        link = ann.post("/api/account/links", {}, 201)
        assert link["url"] == f"http://10.0.0.7:8000/games{link['link']}"


def test_links_are_limited(ann: Guest) -> None:
    for _ in range(5):
        open_link(ann)
    assert ann.post("/api/account/links", {}, 429)["error"] == "too-many"


def test_only_a_hash_of_the_link_is_kept(house: House, ann: Guest) -> None:
    _, secret = open_link(ann)
    rows = house.app.state.hub.store.rows(sa.select(schema.device_links))
    assert secret not in str(rows)
