"""Work in several processes: none of them is left when whoever gave it is gone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

SPREAD = """
import os, sys, time
from mistvale.arena.spreading import spread

def work(piece):
    return os.getpid()

if __name__ == "__main__":
    workers = set()
    for pid in spread(work, range(10**6), 2):
        if pid not in workers:
            workers.add(pid)
            print(pid, flush=True)
"""
PATIENCE = 20.0


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.skipif(sys.platform != "linux", reason="what is left of a process is looked up in /proc")
def test_workers_end_when_whoever_gave_them_work_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "giving.py"
    script.write_text(SPREAD, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as giver:
        assert giver.stdout is not None
        workers = [int(giver.stdout.readline()) for _ in range(2)]
        assert all(map(is_there, workers))
        giver.kill()
    end = time.monotonic() + PATIENCE
    while any(map(is_there, workers)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(map(is_there, workers))
