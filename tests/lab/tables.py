"""What tests of the lab share: tables of every game, and playing at random."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import mistvale as mv

every_game = pytest.mark.parametrize("name", mv.games())


def any_legal(mask: Any, dice: random.Random) -> int:
    """One of the actions that a mask allows."""
    return int(dice.choice(np.flatnonzero(mask)))
