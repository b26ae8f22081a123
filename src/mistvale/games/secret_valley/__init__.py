"""The Secret Valley: clans settle on one valley that they lay out together."""

from ...core.game import Credit, Game, Option
from . import rules
from .asked import ASKED
from .box import pack
from .scene import scene
from .state import BEATS, BOX, MOVES, STATE
from .summary import tell

GAME = Game(
    name="secret-valley",
    title="The Secret Valley",
    version=1,
    credit=Credit("Martin Oddino", "runDOS studio", 2021),
    package=__name__,
    seats=(2, 3, 4),
    options=(Option("draft", ("true", "false"), "true"),),
    state=STATE,
    box_type=BOX,
    pack=pack,
    rules=rules,
    moves=MOVES,
    beats=BEATS,
    scene=scene,
    tell=tell,
    audits=rules.AUDITS,
    asked=ASKED,
)
