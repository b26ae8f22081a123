"""A match of Misty by ear: what can be played, what lies where and how it stands is all in the accessibility tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from mistvale.core.rule import NOTHING, blank
from mistvale.games.misty.rules.construction import hand_of
from mistvale.games.misty.state import SPACE_NAMES
from mistvale.scene.aloud import sentence

from .listening import EARS, ByEar, Ears, Table
from .people import DIALOG, Person
from .servers import Program, Server

Enter = Callable[..., Person]
GAME = mv.game("misty")
KINDS = GAME.box().words["cards"]
LABELS = [GAME.words("en")(f"term.card.{kind}") for kind in KINDS]


def moves_heard(table: Table) -> set[str]:
    """The moves that are offered, made of words: spaces to place on, cards to move, cards to pick."""
    found = set()
    for node in table.place("Ann"):
        if node.role == "button":
            space, _, card = node.name.partition(": ")
            found.add(f"{'move' if card else 'place'} {space}")
    for node in table.place("Your hand"):
        if node.role == "button":
            found.add(f"pick {KINDS[LABELS.index(node.name)]}")
    return found


def window_heard(table: Table, name: str) -> dict[str, str]:
    """The cards of a window, by their spaces."""
    cards = [node.name.partition(": ") for node in table.place(name)]
    return {space: card.split(",")[0] for space, _, card in cards if card not in ("", "empty") and space != "Picked"}


def check(table: Table, view: dict[str, Any], names: list[str]) -> None:
    """All that is heard is so, and all that is so is heard."""
    state = blank(GAME.state)[0]
    for field, value in view["state"].items():
        state[field] = value
    assert moves_heard(table) == set(view["legal"])
    for seat, name in enumerate(names):
        cards = enumerate(state["window"][seat])
        assert window_heard(table, name) == {SPACE_NAMES[at]: LABELS[card] for at, card in cards if card != NOTHING}
    if table.place("Your hand"):
        held = Counter(node.name for node in table.place("Your hand") if not node.name.startswith("Picked"))
        counts = state["hand"][hand_of(state, 0)]
        assert held == Counter({LABELS[kind]: int(n) for kind, n in enumerate(counts) if n > 0})
    assert table.scores == dict(zip(names, view["scores"], strict=True))


@pytest.mark.slow
def test_a_round_is_played_by_ear_and_all_is_heard_once(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.context.add_init_script(EARS)
    opened = ann.sit_down("misty", options={"window": "small"}, seed=5)
    names = [seat["name"] for seat in opened["seats"]]
    ears, hands = Ears(ann), ByEar(ann)
    ann.wait_ready()
    hands.sit_up()
    played = 0
    with ann.program() as program:
        while ann.wait_ready() == "play":
            table = ears.table()
            check(table, program.get(f"/api/matches/{ann.match}/view?seat=0"), names)
            where, node = table.targets[played % len(table.targets)]
            hands.play(where, node)
            played += 1
        assert played > 8
        # The summary is read where it came up, and a key goes on; what happened meanwhile is said after it.
        assert ann.find(f"{DIALOG} .button:focus").count() == 1
        ann.page.keyboard.press("Enter")
        ann.find(DIALOG).wait_for(state="detached")
        ann.wait_ready()
        ann.page.wait_for_function("window.said.some(([, text]) => text.startsWith('Round 2'))")
        ann.page.wait_for_function("window.said.some(([manner]) => manner === 'assertive')")
        once(ears, program, ann.match)


def once(ears: Ears, program: Program, match: str) -> None:
    """Each line of the log was said once, none again; and what was asked was said at once."""
    log = [sentence(line["text"]) for line in program.get(f"/api/matches/{match}/scene?seat=0")["panels"]["log"]]
    said = [text for manner, text in ears.said() if manner == "polite"]
    heard = Counter(text for text in said if text in log)
    first = next(i for i, text in enumerate(log) if heard[text])
    assert first < 3, "what happened before one sat down is not news"
    assert heard == Counter(log[first:])
    asked = [text for manner, text in ears.said() if manner == "assertive"]
    assert asked and all(text.startswith("Your turn. ") for text in asked)
