"""Long words fit: nothing on a page is cut off, nor hangs over its edge, at a desk or on a phone."""

from __future__ import annotations

from typing import Any

import mistvale as mv
from mistvale.core.text import Counted, Words, languages, words

from .people import DESK, PHONE, Person

ROOMS = ("mistvale.client", *(mv.game(name).package for name in mv.games()))
# What is shown, is of some size, and does not fit into it; what may be scrolled to is not cut off. Names above a
# rival's small place may be: they stand in full with the scores.
TOO_LONG = """() => {
  const found = [];
  const called = (node) => `${node.tagName.toLowerCase()}.${node.className?.baseVal ?? node.className}`;
  const say = (how, node) => found.push(`${how}: ${called(node)} ${node.textContent.trim().slice(0, 80)}`);
  const wide = (node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2;
  const scrolls = (node) => node &&
    (/(auto|scroll)/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
  const says = (node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  for (const node of document.querySelectorAll('body *:not(svg *, option, script, style)')) {
    if (!says(node) || !node.checkVisibility() || node.closest('.unseen, [hidden]')) continue;
    const { left, right } = node.getBoundingClientRect();
    const hides = getComputedStyle(node).overflow !== 'visible';
    if (hides && node.clientWidth && wide(node) && !scrolls(node)) say('cut off', node);
    if ((right > innerWidth + 1 || left < -1) && !scrolls(node.parentElement)) say('over the edge', node);
    const box = node.closest('button, .button, .chip');
    if (box && !scrolls(node) && right > box.getBoundingClientRect().right + 1) say('over its button', node);
  }
  // What is asked, and all buttons that answer it, stand within the prompt; at a desk none has to be scrolled to.
  const prompt = document.querySelector('#prompt'), buttons = document.querySelector('#prompt-buttons');
  for (const node of prompt?.querySelectorAll('button, .prompt-line, button :is(span, small)') ?? []) {
    if (!node.checkVisibility() || !node.textContent.trim()) continue;
    const frame = (node.closest('.prompt-words') ?? prompt).getBoundingClientRect(), box = node.getBoundingClientRect();
    if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1) say('out of the prompt', node);
  }
  if (buttons && innerWidth > 700 && buttons.scrollWidth > buttons.clientWidth + 1) say('to be scrolled to', buttons);
  for (const text of document.querySelectorAll('#stage .place-title')) {
    const narrow = text.parentNode.querySelector('.mat').getAttribute('width') < 106; // there few letters have to do
    if (!narrow && text.textContent.includes('…')) say('cut off', text);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page is wider than the screen');
  return found;
}"""


# Moves after which one looks. At the beginning of Misty Valley two things are not possible yet, and it is said why.
BEGINNINGS = {"misty-valley": (0, 4)}


def longest(number: int) -> list[str]:
    """The languages that need the most room."""
    return sorted(languages("mistvale.client"), key=letters, reverse=True)[:number]


def letters(lang: str) -> int:
    return sum(len(text) for room in ROOMS for text in texts(words(lang, room)))


def texts(said: Words) -> list[str]:
    return [text[-1] if isinstance(text, Counted) else text for text in said.messages.values()]


def too_long(person: Person, lang: str) -> dict[str, list[str]]:
    """What does not fit on the home page and at a table of each game, in a language."""
    found: dict[str, list[str]] = {}
    person.go(f"/?lang={lang}")
    person.find(".game-card").first.wait_for()
    found |= measured(person, f"{lang}, home")
    for name in mv.games():
        for moves in BEGINNINGS.get(name, (4,)):
            person.go(f"/match/{table_of(person, name, moves)}")
            person.at_table()
            found |= measured(person, f"{lang}, {name}, {moves} moves")
    return {where: what for where, what in found.items() if what}


def measured(person: Person, where: str) -> dict[str, list[str]]:
    found = {}
    for screen, looks in (("phone", PHONE), ("desk", DESK)):
        person.page.set_viewport_size(looks["viewport"])
        person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found[f"{where}, {screen}"] = person.page.evaluate(TOO_LONG)
    return found


def table_of(person: Person, game: str, moves: int) -> str:
    """A table at which so many moves were made, most often some, and where one is asked for something."""
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ann"}]
    seats += [{"kind": "bot", "bot": "random"}] * (max(2, min(mv.game(game).seats)) - 1)
    with person.program() as same:
        match: str = same.post("/api/matches", {"game": game, "seats": seats, "seed": 7})["match"]
        for _ in range(moves):
            if legal := same.get(f"/api/matches/{match}/legal?seat=0"):
                same.post(f"/api/matches/{match}/moves", {"seat": 0, "move": legal[-1]})
    return match
