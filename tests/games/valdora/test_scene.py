"""What players of Valdora see: every move in reach, what a stop costs, choices, reasons, other maps, the log."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import unpacked
from mistvale.games.valdora import GAME
from mistvale.games.valdora.scene.layout import HEIGHT, WIDTH, yards
from mistvale.games.valdora.state import ACTING, COLOURS, EQUIPMENT, NO_GEM, OVER
from tests.games.valdora.pictures import buttons, find, has, offered, reason
from tests.games.valdora.sensible import choose
from tests.rulebook.valdora.conftest import Table

ENOUGH = 2  # of each kind of position
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def played(match: Match, moves: int, seed: int = 1) -> Match:
    """Play on with some sense."""
    dice = random.Random(seed)
    while not match.over and moves:
        seat = match.pending[0]
        match.play(seat, choose(match, seat, match.legal(seat), dice))
        moves -= 1
    return match


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize("seats", [3, 5])
def test_every_legal_move_is_in_reach_and_no_other(seats: int) -> None:
    match, dice = open_match(GAME, seats=seats, seed=seats, names=NAMES[:seats]), random.Random(seats)
    verbs: set[str] = set()
    looked: Counter[frozenset[str]] = Counter()  # at positions with the same kinds of moves
    while not match.over:
        seat = match.pending[0]
        legal = {str(move) for move in match.legal(seat)}
        verbs |= {move.split()[0] for move in legal}
        kinds = frozenset(" ".join((move.split()[0], *move.split()[-2:-1])) for move in legal)
        looked[kinds] += 1
        if looked[kinds] <= ENOUGH:
            assert offered(match.scene(seat)) == legal
        match.play(seat, choose(match, seat, match.legal(seat), dice))
    assert not offered(match.scene(0))
    assert verbs == {"go", "buy", "turn", "return", "load", "drop", "deliver", "silver", "provisions", "done"}


def test_only_the_seat_on_turn_can_click() -> None:
    match = played(open_match(GAME, seats=3, seed=4, names=NAMES[:3]), 60)
    waiting = next(seat for seat in range(3) if seat not in match.pending)
    for viewer in (waiting, None):
        picture = match.scene(viewer)
        assert not offered(picture)
        assert "Waiting for" in picture.prompt.text


# ---------------------------------------------------------------- stops


def test_a_stop_shows_what_it_costs() -> None:
    """A coin to each rival, nothing at mines; provisions where a town lies between (VA-16)."""
    t = Table(4).seat(0, at="h", coins=2, provisions=True).seat(1, at="road9").seat(2, at="road9").seat(3, at="mine3")
    picture = t.ready().match.scene(0)
    assert find(picture, "toll-road9").text == "2"
    assert find(picture, "space-road9").move == "go road9"
    assert "A stop costs 2 coins, for Bob and Cleo." in find(picture, "space-road9").hint
    assert not has(picture, "toll-mine3")
    assert find(picture, "space-mine3").move == "go mine3"
    assert has(picture, "fed-road1")
    assert "uses up your provisions" in find(picture, "space-road1").hint
    assert not has(picture, "fed-road10")


def test_where_one_cannot_stop_the_space_says_why() -> None:
    t = Table(3).seat(0, at="h", coins=0).seat(1, at="road9").seat(2, at="road10")
    picture = t.ready().match.scene(0)
    for space, why in (
        ("road9", "You can't stop here: it costs 1 coin."),
        ("road1", "Out of reach: it lies beyond a town."),
        ("h", "You must go on: a turn never ends where it began."),
    ):
        assert find(picture, f"space-{space}").move is None
        assert why in find(picture, f"space-{space}").hint
        assert not has(picture, f"stop-{space}")
    assert has(picture, "stop-road11")


# ---------------------------------------------------------------- reasons


def test_closed_actions_say_why() -> None:
    t = Table(3).seat(0, at="a").acting().ready()
    assert reason(t.match.scene(0), "Buy") == "No gold at hand"
    t.play("turn right")
    assert reason(t.match.scene(0), "Turn a page") == "No coin left"
    poor = Table(3).seat(0, at="c").acting().ready()
    assert reason(poor.match.scene(0), "Buy") == "No coin left"
    full = Table(3).seat(0, at="c", coins=2, holds=("red/blue front", "blue/green front", "silver/red back")).acting()
    assert reason(full.ready().match.scene(0), "Buy") == "Put one of 3 back"
    rich = Table(3).seat(0, at="mine1", coins=6).acting().ready()
    assert reason(rich.match.scene(0), "Take coins") == "Purse full: 6"
    idle = Table(3).seat(0, at="red-palace", coins=1, holds=("red/blue front",)).acting().ready()
    assert reason(idle.match.scene(0), "Deliver") == "Nothing to hand in here"
    loaded = Table(3).seat(0, at="road1", cargo="pan:gold").road("road1", "gold gold ruby").acting().ready()
    assert reason(loaded.match.scene(0), "Load") == "All your gear is loaded"


# ---------------------------------------------------------------- loading and delivering


def test_one_click_loads_where_there_is_one_way() -> None:
    t = (
        Table(3)
        .seat(0, at="road1", coins=1, cargo="pan spade cart")
        .road("road1", "gold emerald ruby")
        .acting()
        .ready()
    )
    picture = t.match.scene(0)
    assert find(picture, "gem-road1-gold").move == "load gold on pan"
    assert find(picture, "gear-0-spade").move == "load emerald on spade"
    assert find(picture, "gem-road1-ruby").move is None
    assert not any("cart" in move for move in offered(picture))


def test_a_cart_offers_each_gem_that_lies_there() -> None:
    t = Table(3).seat(0, at="road1", coins=4, cargo="pan:gold cart").road("road1", "gold emerald ruby").acting().ready()
    picture = t.match.scene(0)
    assert find(picture, "gear-0-cart").move is None
    choices = {each.move: each.label for each in picture.prompt.buttons}
    assert choices["load emerald on cart"] == "Emerald on the cart (2 coins)"
    assert {each.way for each in picture.prompt.buttons if each.about} == {"Gold", "Emerald", "Ruby"}
    assert {"load gold on cart", "load ruby on cart"} <= set(choices)
    assert buttons(picture)[-1] == "done"


def test_what_ends_the_turn_comes_last_however_many_choices_there_are() -> None:
    gems = "gold emerald ruby sapphire amethyst"
    t = Table(3).seat(0, at="road1", coins=4, cargo="pan:gold cart").road("road1", gems).acting().ready()
    offers = buttons(t.match.scene(0))
    assert len(offers) == 6
    assert offers.index("done") == 5


def test_a_harbour_says_how_many_gems_are_left_to_load() -> None:
    t = Table(3).seat(0, at="harbour2", cargo="pan pick spade").discard("gold ruby emerald").acting().ready()
    assert t.match.scene(0).prompt.text == "Harbour 2: load up to 2 gems"
    t.play("load gold on pan")
    assert t.match.scene(0).prompt.text == "Harbour 2: load 1 gem"
    t.play("load ruby on pick")
    assert t.match.scene(0).prompt.text == "Harbour 2: your ships are loaded"


def test_deliveries_that_ask_for_the_same_are_told_apart() -> None:
    holds = ("silver/red back", "yellow/red back")
    t = Table(3).seat(0, at="red-palace", cargo="pick:ruby cart:ruby", holds=holds).acting().ready()
    labels = [each.label for each in t.match.scene(0).prompt.buttons]
    assert "Deliver ruby for Red (other side Silver) from pan and tools" in labels
    assert len(set(labels)) == len(labels)


def test_a_commission_is_delivered_by_a_click_or_a_choice() -> None:
    """VA-5."""
    t = Table(3).seat(0, at="red-palace", cargo="pick:ruby", holds=("red/blue front",)).acting().ready()
    code = 2 * t.cards.index("red/blue")
    held = find(t.match.scene(0), f"held-0-{code}")
    assert held.move == "deliver red/blue front"
    assert "All it asks for is at hand." in held.hint
    t = Table(3).seat(0, at="red-palace", cargo="pick:ruby cart:ruby", holds=("red/blue front",)).acting().ready()
    picture = t.match.scene(0)
    held = find(picture, f"held-0-{code}")
    assert held.move is None
    assert "Click to choose how to hand in ruby." in held.hint
    assert buttons(picture)[:2] == ["deliver red/blue front from tools", "deliver red/blue front from cart"]
    assert [button.about for button in picture.prompt.buttons[:2]] == [held.key, held.key]
    assert [button.way for button in picture.prompt.buttons[:2]] == ["Pan and tools", "Cart"]


@pytest.mark.parametrize(
    ("cargo", "doubt"), [("pick:ruby", "You can still deliver here: ruby. End the turn?"), ("pick", "")]
)
def test_whoever_ends_a_turn_though_something_can_be_delivered_is_asked(cargo: str, doubt: str) -> None:
    t = Table(3).seat(0, at="red-palace", cargo=cargo, holds=("silver/red back", "red/blue front")).acting().ready()
    done = next(button for button in t.match.scene(0).prompt.buttons if button.move == "done")
    assert done.doubt == doubt
    assert not any(button.doubt for button in t.match.scene(0).prompt.buttons if button.move != "done")


def test_a_gem_is_counted_for_one_commission_only() -> None:
    holds = ("silver/red back", "yellow/red back")
    keys = [f"held-0-{2 * Table(3).cards.index(card) + 1}" for card in ("silver/red", "yellow/red")]
    for cargo, ready in (("pick:ruby", [True, False]), ("pick:ruby cart:ruby", [True, True])):
        picture = Table(3).seat(0, at="red-palace", cargo=cargo, holds=holds).acting().ready().match.scene(0)
        assert [has(picture, f"{key}-ready") for key in keys] == ready, cargo
        said = "All it asks for is at hand" + ("." if ready[1] else ", but counted for another commission already.")
        assert said in find(picture, keys[1]).hint


def test_commissions_keep_their_places() -> None:
    """Rules keep them in order; on the table each lies where it was laid, and what is new takes the first free."""
    match = open_match(GAME, seats=3, seed=15, names=NAMES[:3])
    moved, dice = 0, random.Random(15)
    before: dict[str, float] = {}
    while moved < 12:
        seat = match.pending[0]
        match.play(seat, choose(match, seat, match.legal(seat), dice))
        lying = {sprite.key: sprite.x for sprite in match.scene(1).sprites if sprite.symbol and "held-" in sprite.key}
        assert all(lying[key] == before[key] for key in lying.keys() & before.keys())
        moved += lying.keys() != before.keys()
        before = lying
    assert match.copy().scene(1) == match.scene(1) == pickle.loads(pickle.dumps(match)).scene(1)


def test_a_commission_says_what_it_lacks() -> None:
    t = Table(3).seat(0, cargo="pick:ruby", holds=("silver/white back",)).seat(1, holds=("red/blue front",)).ready()
    picture = t.match.scene(0)
    own = find(picture, f"held-0-{2 * t.cards.index('silver/white') + 1}")
    assert "Still lacking: amethyst, sapphire" in own.hint
    assert "Still lacking: ruby" in find(picture, f"held-1-{2 * t.cards.index('red/blue')}").hint


def test_a_delivery_goes_step_by_step() -> None:
    """VA-19: each beat marks what it brings and says so."""
    t = Table(3).hired(0, "purple").seat(0, at="purple-palace", cargo="hammer:amethyst", holds=("purple/red front",))
    t.acting().ready().play("deliver purple/red front")
    steps = range(1, t.match.steps + 1)
    beats = {t.match.step(n).beat: n for n in steps if t.match.step(n).beat}
    hired = t.match.scene(0, step=beats["craftsman"])
    assert "focus" in find(hired, "pile-purple").marks
    assert "focus" in find(hired, "craftsman-0-purple-2").marks
    opened = t.match.scene(0, step=beats["workshop"])
    assert find(opened, "workshop-purple").group == "seat-0"
    assert "focus" in find(opened, "workshop-purple").marks
    lines = [text for _, text in t.match.scene(0).log]
    assert lines[-3:] == [
        "Ann finishes: Purple commission: amethyst",
        "Ann hires a Purple craftsman",
        "Ann opens the Purple workshop",
    ]


# ---------------------------------------------------------------- what is known at a glance


def test_rivals_gear_gems_coins_and_commissions_are_in_sight() -> None:
    t = Table(3).seat(1, at="road1", coins=2, cargo="pan:gold pick:ruby", holds=("red/blue front",), provisions=True)
    picture = t.hired(1, "green silver").ready().match.scene(0)
    mine = [s for s in picture.sprites if s.group == "seat-1"]
    assert find(picture, "cargo-1-pick").symbol == "gem-ruby"
    assert find(picture, f"held-1-{2 * t.cards.index('red/blue')}").symbol == "commission-red"
    assert sum(s.symbol == "coin" and not s.marks and s.key.startswith("coin-1-") for s in mine) == 2
    assert find(picture, "provisions-1").marks == ()
    assert find(picture, "craftsman-1-green-1").label == "1 Green craftsman"
    assert find(picture, "finished-1-count").text == "2"
    assert not any(sprite.move for sprite in mine)


def test_one_craftsman_before_a_workshop_there_is_a_warning() -> None:
    t = Table(3).hired(1, "purple").hired(2, "silver").ready()
    picture = t.match.scene(0)
    assert has(picture, "near-purple")
    assert has(picture, "near-1-3")
    assert "One craftsman away: Bob." in find(picture, "workshop-purple").hint
    assert not has(picture, "near-silver")
    assert not has(t.hired(1, "purple").ready().match.scene(0), "near-purple")


def test_the_board_says_how_far_the_end_is() -> None:
    t = Table(3).ready()
    assert t.match.scene(0).groups[0].note == "The end comes when 6 more colours of craftsmen run out"
    t.hired(0, "purple purple purple").ready()
    assert t.match.scene(0).groups[0].note == "The end comes when 5 more colours of craftsmen run out"
    assert find(t.match.scene(0), "pile-purple").marks == ("dim",)


def test_finished_points_are_shown_to_their_own_seat_only() -> None:
    """VA-21: of rivals, what all can see."""
    t = Table(3).hired(0, "silver green").hired(1, "silver green").ready()
    own, rival = t.match.scene(0).scores[0].points, t.match.scene(0).scores[1].points
    assert rival == 20
    assert own == 20 + int(t.state["points"][0])
    assert t.match.scene(0).scores[1].note == "2 finished"


# ---------------------------------------------------------------- the end


def test_the_summary_adds_up() -> None:
    match = played(open_match(GAME, seats=4, seed=3, names=NAMES[:4]), 10**6, seed=3)
    picture = match.scene(None)
    assert picture.summary is not None
    rows = {row[0]: [int(n) for n in row[1:]] for row in picture.summary.rows}
    parts = ("Commissions", "Colours of craftsmen", "Workshops", "Bonus tiles", "Gems carried")
    assert [sum(rows[part][seat] for part in parts) for seat in range(4)] == rows["Total"] == list(match.scores)
    assert picture.summary.rows[-1][0] == "Total"
    best = [NAMES[seat] for seat in range(4) if match.ranks[seat] == 1]
    assert all(name in picture.summary.text[0] for name in best)
    assert picture.summary.final


# ---------------------------------------------------------------- other maps


def other_map() -> dict[str, Any]:
    """The game's own spaces, mirrored in part, with other roads between some of them."""
    data = copy.deepcopy(dict(GAME.box().data))
    for row in data["board"]["spaces"]:
        if row["kind"] in ("road", "palace", "mine"):
            row["x"] = 1200 - row["x"]
    data["board"]["edges"].append(["road13", "h"])
    data["board"]["discard"] = {"x": 450, "y": 150}
    return data


