"""The records of Duel."""

from mistvale.core.moves import Vocabulary
from mistvale.core.rule import record_type, state_type

CARDS = 16
BIDDING, SHOWN, OVER = range(3)
BEATS = ("deal", "show")
DEAL, SHOW = range(2)
MOVES = Vocabulary({"bid {number}": {"number": ("0", "1", "2", "3")}})

STATE = state_type(
    ("length", "i1"),  # rounds to play
    ("phase", "i1"),  # BIDDING to OVER
    ("played", "i1"),  # rounds played
    ("top", "i1"),  # the next card of the deck
    ("deck", "i1", (CARDS,)),  # what was dealt is NOTHING
    ("number", "i1", (2,)),  # the card each seat holds
    ("bid", "i1", (2,)),  # what each seat bids
    ("out", "i1", (4,)),  # cards out of play, by number
    ("won", "i1", (2,)),  # points
)
BOX = record_type(("cards", "i1"), ("count", "i1", (4,)))
