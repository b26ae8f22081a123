"""The prompt: nothing of it is cut off, and on a phone, too, it always says whose turn it is."""

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


# A question of two lines with news of two lines under it: what is cut off of them, and how far the table is.
TWO_AND_TWO = """() => {
  const words = document.querySelector('.prompt-words');
  words.style.flex = '0 0 20rem';
  document.querySelector('#prompt-text').textContent = 'Yellow palace: deliver commissions';
  document.querySelector('#prompt-news').textContent = 'Player 1 hires a Yellow craftsman; this round is the last';
  const lines = (id) => document.querySelector(id).getClientRects().length;
  const box = document.querySelector('#prompt').getBoundingClientRect();
  const news = document.querySelector('#prompt-news').getBoundingClientRect();
  const top = document.querySelector('#stage .mat').getBoundingClientRect().top;
  return { lines: lines('#prompt-text'), news: news.height, cut: words.scrollHeight - words.clientHeight,
    below: news.bottom - box.bottom, table: top - box.bottom };
}"""


def test_what_just_happened_is_read_whole_under_a_long_question(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.sit_down("valdora", bots=2)
    ann.wait_ready()
    before = ann.find("#stage .mat").first.bounding_box()
    seen = ann.page.evaluate(TWO_AND_TWO)
    assert seen["lines"] == 2
    assert seen["news"] > 24
    assert seen["cut"] <= 0
    assert seen["below"] <= 0
    assert seen["table"] >= 0, "the prompt lies over the table"
    assert ann.find("#stage .mat").first.bounding_box() == before
