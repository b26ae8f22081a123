"""A whole match of each game by one who neither sees nor points: from the accessibility tree, with keys alone.

At each decision the legal moves, the own hand, the points and what lies on the board are made of what is heard, and
must be what `legal` and `view` say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import mistvale as mv
from mistvale.core.rule import NOTHING
from mistvale.games.misterra.state import SQUARE_NAMES, TERRAINS
from mistvale.games.misty_valley.reading.tiles import hex_words
from mistvale.games.misty_valley.state import HEXES
from mistvale.games.secret_valley.state import SPACE_NAMES
from tests.e2e.listening import Match, Table
from tests.e2e.people import Person
from tests.e2e.servers import Server
from tests.e2e.test_misty_valley import EVERYTHING
from tests.e2e.test_screen_reader import check as check_misty
from tests.e2e.test_valdora import Sense, few_craftsmen
from tests.e2e.together import Pick, result_names

Enter = Callable[..., Person]
Said = dict[str, str]


def in_turn(one: Person, turn: int) -> int:
    return turn


def by_ear(
    ann: Person, game: str, facts: Callable[[Table, dict[str, Any]], None], bots: int, pick: Pick = in_turn, **more: Any
) -> None:
    ann.sit_down(game, bots=bots, seed=7, **more)
    match = Match(ann, facts, pick)
    assert match.play() > 10
    result_names(ann, "Ann")
    # Arrows lead where the eye would go, nearly always: the last step round is the exception.
    assert match.arrows > 10 and match.strayed * 10 <= match.arrows, (match.arrows, match.strayed)


def names_of(table: Table) -> list[str]:
    return list(table.scores)


def by_place(table: Table, title: str) -> Said:
    """What lies where at a place that has names for its spaces."""
    return {place: what for place, _, what in (n.name.partition(": ") for n in table.place(title)) if what}


def test_misty(server: Server, person: Enter) -> None:
    by_ear(person(server), "misty", lambda table, view: check_misty(table, view, names_of(table)), bots=1)


def test_the_secret_valley(server: Server, person: Enter) -> None:
    game = mv.game("secret-valley")
    labels = [game.words("en")(f"term.card.{card}") for card in game.box().words["cards"]]

    def facts(table: Table, view: dict[str, Any]) -> None:
        state, names = view["state"], names_of(table)
        lying = {place: what.split(", ")[0:2] for place, what in by_place(table, "The valley").items()}
        assert lying == {
            SPACE_NAMES[space]: [labels[card], f"settled by {names[state['keeper'][card]]}"]
            for space, card in enumerate(state["grid"])
            if card != NOTHING
        }
        own = {node.name.split(", ")[0] for node in table.place("Your cards")}
        kept = {labels[card] for card, keeper in enumerate(state["keeper"]) if keeper == 0 and state["place"][card] < 0}
        assert kept <= own

    by_ear(person(server), "secret-valley", facts, bots=1)


def test_misterra(server: Server, person: Enter) -> None:
    def facts(table: Table, view: dict[str, Any]) -> None:
        state = view["state"]
        island = {place: what for place, what in by_place(table, "The island").items() if place.lower() in SQUARE_NAMES}
        for square, name in enumerate(SQUARE_NAMES):
            terrain = state["island"][square]
            sure = ", confirmed" if state["confirmed"][square] else " in mist"
            true = "nothing here yet" if terrain == NOTHING else f"{TERRAINS[terrain]}{sure}"
            assert island[name.upper()].startswith(true), (name, island, true)
        drawn = {p: what for p, what in by_place(table, "Your parchment").items() if p.lower() in SQUARE_NAMES}
        # Before hypotheses are kept they lie on it.
        for square, name in enumerate(SQUARE_NAMES if drawn else ()):
            terrain = state["parchment"][0][square]
            assert drawn[name.upper()].startswith("not drawn yet" if terrain == NOTHING else TERRAINS[terrain])

    by_ear(person(server), "misterra", facts, bots=1)


def test_misty_valley(server: Server, person: Enter) -> None:
    look = mv.open_match("misty-valley").look()

    def facts(table: Table, view: dict[str, Any]) -> None:
        state = view["state"]
        lying = {place: what for place, what in by_place(table, "The valley").items() if "Space" not in what}
        true = {hex_words(look, place) for place in range(HEXES) if state["table"][place] != NOTHING}
        assert set(lying) == true - {""}  # the start tile lies where one counts from
        held = [node for node in table.place("Your patrols") if "patrol of" in node.name]
        assert len(held) == sum(state["hand"][0])

    by_ear(person(server), "misty-valley", facts, bots=1, options=EVERYTHING)


def test_valdora(short_server: Server, person: Enter) -> None:
    game = mv.game("valdora")
    spaces = [str(name) for name in game.box().words["spaces"]]

    def slug(label: str) -> str:
        """A space as moves call it: Town A is a, Silver palace silver-palace, Silver mine 2 mine2."""
        words = label.lower().split()
        if label == "Harbour town":
            return "h"
        if words[0] == "town":
            return words[1]
        return "-".join(words) if words[-1] == "palace" else "".join(words[-2:])

    def facts(table: Table, view: dict[str, Any]) -> None:
        state = view["state"]
        here = {
            name: slug(node.name)
            for node in table.place("Valdora")
            if (found := re.search(r"Here now: (.+?)\.", node.more))
            for name in re.split(r", | and ", found[1])
        }
        assert here == {name: spaces[at] for name, at in zip(names_of(table), state["at"], strict=False) if at >= 0}
        own = Counter(node.name for node in table.place("Your adventurer"))
        coins = state["coins"][0]
        assert own[f"{coins} coin{'' if coins == 1 else 's'}"] == 1, own

    ann = person(short_server)
    by_ear(ann, "valdora", facts, bots=2, pick=Sense(few_craftsmen()))
