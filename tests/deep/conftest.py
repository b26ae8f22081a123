"""Marks what is here as deep."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import browser, person, server  # noqa: F401 - fixtures
from tests.e2e.test_valdora import short_server  # noqa: F401 - a fixture

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A quick look leaves out what is slow, so deep tests are that, too."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.deep)
            item.add_marker(pytest.mark.slow)
