"""bench/peers.py runs wherever it is, and says which peers are not there."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys

import pytest

from tests.examples.page import ROOT

PEERS = {"OpenSpiel": "pyspiel", "Pgx": "pgx"}


@pytest.mark.skipif(any(map(importlib.util.find_spec, PEERS.values())), reason="with peers it takes its time")
def test_peers_that_are_not_installed_are_left_out_with_a_line_each():
    done = subprocess.run(
        [sys.executable, "-m", "bench.peers", "--quick"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in PEERS:
        assert f"{name} is left out: " in done.stdout
    assert re.search(r"^Mistvale: [\d.]+ million moves/s$", done.stdout, flags=re.M)
