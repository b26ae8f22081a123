"""Boxes drawn from what forms allow: each keeps the laws, and is played to its end, with bounds checked.

It is interpreted, in a process of its own, as a server tries boxes that people made.
"""

from __future__ import annotations

import pytest

import mistvale as mv
from tests.laws.test_bounds import run

BOXES = 25

PLAY = """
import random, sys
import mistvale as mv
from mistvale.core.box_form import open_form
from mistvale.core.laws.trial import try_box
from mistvale.core.rule import INTERPRETED
from tests.boxes import fitting
assert INTERPRETED
game, dice = mv.game(sys.argv[1]), random.Random(int(sys.argv[3]))
for number in range(int(sys.argv[2])):
    changes = fitting(game, dice, dice.choice([1, 2, 3, 5, 8, 13]))
    for finding in try_box(game, open_form(game, changes).box(), number):
        sys.exit(f"{changes}: {finding}")
"""


@pytest.mark.deep
@pytest.mark.parametrize("name", mv.games())
def test_boxes_that_forms_allow_keep_the_laws(name: str) -> None:
    done = run(PLAY, name, str(BOXES), "11", MISTVALE_INTERPRETED="1")
    assert done.returncode == 0, done.stdout + done.stderr
