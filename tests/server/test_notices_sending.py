"""Notices on their way: through a browser's push service, by mail and to a web address; and who may set up what."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mistvale.server import outbox, schema
from mistvale.server.errors import CannotServe
from mistvale.server.events import Notice
from mistvale.server.letters import is_mail
from mistvale.server.notices import turn_id
from mistvale.server.postman import check_mail, ways
from mistvale.server.push import are_keys, encoded, is_service
from mistvale.server.settings import Settings

from .helpers import Guest, House, fast_settings, same_guest
from .test_notices import KEYS, Clock, clock, posted, subscribed  # noqa: F401 - a fixture
from .test_players_names import everything
from .test_players_profiles import handle, player
from .test_players_sessions import become
from .world import Mailbox, World

ENDPOINT = "https://push.example/send/"
ORIGIN = "https://games.example"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("world")


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as opened:
        yield opened


@pytest.fixture
def post(tmp_path: Path, world: World, mailbox: Mailbox, clock: Clock) -> Iterator[House]:  # noqa: F811
    """A server that can send by all ways."""
    settings = fast_settings(
        tmp_path,
        origin=ORIGIN,
        allow_hosts=("games.example",),
        notice_pause=0.0,
        smtp_host="127.0.0.1",
        smtp_port=mailbox.port,
        smtp_security="none",
        mail_from="mistvale@games.example",
        push_services=("push.example", "*.push.example"),
        webhooks=1,
    )
    with House(settings) as opened:
        opened.app.state.hub.postman.outside = world.outside()
        yield opened


def deliver(house: House) -> None:
    """Let the postman go round."""
    house.call(house.hub.postman.round)


def by_push(guest: Guest, name: str = "one", keys: dict[str, str] | None = None) -> Any:
    return guest.post("/api/notices/push", {"endpoint": ENDPOINT + name, "keys": keys or KEYS}, 201)


def by_mail(house: House, guest: Guest, mailbox: Mailbox, address: str = "ann@example.org") -> str:
    """Set an address up and confirm it; the link in the mail."""
    guest.post("/api/notices/mail", {"address": address}, 202)
    deliver(house)
    _, mail = mailbox.mails.pop()
    [link] = re.findall(r"https://\S+/mail/confirm#(\S+)", mail.get_content())
    assert house.stranger().post("/api/mail/confirm", json={"token": link}).status_code == 204
    return str(link)


def invited(ann: Guest, bob: Guest) -> str:
    """Ann asks Bob to her table."""
    opened = ann.open("me", "friend")
    ann.post(f"/api/matches/{opened['match']}/invite", {"seat": 1, "player": handle(bob)}, 201)
    return str(opened["match"])


# ---------------------------------------------------------------- Web Push


def test_a_browser_is_told_what_only_it_can_read(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    auth = bytes(range(16))
    by_push(bob, keys={"p256dh": encoded(point), "auth": encoded(auth)})
    match = invited(ann, bob)
    deliver(post)
    [call] = world.calls
    assert match.encode() not in call.body and call.headers["ttl"] and call.path == "/send/one"
    assert call.headers["authorization"].startswith("vapid t=")
    read = json.loads(http_ece.decrypt(call.body, private_key=key, auth_secret=auth, version="aes128gcm"))
    assert (read["kind"], read["match"], read["game"], read["url"]) == ("invitation", match, "misty", "/")
    deliver(post)
    assert len(world.calls) == 1, "sent once"


def test_a_turn_is_told_when_nobody_of_mine_is_at_the_table(post: House, world: World) -> None:
    ann, bob = post.guest("Ann"), post.guest("Bob")
    by_push(bob)
    opened = ann.open("me", "friend", options={"window": "small"})
    match = opened["match"]
    bob.join(opened["seats"][1]["link"])
    with bob.at(match, 1) as line:
        line.until("status")
        turn_of(post, ann, bob, match)
        deliver(post)
        assert world.calls == [], "he sees it himself"
    turn_of(post, ann, bob, match, leave_open=True)
    deliver(post)
    assert len(world.calls) == 1
    turn_of(post, ann, bob, match, leave_open=True)
    legal = bob.legal(match, 1)
    if legal:
        bob.move(match, 1, legal[0])
    deliver(post)
    assert len(world.calls) == 1, "he has moved meanwhile"


def turn_of(house: House, ann: Guest, bob: Guest, match: str, leave_open: bool = False) -> None:
    """Play until the table waits for Bob anew."""
    for _ in range(99):
        mine = [seat["pending"] for seat in ann.status(match)["seats"]]
        if mine[1]:
            bob.move(match, 1, bob.legal(match, 1)[0])
        mine = [seat["pending"] for seat in ann.status(match)["seats"]]
        if mine == [True, False]:
            ann.move(match, 0, ann.legal(match, 0)[0])
            if bob.status(match)["seats"][1]["pending"]:
                return
    raise AssertionError("it never came to that")


def test_who_is_at_the_table_at_another_process_sees_it_as_well(houses: tuple[House, House], world: World) -> None:
    here, there = houses
    ann, bob = here.guest("Ann"), here.guest("Bob")
    hub = here.app.state.hub
    hub.postman.outside = world.outside()
    opened = ann.open("me", "friend", options={"window": "small"})
    match = opened["match"]
    bob.join(opened["seats"][1]["link"])
    turn_of(here, ann, bob, match)
    put_a_turn(here, bob, match)
    with same_guest(bob, there).at(match, 1) as line:
        line.until("status")
        hub.forget(match)  # it knows nothing of who is where
        deliver(here)
        assert world.calls == [] and hub.postman.tally.dropped == 1


def put_a_turn(house: House, guest: Guest, match: str) -> None:
    """A turn that waits to be told through a browser."""
    store = house.app.state.hub.store
    subscribed(store, guest.id, way="push")
    table = house.call(house.hub.live, match).table
    notice = Notice(turn_id(table, guest.id), guest.id, "turn", match, "misty")
    assert posted(store, notice) == 1


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_browser_that_is_gone_is_forgotten(post: House, world: World, status: str) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_push(bob)
    world.status = status
    invited(ann, bob)
    deliver(post)
    assert bob.get("/api/notices")["channels"] == []


STRANGE_SERVICES = [
    "https://evil.example/x",
    "https://push.example.evil.example/",
    "https://notpush.example/",
    "http://push.example/x",
    "https://push.example:8443/x",
    "https://ann@push.example/",
    "https://.push.example/",
]


def test_a_browser_that_is_added_again_is_still_told_what_waits(post: House, world: World) -> None:
    """The page may add it whenever it is opened, and a request whose answer was lost is made again."""
    ann, bob = player(post, "Ann"), player(post, "Bob")
    [first] = by_push(bob)["channels"]
    invited(ann, bob)
    [again] = by_push(bob)["channels"]
    deliver(post)
    assert again["id"] == first["id"] and len(world.calls) == 1


def test_a_browser_that_is_anothers_now_is_told_nothing_that_waited(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_push(bob)
    invited(ann, bob)
    by_push(ann)
    deliver(post)
    assert bob.get("/api/notices")["channels"] == [] and world.calls == []


def test_push_goes_to_known_services_alone(post: House) -> None:
    ann = post.guest("Ann")
    for endpoint in STRANGE_SERVICES:
        assert ann.post("/api/notices/push", {"endpoint": endpoint, "keys": KEYS}, 400)["error"] == "bad-request"
    assert ann.get("/api/notices")["channels"] == []


def test_which_services_are_meant() -> None:
    usual = Settings().push_services
    assert is_service("https://fcm.googleapis.com/fcm/send/abc", usual)
    assert is_service("https://web.push.apple.com/abc", usual)
    assert is_service("https://wns2-par02p.notify.windows.com/w/?token=1", usual)
    assert not is_service("https://push.apple.com/abc", usual)


NO_KEYS = [
    {"p256dh": "", "auth": KEYS["auth"]},
    {"p256dh": "A" * 87, "auth": KEYS["auth"]},
    {"p256dh": KEYS["p256dh"], "auth": "short"},
    {"p256dh": "ü", "auth": KEYS["auth"]},
]


def test_keys_that_are_none(post: House) -> None:
    ann = post.guest("Ann")
    for keys in NO_KEYS:
        assert not are_keys(keys)
        ann.post("/api/notices/push", {"endpoint": ENDPOINT, "keys": keys}, 400)


def test_a_browser_is_told_nothing_once_its_session_has_ended(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_push(bob)
    invited(ann, bob)
    assert bob.client.post("/api/sign-out").status_code == 204
    deliver(post)
    assert world.calls == []


@pytest.mark.parametrize("way", ["becomes", "signs in"])
def test_a_guests_browser_that_came_along_is_told_nothing_once_its_session_has_ended(
    post: House, world: World, way: str
) -> None:
    """Who sits at it next is no longer the player whose notices came there."""
    ann, here = player(post, "Ann"), post.guest("Bob")
    by_push(here)
    if way == "becomes":
        become(here, "Bob")
    else:
        here.post("/api/sign-in/code", {"code": become(post.guest("Bob"), "Bob")["codes"][0]})
    bob = here.get("/api/account")["player"]
    assert here.get("/api/notices")["channels"][0]["here"]
    here.client.post("/api/sign-out")
    opened = ann.open("me", "friend")
    ann.post(f"/api/matches/{opened['match']}/invite", {"seat": 1, "player": bob}, 201)
    deliver(post)
    assert world.calls == []


def test_a_guests_browser_comes_along_to_the_account(post: House, world: World) -> None:
    bob, ann = player(post, "Bob"), player(post, "Ann")
    phone = post.guest()
    by_push(phone)
    phone.post("/api/sign-in/code", {"code": bob.codes[0]})  # type: ignore[attr-defined]
    invited(ann, bob)
    deliver(post)
    assert len(world.calls) == 1


# ---------------------------------------------------------------- mail


def test_mail_goes_to_who_has_confirmed_it(post: House, mailbox: Mailbox) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob <evil> http://spam.example")
    bob.post("/api/notices/mail", {"address": "bob@example.org"}, 202)
    invited(ann, bob)
    deliver(post)
    [(to, mail)] = mailbox.mails
    text = mail.get_content()
    assert to == "bob@example.org" and "evil" not in mail.as_string() and "spam" not in mail.as_string()
    assert bob.get("/api/notices")["channels"][0]["state"] == "asked"
    [link] = re.findall(r"https://games\.example/mail/confirm#(\S+)", text)
    stranger = post.stranger()
    assert stranger.post("/api/mail/confirm", json={"token": link[:-1] + "x"}).status_code == 404
    assert stranger.post("/api/mail/confirm", json={"token": link}).status_code == 204
    assert stranger.post("/api/mail/confirm", json={"token": link}).status_code == 204
    assert bob.get("/api/notices")["channels"][0]["state"] == "on"
    invited(ann, bob)
    deliver(post)
    assert len(mailbox.mails) == 2


def test_a_confirmation_ends_in_time(post: House, mailbox: Mailbox, clock: Clock) -> None:  # noqa: F811
    ann = player(post, "Ann")
    ann.post("/api/notices/mail", {"address": "ann@example.org"}, 202)
    deliver(post)
    [link] = re.findall(r"confirm#(\S+)", mailbox.mails[0][1].get_content())
    clock.now += outbox.CONFIRM_SECONDS + 1
    assert post.stranger().post("/api/mail/confirm", json={"token": link}).status_code == 404


def test_a_mail_says_how_to_get_no_more_of_them(post: House, mailbox: Mailbox) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_mail(post, bob, mailbox)
    match = invited(ann, bob)
    deliver(post)
    [(_, mail)] = mailbox.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and mail["Auto-Submitted"] == "auto-generated"
    assert match not in mail.as_string() and "/join/" not in mail.as_string()
    [path] = re.findall(r"<https://games\.example(/unsubscribe/\S+)>", mail["List-Unsubscribe"])
    provider = post.stranger()
    assert provider.get(path).status_code == 200, "to look changes nothing"
    assert bob.get("/api/notices")["channels"]
    answer = provider.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 204 and bob.get("/api/notices")["channels"] == []
    assert provider.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 404
    assert provider.post("/unsubscribe/nonsense").status_code == 404


def test_what_waits_comes_in_one_mail(post: House, mailbox: Mailbox, clock: Clock) -> None:  # noqa: F811
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_mail(post, bob, mailbox)
    clock.now += 7 * 3600
    invited(ann, bob)
    deliver(post)
    for _ in range(3):
        invited(ann, bob)
    deliver(post)
    assert len(mailbox.mails) == 1
    clock.now += 7 * 3600
    deliver(post)
    assert len(mailbox.mails) == 2 and mailbox.mails[1][1]["Subject"] == "3 things wait for you at Mistvale"


def test_a_mail_server_that_says_not_now_is_asked_again(post: House, mailbox: Mailbox, clock: Clock) -> None:  # noqa: F811
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_mail(post, bob, mailbox)
    mailbox.refuses = True
    invited(ann, bob)
    deliver(post)
    mailbox.refuses = False
    deliver(post)
    assert mailbox.mails == []
    clock.now += outbox.PAUSES[0]
    deliver(post)
    [(to, _)] = mailbox.mails
    assert to == "ann@example.org"


def test_mail_that_had_to_wait_too_long_for_its_turn_is_left_to_whoever_took_it(
    post: House,
    mailbox: Mailbox,
    clock: Clock,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mails go out one by one: at a slow mail server the claim of the last ones would run out."""
    store, sent = post.app.state.hub.store, []
    for name in ("ann", "bob"):
        subscribed(store, name, "mail", address=f"{name}@example.org")
        posted(store, Notice(f"n-{name}", name, "result", "m1", "misty"))

    def slow(_settings: Settings, _made: object, to: str) -> None:
        sent.append(to)
        clock.now += outbox.LEASE_SECONDS + 1
        if len(sent) == 1:
            assert len(outbox.Outbox(store).claim(0)) == 2, "another process has them now"

    monkeypatch.setattr("mistvale.server.postman.send_mail", slow)
    deliver(post)
    assert len(sent) == 1


