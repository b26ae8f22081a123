"""There is one model for each thing that is said: it checks what comes in, and is what goes out."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_args

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

import mistvale as mv
import mistvale.server
from mistvale.bots.whys import Fact
from mistvale.core.moves import Move
from mistvale.scene import model as scene
from mistvale.server import doorman, hints, lobby_messages, messages, models
from mistvale.server.messages import HEARD, SAID, TYPES, heard
from mistvale.server.models.common import ErrorAnswer, Told
from mistvale.server.models.seeing import Frame, FramesPart, Patch, RecordAnswer, SceneAnswer, ViewAnswer
from mistvale.server.models.tables import BotWanted, CancelWanted, MoveWanted, PartsGiven, SeatWanted
from mistvale.server.readiness import preparing

from .helpers import Guest, House, check_told

SERVER = Path(mistvale.server.__file__).parent
PROTOCOL = (SERVER.parents[2] / "docs" / "protocol.md").read_text("utf-8")


def type_of(model: type[BaseModel]) -> str:
    [name] = get_args(model.model_fields["type"].annotation)
    return str(name)


# ---------------------------------------------------------------- a session


def a_session(house: House, ann: Guest, patches: bool) -> set[str]:
    """All that happens at a table, one after the other; the types of what came of it. `Line` checks each message."""
    pace = {"kind": "live", "decision": 600_000}
    match = ann.open("me", "here", seed=7, options={"window": "small"}, pace=pace)["match"]
    bob = house.guest("Bob")
    with ann.client.websocket_connect(f"ws://localhost/ws/{match}") as socket, bob.at(match) as other:
        line = type(other)(socket)
        line.say(type="watch", seat=0, patches=patches)
        line.until("frames")
        move = ann.legal(match, 0)[0]
        assert line.ask(type="preview", id="p", seat=0, move=move)["type"] == "preview"
        assert line.ask(type="hint", id="h", seat=0)["type"] == "hint"
        assert line.ask(type="move", id="m", seat=0, move=move)["type"] == "ok"
        assert line.ask(type="move", id="again", seat=0, move=move)["type"] == "error"
        assert line.ask(type="undo", id="u", seat=0)["type"] == "ok"
        assert line.ask(type="say", id="s", phrase="hello")["type"] == "ok"
        for turn in range(6):
            for seat in (0, 1):
                for legal in ann.legal(match, seat)[:1]:
                    line.ask(type="preview", id=f"p{turn}", seat=seat, move=legal)
                    line.ask(type="move", id=f"{turn}-{seat}", seat=seat, move=legal)
        assert line.ask(type="leave", id="l", seat=1, bot="random")["type"] == "ok"
        ann.client.portal.call(tell_preparing, house, match)  # type: ignore[union-attr]
        doorman.hang(house.app.state.hub.store, "announcement", "Hello", 0, "root")
        ann.client.portal.call(house.app.state.hub.doorman.look)  # type: ignore[union-attr]
        line.settle()
        with ann.at(match, 0):
            pass
        other.settle()
        return {message["type"] for message in (*line.heard, *other.heard)}


async def tell_preparing(house: House, match: str) -> None:
    hub = house.app.state.hub
    (await hub.live(match)).tell_all(preparing(hub.shelf.readiness("misty")))


@pytest.mark.parametrize("patches", [False, True])
def test_every_message_of_a_session_is_as_its_model_says(
    house: House, patches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [mv.Thought(Move("pick rocket", 0), 9, 0.25, 2.0, 0.1, 1.5, (Fact("denies", 2.0, 1),))]
    monkeypatch.setattr(hints, "think", lambda match, seat, stop: found)
    said = a_session(house, house.guest("Ann"), patches)
    # Who comes and goes is told in `test_presence.py`, and checked there.
    assert said | {"presence"} == {type_of(model) for model in HEARD}, "no message goes unchecked"


def test_what_a_model_does_not_know_is_found() -> None:
    for wrong in ({"type": "pong", "more": 1}, {"type": "ok", "id": "a"}, {"type": "nonsense"}):
        with pytest.raises(ValidationError):
            check_told(wrong, heard)


def test_what_a_sprite_does_not_know_is_found(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    shown = ann.get(f"/api/matches/{match}/scene?seat=0")
    check_told(shown, TypeAdapter(SceneAnswer))
    shown["sprites"][0]["colour"] = "red"
    with pytest.raises(ValidationError):
        check_told(shown, TypeAdapter(SceneAnswer))


def test_answers_that_are_written_beforehand_are_as_their_models_say(house: House) -> None:
    """Those that no framework looks at on their way out."""
    ann = house.guest("Ann")
    match = ann.open("me", "here", options={"window": "small"})["match"]
    check_told(ann.get(f"/api/matches/{match}/view?seat=0"), TypeAdapter(ViewAnswer))
    ann.play_out(match)
    for more in ("", "&patches=true"):
        part = ann.get(f"/api/matches/{match}/frames?seat=0&to=40{more}")
        check_told(part, TypeAdapter(FramesPart))
    check_told(ann.get(f"/api/matches/{match}/record"), TypeAdapter(RecordAnswer))
    refused = house.stranger().get("/api/matches/none", headers={"host": "elsewhere.example"})
    check_told(refused.json(), TypeAdapter(ErrorAnswer))


# ---------------------------------------------------------------- one model, and where it is told


def test_every_type_has_one_model() -> None:
    assert tuple(map(type_of, SAID)) == TYPES and len(set(TYPES)) == len(TYPES)
    assert len({type_of(model) for model in HEARD}) == len(HEARD)
    for room in (messages, lobby_messages):
        assert tuple(map(type_of, room.SAID)) == room.TYPES
        assert set(room.SAID) == set(get_args(room.Said)) and set(room.HEARD) == set(get_args(room.Heard))


def test_no_message_is_put_together_beside_its_model() -> None:
    types = "|".join({*TYPES, *map(type_of, HEARD)})
    for file in SERVER.glob("*.py"):
        assert not re.search(rf"""["']type["']\s*:\s*["']({types})\b""", file.read_text("utf-8")), file.name


def named(what: Any) -> str:
    return f"`{what.__name__}`"


def test_the_protocol_names_every_model() -> None:
    files = [import_module(f"{models.__name__}.{file.name}") for file in iter_modules(models.__path__)]
    told = [each for file in files for each in vars(file).values()]
    made = [each for each in told if isinstance(each, type) and issubclass(each, BaseModel)]
    parts = {SeatWanted, MoveWanted, BotWanted, PartsGiven, CancelWanted, Told, BaseModel}
    said = (*SAID, *HEARD, *lobby_messages.SAID, *lobby_messages.HEARD, *made)
    missing = [named(each) for each in said if each not in parts and named(each) not in PROTOCOL]
    assert missing == []


def test_the_description_has_every_message(house: House) -> None:
    described = house.guest().get("/openapi.json")["components"]["schemas"]
    parts = (scene.Sprite, scene.Group, SceneAnswer, Patch, Frame)
    lobby = (*lobby_messages.SAID, *lobby_messages.HEARD)
    assert {each.__name__ for each in (*SAID, *HEARD, *lobby, *parts)} <= set(described)
    assert set(described["Ok"]["required"]) >= {"id", "step"}
