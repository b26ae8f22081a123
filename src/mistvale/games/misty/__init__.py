"""Misty: doodles on a fogged window that come to life."""

from ...core.game import Credit, Game, Option
from . import rules
from .asked import ASKED
from .components import pack
from .scene import scene
from .state import BEATS, BOX, MOVES, STATE
from .summary import say, tell

GAME = Game(
    name="misty",
    title="Misty",
    version=1,
    credit=Credit("Florian Fay", "Helvetiq", 2019),
    package=__name__,
    seats=(2, 3, 4),
    options=(Option("window", ("standard", "small"), "standard"),),
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