def test_another_map_is_drawn_from_its_box() -> None:
    match = open_match(GAME, seats=3, seed=1, box=other_map(), names=NAMES[:3])
    picture = match.scene(match.pending[0])
    board = match.box.data["board"]
    for row in board["spaces"]:
        sprite = find(picture, f"space-{row['name']}")
        assert (sprite.x, sprite.y) == (row["x"], row["y"])
    assert sum(sprite.symbol == "way" for sprite in picture.sprites) == len(board["edges"])
    assert (find(picture, "pit").x, find(picture, "pit").y) == (450, 150)
    assert find(picture, "space-road13").move == "go road13"


@pytest.mark.parametrize("data", [None, other_map()], ids=["own", "other"])
def test_craftsmen_and_workshops_lie_clear_of_spaces(data: Any) -> None:
    match = open_match(GAME, seats=3, seed=1, box=data, names=NAMES[:3])
    picture = match.scene(0)
    spaces = [s for s in picture.sprites if s.key.startswith("space-") or s.key == "pit"]
    yard = [s for s in picture.sprites if s.key.startswith(("pile-", "workshop-")) and s.label] + [
        find(picture, "bonus")
    ]
    assert len(yard) == 15
    for thing in yard:
        assert thing.x - thing.size[0] / 2 > 0
        assert thing.x + thing.size[0] / 2 < WIDTH
        assert thing.y - thing.size[1] / 2 > 0
        assert thing.y + thing.size[1] / 2 < HEIGHT
        for space in spaces:
            apart = abs(thing.x - space.x), abs(thing.y - space.y)
            assert apart[0] > (thing.size[0] + 60) / 2 or apart[1] > (thing.size[1] + 60) / 2, (thing.key, space.key)


