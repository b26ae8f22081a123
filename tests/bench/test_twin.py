"""The rules of Misty written a second time, in C, must end every match in the same way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import misty, twin

ROOT = Path(__file__).parents[2]
needs_compiler = pytest.mark.skipif(
    twin.compiler() is None, reason="no C compiler (cc, gcc, clang) to build bench/limit/misty.c with"
)


@needs_compiler
@pytest.mark.parametrize("table", misty.TABLES, ids=str)
def test_the_c_twin_ends_every_match_alike(table):
    """Moves, points, wins and epochs of each of the matches, by checksum."""
    assert twin.play(table, 3000) == misty.play(table, 3000)


@needs_compiler
def test_a_single_match_more_is_another_checksum():
    """The comparison looks at every match."""
    table = misty.TABLES[0]
    assert twin.play(table, 20).checksum != twin.play(table, 21).checksum


@needs_compiler
def test_the_interpreted_rules_end_alike_too():
    """The third way to run the same matches."""
    table = misty.Table(3, 0)
    run = subprocess.run(
        [sys.executable, "-m", "bench.misty", "3", "0", "2"],
        cwd=ROOT,
        env={**os.environ, "MISTVALE_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(run.stdout)
    assert (found["moves"], tuple(found["totals"]), found["checksum"]) == twin.play(table, 2)
