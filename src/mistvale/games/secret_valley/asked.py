"""The rules that the view side asks beside the verbs: they are compiled before play, too."""

from __future__ import annotations

from ...core.helpers import widest
from .rules.criteria import is_counted, kind_of, score_grid
from .rules.placing import place
from .rules.scoring import best_round

ASKED = (
    is_counted,
    kind_of,
    score_grid,
    place,
    best_round,
    widest,
)