def test_what_another_box_has_is_named_and_shown() -> None:
    """A second town with ships, a cart for one coin, and craftsmen of a colour that has no palace."""
    data = copy.deepcopy(dict(GAME.box().data))
    rows = {row["name"]: row for row in data["board"]["spaces"]}
    rows["a"]["ships"] = 2
    rows["red-palace"]["client"] = "blue"
    data["equipment"]["cart"]["coins"] = 1
    for face in data["commissions"]["faces"]:
        if face["client"] == "red":
            face["client"] = "blue"
    box = GAME.box(data, stated_figures=False)
    match = open_match(GAME, seats=3, seed=1, box=box, names=NAMES[:3])
    picture = match.scene(0)
    assert (find(picture, "space-a").label, find(picture, "space-h").label) == ("Town A", "Harbour town")
    assert find(picture, "pile-red").label == "Red craftsmen: 3 left"
    assert has(picture, "workshop-red")
    state = unpacked(match.state, GAME.state)
    state["cargo"][0, EQUIPMENT.index("cart")] = NO_GEM
    state["first"] = state["turn"] = 0
    state["phase"], state["coins"][0] = ACTING, 3
    state["at"][0] = match.box.words["spaces"].index("road1")
    match.place(state)
    assert any(each.label.endswith("on the cart (1 coin)") for each in match.scene(0).prompt.buttons)


