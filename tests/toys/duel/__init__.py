"""Duel: two seats hold a hidden number each and bid at once; who bids more than it holds gets nothing."""

from mistvale.core.game import Credit, Game, Option

from . import rules
from .state import BEATS, BOX, MOVES, STATE


def pack(data, box, check):
    """The cards: how many of each number."""
    counts = data.get("counts", [])
    if check.needed(isinstance(counts, list) and len(counts) == 4, "counts: one for each number from 0 to 3"):
        for number, count in enumerate(counts):
            box["count"][number] = check.number({"n": count}, "n", f"number {number}", 0, 4)
        box["cards"] = sum(int(n) for n in box["count"])
        check.needed(int(box["cards"]) >= 6, "counts: three rounds need 6 cards")
    return {}


GAME = Game(
    name="duel",
    title="Duel",
    version=1,
    credit=Credit("nobody", "nobody", 2000),
    package=__name__,
    seats=(2,),
    options=(Option("length", ("short", "long"), "short"),),
    state=STATE,
    box_type=BOX,
    pack=pack,
    rules=rules,
    moves=MOVES,
    beats=BEATS,
    scene=lambda view: None,
    tell=lambda beat, before, after: beat,
    audits={1: "a card is missing or there twice"},
)
