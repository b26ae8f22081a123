"""People who play by ear: all they know of a table is its accessibility tree, and all they have is a keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .people import Person
from .test_keyboard import enter, see_focus

MOST_KEYS = 400  # that may be needed to get to something
PROMPT, SCORES = "What is asked", "Scores"
# Everything that is put into a live region, from the first page on: (how it is said, what).
EARS = """
window.said = [];
const listen = (region, manner) => new MutationObserver((changes) => {
  const texts = changes.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.textContent).filter(Boolean);
  window.said.push(...texts.map((text) => [manner, text]));
}).observe(region, { childList: true, subtree: true });
document.addEventListener('DOMContentLoaded', () => {
  for (const region of document.querySelectorAll('[role=log]')) listen(region, 'polite');
  for (const region of document.querySelectorAll('[aria-live=assertive]')) listen(region, 'assertive');
});
"""
# What a screen reader says when the focus has moved: where, what, and more of it.
FOCUSED = """() => {
  const { activeElement: node } = document;
  const group = node.closest('[role=group][aria-labelledby]');
  const where = group ? document.getElementById(group.getAttribute('aria-labelledby')).getAttribute('aria-label') : '';
  return [where, node.getAttribute('aria-label') ?? node.innerText, node.getAttribute('aria-description') ?? ''];
}"""
# Whether something lies over all of what has the focus, or it is out of sight.
HIDDEN = """() => {
  const held = document.activeElement;
  const node = held.querySelector('.hit, .ring') ?? held;
  const { left, top, width, height } = node.getBoundingClientRect();
  const met = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]
    .map(([x, y]) => document.elementFromPoint(left + width * x, top + height * y));
  return met.every((other) => !other || !(held.contains(other) || other.closest('#stage')));
}"""


@dataclass
class Node:
    """Something that can be heard: what it is, what it is called, and what more there is to say."""

    role: str
    name: str
    more: str
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, *roles: str) -> list[Node]:
        return [node for node in self.walk() if node.role in roles]

    def find(self, role: str, name: str) -> Node:
        return next(node for node in self.all(role) if node.name == name)

    @property
    def text(self) -> str:
        return " ".join(node.name for node in self.all("StaticText"))


class Ears:
    """What somebody hears of a page."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.session = person.context.new_cdp_session(person.page)

    def tree(self) -> Node:
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return next(read(nodes[0], {node["nodeId"]: node for node in nodes}))

    def table(self) -> Table:
        return Table(self.tree())

    def said(self) -> list[tuple[str, str]]:
        """All that was said by itself, and how."""
        found: list[list[str]] = self.person.page.evaluate("window.said")
        return [(manner, text) for manner, text in found]


def read(node: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> Iterator[Node]:
    """A node with all below it; of one that is passed over, those below it."""
    children = [each for child in node.get("childIds", ()) if child in nodes for each in read(nodes[child], nodes)]
    if node.get("ignored"):
        yield from children
        return

    def value(name: str) -> str:
        return str(node.get(name, {}).get("value", ""))

    yield Node(value("role"), value("name"), value("description"), children)


class Table:
    """A table as it is heard: its places with what lies there, what is asked, and the points."""

    def __init__(self, root: Node) -> None:
        prompt = root.find("region", PROMPT)
        self.asked = prompt.text
        self.buttons = [node for node in prompt.all("button") if node.more != node.name]
        main = next(node for node in root.all("main"))
        self.groups = {
            group.all("heading")[0].name: [node for node in group.children if node.role in ("button", "image")]
            for group in main.all("group")
            if group.children and group.children[0].role == "heading"
        }
        self.scores = dict(score(row) for row in root.find("region", SCORES).all("listitem"))

    def place(self, title: str) -> list[Node]:
        """What lies at a place; its heading may say more than its title."""
        return next((nodes for name, nodes in self.groups.items() if name.split(". ")[0] == title), [])

    @property
    def targets(self) -> list[tuple[str, Node]]:
        """What can be played, with where it lies."""
        return [(where, node) for where, nodes in self.groups.items() for node in nodes if node.role == "button"]


def score(row: Node) -> tuple[str, int]:
    """Whose points they are, and how many."""
    points = next(found for node in row.walk() if (found := re.match(r"(-?\d+) point", node.name)))
    return row.all("StaticText")[0].name, int(points[1])


class ByEar:
    """Plays with keys what was heard of."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.keys = person.page.keyboard
        self.stepped = 0

    def focused(self) -> tuple[str, str, str]:
        where, name, more = self.person.page.evaluate(FOCUSED)
        return where, name, more

    def sit_up(self) -> None:
        """From wherever one is to the table, by the link that skips all before it."""
        self.person.page.evaluate("document.activeElement.blur()")
        self.keys.press("Tab")
        assert self.focused()[1] == "To the table", self.focused()
        see_focus(self.person)
        self.keys.press("Enter")

    def go_to(self, where: str, node: Node) -> None:
        """To a thing on the table: over all that can be played, in the order of reading."""
        for _ in range(MOST_KEYS):
            if self.focused()[:2] == (where, node.name) and self.focused()[2] == node.more:
                break
            self.keys.press("PageDown")
            self.stepped += 1
        else:
            raise AssertionError(f"no key leads to {where}: {node.name} ({node.more})")
        see_focus(self.person)
        assert not self.person.page.evaluate(HIDDEN), f"{node.name} has the focus and is hidden"

    def go_to_button(self, label: str) -> None:
        """To a button beside the prompt, back from the table."""
        for _ in range(MOST_KEYS):
            if self.focused()[1] == label:
                see_focus(self.person)
                return
            self.keys.press("Shift+Tab")
        raise AssertionError(f"no key leads to {label}")

    def play(self, where: str, node: Node) -> None:
        """Play it: what comes of that is waited for."""
        if where:
            self.go_to(where, node)
        else:
            self.go_to_button(node.name)
        moves = self.person.moves
        enter(self.person)
        assert self.person.moves == moves + 1, f"Enter does not play {node.name}"