def test_pawns_stand_beside_the_gems() -> None:
    """Also where five colours lie, and all five adventurers stand; and none off the board."""
    for road in ("road1", "road8", "road5", "road9"):
        t = Table(5).road(road, "gold amethyst emerald ruby sapphire")
        for seat in range(5):
            t.seat(seat, at=road)
        picture = t.ready().match.scene(0)
        pawns = [s for s in picture.sprites if s.key.startswith("pawn-")]
        gems = [s for s in picture.sprites if s.key.startswith(f"gem-{road}-")]
        assert (len(pawns), len(gems)) == (5, 5)
        for n, pawn in enumerate(pawns):
            assert 0 < pawn.x < WIDTH
            for gem in gems:
                # A pawn is about two thirds as wide as its drawing.
                apart = abs(pawn.x - gem.x) - pawn.size[0] / 3 - gem.size[0] / 2
                below = abs(pawn.y - gem.y) - pawn.size[1] / 2 - gem.size[1] / 2
                assert apart > 0 or below > -6, (road, pawn.key, gem.key)
            for other in pawns[n + 1 :]:
                assert abs(pawn.x - other.x) > 30 or abs(pawn.y - other.y) > 30


def test_yards_are_laid_beside_each_other_not_on_each_other() -> None:
    """Two palaces close together: the second yard goes elsewhere."""
    both = yards((((600.0, 400.0),), ((600.0, 520.0),)), ((600.0, 400.0), (600.0, 520.0)), (), 122.0, 58.0)
    (x, y), (u, v) = both
    assert abs(x - u) >= 122 or abs(y - v) >= 58


