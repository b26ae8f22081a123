"""Playing over REST and WebSocket, as docs/protocol.md says."""

from __future__ import annotations

import json
from pathlib import Path

import mistvale as mv
from mistvale.scene.picture import Picture
from mistvale.server.events import Notice
from mistvale.server.models.hosting import PROTOCOL

from .helpers import House, fast_settings
from .test_notices import posted, subscribed


def test_a_match_on_one_screen_from_first_to_last_move(house: House) -> None:
    ann = house.guest("Ann")
    opened = ann.open("me", "here", options={"window": "small"})
    match = opened["match"]
    assert opened["status"] == "playing" and opened["mine"] == [0, 1]
    assert opened["options"] == {"window": "small"} and len(opened["host_seal"]) == 64
    assert [seat["name"] for seat in opened["seats"]] == ["Ann", "Player 2"]
    over = ann.play_by_rest(match)
    assert over["status"] == "over" and min(over["ranks"]) == 1
    assert [status["match"] for status in ann.get("/api/matches")] == [match]


def test_a_friend_takes_a_seat_by_link(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    match, link = opened["match"], opened["seats"][1]["link"]
    assert opened["status"] == "waiting"
    assert "link" not in bob.status(match)["seats"][1]
    invitation = bob.get(f"/api{link}")
    named = {"match": match, "seat": 1, "taken": False, "host": "Ann", "game": "misty"}
    assert invitation == named | {"programs": False, "rated": False}
    joined = bob.join(link, "Bobby")
    assert joined["status"] == "playing" and joined["mine"] == [1]
    assert joined["seats"][1]["name"] == "Bobby" and "link" not in ann.status(match)["seats"][1]
    assert bob.get(f"/api{link}")["taken"]
    assert bob.join(link, "again")["mine"] == [1], "the same guest may come back by its link"
    eve = house.guest("Eve")
    assert eve.post(f"/api{link}", {"name": "Eve"}, 409)["error"] == "seat-taken"
    assert ann.play_by_rest(match, bob)["status"] == "over"


def test_a_move_is_shown_to_all_and_acknowledged(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        assert line.hear()["status"]["status"] == "playing"
        whole = line.hear()
        assert whole["type"] == "frames" and whole["whole"] and whole["seat"] == 0
        move = ann.legal(match, 0)[0]
        answer = line.ask(type="move", id="a1", seat=0, move=move)
        assert answer == {"type": "ok", "id": "a1", "step": whole["step"] + 1}
        frames = line.until("frames")
        assert not frames["whole"] and frames["step"] == answer["step"]
        frame = frames["frames"][-1]
        assert frame["kind"] == "move" and frame["seat"] == 0 and frame["can_undo"]
        assert frame["scene"] == ann.get(f"/api/matches/{match}/scene?seat=0")


def test_beats_come_as_frames_of_their_own(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 1) as line:
        line.until("frames", whole=True)
        for seat in (0, 1):
            step = ann.move(match, seat, ann.legal(match, seat)[0])["step"]
        frames = [m for m in line.settle() if m["type"] == "frames"][-1]["frames"]
    assert [f["kind"] for f in frames][:2] == ["move", "beat"] and frames[-1]["step"] == step
    assert [f["step"] for f in frames] == list(range(step - len(frames) + 1, step + 1))
    assert all(f["seat"] is None and f["beat"] for f in frames[1:])


def test_watching_from_the_start_shows_the_deal(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    with ann.at(opened["match"], 0) as line:
        assert line.hear()["status"]["status"] == "waiting"
        bob.join(opened["seats"][1]["link"], "Bob")
        whole = line.until("frames")
        assert whole["whole"] and whole["frames"][0]["kind"] == "start"
        assert [f["step"] for f in whole["frames"]] == list(range(whole["step"] + 1))


def test_presence_and_eyes(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    match = opened["match"]
    bob.join(opened["seats"][1]["link"], "Bob")
    with ann.at(match, 0) as line:
        line.until("frames")
        with bob.at(match, 1):
            assert line.until("presence") == {"type": "presence", "online": [True, True]}
            assert [seat["online"] for seat in ann.status(match)["seats"]] == [True, True]
        assert line.until("presence")["online"] == [True, False]
        line.say(type="watch", seat=None)
        assert line.until("frames")["seat"] is None


def test_undo_takes_back_what_nobody_has_seen(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    before = ann.get(f"/api/matches/{match}/scene?seat=0")
    with ann.at(match, 0) as line:
        step = line.until("frames")["step"]
        assert line.ask(type="undo", id="u0", seat=0)["error"] == "no-undo"
        line.ask(type="move", id="m1", seat=0, move=ann.legal(match, 0)[0])
        assert line.ask(type="undo", id="u1", seat=0) == {"type": "ok", "id": "u1", "step": step}
        undone = [m for m in line.settle() if m["type"] == "frames"][-1]["frames"][-1]
        assert undone["kind"] == "undo" and undone["scene"] == before and not undone["can_undo"]


def test_a_preview_changes_nothing(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        step = line.until("frames")["step"]
        answer = line.ask(type="preview", id="p", seat=0, move=ann.legal(match, 0)[0])
        assert answer["type"] == "preview" and "scene" in answer
        assert line.ask(type="preview", id="q", seat=0, move="pick nonsense")["error"] == "illegal-move"
    assert ann.status(match)["step"] == step


def test_a_message_sent_again_gets_the_first_answer_again(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        move = ann.legal(match, 0)[0]
        first = ann.move(match, 0, move, id="x1")
        assert ann.move(match, 0, move, id="x1") == first
        late = ann.move(match, 0, move, 409, id="x0")
        assert late["error"] == "not-pending"
        ann.move(match, 1, ann.legal(match, 1)[0], id="x2")
        assert ann.legal(match, 0) and ann.move(match, 0, move, 409, id="x0") == late
        step = ann.status(match)["step"]
        assert ann.move(match, 0, move, id="x1") == first
        assert ann.status(match)["step"] == step, "it was not carried out twice"
        assert ann.move(match, 1, move, 400, id="x1")["error"] == "bad-request"
        cookie = ann.client.cookies
    with House(fast_settings(tmp_path)) as house:
        again = house.guest()
        again.client.cookies = cookie
        assert again.move(match, 0, move, id="x1") == first, "also after a restart"
        assert again.status(match)["step"] == step


def test_record_and_replay_only_after_the_end(house: House) -> None:
    ann, eve = house.guest("Ann"), house.guest("Eve")
    match = ann.open("me", "here", options={"window": "small"})["match"]
    assert eve.get(f"/api/matches/{match}/record", 409)["error"] == "not-over"
    assert eve.get(f"/api/matches/{match}/frames?seat=0", 409)["error"] == "not-over"
    over = ann.play_out(match)
    record = eve.get(f"/api/matches/{match}/record")
    loaded = mv.load(json.dumps(record))
    assert list(loaded.scores) == over["scores"] and loaded.names == ("Ann", "Player 2")
    part = eve.get(f"/api/matches/{match}/frames?seat=0&from=0&to=5")
    assert part["steps"] == loaded.steps and [f["step"] for f in part["frames"]] == [0, 1, 2, 3, 4, 5]
    assert part["frames"][3]["scene"] == json.loads(Picture(loaded.scene(0, step=3)).text)
    last = eve.get(f"/api/matches/{match}/frames?from={part['steps']}")
    assert last["frames"][0]["sound"] == "win"


def test_rematch_is_one_new_match_for_all(house: House) -> None:
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
    opened = ann.open("me", "friend", options={"window": "small"})
    match = opened["match"]
    bob.join(opened["seats"][1]["link"], "Bob")
    assert ann.post(f"/api/matches/{match}/rematch", {}, 409)["error"] == "not-over"
    ann.play_out(match, bob)
    assert eve.post(f"/api/matches/{match}/rematch", {}, 403)["error"] == "forbidden"
    with bob.at(match, 1) as line:
        line.until("frames")
        new = ann.post(f"/api/matches/{match}/rematch", {})
        assert line.until("status")["status"]["rematch"] == new["match"]
    assert bob.post(f"/api/matches/{match}/rematch", {})["match"] == new["match"]
    assert new["match"] != match and new["status"] == "playing" and new["options"] == {"window": "small"}
    assert new["mine"] == [0] and bob.status(new["match"])["mine"] == [1]
    assert new["host_seal"] != opened["host_seal"]
    assert bob.get("/api/matches")[0]["match"] in (match, new["match"]) and len(bob.get("/api/matches")) == 2


def test_bots_play_by_themselves(house: House) -> None:
    ann = house.guest("Ann")
    opened = ann.open("me", "bot:random", "bot:random", options={"window": "small"})
    assert [seat["name"] for seat in opened["seats"]] == ["Ann", "Random bot 1", "Random bot 2"]
    assert ann.play_out(opened["match"])["status"] == "over"


def test_a_seat_left_to_a_bot_is_played_on(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", options={"window": "small"})
    match = opened["match"]
    bob.join(opened["seats"][1]["link"], "Bob")
    assert ann.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"}, 403)["error"] == "not-your-seat"
    assert bob.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "nobody"}, 400)["error"] == "bad-request"
    left = bob.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"})
    assert left["seats"][1]["kind"] == "bot" and left["mine"] == []
    assert bob.move(match, 1, "pick rocket", 403)["error"] == "not-your-seat"
    assert ann.play_out(match)["status"] == "over"


def test_bots_that_take_over_can_be_told_apart(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here", "bot:random")["match"]
    ann.post(f"/api/matches/{match}/leave", {"seat": 0, "bot": "random"})
    left = ann.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"})
    assert [seat["name"] for seat in left["seats"]] == ["Random bot 2", "Random bot 3", "Random bot"]


def test_the_host_may_give_an_open_seat_to_a_bot(house: House) -> None:
    ann, eve = house.guest("Ann"), house.guest("Eve")
    match = ann.open("me", "friend")["match"]
    assert eve.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"}, 403)["error"] == "not-your-seat"
    assert ann.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"})["status"] == "playing"


def test_an_open_seed_deals_the_same_again(house: House) -> None:
    ann = house.guest("Ann")
    views = []
    for seed in (7, "7", f"{7:02x}" + "0" * 62):
        opened = ann.open("me", "here", seed=seed)
        assert opened["host_seal"] is None
        views.append(ann.get(f"/api/matches/{opened['match']}/view?seat=0"))
    assert views[0] == views[1] == views[2]


def test_metrics_count_what_was_refused_and_what_waits(house: House) -> None:
    ann = house.guest("Ann")
    ann.get("/api/matches/nowhere", 404)
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.settle()
        line.ask(type="move", id="m", seat=0, move="nonsense")
    text = house.stranger("127.0.0.1").get("/metrics").text
    assert 'mistvale_refusals_total{code="not-found"} 1\n' in text
    assert 'mistvale_refusals_total{code="illegal-move"} 1\n' in text
    assert "mistvale_mistakes_total 0\n" in text and 'mistvale_queue{name="write"} 0\n' in text


def test_metrics_count_what_waits_in_the_store(house: House) -> None:
    def told() -> list[str]:
        text = house.stranger("127.0.0.1").get("/metrics").text
        return [line for line in text.splitlines() if line.startswith("mistvale_waiting{")]

    names = ("notices", "players", "reports")
    assert told() == [f'mistvale_waiting{{name="{name}"}} 0' for name in names]
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = ann.open("me", "friend")["match"]
    store = house.app.state.hub.store
    subscribed(store, "ann")
    posted(store, Notice("n1", "ann", "turn", match, "misty"), pause=600)
    ann.client.post(f"/api/matches/{match}/chat", json={"text": "You fool"})
    bob.client.post(f"/api/matches/{match}/chat/report", json={"side": "seats", "number": 0, "why": "insult"})
    assert told() == [f'mistvale_waiting{{name="{name}"}} {n}' for name, n in zip(names, (1, 0, 1), strict=True)]


def test_metrics_count_moves(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    ann.move(match, 0, ann.legal(match, 0)[0])
    text = house.stranger("127.0.0.1").get("/metrics").text
    assert "mistvale_move_seconds_count 1" in text
    assert 'mistvale_move_seconds_bucket{le="+Inf"} 1' in text
    assert "mistvale_tables_kept 1" in text
    assert ann.get("/health") == {"status": "ok", "protocol": PROTOCOL}


def test_a_seat_may_ask_for_hints_where_the_table_allows_them(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = ann.open("me", "here")["match"]
    answer = ann.get(f"/api/matches/{match}/hints?seat=0")
    assert answer["step"] == ann.status(match)["step"]
    assert 0 < len(answer["moves"]) <= 3
    assert {each["move"] for each in answer["moves"]} <= set(ann.legal(match, 0))
    assert bob.get(f"/api/matches/{match}/hints?seat=0", 403)["error"] == "not-your-seat"
    without = ann.open("me", "here", hints=False)["match"]
    assert not ann.status(without)["hints"]
    assert ann.get(f"/api/matches/{without}/hints?seat=0", 403)["error"] == "forbidden"


def test_hints_over_the_socket_do_not_hold_up_other_messages(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.say(type="hint", id="h1", seat=0)
        line.say(type="hint", id="h2", seat=0)
        line.say(type="ping")
        assert line.until("error")["error"] == "too-many"
        line.until("pong")
        hint = line.until("hint")
        assert hint["id"] == "h1" and hint["moves"]


def test_a_rivals_turn_is_shown_step_by_step_once_it_is_over(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", game="misterra", options={"first_game": True}, seed=1)
    match = bob.join(opened["seats"][1]["link"])["match"]
    seats = {0: ann, 1: bob}
    first = next(seat["seat"] for seat in ann.status(match)["seats"] if seat["pending"])
    mover, other = seats[first], 1 - first
    with seats[other].at(match, other) as line:
        line.until("frames")
        mover.move(match, first, "enter c")
        assert not [m for m in line.settle() if m["type"] == "frames"], "nothing of it before the turn is over"
        while legal := mover.legal(match, first):
            mover.move(match, first, legal[-1])
        shown = [frame for m in line.settle() if m["type"] == "frames" for frame in m["frames"]]
    moves = [frame for frame in shown if frame["kind"] == "move"]
    assert len(moves) >= 4 and {frame["seat"] for frame in moves} == {first}
    assert [frame["step"] for frame in shown] == sorted(frame["step"] for frame in shown)
    assert moves[0]["scene"] != moves[1]["scene"], "first the beach, then the sketch"
