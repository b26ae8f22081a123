"""The Secret Valley: clans settle on one valley that they lay out together."""

from ...core.game import Credit, Game
from . import rules
from .box import pack
from .length import length
from .reading import ASKED
from .rules.scoring import standing
from .scene import scene
from .scene.log import tell
from .state import BEATS, MOVES, OPTIONS, SEAT_COUNTS, Box, State

GAME = Game(
    name="secret-valley",
    title="The Secret Valley",
    version=1,
    credit=Credit("Martin Oddino", "runDOS studio", 2021),
    package=__name__,
    seats=SEAT_COUNTS,
    minutes=30,
    weight="light",
    options=OPTIONS,
    state=State.dtype,
    box_type=Box.dtype,
    pack=pack,
    rules=rules,
    moves=MOVES,
    beats=BEATS,
    scene=scene,
    tell=tell,
    audits=rules.AUDITS,
    length=length,
    asked=ASKED,
    standing=standing,
    advice=2,
)
