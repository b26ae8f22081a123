"""What can't be played says why: a space that no card would touch there, an arrow card that has moved."""

from __future__ import annotations

import random
from collections.abc import Iterator

import mistvale as mv
from mistvale.scene import Scene, Sprite


def positions() -> Iterator[tuple[mv.Match, int, Scene]]:
    """Positions in which somebody is to decide, as they come up where all play at random."""
    dice = random.Random(1)
    for seed in range(6):
        match = mv.open_match("misty", seats=2, seed=seed)
        while not match.over:
            seat = match.pending[0]
            yield match, seat, match.scene(seat)
            match.play(seat, dice.choice(match.legal(seat)))


def blocked(scene: Scene, key: str) -> list[Sprite]:
    return [sprite for sprite in scene.sprites if sprite.key.startswith(key) and not sprite.move]


def test_an_empty_space_that_no_card_would_touch_says_so() -> None:
    tell = mv.game("misty").words("en")
    seen = 0
    for match, seat, scene in positions():
        places = any(str(move).startswith("place ") for move in match.legal(seat))
        for sprite in blocked(scene, f"space-{seat}-"):
            assert sprite.hint == (tell("hint.apart") if places else "")
            seen += places
        for sprite in blocked(scene, f"space-{1 - seat}-"):
            assert not sprite.hint, "nobody places anything in a rival's window"
    assert seen


def test_an_arrow_card_that_has_moved_says_that_it_moves_no_more() -> None:
    tell = mv.game("misty").words("en")
    moved = 0
    for match, seat, scene in positions():
        if any(str(move).startswith("move ") for move in match.legal(seat)):
            moved += sum(tell("hint.moved") in sprite.hint for sprite in blocked(scene, "card-"))
        else:
            assert all(sprite.turn or tell("hint.moved") not in sprite.hint for sprite in blocked(scene, "card-"))
    assert moved
