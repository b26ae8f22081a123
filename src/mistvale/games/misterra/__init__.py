"""Maps of Misterra: cartographers walk an island that takes shape as they draw it."""

from ...core.game import Credit, Game
from . import rules
from .box import pack
from .length import length
from .reading import ASKED
from .reading.points import grades
from .scene import scene
from .scene.log import say, tell
from .state import BEATS, MOVES, OPTIONS, Box, State

GAME = Game(
    name="misterra",
    title="Maps of Misterra",
    version=1,
    credit=Credit("Mathieu Bossu, Thomas Cariate, Timothée Decroix", "Sit Down!", 2023),
    package=__name__,
    seats=(1, 2, 3, 4),
    minutes=60,
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
    grades=grades,
    asked=ASKED,
)
