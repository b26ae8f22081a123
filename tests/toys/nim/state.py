"""The records of Nim."""

from mistvale.core.moves import Vocabulary
from mistvale.core.rule import record_type, state_type

MOVES = Vocabulary({"take {n} from {heap}": {"heap": ("a", "b", "c"), "n": ("1", "2", "3", "4", "5")}})
STATE = state_type(("heap", "i1", (3,)), ("turn", "i1"), ("winner", "i1"))
BOX = record_type(("heap", "i1", (3,)))
