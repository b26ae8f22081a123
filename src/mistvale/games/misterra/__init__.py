"""Maps of Misterra: cartographers walk an island that takes shape as they draw it."""

from ...core.game import Credit, Game, Option
from . import rules
from .asked import ASKED, MAPS
from .box import pack
from .scene import scene
from .state import BEATS, BOX, MOVES, STATE
from .summary import say, tell

GAME = Game(
    name="misterra",
    title="Maps of Misterra",
    version=1,
    credit=Credit("Mathieu Bossu, Thomas Cariate and Timothée Decroix", "Sit Down!", 2023),
    package=__name__,
    seats=(1, 2, 3, 4),
    options=(Option("first_game", ("false", "true"), "false"), Option("masters", ("false", "true"), "false")),
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
    kinds=MAPS,
)
