"""Misty: doodles on a fogged window that come to life."""

from ...core.game import Credit, Game
from . import rules
from .box import lack, pack
from .length import length
from .reading import ASKED
from .rules.scoring import standing
from .scene import scene
from .scene.log import say, tell
from .state import BEATS, MOVES, OPTIONS, Box, State

GAME = Game(
    name="misty",
    title="Misty",
    version=1,
    credit=Credit("Florian Fay", "Helvetiq", 2019),
    package=__name__,
    seats=(2, 3, 4),
    minutes=20,
    weight="light",
    options=OPTIONS,
    state=State.dtype,
    box_type=Box.dtype,
    pack=pack,
    lack=lack,
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