# ---------------------------------------------------------------- the log


def test_the_log_tells_a_turn() -> None:
    t = Table(3).seat(0, at="h", coins=3, cargo="pan cart", provisions=True).seat(1, at="road1")
    t.road("road1", "gold ruby").ready()
    t.play("go road1", "load gold on pan", "load ruby on cart", "done")
    told = ["Ann goes to Road 1, for 1 coin, past a town with provisions", "Ann loads gold on the pan"]
    told.append("Ann loads ruby on the cart for 2 coins")
    for viewer in (0, 1, None):
        lines = [text for _, text in t.match.scene(viewer).log]
        assert lines[:3] == told


def test_the_summary_says_when_coins_decide() -> None:
    """A tie goes to who has more coins; if these are equal too, the victory is shared."""
    for coins, said in (((4, 2), "Ann wins by coins: 4."), ((3, 3), "Ann and Bob share the victory: as many coins")):
        t = Table(3)
        for seat, n in enumerate(coins):
            t.seat(seat, coins=n)
        t.state["phase"] = OVER
        t.ready()
        text = t.match.scene(None).summary.text
        # Cleo has as many points as they: none, and no coins.
        assert text[1] == "Ann, Bob and Cleo have 0 points each."
        assert text[0].startswith(said)
        own = t.match.scene(1).summary.text
        assert own[1] == "You have 0 points, as many as Ann and Cleo."
        assert own[0].startswith("You share the victory with Ann: as many coins" if len(set(coins)) == 1 else said)


