"""Lessons over REST: a function of what was done, within limits, with clear words for what can't be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import mistvale as mv
from mistvale import learning
from mistvale.scene.picture import patched
from mistvale.server.models.learning import MOST_DEEDS

from .helpers import Guest, House, fast_settings

ARROWS = "/api/games/misty/lessons/arrows"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(fast_settings(tmp_path_factory.mktemp("house"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def ann(house: House) -> Guest:
    return house.guest("Ann")


def last_scene(answer: dict[str, Any]) -> dict[str, Any]:
    scene: dict[str, Any] = {}
    for frame in answer["frames"]:
        scene = patched(scene, frame["patch"]) if "patch" in frame else frame["scene"]
    return scene


@pytest.mark.parametrize("name", mv.games())
def test_what_there_is_to_learn_a_game_by(name: str, ann: Guest) -> None:
    found = ann.get(f"/api/games/{name}/lessons")
    assert [each["id"] for each in found["lessons"]] == [each.id for each in learning.lessons(name)]
    assert all(each["title"] and each["steps"] for each in found["lessons"])
    assert [each["id"] for each in found["tips"]] == [each.id for each in learning.tips(name)]
    [card] = [game for game in ann.get("/api/games") if game["name"] == name]
    assert card["lessons"] == len(found["lessons"])


def test_a_lesson_from_first_to_last(ann: Guest) -> None:
    start = ann.post(ARROWS, {})
    assert (start["wants"], start["at"], start["verdict"], start["right"]) == ("next", 0, "", [])
    assert start["look"] == ["window-0"]
    assert start["told"].startswith("All nine panes are full")
    told = ann.post(ARROWS, {"deeds": ["next"], "known": 0})
    assert (told["wants"], told["right"], told["shown"]) == ("move", ["move c5"], True)
    right = ann.post(ARROWS, {"deeds": ["next", "move c5"], "known": 1})
    assert (right["verdict"], right["at"]) == ("right", 2)
    assert "Off it goes" in right["feedback"]
    assert right["frames"][0]["text"]
    over = ann.post(ARROWS, {"deeds": ["next", "move c5", "move c4", "next"]})
    assert (over["wants"], over["told"], over["following"]) == ("nothing", "", "monsters")
    assert not any(frame["can_undo"] for frame in over["frames"])


def test_a_mistake_is_shown_and_told_and_goes_no_further(ann: Guest) -> None:
    wrong = ann.post(ARROWS, {"deeds": ["next", "move c4"], "known": 1})
    assert (wrong["verdict"], wrong["wants"], wrong["at"]) == ("wrong", "back", 1)
    assert "blur" in wrong["feedback"]
    assert any("blur" in sprite["marks"] for sprite in last_scene(wrong)["sprites"])
    error = ann.post(ARROWS, {"deeds": ["next", "move c4", "move c5"]}, 409)
    assert error["error"] == "illegal-move" and "take it back" in error["text"]


LEAVING = {"deeds": ["next", "move c5", "move c4"]}
"""After these deeds of the lesson a rival moves what it has."""


def test_a_rival_is_asked_why(ann: Guest) -> None:
    """In the words of a finished match and in the asker's language; of what rivals did, and of nothing else."""
    rivals = ann.post(ARROWS, LEAVING)["rivals"]
    assert rivals[0]["text"] == "Fern moves the Tractor from e4 onto the Flower on d4: a blur"
    assert {each["name"] for each in rivals} == {"Fern"}
    asking = {**LEAVING, "step": rivals[2]["step"]}
    english = ann.post(f"{ARROWS}/why", asking)
    assert (english["step"], english["seat"], english["move"]) == (asking["step"], 1, "move c4")
    assert any(each.startswith("The best level would have preferred: Fern moves") for each in english["why"])
    german = ann.client.post(f"{ARROWS}/why", json=asking, headers={"Accept-Language": "de"}).json()
    assert german["move"] == english["move"] and not set(german["why"]) & set(english["why"])
    for step in (rivals[0]["step"] - 1, 1, 10_000):
        assert ann.post(f"{ARROWS}/why", {**asking, "step": step}, 400)["error"] == "bad-request"
    for wrong in ({"step": 0}, {}, {"step": "x"}):
        ann.post(f"{ARROWS}/why", {**LEAVING, **wrong}, 400)
    assert ann.post(f"{ARROWS}/why", {"deeds": ["move z9"], "step": 1}, 409)["error"] == "illegal-move"
    assert ann.post(ARROWS, {"deeds": ["next"]})["rivals"] == []


