"""The arena: many matches between bots, and what is learnt from them."""

from .plan import Entry, Plan
from .play import Row
from .results import Results
from .running import run

__all__ = ["Entry", "Plan", "Results", "Row", "run"]