# ---------------------------------------------------------------- who steps in, who begins, what is near


@pytest.mark.parametrize(
    ("gone", "other"), [("red", "blue"), ("red blue", "green"), ("red blue green", "silver"), ("green", "silver")]
)
def test_the_craftsman_that_steps_in_is_told_and_drawn(gone: str, other: str) -> None:
    """In the order of the rulebook, which is not that of the palaces around the board."""
    t = Table(3)
    for colour in gone.split():
        t.state["pile"][COLOURS.index(colour)] = 0
    t.match.place(t.state)
    picture, first = t.match.scene(0), gone.split()[0]
    pile = find(picture, f"pile-{first}")
    assert pile.hint.startswith(f"None left: {other.capitalize()} steps in")
    assert find(picture, f"stands-in-{first}").symbol == f"craftsman-{other}"
    assert "When none is left, Yellow steps in." in find(picture, "pile-silver").hint
    row = [find(picture, f"craftsman-0-{colour}-0").x for colour in COLOURS]
    arrows = [find(picture, f"then-0-{n}").x for n in range(len(COLOURS) - 1)]
    assert all(a < arrow < b for a, arrow, b in zip(row, arrows, row[1:], strict=False))


@pytest.mark.parametrize(
    ("left", "last", "signs"),
    [
        ("silver yellow white", 0, ("steps-in",)),
        ("silver green", 0, ("near-end", "steps-in")),
        ("red", 1, ("last-round", "steps-in")),
    ],
)
def test_a_coach_is_told_when_craftsmen_run_out(left: str, last: int, signs: tuple[str, ...]) -> None:
    """Whoever is to decide, and nobody else."""
    t = Table(3)
    assert t.match.scene(0).prompt.signs == ()
    for number, colour in enumerate(COLOURS):
        t.state["pile"][number] = colour in left.split()
    t.state["last_round"] = last
    t.match.place(t.state)
    assert t.match.scene(0).prompt.signs == signs
    assert t.match.scene(1).prompt.signs == t.match.scene(None).prompt.signs == ()


