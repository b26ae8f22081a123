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
from tests.games.valdora.sensible import choose, decide

from .fitting import longest
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


def at_a_palace(program: Program) -> str:
    """A table at which one holds all seats; one is at a palace, with two ways to pay for either of two commissions."""
    seats = [{"kind": "me", "name": name} for name in ("Ann", "Ben", "Cleo")]
    opened: str = program.post("/api/matches", {"game": "valdora", "seats": seats, "seed": 41})["match"]
    match, dice = mv.open_match("valdora", 3, 41), random.Random(41)
    for _ in range(79):
        (seat,) = match.pending
        move = choose(match, seat, match.legal(seat), dice)
        match.play(seat, move)
        program.post(f"/api/matches/{opened}/moves", {"seat": seat, "move": str(move)})
    return opened


# Whether each button beside the prompt is in sight with all of its words.
READABLE = """() => {
  const row = document.querySelector('#prompt-buttons');
  const {left, right, top, bottom} = row.getBoundingClientRect();
  return [...row.children].every((button) => {
    const box = button.getBoundingClientRect();
    const within = box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1;
    return within && button.scrollWidth <= button.clientWidth && button.scrollHeight <= button.clientHeight + 1;
  });
}"""


def test_a_delivery_with_two_ways_to_pay(server: Server, person: Enter) -> None:
    """Its buttons can be read at a desk, the card offers them, and nobody ends the turn unawares."""
    ann = person(server)
    with ann.program() as program:
        match = at_a_palace(program)
    for lang in longest(3):
        ann.go(f"/match/{match}?lang={lang}")
        ann.press(".curtain button")
        expect(ann.find("#prompt-buttons [data-move]")).to_have_count(5)
        assert ann.page.evaluate(READABLE), lang
    ann.go(f"/match/{match}?lang=en")
    ann.press(".curtain button")
    ann.wait_ready()

    # The books, seen large: nothing lies over them, and there is a way back.
    ann.press(".place[data-group=books] .place-title")
    expect(ann.find("#zoom")).to_be_hidden()
    ann.press("#closer-close")
    expect(ann.find("#zoom")).to_be_visible()
    expect(ann.find("#closer-close")).to_be_hidden()

    ann.press("#prompt-buttons [data-move=done]")
    expect(ann.find("dialog")).to_contain_text("You can still deliver here: gold. End the turn?")
    ann.press("dialog footer .button >> nth=0")
    ann.press("#stage .can-play[data-move^='deliver yellow/white'] .hit")
    expect(ann.find("dialog footer .button")).to_have_count(2)
    ann.press("dialog footer .button >> nth=1")
    expect(ann.find("#prompt-news")).to_contain_text("Cleo")
    assert ann.said[-1].get("move") == "deliver yellow/white front from horse"
