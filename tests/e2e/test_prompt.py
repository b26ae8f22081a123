"""The prompt on a phone: nothing of it is cut off, and it always says whose turn it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import PHONE, Person
from .servers import Server
from .together import no_sideways

Enter = Callable[..., Person]
# What of the prompt's words is out of sight: below its own edge, or behind what stands over it.
CUT_OFF = """() => {
  const box = document.querySelector('#prompt').getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('#prompt-text'));
  const text = document.querySelector('#prompt-text');
  const clamped = getComputedStyle(text).display !== 'inline' && text.scrollHeight > text.clientHeight + 1;
  return clamped || [...words.getClientRects()].some(({top, bottom, left, right}) =>
    top < box.top || bottom > box.bottom || left < box.left || right > box.right);
}"""


@pytest.mark.parametrize("game", ["misty", "secret-valley", "misterra", "misty-valley", "valdora"])
def test_nothing_of_a_prompt_is_cut_off(server: Server, person: Enter, game: str) -> None:
    bob = person(server, **PHONE)
    bob.sit_down(game, bots=2 if game == "valdora" else 1, seed=5)
    for turn in range(12):
        if bob.wait_ready() == "dialog":
            bob.go_past()
            continue
        assert not bob.page.evaluate(CUT_OFF), bob.find("#prompt-text").inner_text()
        expect(bob.find("#prompt-whose")).to_be_in_viewport(ratio=1)
        no_sideways(bob)
        bob.play_one(turn)
