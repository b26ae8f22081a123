"""Law 5 in the lab: interpreted, a batch and a light state come to the same bytes as compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

DIGEST = """
import hashlib, sys
from mistvale import lab

batch = lab.Batch(sys.argv[1], 3, seed=3)
told = hashlib.sha256()
for _ in range(int(sys.argv[2])):
    batch.step(batch.random_moves())
    told.update(batch.mask.tobytes() + batch.rewards.tobytes() + batch.done.tobytes())
    told.update(batch.layout().flat(batch.seen).tobytes())
    told.update(b"".join(batch.state(number).bytes for number in range(3)))
state = batch.state(1)
told.update(state.imagined(state.seat, 5).bytes)
print(told.hexdigest(), batch.matches, lab.playouts(sys.argv[1], 1))
"""


@pytest.mark.parametrize(("name", "steps"), [("secret-valley", 40)])
def test_interpreted_is_compiled(name: str, steps: int) -> None:
    command = [sys.executable, "-c", DIGEST, name, str(steps)]
    told = [
        subprocess.run(
            command, env={**os.environ, "MISTVALE_INTERPRETED": mode}, capture_output=True, text=True, check=True
        ).stdout
        for mode in ("", "1")
    ]
    assert told[0] == told[1] != ""
