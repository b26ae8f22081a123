"""Two minutes of `make soak`: nothing that was acknowledged is lost or done twice, whatever happens to the server."""

from __future__ import annotations

import pytest

from .soak import soak

MINUTES = 1.0  # on each store


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost(postgres: bool) -> None:
    findings = soak(MINUTES, postgres, seed=2)
    assert not findings, "\n".join(findings)
