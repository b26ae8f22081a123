"""Long words fit, in the language that needs the most room; `tests/deep` looks at all of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mistvale.core.text import languages
from tests.conftest import deep

from .fitting import longest, too_long
from .people import DESK, PHONE, Person
from .servers import Server

# The end of a match with so many seats: how much wider its table is than its place.
FINAL = """async (seats) => {
  document.querySelector('dialog')?.remove();
  const {showFinal} = await import('../static/summary.js');
  const names = ['Bartholomew', 'Random bot 1', 'Grandmaster bot 2', 'Ann', 'Random bot 4'].slice(0, seats);
  const rows = [['Handwerkerfarben', 100, 25, 3, 60, 44].slice(0, seats + 1)];
  showFinal({title: 'The end', text: ['Ann wins.'], head: ['', ...names], rows}, {match: 'none', mine: [0]});
  const body = document.querySelector('dialog.final .dialog-body');
  return body.scrollWidth - body.clientWidth;
}"""


@pytest.mark.parametrize("lang", longest(1))
def test_nothing_is_cut_off_or_hangs_over(server: Server, person: Callable[..., Person], lang: str) -> None:
    assert too_long(person(server), lang) == {}


# What fits the narrow dialog of a phone nearly always fits the wide one of a desk.
@pytest.mark.parametrize("looks", [deep(DESK, id="desk"), pytest.param(PHONE, id="phone")])
def test_nothing_in_the_settings_is_to_be_scrolled_to_sideways(
    server: Server, person: Callable[..., Person], looks: dict[str, object]
) -> None:
    ann = person(server, **looks)
    wide = {}
    for lang in sorted(languages("mistvale.client")):
        ann.go(f"/?lang={lang}")
        ann.press("#settings")
        body = ann.find("dialog[open] .dialog-body")
        wide[lang] = body.evaluate("(body) => body.scrollWidth - body.clientWidth")
    assert wide == dict.fromkeys(wide, 0)


def test_results_are_seen_whole_on_a_phone(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server, **PHONE)
    ann.sit_down("misty")
    assert [ann.page.evaluate(FINAL, seats) for seats in (2, 3, 4, 5)] == [0, 0, 0, 0]
