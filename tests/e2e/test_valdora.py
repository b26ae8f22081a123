"""A match of Valdora: two people at a full table with three bots."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

import mistvale as mv
from mistvale.core.box import Box
from mistvale.core.rule import blank
from tests.games.valdora.sensible import decide

from .people import PHONE, Person
from .servers import Program, Server
from .together import no_sideways, play_together, result_names

Enter = Callable[..., Person]


# With fewer craftsmen a match is over in some ten rounds instead of fifty, a hundred if people dawdle.
FEW = {"silver": 3, "yellow": 3, "purple": 1, "red": 1, "blue": 1, "green": 1}


def few_craftsmen() -> Box:
    """The game's own box, without most of its craftsmen."""
    game = mv.game("valdora")
    data = copy.deepcopy(dict(game.box().data))
    data["craftsmen"] |= FEW
    return game.box(data, stated_figures=False)


class Sense:
    """Lets people at a table play with some sense, so that all come to their craftsmen in good time."""

    def __init__(self, box: Box) -> None:
        self.game = mv.game("valdora")
        self.box = box
        self.notation = self.game.notation(self.box)
        self.programs: dict[Person, Program] = {}
        self.dice = random.Random(7)

    def __call__(self, one: Person, turn: int) -> str:
        """The move that suits what is open to this seat."""
        program = self.programs.setdefault(one, one.program())
        seat = program.status(one.match)["mine"][0]
        view = program.get(f"/api/matches/{one.match}/view?seat={seat}")
        state = blank(self.game.state)[0]
        for name, value in view["state"].items():
            state[name] = value
        legal = [self.notation.read(move) for move in view["legal"]]
        return str(decide(state, self.box.record, seat, legal, self.dice))


@pytest.fixture(scope="module")
def short_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("short"), boxes={"valdora": few_craftsmen().data})
    yield started
    started.end()


@pytest.mark.slow
def test_five_seats_from_the_first_road_to_the_last_craftsman(short_server: Server, person: Enter) -> None:
    ann, bob = person(short_server), person(short_server, **PHONE)
    status = play_together(ann, bob, "valdora", bots=3, bot="adept", pick=Sense(few_craftsmen()), skim=True)
    assert len(status["ranks"]) == 5
    for each in (ann, bob):
        result_names(each, "Ann", "Bob")
    no_sideways(bob)


def test_where_one_can_stop_and_what_it_costs(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.sit_down("valdora", bots=2, seed=7)
    ann.wait_ready()
    stops = ann.find(".can-play[data-move^=go]")
    assert stops.count() > 3
    stops.first.locator(".hit").hover()
    expect(ann.find("#tip")).to_be_visible()
    ann.press(stops.first.locator(".hit"))
    expect(ann.find("#undo")).to_be_visible()