def test_nothing_is_kept_and_two_who_do_the_same_see_the_same(house: House, ann: Guest) -> None:
    deeds = {"deeds": ["next", "move c5"]}
    first = ann.post(ARROWS, deeds)
    ann.post(ARROWS, {"deeds": ["next", "move c4"]})
    assert ann.post(ARROWS, deeds) == first == house.guest().post(ARROWS, deeds)
    assert ann.get("/api/matches") == []


def test_others_hands_are_not_told(ann: Guest) -> None:
    """Scenes are drawn for the learner's seat, as at a table."""
    scene = last_scene(ann.post("/api/games/misty/lessons/first", {}))
    assert scene["viewer"] == 0
    backs = [sprite for sprite in scene["sprites"] if sprite["key"].startswith("back-1-")]
    assert backs and all(sprite["symbol"] == "card-back" for sprite in backs)


def test_what_a_move_would_lead_to(ann: Guest) -> None:
    path = "/api/games/misty/lessons/arrows/preview"
    seen = ann.post(path, {"deeds": ["next"], "move": "move c5"})["scene"]
    assert seen is None or seen["viewer"] == 0
    assert ann.post(path, {"deeds": ["next"], "move": "move z9"}, 409)["error"] == "illegal-move"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"deeds": ["move c5"]}, 409, "illegal-move"),
        ({"deeds": ["next", "next"]}, 409, "illegal-move"),
        ({"deeds": ["next", "pick leaf"]}, 409, "illegal-move"),
        ({"deeds": ["next", "\x00"]}, 409, "illegal-move"),
        ({"deeds": ["next", "move c5", "move c4", "next", "next"]}, 409, "illegal-move"),
        ({"deeds": "next"}, 400, "bad-request"),
        ({"deeds": [1]}, 400, "bad-request"),
        ({"deeds": ["x" * 201]}, 400, "bad-request"),
        ({"deeds": ["next"] * (MOST_DEEDS + 1)}, 400, "bad-request"),
        ({"known": -1}, 400, "bad-request"),
        ({"else": 1}, 400, "bad-request"),
    ],
)
def test_bad_input_is_refused(ann: Guest, body: Any, status: int, code: str) -> None:
    assert ann.post(ARROWS, body, status)["error"] == code


def test_lessons_that_are_not_there(ann: Guest) -> None:
    assert "nothing" in ann.post("/api/games/misty/lessons/nothing", {}, 404)["text"]
    assert ann.post("/api/games/chess/lessons/arrows", {}, 404)["error"] == "not-found"
    assert ann.get("/api/games/chess/lessons", 404)["error"] == "not-found"
    assert ann.client.get("/learn/chess").status_code == 404
    assert "Learn Misty" in ann.client.get("/learn/misty").text


def test_nobody_gets_more_than_a_fair_share(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = replace(fast_settings(tmp_path_factory.mktemp("mean")), drawings_per_second=0.01, drawing_burst=3)
    with House(settings) as house:
        guest, other = house.guest(), house.guest()
        for _ in range(3):
            guest.post(ARROWS, {})
        assert guest.post(ARROWS, {}, 429)["error"] == "too-many"
        assert guest.post(f"{ARROWS}/preview", {"deeds": ["next"], "move": "move c5"}, 429)["error"] == "too-many"
        other.post(ARROWS, {})


def test_every_language_is_spoken(ann: Guest) -> None:
    told = ann.post(f"{ARROWS}?lang=qps", {})
    assert told["title"].startswith("[") and told["told"].startswith("[")
