"""Signing in with a provider of OpenID Connect: what lets one in, and which lies do not."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import sqlalchemy as sa
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse

from mistvale.server import identities, openid, schema
from mistvale.server.openid import Desks, Known, Untrue, key_set, proof_of
from mistvale.server.providers import Provider

from .authenticator import Authenticator
from .helpers import Guest, House, fast_settings
from .provider import CLIENT, SECRET, FakeProvider, encoded
from .test_players_passkeys import add as add_passkey
from .test_players_passkeys import let_time_pass
from .test_players_sessions import become

ORIGIN = "http://localhost"
LONG_AGO = 1_000_000_000


@pytest.fixture(scope="module")
def fakes() -> Iterator[tuple[FakeProvider, FakeProvider]]:
    both = FakeProvider(), FakeProvider()
    yield both
    for each in both:
        each.close()


@pytest.fixture
def club(fakes: tuple[FakeProvider, FakeProvider]) -> FakeProvider:
    fakes[0].be_good()
    return fakes[0]


@pytest.fixture
def city(fakes: tuple[FakeProvider, FakeProvider]) -> FakeProvider:
    fakes[1].be_good()
    return fakes[1]


@pytest.fixture(scope="module")
def one_house(tmp_path_factory: pytest.TempPathFactory, fakes: tuple[FakeProvider, FakeProvider]) -> Iterator[House]:
    providers = (
        Provider("club", fakes[0].issuer, CLIENT, "The club", SECRET),
        Provider("city", fakes[1].issuer, CLIENT, "The city", SECRET),
    )
    with House(fast_settings(tmp_path_factory.mktemp("house"), origin=ORIGIN, openid=providers)) as opened:
        yield opened


@pytest.fixture
def house(one_house: House, club: FakeProvider, city: FakeProvider) -> House:
    """One for all of these, that knows nothing of its providers yet; everybody who comes is somebody new."""
    one_house.app.state.hub.desks = Desks(one_house.settings)
    return one_house


@pytest.fixture
def ann(house: House) -> Guest:
    return house.guest("Ann")


SIGN_IN, LINK, VERIFY = "/api/sign-in/openid", "/api/account/openid", "/api/account/verify/openid"


def led_back(guest: Guest, path: str = SIGN_IN, provider: str = "club") -> str:
    """Go to a provider; where that leads back to."""
    url = guest.post(f"{path}/{provider}", {})["url"]
    with httpx.Client(verify=False) as browser:
        answer = browser.get(url)
    assert answer.status_code == 302, answer.text
    return answer.headers["location"].removeprefix(ORIGIN)


def come_back(guest: Guest, back: str) -> str:
    answer = guest.client.get(back, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def journey(guest: Guest, path: str = SIGN_IN, provider: str = "club") -> str:
    return come_back(guest, led_back(guest, path, provider))


def join(guest: Guest, name: str = "Ann", provider: str = "club") -> dict[str, Any]:
    """Become a player by a provider."""
    journey(guest, provider=provider)
    made: dict[str, Any] = guest.post(SIGN_IN, {"name": name})
    return made


def rows(house: House, table: sa.Table) -> list[Any]:
    found: list[Any] = house.app.state.hub.store.rows(sa.select(table))
    return found


# ---------------------------------------------------------------- as it should be


def test_a_guest_becomes_a_player_and_comes_back_elsewhere(house: House, ann: Guest) -> None:
    match = ann.open("me", "here")["match"]
    assert journey(ann) == "/account#openid-sign-in"
    asked = ann.post(SIGN_IN, {})
    assert asked == {"provider": {"id": "club", "name": "The club"}, "account": None, "codes": []}
    assert ann.get("/api/account")["player"] is None, "nobody is made a player unasked"
    made = ann.post(SIGN_IN, {"name": "Ann"})
    assert len(made["codes"]) == 10 and made["account"]["name"] == "Ann"
    assert [each["name"] for each in made["account"]["identities"]] == ["The club"]

    phone = house.guest()
    before = phone.client.cookies["mistvale"]
    assert journey(phone) == "/account#openid-sign-in"
    account = phone.post(SIGN_IN, {})["account"]
    assert account["player"] == made["account"]["player"] and account["fresh"] > 290
    assert phone.client.cookies["mistvale"] != before, "the session is a new one"
    assert phone.status(match)["mine"] == [0, 1]


def test_a_guests_tables_come_along(house: House, ann: Guest) -> None:
    join(ann)
    phone = house.guest()
    match = phone.open("me", "here")["match"]
    journey(phone)
    phone.post(SIGN_IN, {})
    assert ann.status(match)["mine"] == [0, 1]


def test_nothing_is_asked_for_but_who_it_is_and_nothing_else_is_kept(
    house: House, ann: Guest, club: FakeProvider
) -> None:
    join(ann)
    [asked] = club.asked
    assert asked["scope"] == "openid" and asked["redirect_uri"] == f"{ORIGIN}/openid/club"
    assert asked["code_challenge_method"] == "S256" and len(asked["state"]) > 40 and len(asked["nonce"]) > 40
    assert "prompt" not in asked
    subject = club.subject
    with house.app.state.hub.store.engine.connect() as connection:
        kept = [str(list(connection.execute(sa.select(table)))) for table in schema.metadata.sorted_tables]
    everything = " ".join(kept)
    for secret in ("secret.example", "Secretname", subject, asked["state"], asked["nonce"]):
        assert secret not in everything, secret
    begun = {each.holder for each in rows(house, schema.journeys)}
    assert ann.id not in begun, "a journey that is over is forgotten"


def test_an_account_is_found_by_issuer_and_subject_alone(
    house: House, ann: Guest, club: FakeProvider, city: FakeProvider
) -> None:
    """The same subject of another issuer is somebody else, and so is whoever has the same mail address."""
    join(ann)
    city.subject = club.subject
    eve = house.guest("Eve")
    journey(eve, provider="city")
    assert eve.post(SIGN_IN, {})["account"] is None
    club.subject = "eve"
    journey(eve)
    assert eve.post(SIGN_IN, {})["account"] is None


def test_a_player_links_providers_and_unlinks_them(house: House, ann: Guest, club: FakeProvider) -> None:
    become(ann)
    assert journey(ann, LINK) == "/account#openid-link"
    linked = ann.post(LINK, {}, 201)["identities"]
    assert [(each["name"], each["provider"]) for each in linked] == [("The club", "club")]
    journey(ann, LINK, "city")
    assert len(ann.post(LINK, {}, 201)["identities"]) == 2
    journey(ann, LINK)
    assert len(ann.post(LINK, {}, 201)["identities"]) == 2, "once is enough"

    phone = house.guest()
    journey(phone, provider="city")
    assert phone.post(SIGN_IN, {})["account"]["player"]
    left = ann.delete(f"/api/account/identities/{linked[0]['id']}", 200)["identities"]
    assert [each["name"] for each in left] == ["The city"]
    other = house.guest()
    journey(other)
    assert other.post(SIGN_IN, {})["account"] is None, "it was unlinked"
    assert ann.delete(f"/api/account/identities/{linked[0]['id']}", 404)["error"] == "not-found"


def test_an_identity_is_nobody_elses_too(house: House, ann: Guest) -> None:
    join(ann)
    eve = house.guest()
    become(eve, "Eve")
    journey(eve, LINK)
    assert eve.post(LINK, {}, 409)["error"] == "not-possible"
    own = ann.get("/api/account")["identities"][0]["id"]
    assert eve.delete(f"/api/account/identities/{own}", 404)["error"] == "not-found"


def test_the_last_way_in_stays(house: House, ann: Guest) -> None:
    identity = join(ann)["account"]["identities"][0]["id"]
    store = house.app.state.hub.store
    store.submit(lambda c: c.execute(sa.delete(schema.recovery))).result()
    assert ann.delete(f"/api/account/identities/{identity}", 409)["error"] == "not-possible"
    passkey = add_passkey(ann, Authenticator())["passkeys"][0]["id"]
    assert ann.delete(f"/api/account/passkeys/{passkey}", 200)["passkeys"] == [], "the provider is left"
    add_passkey(ann, Authenticator())
    assert ann.delete(f"/api/account/identities/{identity}", 200)["identities"] == []
    passkey = ann.get("/api/account")["passkeys"][0]["id"]
    assert ann.delete(f"/api/account/passkeys/{passkey}", 409)["error"] == "not-possible"


def test_a_provider_that_is_trusted_no_more_is_no_way_in(tmp_path: Path, club: FakeProvider) -> None:
    known = Provider("club", club.issuer, CLIENT, "The club", SECRET)
    with House(fast_settings(tmp_path, origin=ORIGIN, openid=(known,))) as house:
        ann = house.guest()
        join(ann)
        cookies = dict(ann.client.cookies)
    with House(fast_settings(tmp_path, origin=ORIGIN)) as house:
        back = house.stranger()
        back.cookies.update(cookies)
        [identity] = back.get("/api/account").json()["identities"]
        assert (identity["provider"], identity["name"]) == (None, "127.0.0.1")
        assert back.get("/api/account").json()["providers"] == []
        house.app.state.hub.store.submit(lambda c: c.execute(sa.delete(schema.recovery))).result()
        passkey = back.post("/api/account/passkeys/options", json={}).json()["options"]
        made = back.post("/api/account/passkeys", json={"credential": Authenticator().create(passkey)}).json()
        gone = back.delete(f"/api/account/passkeys/{made['passkeys'][0]['id']}")
        assert gone.status_code == 409, "the identity would not let anybody in"


# ---------------------------------------------------------------- fresh verification


def test_what_matters_needs_a_fresh_proof(house: House, ann: Guest) -> None:
    identity = join(ann)["account"]["identities"][0]["id"]
    back = led_back(ann, LINK, "city")
    let_time_pass(house)
    come_back(ann, back)
    for refused in (
        ann.post(f"{LINK}/club", {}, 403),
        ann.post(LINK, {}, 403),
        ann.delete(f"/api/account/identities/{identity}", 403),
    ):
        assert refused["error"] == "not-fresh"


def test_a_provider_proves_anew_who_one_is(house: House, ann: Guest, club: FakeProvider) -> None:
    join(ann)
    let_time_pass(house)
    assert journey(ann, VERIFY) == "/account#openid-verify"
    assert (club.asked[-1]["prompt"], club.asked[-1]["max_age"]) == ("login", "0")
    assert ann.post(VERIFY, {})["fresh"] > 290
    assert len(ann.post("/api/account/codes", {})["codes"]) == 10
    assert ann.post(VERIFY, {}, 403)["error"] == "not-verified", "once"


@pytest.mark.parametrize("proved", [LONG_AGO, ..., "today", True, 10**11])
def test_a_proof_of_long_ago_proves_nothing(house: House, ann: Guest, club: FakeProvider, proved: Any) -> None:
    join(ann)
    let_time_pass(house)
    club.claims = {"auth_time": proved}
    journey(ann, VERIFY)
    assert ann.post(VERIFY, {}, 403)["error"] == "not-verified"
    assert ann.get("/api/account")["fresh"] == 0
    if proved != "today":
        phone = house.guest()
        journey(phone)
        assert phone.post(SIGN_IN, {})["account"]["fresh"] == 0, "one is let in, and has proved nothing lately"


def test_somebody_else_at_the_provider_proves_nothing(house: House, ann: Guest, club: FakeProvider) -> None:
    join(ann)
    eve = house.guest()
    club.subject = "eve"
    join(eve, "Eve")
    let_time_pass(house)
    journey(ann, VERIFY)
    assert ann.post(VERIFY, {}, 403)["error"] == "not-verified"


# ---------------------------------------------------------------- lies about who it is


def nobody(ann: Guest, error: str = "not-verified", expect: int = 403, path: str = SIGN_IN) -> str:
    """Nobody was let in, nothing has changed, and it is told in plain words."""
    answer = ann.post(path, {"name": "Ann"} if path == SIGN_IN else {}, expect)
    assert answer["error"] == error
    assert ann.get("/api/account")["player"] is None
    return str(answer["text"])


LIES: dict[str, dict[str, Any]] = {
    "another nonce": {"nonce": "m" * 43},
    "no nonce": {"nonce": ...},
    "another audience": {"aud": "others"},
    "no audience": {"aud": ...},
    "one of several, and nobody says for whom": {"aud": [CLIENT, "others"]},
    "for another party": {"azp": "others"},
    "one of several, for another party": {"aud": [CLIENT, "others"], "azp": "others"},
    "another issuer": {"iss": "https://id.example"},
    "no issuer": {"iss": ...},
    "expired": {"exp": LONG_AGO},
    "never expires": {"exp": ...},
    "issued long ago": {"iat": LONG_AGO},
    "issued in the future": {"iat": 10**10, "exp": 10**11},
    "issued at no time": {"iat": ...},
    "not yet": {"nbf": 10**10},
    "nobody": {"sub": ...},
    "an empty name": {"sub": ""},
    "a number": {"sub": 7},
    "a long name": {"sub": "x" * 300},
    "a wrong hash": {"at_hash": "x" * 22},
    "a list for a time": {"exp": []},
}


NONCE = "n" * 43


def proof(club: FakeProvider, told: frozenset[str] = frozenset({"RS256"})) -> openid.Proof:
    """What the server makes of what the provider says."""
    provider = Provider("club", club.issuer, CLIENT, "The club", SECRET)
    known = Known("", "", "", "", told, False)
    keys = key_set({"keys": [club.key.as_dict(private=False)]})
    return proof_of(provider, known, keys, {"id_token": club.signed(club.subject, NONCE), "access_token": "x"}, NONCE)


@pytest.mark.parametrize("lie", LIES)
def test_a_claim_that_is_not_as_it_must_be_proves_nothing(club: FakeProvider, lie: str) -> None:
    assert proof(club).identity == openid.identity_of(club.issuer, club.subject), "the truth does"
    club.claims = LIES[lie]
    with pytest.raises(Untrue):
        proof(club)


def test_what_proves_nothing_lets_nobody_in(ann: Guest, club: FakeProvider) -> None:
    club.claims = {"nonce": "n" * 43}
    journey(ann)
    assert "What The club said could not be confirmed" in nobody(ann)
    club.claims = {}
    assert join(ann)["account"]["player"]


def by_nobody(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    return lambda claims: f"{encoded({'alg': 'none', 'kid': 'one'})}.{encoded(claims)}."


def by_shared(secret: bytes) -> Callable[[dict[str, Any]], str]:
    def sign(claims: dict[str, Any]) -> str:
        signed = f"{encoded({'alg': 'HS256', 'kid': 'one'})}.{encoded(claims)}"
        return f"{signed}.{encoded(hmac.digest(secret, signed.encode(), hashlib.sha256))}"

    return sign


def by_public_key(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    return by_shared(club.key.as_pem(private=False))


def by_our_secret(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    return by_shared(SECRET.encode())


def by_another_key(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    other = RSAKey.generate_key(2048)
    return lambda claims: jwt.encode({"alg": "RS256", "kid": "one"}, claims, other)


def by_a_key_of_its_own(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    other = RSAKey.generate_key(2048)
    header = {"alg": "RS256", "kid": "two", "jwk": other.as_dict(private=False)}
    return lambda claims: jwt.encode(header, claims, other)


def by_another_way(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    """A good signature, of a kind that the provider says it does not use."""
    return lambda claims: jwt.encode({"alg": "RS512", "kid": "one"}, claims, club.key, algorithms=["RS512"])


def garbled(club: FakeProvider) -> Callable[[dict[str, Any]], str]:
    return lambda claims: "." * 4


@pytest.mark.parametrize(
    "forge",
    [by_nobody, by_public_key, by_our_secret, by_another_key, by_a_key_of_its_own, by_another_way, garbled],
)
def test_a_forged_signature_proves_nothing(club: FakeProvider, forge: Callable[[FakeProvider], Any]) -> None:
    club.sign = forge(club)
    with pytest.raises(Untrue):
        proof(club)


def test_a_signature_is_of_a_kind_that_the_provider_uses(club: FakeProvider) -> None:
    with pytest.raises(Untrue):
        proof(club, frozenset({"RS512"}))


def test_kinds_of_signatures_that_prove_nothing_are_not_taken_though_a_provider_names_them(
    ann: Guest, club: FakeProvider
) -> None:
    club.metadata = {"id_token_signing_alg_values_supported": ["none", "HS256", "RS256"]}
    for forge in (by_nobody, by_public_key, by_our_secret):
        club.sign = forge(club)
        journey(ann)
        nobody(ann)


def test_new_keys_of_a_provider_are_looked_up(house: House, ann: Guest, club: FakeProvider) -> None:
    join(ann)
    old, club.key = club.key, RSAKey.generate_key(2048, {"kid": "two", "use": "sig"})
    club.sign = lambda claims: jwt.encode({"alg": "RS256", "kid": "two"}, claims, club.key)
    try:
        phone = house.guest()
        journey(phone)
        assert phone.post(SIGN_IN, {})["account"]["player"]
    finally:
        club.key = old


# ---------------------------------------------------------------- lies about the way


def test_a_way_back_is_good_once_and_for_whoever_began_it(house: House, ann: Guest) -> None:
    back = led_back(ann)
    eve = house.guest("Eve")
    assert come_back(eve, back) == "/account#openid-lost", "another browser"
    nobody(eve)
    assert come_back(house.guest(), back) == "/account#openid-lost"
    assert come_back(ann, back) == "/account#openid-sign-in"
    assert come_back(ann, back) == "/account#openid-lost", "replayed"
    assert ann.post(SIGN_IN, {"name": "Ann"})["account"]
    assert come_back(ann, back) == "/account#openid-lost"
    assert ann.post(SIGN_IN, {}, 403)["error"] == "not-verified"


def test_nobody_is_signed_in_as_somebody_else_by_a_link(house: House, ann: Guest, club: FakeProvider) -> None:
    """Login CSRF: whoever lures another one to a way back of her own wins nothing; nor does whoever swaps codes."""
    eve = house.guest("Eve")
    club.subject = "eve"
    hers = parse_qs(urlsplit(led_back(eve)).query)
    club.subject = "ann"
    mine = parse_qs(urlsplit(led_back(ann)).query)
    come_back(ann, f"/openid/club?code={hers['code'][0]}&state={mine['state'][0]}")
    nobody(ann)
    assert come_back(ann, f"/openid/club?code={mine['code'][0]}&state={hers['state'][0]}") == "/account#openid-lost"
    nobody(ann)


def test_a_session_that_begins_meanwhile_did_not_begin_the_journey(ann: Guest) -> None:
    back = led_back(ann)
    become(ann)
    assert come_back(ann, back) == "/account#openid-lost"


def test_an_answer_of_another_provider_is_none(ann: Guest, club: FakeProvider, city: FakeProvider) -> None:
    """Mix-up: a code of one provider is never sent to another."""
    back = led_back(ann)
    come_back(ann, back.replace("/openid/club", "/openid/city"))
    nobody(ann)
    assert (city.exchanges, club.exchanges) == (0, 0)
    back = led_back(ann)
    come_back(ann, back.replace("/openid/club", "/openid/nowhere"))
    nobody(ann)


@pytest.mark.parametrize("sender", ["https://id.example", ""])
def test_a_provider_that_names_itself_does_so_always(ann: Guest, club: FakeProvider, sender: str) -> None:
    club.metadata = {"authorization_response_iss_parameter_supported": True}
    assert journey(ann) and ann.post(SIGN_IN, {})["provider"]["id"] == "club", "as it should be"
    club.sender = sender
    journey(ann)
    nobody(ann)


@pytest.mark.parametrize(
    "query",
    ["", "?state=", "?state=x&code=y", "?code=x", "?state=x&state=y", "?next=https://evil.example", "?state=%00%ff"],
)
def test_whatever_comes_back_it_leads_to_the_account_and_nowhere_else(ann: Guest, query: str) -> None:
    led_back(ann)
    assert come_back(ann, f"/openid/club{query}") == "/account#openid-lost"
    nobody(ann)


@pytest.mark.parametrize("more", ["", "&code=", "&code=x&code=y", "&code=" + "x" * 5000, "&error=a&error=b"])
def test_a_way_back_without_a_code_is_none(ann: Guest, more: str) -> None:
    state = parse_qs(urlsplit(led_back(ann)).query)["state"][0]
    assert come_back(ann, f"/openid/club?state={state}{more}") == "/account#openid-sign-in"
    nobody(ann)


def test_a_journey_ends_after_a_while(house: House, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    back = led_back(ann)
    now = time.time()
    monkeypatch.setattr(identities.time, "time", lambda: now + identities.JOURNEY_SECONDS + 1)
    assert come_back(ann, back) == "/account#openid-lost"
    led_back(house.guest())
    assert len(rows(house, schema.journeys)) == 1, "old ones go"


def test_the_way_back_is_that_of_the_settings_whatever_a_request_says(tmp_path: Path, club: FakeProvider) -> None:
    known = (Provider("club", club.issuer, CLIENT, "The club", SECRET),)
    settings = fast_settings(tmp_path, origin=ORIGIN, openid=known, allow_addresses=True, base_path="/games")
    with House(settings) as house:
        guest = house.stranger()
        guest.headers["host"] = "192.168.1.7:8000"
        account = guest.get("/games/api/account").json()
        assert account["providers"] == [] and ORIGIN in account["providers_why_not"]
        assert guest.post("/games/api/sign-in/openid/club", json={}).json()["error"] == "not-possible"
        del guest.headers["host"]
        url = guest.post("/games/api/sign-in/openid/club", json={}).json()["url"]
        assert parse_qs(urlsplit(url).query)["redirect_uri"] == [f"{ORIGIN}/games/openid/club"]
        answer = guest.get("/games/openid/club?state=x", follow_redirects=False)
        assert answer.headers["location"] == "/games/account#openid-lost"


# ---------------------------------------------------------------- providers that do not do their part


def test_whoever_does_not_want_to_is_told_so(ann: Guest, club: FakeProvider) -> None:
    club.refuses = "access_denied"
    journey(ann)
    assert "did not sign in at The club" in nobody(ann)
    club.refuses = "<script>alert(1)</script>"
    journey(ann)
    text = nobody(ann)
    assert "The club" in text and "script" not in text


def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openid, "SECONDS", 0.1)
    monkeypatch.setattr(openid, "AWAY_SECONDS", 0.0)


AWAY: dict[str, Any] = {
    "broken": PlainTextResponse("no", 500),
    "nonsense": PlainTextResponse("{"),
    "elsewhere": RedirectResponse("https://evil.example/"),
    "endless": PlainTextResponse("1" * 300_000),
    "no object": JSONResponse([]),
}


def fail(club: FakeProvider, path: str, how: str) -> None:
    if how == "slow":
        club.drips.add(path)
    else:
        club.answers[path] = AWAY[how]


@pytest.mark.parametrize("how", [*AWAY, "slow"])
def test_a_provider_that_does_not_answer_is_told_of(
    ann: Guest, club: FakeProvider, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    fast(monkeypatch)
    fail(club, "/.well-known/openid-configuration", how)
    answer = ann.post(f"{SIGN_IN}/club", {}, 409)
    assert answer["error"] == "not-possible" and "The club does not answer" in answer["text"]
    monkeypatch.undo()
    club.be_good()
    assert join(ann)["account"]["player"], "and then it does"


@pytest.mark.parametrize("path", ["/token", "/keys"])
@pytest.mark.parametrize("how", [*AWAY, "slow"])
def test_a_provider_that_goes_away_in_between_is_told_of(
    ann: Guest, club: FakeProvider, monkeypatch: pytest.MonkeyPatch, path: str, how: str
) -> None:
    back = led_back(ann)
    fast(monkeypatch)
    fail(club, path, how)
    assert come_back(ann, back) == "/account#openid-sign-in"
    answer = ann.client.post(SIGN_IN, json={"name": "Ann"}).json()
    assert answer["error"] in ("not-possible", "not-verified") and "The club" in answer["text"]
    assert ann.get("/api/account")["player"] is None


METADATA: list[dict[str, Any]] = [
    {"issuer": "https://id.example"},
    {"issuer": None},
    {"token_endpoint": None},
    {"authorization_endpoint": "javascript:alert(1)"},
    {"authorization_endpoint": "//evil.example"},
    {"jwks_uri": 7},
    {"id_token_signing_alg_values_supported": ["HS256", "none"]},
    {"padding": "x" * openid.LONGEST_ANSWER},
]


@pytest.mark.parametrize("metadata", METADATA)
def test_a_provider_that_is_another_one_is_not_asked(
    house: House, ann: Guest, club: FakeProvider, metadata: dict[str, Any]
) -> None:
    club.metadata = metadata
    assert ann.post(f"{SIGN_IN}/club", {}, 409)["error"] == "not-possible"


def test_a_provider_over_tls_never_leads_to_plain_addresses() -> None:
    good = Provider("club", "https://id.example", CLIENT, "The club")
    assert openid.may_call(good, "https://id.example/token") and not openid.may_call(good, "http://id.example/token")
    assert openid.auth_method(good, []) == "none", "without a secret none is sent"


def test_a_provider_that_is_away_is_not_asked_again_at_once(ann: Guest, club: FakeProvider) -> None:
    path = "/.well-known/openid-configuration"
    club.answers[path] = AWAY["broken"]
    for _ in range(3):
        ann.post(f"{SIGN_IN}/club", {}, 409)
    assert club.calls == [path]


# ---------------------------------------------------------------- who may what


def test_nobody_is_offered_what_is_not_configured(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        guest = house.guest()
        account = guest.get("/api/account")
        assert account["providers"] == [] and account["providers_why_not"] is None
        assert guest.post(f"{SIGN_IN}/club", {}, 404)["error"] == "not-found"
        assert guest.post(SIGN_IN, {}, 403)["error"] == "not-verified"
        assert come_back(guest, "/openid/club?state=x&code=y") == "/account#openid-lost"


def test_guests_link_and_verify_nothing(house: House, ann: Guest) -> None:
    for path in (f"{LINK}/club", LINK, f"{VERIFY}/club", VERIFY):
        assert ann.post(path, {}, 401)["error"] == "no-player"
    assert ann.delete(f"/api/account/identities/{'0' * 64}", 401)["error"] == "no-player"


def test_a_journey_serves_its_own_purpose(house: House, ann: Guest, club: FakeProvider) -> None:
    become(ann)
    journey(ann, LINK)
    assert ann.post(VERIFY, {}, 403)["error"] == "not-verified"
    assert ann.post(SIGN_IN, {}, 403)["error"] == "not-verified"
    assert ann.post(LINK, {}, 201)["identities"]
    club.subject = "nobody yet"
    journey(ann)
    assert ann.post(SIGN_IN, {"name": "Ann"}, 409)["error"] == "not-possible", "who is signed in links it instead"


@pytest.mark.parametrize("body", [[], "x", {"name": 7}, {"name": "x" * 300}, None])
def test_bad_bodies_are_refused(ann: Guest, body: Any) -> None:
    journey(ann)
    assert ann.post(SIGN_IN, body, 400)["error"] == "bad-request"
    assert ann.post(SIGN_IN, {"name": ""})["account"]["name"] == "Ann", "the name that is known"


@pytest.mark.parametrize("provider", ["CLUB", "a b", "x" * 40, "..", "club%00"])
def test_providers_that_there_are_not(ann: Guest, provider: str) -> None:
    assert ann.client.post(f"{SIGN_IN}/{provider}", json={}).status_code in (400, 404)


def test_journeys_are_limited(tmp_path: Path, club: FakeProvider) -> None:
    known = (Provider("club", club.issuer, CLIENT, "The club", SECRET),)
    paces = {"sign_ins_per_minute": 0.001, "sign_in_burst": 2}
    with House(fast_settings(tmp_path, origin=ORIGIN, openid=known, **paces)) as house:
        for _ in range(2):
            house.guest().post(f"{SIGN_IN}/club", {})
        assert house.guest().post(f"{SIGN_IN}/club", {}, 429)["error"] == "too-many"


def test_who_is_banned_may_still_prove_who_it_is_and_go(house: House, ann: Guest) -> None:
    join(ann)
    let_time_pass(house)
    values = {"guest": ann.id, "reason": "", "until": 0, "at": ""}
    hub = house.app.state.hub
    hub.store.submit(lambda c: c.execute(sa.insert(schema.bans).values(values))).result()
    ann.client.portal.call(hub.doorman.look)  # type: ignore[union-attr]
    assert ann.post(f"{LINK}/club", {}, 403)["error"] == "banned"
    journey(ann, VERIFY)
    ann.post(VERIFY, {})
    ann.delete("/api/account")


def test_identities_are_exported_and_go_with_the_player(house: House, ann: Guest, club: FakeProvider) -> None:
    join(ann)
    [kept] = ann.get("/api/account/export")["identities"]
    assert kept["issuer"] == club.issuer and set(kept) == {"issuer", "created", "used"}
    led_back(ann, VERIFY)
    session = house.app.state.hub.sessions.accounts.sessions(ann.id)[0].id
    assert session in {each.holder for each in rows(house, schema.journeys)}
    ann.delete("/api/account")
    assert ann.id not in {each.player for each in rows(house, schema.identities)}
    assert session not in {each.holder for each in rows(house, schema.journeys)}
    back = house.guest()
    journey(back)
    assert back.post(SIGN_IN, {})["account"] is None, "who comes again is somebody new"
