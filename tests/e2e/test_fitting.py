"""Long words fit, in the language that needs the most room; `tests/deep` looks at all of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .fitting import longest, too_long
from .people import Person
from .servers import Server


@pytest.mark.parametrize("lang", longest(1))
def test_nothing_is_cut_off_or_hangs_over(server: Server, person: Callable[..., Person], lang: str) -> None:
    assert too_long(person(server), lang) == {}
