"""Long words fit, in every language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mistvale.core.text import languages
from tests.e2e.fitting import too_long
from tests.e2e.people import Person
from tests.e2e.servers import Server


@pytest.mark.parametrize("lang", sorted(languages("mistvale.client")))
def test_nothing_is_cut_off_or_hangs_over(server: Server, person: Callable[..., Person], lang: str) -> None:
    assert too_long(person(server), lang) == {}
