"""Valdora: adventurers carry gems through a valley, and leaf through books for what is worth carrying."""

from ...core.game import Credit, Game
from . import rules
from .box import pack
from .length import length
from .reading import ASKED
from .rules.scoring import standing
from .scene import scene
from .scene.log import say, tell
from .state import BEATS, MOVES, SEAT_COUNTS, Box, State

GAME = Game(
    name="valdora",
    title="Valdora",
    version=1,
    credit=Credit("Michael Schacht", "Abacusspiele", 2009),
    package=__name__,
    seats=SEAT_COUNTS,
    minutes=60,
    weight="medium",
    state=State.dtype,
    box_type=Box.dtype,
    pack=pack,
    rules=rules,
    moves=MOVES,
    beats=BEATS,
    scene=scene,
    tell=tell,
    say=say,
    audits=rules.AUDITS,
    length=length,
    asked=ASKED,
    standing=standing,
)
