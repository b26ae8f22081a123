"""Looking at scenes: what is on them, and what can be played."""

from __future__ import annotations

from mistvale.scene import Scene, Sprite


def find(picture: Scene, key: str) -> Sprite:
    return next(sprite for sprite in picture.sprites if sprite.key == key)


def has(picture: Scene, key: str) -> bool:
    return any(sprite.key == key for sprite in picture.sprites)


def offered(picture: Scene) -> set[str]:
    """Every move that can be reached by a sprite, by turning one, or by a button."""
    sprites = {move for sprite in picture.sprites for move in sprite.moves}
    return sprites | {button.move for button in picture.prompt.buttons if button.move}


def buttons(picture: Scene) -> list[str | None]:
    return [button.move for button in picture.prompt.buttons]


def reason(picture: Scene, label: str) -> str:
    return next(button.why for button in picture.prompt.buttons if button.label == label)
