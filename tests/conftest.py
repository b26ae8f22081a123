"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import mistvale as mv

# Examples are fixed, so that what fails in CI fails everywhere; MISTVALE_EXAMPLES asks for more.
settings.register_profile(
    "mistvale",
    max_examples=int(os.environ.get("MISTVALE_EXAMPLES", "60")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("mistvale")


@pytest.fixture
def misty() -> mv.Game:
    return mv.game("misty")
