"""Misty Valley: two tribes explore a valley, and send patrols to control what they find."""

from ...core.game import Credit, Game
from . import rules
from .box import pack
from .length import length
from .reading import ASKED
from .scene import scene
from .scene.log import say, tell
from .state import BEATS, MOVES, OPTIONS, Box, State

GAME = Game(
    name="misty-valley",
    title="Misty Valley",
    version=1,
    credit=Credit("Oscar Romero", "Grumlin Games", 2024),
    package=__name__,
    seats=(2,),
    minutes=30,
    weight="medium",
    options=OPTIONS,
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
)
