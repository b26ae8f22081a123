"""Law 5, compiled is interpreted: a process with compiling off plays the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from ..box import Box
from ..game import Game, Table
from ..transcript import played
from .finding import SAME, Finding, LawBroken


def check_interpreted(
    game: Game, seed: int = 0, box: Box | None = None, most: int | None = None, whole: Sequence[Table] = ()
) -> None:
    """Play a match of each kind here and in a process with compiling off; compare every step, or the first `most`.

    Matches at the tables in `whole` are played to their end all the same.
    """
    kinds = game.tables(box)
    lengths = [None if kind in whole else most for kind in kinds]
    asked = {"package": game.package, "name": game.name, "seed": seed, "box": box and dict(box.data)}
    asked |= {"tables": [(*kind, length) for kind, length in zip(kinds, lengths, strict=True)]}
    code = "import sys; from mistvale.core.transcript import report; report(sys.argv[1])"
    environment = {
        **os.environ,
        "MISTVALE_INTERPRETED": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(asked)], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise LawBroken(
            Finding(SAME, f"interpreted, the rules fail: {done.stderr[-2000:]}", game.name, *kinds[0], seed, ())
        )
    for (options, seats), length, other in zip(kinds, lengths, json.loads(done.stdout), strict=True):
        one = played(game, options, seats, seed, box, length)
        if one != other:
            step = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
            raise LawBroken(
                Finding(
                    SAME,
                    f"interpreted, step {step} of dice {seed} differs",
                    game.name,
                    options,
                    seats,
                    seed,
                    (),
                )
            )
