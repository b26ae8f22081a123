"""People who play by ear: all they know of a table is its accessibility tree, and all they have is a keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from mistvale.scene import Sprite, aloud

from .people import DIALOG, Person
from .servers import Program
from .test_keyboard import enter, see_focus
from .together import LONGEST, Pick

MOST_KEYS = 400  # that may be needed to get to something
PROMPT, SCORES = "What is asked", "Scores"
# Everything that is put into a live region, from the first page on: (how it is said, what).
EARS = """
window.said = [];
const listen = (region, manner) => new MutationObserver((changes) => {
  const lines = (node) => [...(node.querySelectorAll?.('span') ?? [])].map((line) => line.textContent);
  const all = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  const texts = all.flatMap((node) => (lines(node).length ? lines(node) : [node.textContent])).filter(Boolean);
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

# Which arrows lead from what has the focus towards what plays a move, the better one first; none if it is there.
WAY = """(move) => {
  const held = document.activeElement;
  const all = [...document.querySelectorAll('#stage [data-move]')];
  const target = all.find((node) => node.dataset.move === move) ?? held;
  if (target === held || held.dataset.move === move || 'turns' in target.dataset) return [];
  const middle = (node) => {
    const { x, y, width, height } = (node.querySelector('.hit, .ring') ?? node).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [[x0, y0], [x1, y1]] = [middle(held), middle(target)];
  const aside = [Math.abs(x1 - x0), x1 > x0 ? 'ArrowRight' : 'ArrowLeft'];
  const along = [Math.abs(y1 - y0), y1 > y0 ? 'ArrowDown' : 'ArrowUp'];
  return [aside, along].filter(([far]) => far > 2).sort((a, b) => b[0] - a[0]).map(([, key]) => key);
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
            at, name, more = self.focused()
            if (at, name) == (where, node.name) and node.more in more:
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


# ---------------------------------------------------------------- whole matches


def sprite_of(data: dict[str, Any]) -> Sprite:
    """A sprite as it came over the wire."""
    return Sprite(**{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()})


@dataclass(frozen=True)
class Choice:
    """A move, and what it takes to make it: where to go, what is called so, and how it is turned there."""

    move: str
    where: str
    name: str
    more: str
    turned: bool = False


class Expected:
    """What must be heard of a scene."""

    def __init__(self, scene: dict[str, Any]) -> None:
        sprites = [sprite_of(data) for data in scene["sprites"]]
        self.groups: dict[str, list[Sprite]] = {}
        for group in scene["groups"]:
            heading = ". ".join(filter(None, (group["title"], group["note"])))
            inside = [sprite for sprite in sprites if sprite.group == group["key"] and aloud.is_heard(sprite)]
            self.groups[heading] = aloud.in_order(inside)
        self.buttons = {button["label"]: button["move"] for button in scene["panels"]["prompt"]["buttons"]}
        self.scores = {row["name"]: row["points"] for row in scene["panels"]["scores"]}

    def choices(self, table: Table) -> list[Choice]:
        """The moves that are made of what is heard: a name that nobody expected is none."""
        found = []
        for where, nodes in table.groups.items():
            for node, sprite in zip(nodes, self.groups[where], strict=True):
                if node.role == "button":
                    turned = bool(sprite.turns)
                    found += [Choice(move, where, node.name, more, turned) for move, more in aloud.choices(sprite)]
        heard = [node.name for node in table.buttons]
        return found + [Choice(move, "", label, "") for label, move in self.buttons.items() if move and label in heard]

    def compare(self, table: Table) -> None:
        """Each place with all that lies there, in order, by its name and with all there is to say."""
        assert list(table.groups) == list(self.groups)
        for where, sprites in self.groups.items():
            nodes = table.groups[where]
            assert [node.name for node in nodes] == [aloud.name(sprite) for sprite in sprites]
            assert [node.role for node in nodes] == ["button" if sprite.moves else "image" for sprite in sprites]
            for node, sprite in zip(nodes, sprites, strict=True):
                told = [more for _, more in aloud.choices(sprite)] if sprite.turns else [aloud.more(sprite)]
                assert any(more in node.more for more in told), (node, told)
        assert table.scores == self.scores


# Compares what is heard with the state that a view has.
Facts = Callable[[Table, dict[str, Any]], None]


class Match:
    """A match that one person plays by ear and with keys, while all that is heard is compared with what is so."""

    def __init__(self, person: Person, facts: Facts, pick: Pick) -> None:
        self.person = person
        self.facts = facts
        self.pick = pick
        self.ears, self.hands = Ears(person), ByEar(person)
        self.arrows = self.strayed = 0

    def play(self) -> int:
        """To its end; how many moves that took."""
        end, turn = time.monotonic() + LONGEST, 0
        self.person.wait_ready()
        self.hands.sit_up()
        with self.person.program() as program:
            while time.monotonic() < end:
                asked = self.person.asked()
                if asked == "final":
                    return turn
                if asked == "dialog":
                    self.hands.keys.press("Enter")
                    self.person.find(DIALOG).wait_for(state="detached")
                elif asked == "play":
                    self.decide(program, turn)
                    turn += 1
                else:
                    self.person.page.wait_for_timeout(10)
        raise AssertionError("the match never ended")

    def decide(self, program: Program, turn: int) -> None:
        """Hear the table, compare it, and make a move: with arrows, round and round, or from the table in words."""
        match = self.person.match
        view = program.get(f"/api/matches/{match}/view?seat=0")
        expected = Expected(program.get(f"/api/matches/{match}/scene?seat=0"))
        table = self.ears.table()
        expected.compare(table)
        choices = expected.choices(table)
        assert {choice.move for choice in choices} == set(view["legal"])
        self.facts(table, view)
        self.person.page.wait_for_function("document.activeElement !== document.body")
        picked = self.pick(self.person, turn)
        choice = next((each for each in choices if each.move == picked), choices[turn % len(choices)])
        if turn % 9 == 8:
            self.from_words(choice, choices)
        else:
            self.by_keys(choice, with_arrows=turn % 2 == 0)

    def by_keys(self, choice: Choice, with_arrows: bool) -> None:
        keys = self.hands.keys
        if not choice.where:
            self.hands.go_to_button(choice.name)
        else:
            if not self.person.find("#stage .sprite:focus").count():
                keys.press("Tab" if self.person.find("#prompt :focus").count() else "ArrowDown")
                self.hands.sit_up()
            if with_arrows:
                self.go_straight(choice)
            self.hands.go_to(choice.where, Node("button", choice.name, "" if choice.turned else choice.more))
            for _ in range(6):
                if not choice.turned or choice.more in self.hands.focused()[2]:
                    break
                keys.press("r")
        assert choice.more in self.hands.focused()[2]
        self.enter(choice)

    def enter(self, choice: Choice) -> None:
        moves = self.person.moves
        enter(self.person)
        assert self.person.moves == moves + 1, f"Enter does not play {choice}"

    def go_straight(self, choice: Choice) -> None:
        """With arrows as the eye would go; whether that leads there is counted."""
        for _ in range(20):
            way = self.person.page.evaluate(WAY, choice.move)
            if not way:
                return
            before = self.hands.focused()
            for key in way:
                self.hands.keys.press(key)
                self.arrows += 1
                if self.hands.focused() != before:
                    break
        self.strayed += 1

    def from_words(self, choice: Choice, choices: list[Choice]) -> None:
        """From the table in words, which offers all moves and nothing else."""
        keys, page = self.hands.keys, self.person.page
        keys.press("F2")
        self.person.find(DIALOG).wait_for()
        offered = [node.name for node in self.ears.tree().all("dialog")[0].all("button")]
        for each in choices:
            assert any(name.startswith(each.name) and each.more in name for name in offered), each
        for _ in range(MOST_KEYS):
            keys.press("Tab")
            if page.evaluate("document.activeElement.dataset.move") == choice.move:
                break
        see_focus(self.person)
        assert not page.evaluate(HIDDEN)
        self.enter(choice)