def test_where_no_other_craftsman_is_left_nobody_steps_in() -> None:
    t = Table(3)
    t.state["pile"][:] = 0
    t.match.place(t.state)
    picture = t.match.scene(0)
    assert "brings no craftsman" in find(picture, "pile-red").hint
    assert not [sprite for sprite in picture.sprites if sprite.key.startswith("stands-in-")]


def test_the_seat_that_begins_each_round_is_marked() -> None:
    match = open_match(GAME, seats=4, seed=6, names=NAMES[:4])
    first = int(match.raw["first"])
    for viewer in (0, 2, None):
        picture = match.scene(viewer)
        assert find(picture, "first-seat").group == f"seat-{first}"
        assert [group.seat for group in picture.groups if "begins each round" in group.note] == [first]


@pytest.mark.parametrize(
    ("quiet", "busy", "label", "note"),
    [
        (0, 0, "", "The end comes when 6 more colours"),
        (3, 0, "3 rounds of 20 without progress", "The end comes when 6 more colours"),
        (3, 1, "", "The end comes when 6 more colours"),
        (17, 0, "17 rounds of 20 without progress", "Standstill: the end comes after 3 more rounds"),
    ],
)
def test_a_standstill_is_seen_to_come_near(quiet: int, busy: int, label: str, note: str) -> None:
    """VA-10: it does not come by surprise."""
    t = Table(3)
    t.state["quiet"], t.state["busy"] = quiet, busy
    t.ready()
    picture = t.match.scene(0)
    assert [sprite.label for sprite in picture.sprites if sprite.key == "standstill"] == ([label] if label else [])
    assert next(group for group in picture.groups if group.key == "board").note.startswith(note)


def test_the_end_by_a_standstill_says_what_did_not_happen() -> None:
    """Commissions may have been bought meanwhile: they do not count (VA-10)."""
    t = Table(3)
    t.state["phase"], t.state["quiet"], t.state["last_round"] = OVER, 20, 0
    t.ready()
    summary = t.match.scene(0).summary
    assert summary is not None
    assert summary.text[-1] == "A standstill: no commission was finished and no equipment bought in 20 rounds."


def test_where_both_halves_show_the_same_the_buttons_say_which() -> None:
    t = Table(3).seat(0, at="road1", coins=3, cargo="pan:gold cart:gold")
    t.left("a", "hammer/spade").right("a", "spade/pick").ready().play("go a")
    labels = [button.label for button in t.match.scene(0).prompt.buttons if button.move]
    bought = [label for label in labels if label.startswith("Buy Spade")]
    assert sorted(bought) == [
        "Buy Spade of the left half with the gold on the cart",
        "Buy Spade of the left half with the gold on the pan",
        "Buy Spade of the right half with the gold on the cart",
        "Buy Spade of the right half with the gold on the pan",
    ]


# ---------------------------------------------------------------- points


