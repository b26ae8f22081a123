"""The rules that the view side asks beside the verbs: they are compiled before play, too."""

from __future__ import annotations

from .rules.activation import beside, first_of
from .rules.construction import cards_left, giver, hand_of, has_taken_up, receiver
from .rules.scoring import window_score

ASKED = (
    beside,
    first_of,
    cards_left,
    giver,
    hand_of,
    has_taken_up,
    receiver,
    window_score,
)
