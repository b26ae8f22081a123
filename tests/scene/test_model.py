"""What a scene refuses, and what its sprites stand for."""

from __future__ import annotations

from dataclasses import replace

import pytest

import mistvale as mv
from mistvale.scene import Button, Prompt, Scene, Sprite


@pytest.fixture
def scene() -> Scene:
    scene: Scene = mv.open_match("misty", seats=2, seed=1).scene(0)
    return scene


def sprite(**values: object) -> Sprite:
    return Sprite("one", None, "window-0", 0, 0, (10, 10))._replace(**values)


def test_a_sprite_stands_for_one_move_or_for_the_ways_it_is_turned() -> None:
    assert sprite().moves == ()
    assert sprite(move="done").moves == ("done",)
    assert sprite(turns=("turn 0", None, "turn 2")).moves == ("turn 0", "turn 2")


def test_the_stem_is_what_its_moves_begin_with() -> None:
    assert sprite(move="draw a1 a2").stem == "draw a1 a2"
    assert sprite(turns=("draw a1 a2", "draw a1 b1")).stem == "draw a1"
    assert sprite(turns=("turn 0", "turn 1")).stem == "turn"
    assert sprite().stem == ""


def test_a_sprite_with_a_move_cannot_be_turned_too(scene: Scene) -> None:
    with pytest.raises(ValueError, match="not both: one"):
        replace(scene, sprites=(sprite(move="done", turns=("turn 0",)),))


def test_each_way_to_turn_a_sprite_is_told(scene: Scene) -> None:
    with pytest.raises(ValueError, match="what comes of each way: one"):
        replace(scene, sprites=(sprite(turns=("turn 0", None), ways=("North",)),))


@pytest.mark.parametrize("button", [Button(None, "Map"), Button("done", "Done", "why not")])
def test_a_button_has_a_move_or_a_reason(scene: Scene, button: Button) -> None:
    with pytest.raises(ValueError, match="a reason why not"):
        replace(scene, prompt=Prompt("?", True, (button,)))


def test_a_button_is_about_a_sprite_that_is_there(scene: Scene) -> None:
    replace(scene, prompt=Prompt("?", True, (Button("rest", "Rest", about=scene.sprites[0].key),)))
    with pytest.raises(ValueError, match="a sprite that is there: Rest"):
        replace(scene, prompt=Prompt("?", True, (Button("rest", "Rest", about="nowhere"),)))


def test_a_blocked_button_is_read_with_its_reason(scene: Scene) -> None:
    blocked = replace(
        scene, prompt=Prompt("What now?", True, (Button(None, "Map", "a jungle"), Button("rest", "Rest")))
    )
    assert "What now?\n[Map: a jungle]\n" in blocked.text()
