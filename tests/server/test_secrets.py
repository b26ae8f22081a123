"""What nobody may see, and what nobody may choose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.core.chance import Seal

from .helpers import House, Line, fast_settings, part_of


def shown_to(line: Line) -> str:
    """All frames a line has brought, without what belongs to the whole table alone."""
    return json.dumps([m["frames"] for m in line.heard if m["type"] == "frames"])


def test_nobody_is_shown_a_rivals_hidden_pick(house: House) -> None:
    """Whatever Ann picks, Bob and a spectator are sent the same bytes."""
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
    opened = ann.open("me", "friend", seed=7)
    match = opened["match"]
    bob.join(opened["seats"][1]["link"], "Bob")
    seen: dict[str, set[str]] = {"bob": set(), "eve": set()}
    for move in ann.legal(match, 0):
        with bob.at(match, 1) as at_bob, eve.at(match, None) as at_eve:
            ann.move(match, 0, move)
            at_bob.settle(), at_eve.settle()
            seen["bob"].add(shown_to(at_bob))
            seen["eve"].add(shown_to(at_eve))
        views = json.dumps([bob.get(f"/api/matches/{match}/view?seat=1"), eve.get(f"/api/matches/{match}/scene")])
        seen.setdefault("rest", set()).add(views)
        ann.post(f"/api/matches/{match}/undo", {"seat": 0})
    assert {who: len(bytes_seen) for who, bytes_seen in seen.items()} == {"bob": 1, "eve": 1, "rest": 1}


def test_an_undo_that_nobody_can_see_is_shown_to_nobody(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", seed=7)
    match = opened["match"]
    bob.join(opened["seats"][1]["link"], "Bob")
    with bob.at(match, 1) as line:
        line.settle()
        ann.move(match, 0, ann.legal(match, 0)[0])
        ann.post(f"/api/matches/{match}/undo", {"seat": 0})
        texts = [f["text"] for m in line.settle() if m["type"] == "frames" for f in m["frames"]]
        assert not any(texts)


def test_no_state_and_no_secret_leaves_the_server(house: House) -> None:
    """Neither the host's part, nor the seed, nor anybody's token, before the end."""
    ann, eve = house.guest("Ann"), house.guest("Eve")
    match = ann.open("me", "here", options={"window": "small"})["match"]
    with eve.at(match) as line, ann.at(match, 0) as own:
        ann.play_out(match)
        line.settle(), own.settle()
        heard = json.dumps([line.heard, own.heard])
    record = ann.get(f"/api/matches/{match}/record")
    assert record["seed"] not in heard and record["seal"]["parts"][0] not in heard
    assert ann.id not in json.dumps(line.heard)


# ---------------------------------------------------------------- seals


def test_all_seal_all_reveal_and_anyone_can_check(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    (part_a, seal_a), (part_b, seal_b) = part_of("a"), part_of("b")
    opened = ann.open("me", "friend", seals={"0": seal_a}, options={"window": "small"})
    match = opened["match"]
    parts = f"/api/matches/{match}/parts"
    assert ann.post(parts, {"parts": {"0": part_a}}, 409)["error"] == "not-sealed", "not before all sealed"
    joined = bob.join(opened["seats"][1]["link"], "Bob", seal=seal_b)
    assert joined["status"] == "sealing" and joined["host_seal"] == opened["host_seal"]
    assert ann.move(match, 0, "pick rocket", 409)["error"] == "not-started"
    assert ann.get(f"/api/matches/{match}/view?seat=0", 409)["error"] == "not-started"
    assert bob.post(parts, {"parts": {"0": part_a}}, 403)["error"] == "not-your-seat"
    assert bob.post(parts, {"parts": {"1": part_a}}, 400)["error"] == "bad-request", "another part than sealed"
    assert ann.post(parts, {"parts": {"0": part_a}})["status"] == "sealing"
    with bob.at(match, 1) as line:
        assert line.ask(type="parts", id="p", parts={"1": part_b})["type"] == "ok"
        assert line.ask(type="parts", id="p", parts={"1": part_b})["type"] == "ok"
        line.settle()
        assert [m["whole"] for m in line.heard if m["type"] == "frames"] == [True]
    assert ann.post(parts, {"parts": {"0": part_a}})["status"] == "playing", "said again: the same answer"
    ann.play_out(match, bob)
    text = ann.client.get(f"/api/matches/{match}/record").text
    loaded = mv.verify(text, opened["host_seal"])
    host_part = json.loads(text)["seal"]["parts"][0]
    assert loaded.seal == Seal(match, opened["host_seal"], (host_part, part_a, part_b))
    assert loaded.seal.seed() == loaded.seed


def test_the_seats_seal_a_rematch_too(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", options={"window": "small"})
    old = opened["match"]
    bob.join(opened["seats"][1]["link"], "Bob")
    ann.play_out(old, bob)
    part, seal = part_of("again")
    path = f"/api/matches/{old}/rematch"
    assert ann.post(path, {"seals": {"1": seal}}, 403)["error"] == "not-your-seat"
    assert ann.post(path, {"seals": {"0": "00"}}, 400)["error"] == "bad-request"
    assert ann.status(old)["rematch"] is None
    new = ann.post(path, {"seals": {"0": seal}})
    assert new["status"] == "sealing"
    late = bob.post(path, {"seals": {"1": part_of("late")[1]}})
    assert late["match"] == new["match"], "the first one counts"
    assert ann.post(f"/api/matches/{new['match']}/parts", {"parts": {"0": part}})["status"] == "playing"
    ann.play_out(new["match"], bob)
    loaded = mv.verify(ann.client.get(f"/api/matches/{new['match']}/record").text, seal)
    assert loaded.seal is not None and loaded.seal.parts[1:] == (part, "")


@pytest.mark.parametrize("how", ["lost", "left"])
def test_a_part_that_never_comes_is_played_without(house: House, how: str) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    joined = bob.join(opened["seats"][1]["link"], "Bob", seal=part_of("b")[1])
    assert joined["status"] == "sealing"
    match = opened["match"]
    if how == "lost":
        started = bob.post(f"/api/matches/{match}/parts", {"parts": {"1": ""}})
    else:
        started = bob.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"})
    assert started["status"] == "playing"


def test_sealing_goes_on_after_a_restart(tmp_path: Path) -> None:
    part, seal = part_of("a")
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        opened = ann.open("me", "bot:random", seals={"0": seal})
        assert opened["status"] == "sealing"
        cookies = ann.client.cookies
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest()
        ann.client.cookies = cookies
        status = ann.post(f"/api/matches/{opened['match']}/parts", {"parts": {"0": part}})
        assert status["status"] == "playing" and status["host_seal"] == opened["host_seal"]


def test_tokens_cannot_be_guessed(house: House) -> None:
    ann = house.guest("Ann")
    links = [seat["link"] for seat in ann.open("me", "friend", "friend", "friend")["seats"][1:]]
    assert len(set(links)) == 3 and all(len(link.removeprefix("/join/")) >= 32 for link in links)