def test_mail_waits_for_its_turn_without_losing_its_claim(
    post: House,
    clock: Clock,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, sent, taken = post.app.state.hub.store, [], []
    for name in ("ann", "bob", "cyd"):
        subscribed(store, name, "mail", address=f"{name}@example.org")
        posted(store, Notice(f"n-{name}", name, "result", "m1", "misty"))

    def slow(_settings: Settings, _made: object, to: str) -> None:
        sent.append(to)
        clock.now += outbox.LEASE_SECONDS // 2
        taken.extend(outbox.Outbox(store).claim(0) if len(sent) == 3 else [])

    monkeypatch.setattr("mistvale.server.postman.send_mail", slow)
    deliver(post)
    assert len(sent) == 3 and not taken, "each claim begins anew when it is the mail's turn"


def test_it_is_written_in_the_language_of_who_gets_it(post: House, mailbox: Mailbox) -> None:
    bob = player(post, "Bob")
    bob.client.post("/api/notices/mail?lang=qps", json={"address": "bob@example.org"})
    deliver(post)
    [(_, mail)] = mailbox.mails
    assert mail["Content-Language"] == "qps" and mail["Subject"].startswith("[")


NO_MAIL = [
    "",
    "ann",
    "ann@",
    "@example.org",
    "ann@example",
    "ann@example.org, bob@example.org",
    "ann@example.org\nBcc: bob@example.org",
    "Ann <ann@example.org>",
    '"ann x"@example.org',
    "ann@[127.0.0.1]",
    "ann@exämple.org",
    "a" * 70 + "@example.org",
]


def test_what_is_no_mail_address(post: House, mailbox: Mailbox) -> None:
    ann = player(post, "Ann")
    for address in NO_MAIL:
        assert not is_mail(address)
        ann.post("/api/notices/mail", {"address": address}, 400)
    deliver(post)
    assert mailbox.mails == []


def test_nobody_floods_a_stranger_with_confirmations(tmp_path: Path, post: House, mailbox: Mailbox) -> None:
    for number in range(5):
        somebody = player(post, f"P{number}")
        answer = somebody.client.post("/api/notices/mail", json={"address": "victim@example.org"})
        assert answer.status_code == (202 if number < 3 else 429)
    deliver(post)
    assert len(mailbox.mails) == 3


def test_confirmations_are_limited_by_player(tmp_path: Path, mailbox: Mailbox) -> None:
    settings = fast_settings(
        tmp_path, origin=ORIGIN, smtp_host="127.0.0.1", mail_from="a@b.example", mails_per_hour=3.0
    )
    with House(settings) as strict:
        ann = player(strict, "Ann")
        asked = [ann.client.post("/api/notices/mail", json={"address": f"a{i}@example.org"}) for i in range(4)]
        assert [each.status_code for each in asked] == [202, 202, 202, 429]


# ---------------------------------------------------------------- web addresses


def test_a_web_address_is_called_and_can_check_who_calls(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    made = bob.post("/api/notices/hooks", {"url": "https://hooks.example/secret-topic"}, 201)
    assert made["notices"]["channels"][0]["label"] == "hooks.example"
    match = invited(ann, bob)
    deliver(post)
    [call] = world.calls
    signed = call.headers["x-mistvale-time"].encode() + b"." + call.body
    mark = hmac.new(made["secret"].encode(), signed, hashlib.sha256).hexdigest()
    assert call.headers["x-mistvale-signature"] == f"sha256={mark}"
    said = json.loads(call.body)
    assert said["kind"] == "invitation" and said["match"] == match and said["url"] == f"{ORIGIN}/"
    assert "/join/" not in call.body.decode() and "Ann" not in call.body.decode()


@pytest.mark.parametrize(
    "again", ["https://hooks.example/x", "https://HOOKS.example:443/x", "https://hooks.example/x#"]
)
def test_a_web_address_that_is_added_again_is_one_still(post: House, world: World, again: str) -> None:
    """Whoever never saw the secret, for the answer was lost, gets another one that way; the first signs no more."""
    ann, bob = player(post, "Ann"), player(post, "Bob")
    first = bob.post("/api/notices/hooks", {"url": "https://hooks.example/x"}, 201)
    second = bob.post("/api/notices/hooks", {"url": again, "form": "ntfy"}, 201)
    assert second["notices"]["channels"] == first["notices"]["channels"] and second["secret"] != first["secret"]
    invited(ann, bob)
    deliver(post)
    [call] = world.calls
    assert call.body == b"You are invited to a table of Misty."
    ann.post("/api/notices/hooks", {"url": again}, 201)
    assert len(bob.get("/api/notices")["channels"]) == 1, "what others are told there is theirs"


def test_a_web_address_that_failed_too_often_is_tried_again_when_it_is_added_again(post: House, world: World) -> None:
    bob = player(post, "Bob")
    bob.post("/api/notices/hooks", {"url": "https://hooks.example/x"}, 201)
    off = sa.update(schema.channels).values(state="off", failures=outbox.MOST_FAILURES)
    post.app.state.hub.store.submit(lambda connection: connection.execute(off)).result()
    [channel] = bob.post("/api/notices/hooks", {"url": "https://hooks.example/x"}, 201)["notices"]["channels"]
    assert channel["state"] == "on"


def test_ntfy_gets_a_line_of_text(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    bob.post("/api/notices/hooks", {"url": "https://hooks.example/topic", "form": "ntfy"}, 201)
    invited(ann, bob)
    deliver(post)
    [call] = world.calls
    assert call.body == b"You are invited to a table of Misty." and call.headers["click"] == f"{ORIGIN}/"


def test_a_redirect_or_a_private_address_is_a_failure(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    bob.post("/api/notices/hooks", {"url": "https://hooks.example/x"}, 201)
    world.status, world.more = "307 Temporary Redirect", "location: https://127.0.0.1/\r\n"
    invited(ann, bob)
    deliver(post)
    world.addresses = [["192.168.0.1"]]
    invited(ann, bob)
    deliver(post)
    store = post.app.state.hub.store
    assert store.rows(sa.select(schema.channels.c.failures))[0][0] == 2 and len(world.calls) == 1


def test_bad_web_addresses(post: House, world: World) -> None:
    bob = player(post, "Bob")
    for url in ("http://hooks.example/", "https://10.0.0.1/", "nonsense", ""):
        assert bob.post("/api/notices/hooks", {"url": url}, 400)["error"] == "bad-request"
    # What a name leads to is known when it is called, and not before.
    bob.post("/api/notices/hooks", {"url": "https://localhost"}, 201)
    world.addresses = [["127.0.0.1"]]
    invited(player(post, "Ann"), bob)
    deliver(post)
    assert world.resolved == ["localhost"] and world.connected == []


def test_a_slow_web_address_keeps_nobody_waiting(post: House, world: World, clock: Clock) -> None:  # noqa: F811
    ann, bob = player(post, "Ann"), player(post, "Bob")
    bob.post("/api/notices/hooks", {"url": "https://hooks.example/x"}, 201)
    world.silent = True
    post.app.state.hub.postman.outside = world.outside(0.05)
    for _ in range(outbox.TOGETHER):
        invited(ann, bob)
    deliver(post)
    assert len(world.calls) == 1, "what failed once fails again: the others wait"
    world.silent = False
    clock.now += outbox.LEASE_SECONDS + 1
    deliver(post)
    assert len(world.calls) == 1 + outbox.TOGETHER, "none of them is lost"


# ---------------------------------------------------------------- settings


def test_each_kind_can_be_switched_for_each_way(post: House, world: World) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_push(bob)
    said = bob.put("/api/notices/kinds/push", {"kinds": ["turn"]})
    assert said["kinds"]["push"] == ["turn"] and said["ways"] == ["push", "mail", "hook"]
    invited(ann, bob)
    deliver(post)
    assert world.calls == []
    assert by_push(bob, "two")["kinds"]["push"] == ["turn"], "one more browser is told the same"
    bob.put("/api/notices/kinds/push", {"kinds": ["chess"]}, 400)
    bob.put("/api/notices/kinds/pigeon", {"kinds": []}, 400)


def test_what_the_host_has_not_set_up_is_not_offered(house: House) -> None:
    ann = player(house, "Ann")
    assert ann.get("/api/notices")["ways"] == ["push"]
    for path, body in (("mail", {"address": "a@example.org"}), ("hooks", {"url": "https://hooks.example/"})):
        assert ann.post(f"/api/notices/{path}", body, 409)["error"] == "not-possible"
    assert ways(Settings(push=0)) == [] and "hook" not in ways(Settings(webhooks=1))


def test_a_guest_has_its_browser_and_nothing_else(post: House) -> None:
    guest = post.guest("Ann")
    assert guest.get("/api/notices")["ways"] == ["push"]
    assert guest.post("/api/notices/mail", {"address": "a@example.org"}, 401)["error"] == "no-player"
    assert guest.post("/api/notices/hooks", {"url": "https://hooks.example/"}, 401)["error"] == "no-player"


def test_channels_are_ones_own(post: House) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    [channel] = by_push(ann)["channels"]
    bob.delete(f"/api/notices/channels/{channel['id']}", 404)
    bob.post(f"/api/notices/channels/{channel['id']}/on", {}, 404)
    bob.delete("/api/notices/channels/nonsense", 400)
    assert ann.delete(f"/api/notices/channels/{channel['id']}", 200)["channels"] == []


def test_there_are_only_so_many(post: House) -> None:
    ann = post.guest("Ann")
    for number in range(10):
        by_push(ann, str(number))
    again = ann.post("/api/notices/push", {"endpoint": ENDPOINT + "late", "keys": KEYS}, 409)
    assert again["error"] == "not-possible"
    by_push(ann, "3")


def test_all_servers_have_one_push_key(houses: tuple[House, House]) -> None:
    here, there = houses
    assert here.guest().get("/api/notices")["push_key"] == there.guest().get("/api/notices")["push_key"] is not None


def test_whoever_is_gone_takes_addresses_and_notices_along(post: House, mailbox: Mailbox) -> None:
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_mail(post, bob, mailbox, "bob@secret.example")
    by_push(bob, "bobs-browser")
    bob.post("/api/notices/hooks", {"url": "https://hooks.example/bobs-topic"}, 201)
    invited(ann, bob)
    taken = json.loads(bob.client.get("/api/account/export").text)["notices"]
    assert {each["way"] for each in taken} == {"push", "mail", "hook"} and "bob@secret.example" in str(taken)
    assert "secret" not in taken[0] and "keys" not in taken[0]
    bob.delete("/api/account")
    left = everything(post.app.state.hub.store)
    assert not any(each in left for each in ("bob@secret.example", "bobs-browser", "bobs-topic"))
    assert post.app.state.hub.store.rows(sa.select(schema.outbox)) == []


def test_logs_name_no_address(post: House, world: World, mailbox: Mailbox, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ann, bob = player(post, "Ann"), player(post, "Bob")
    by_mail(post, bob, mailbox)
    by_push(bob, "bobs-browser")
    bob.post("/api/notices/hooks", {"url": "https://hooks.example/bobs-topic"}, 201)
    mailbox.refuses, world.status = True, "500 Oh"
    invited(ann, bob)
    deliver(post)
    own = " ".join(each.getMessage() for each in caplog.records if each.name.startswith("mistvale"))
    assert "were not sent" in own
    assert not any(each in own for each in ("ann@example.org", "bobs-browser", "bobs-topic", "hooks.example"))


def test_settings_by_which_no_mail_can_go() -> None:
    check_mail(Settings())
    with pytest.raises(CannotServe, match="SMTP_SECURITY"):
        check_mail(Settings(smtp_security="ssl3"))
    with pytest.raises(CannotServe, match="MAIL_FROM"):
        check_mail(Settings(mail_from="nobody"))
