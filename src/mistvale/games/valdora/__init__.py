"""Valdora: adventurers carry gems through a valley, and leaf through books for what is worth carrying."""

from ...core.game import Credit, Game
from . import rules
from .asked import ASKED
from .box import pack
from .scene import scene
from .state import BEATS, BOX, MOVES, STATE, TABLES
from .summary import say, tell

GAME = Game(
    name="valdora",
    title="Valdora",
    version=1,
    credit=Credit("Michael Schacht", "Abacusspiele", 2009),
    package=__name__,
    seats=TABLES,
    minutes=60,
    weight="medium",
    state=STATE,
    box_type=BOX,
    pack=pack,
    rules=rules,
    moves=MOVES,
    beats=BEATS,
    scene=scene,
    tell=tell,
    say=say,
    audits=rules.AUDITS,
    asked=ASKED,
)
