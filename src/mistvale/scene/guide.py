"""What a guide's Markdown has beside plain Markdown: anchors, plates, and figures that the rules have counted.

## Loading {#loading}                       where the guide opens when this is asked
![What lies by the road](plate:road)        a picture, by its name in plates.toml
1. {#pick} **Pick.** …                      a step can be an anchor, too
so it scores [7](count:road:points:0)       a number, and what it is compared with: a test counts it again
"""

from __future__ import annotations

import re

from .model import Scene

ANCHOR = re.compile(r" ?\{#([a-z][a-z0-9-]*)\}")
PLATE = re.compile(r"!\[(.*?)\]\(plate:([a-z0-9-]+)\)")
COUNT = re.compile(r"\[([^\[\]]*)\]\(count:([a-z0-9-]+):(points|part|text):([^)]+)\)")


def plain(guide: str) -> str:
    """A guide as Markdown that anybody reads: of plates the captions, of anchors nothing."""
    return PLATE.sub(r"*\1*", ANCHOR.sub("", told(guide)))


def told(guide: str) -> str:
    """A guide with its figures as plain numbers."""
    return COUNT.sub(r"\1", guide)


def counted(scene: Scene, kind: str, which: str) -> str:
    """The figure that the rules give at a plate's position, by its scene.

    `points:0` are those of seat 0, `part:0:2` its third source of points, `text:KEY` what stands on a sprite.
    """
    if kind == "text":
        return str(next(sprite.text for sprite in scene.sprites if sprite.key == which))
    seat, _, part = which.partition(":")
    score = scene.scores[int(seat)]
    return str(score.parts[int(part)][1] if kind == "part" else score.points)