def test_gems_that_are_carried_count_in_the_running_points() -> None:
    """VA-21: they are open to all; a rival's points are no total while those of its commissions are hidden."""
    t = Table(3).seat(0, cargo="pan:gold spade:emerald").seat(1, cargo="pan:gold").hired(1, "silver")
    t.ready()
    own, rival, other = t.match.scene(0).scores
    assert (own.points, own.parts, own.figure) == (2, (("Gems carried", 2),), "2")
    assert (rival.points, rival.figure) == (11, "11+")
    assert rival.parts == (("Colours of craftsmen", 10), ("Gems carried", 1))
    assert rival.hint.endswith("The points of 1 finished commission come in the end.")
    assert (other.points, other.figure) == (0, "0")  # it has finished nothing: that is all it has
    finished = t.match.scene(1).scores[1]
    assert (finished.partial, next(label for label, _ in finished.parts)) == (False, "Commissions")


# ---------------------------------------------------------------- where nothing can be done, and what is gone


@pytest.mark.parametrize(
    ("space", "why"),
    [
        ("road7", "No free gear, or no coins"),
        ("blue-palace", "Nothing to hand in here"),
        ("mine2", ""),
        ("a", ""),
    ],
)
def test_where_nothing_can_be_done_a_stop_says_so(space: str, why: str) -> None:
    t = Table(3).seat(0, at="road8", coins=2).road("road7", "ruby ruby").ready()
    stop, drawn = find(t.match.scene(0), f"space-{space}"), find(t.match.scene(0), f"stop-{space}")
    assert drawn.symbol == ("stop-idle" if why else "stop")
    assert ("You could do nothing here now" in stop.hint) == bool(why)
    assert why in stop.hint
    # Whoever does not go now is not told what it could not do.
    assert "You could do nothing" not in find(t.match.scene(1), f"space-{space}").hint


def test_a_stop_is_idle_exactly_where_one_could_only_end_the_turn() -> None:
    """Whatever its reason: what the board says is what is legal once one has gone there."""
    dice, seen = random.Random(5), set()
    match = open_match(GAME, seats=3, seed=5)
    while not match.over and match.steps < 400:
        (seat,) = match.pending
        if match.raw["phase"] != ACTING:
            scene = match.scene(seat)
            for move in match.legal(seat):
                drawn = find(scene, f"stop-{str(move).split()[1]}").symbol
                match.play(seat, move)
                idle = [str(each) for each in match.legal(seat)] == ["done"]
                match.undo(seat)
                assert drawn == ("stop-idle" if idle else "stop"), (match.steps, move)
                seen.add(idle)
        match.play(seat, dice.choice(match.legal(seat)))
    assert seen == {True, False}


def test_once_another_action_has_begun_provisions_are_closed_with_the_reason() -> None:
    t = Table(3).seat(0, at="road1", coins=3).ready().play("go a")
    assert reason(t.match.scene(0), "Provisions") == ""
    t.play("turn right")
    assert reason(t.match.scene(0), "Provisions") == "Only in place of another action"


def test_each_space_says_where_ways_lead_from_there() -> None:
    """By the names of the spaces, so that the whole board can be had in words."""
    scene = open_match(GAME, seats=3, seed=1).scene(None)
    board = GAME.box().data["board"]
    labels = {row["name"]: find(scene, f"space-{row['name']}").label for row in board["spaces"]}
    for name in labels:
        (said,) = (
            line for line in find(scene, f"space-{name}").hint.splitlines() if line.startswith("Ways from here: ")
        )
        near = {end for ends in board["edges"] if name in ends for end in ends} - {name}
        told = said.removeprefix("Ways from here: ").removesuffix(".").replace(" and ", ", ").split(", ")
        assert sorted(told) == sorted(labels[other] for other in near)


def test_what_spaces_are_called_stands_on_the_board() -> None:
    """The log tells of "Road 7": so that one finds it, the number is drawn beside it."""
    picture = open_match(GAME, seats=3, seed=1).scene(0)
    called = [sprite.label for sprite in picture.sprites if sprite.key.startswith("space-")]
    numbered = {label.rpartition(" ")[2] for label in called if label[-1].isdigit()}
    drawn = [sprite.text for sprite in picture.sprites if sprite.symbol == "number"]
    assert numbered and numbered == set(drawn)
    assert len(drawn) == sum(label[-1].isdigit() for label in called)
