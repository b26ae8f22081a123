"""Misty Valley: two tribes explore a valley, and send patrols to control what they find."""

from ...core.game import Credit, Game, Option
from . import rules
from .asked import ASKED
from .box import pack
from .scene import scene
from .state import BEATS, BOX, MOVES, STATE
from .summary import say, tell

GAME = Game(
    name="misty-valley",
    title="Misty Valley",
    version=1,
    credit=Credit("Oscar Romero", "Grumlin Games", 2024),
    package=__name__,
    seats=(2,),
    options=(
        Option("boards", ("AA", "AB", "BA", "BB"), "AA"),
        Option("abilities", ("true", "false"), "true"),
        Option("expansion", ("true", "false"), "false"),
    ),
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
