"""What players of Valdora see: every move in reach, what a stop costs, choices, reasons, pages, other maps."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.games.valdora import GAME
from mistvale.games.valdora.scene.place import HEIGHT, WIDTH, yards
from mistvale.games.valdora.state import OVER
from mistvale.scene import Scene, Sprite
from tests.games.valdora.sensible import choose
from tests.rulebook.valdora.conftest import Table

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def find(picture: Scene, key: str) -> Sprite:
    return next(sprite for sprite in picture.sprites if sprite.key == key)


def has(picture: Scene, key: str) -> bool:
    return any(sprite.key == key for sprite in picture.sprites)


def offered(picture: Scene) -> set[str]:
    """Every move that can be reached by a sprite, by turning one, or by a button."""
    sprites = {move for sprite in picture.sprites for move in sprite.moves}
    return sprites | {button.move for button in picture.prompt.buttons if button.move}


def buttons(picture: Scene) -> list[str | None]:
    return [button.move for button in picture.prompt.buttons]


def reason(picture: Scene, label: str) -> str:
    return next(button.why for button in picture.prompt.buttons if button.label == label)


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
    while not match.over:
        seat = match.pending[0]
        legal = {str(move) for move in match.legal(seat)}
        verbs |= {move.split()[0] for move in legal}
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


# ---------------------------------------------------------------- books


def page_at(picture: Scene, town: str, half: str) -> Sprite:
    """The page that lies on a half."""
    blank = find(picture, f"half-{town}-{half}")
    return next(
        s
        for s in picture.sprites
        if s.key.startswith(f"page-{town}-") and (s.x, s.y, s.label > "") == (blank.x, blank.y, True)
    )


def test_a_page_keeps_its_key_over_to_the_other_half_and_back() -> None:
    """So that it can be seen to turn: the first time, when its other side is news, and later."""
    t = Table(3).seat(0, at="c", coins=3).right("c", "red/blue", "purple/silver").acting().ready()
    first = page_at(t.match.scene(0), "c", "right")
    assert (first.symbol, first.face) == ("commission-red", "up")
    t.play("turn right")
    turned = page_at(t.match.scene(0), "c", "left")
    assert (turned.key, turned.symbol, turned.face) == (first.key, "commission-blue", "down")
    assert page_at(t.match.scene(0), "c", "right").key != first.key
    t.play("turn left")
    known = page_at(t.match.scene(0), "c", "right")
    assert (known.symbol, known.face) == ("commission-red", "up")
    t.play("turn right")
    again = page_at(t.match.scene(0), "c", "left")
    assert (again.key, again.symbol, again.face) == (known.key, "commission-blue", "down")


def test_the_book_one_reads_lies_large_and_the_others_beside_it() -> None:
    t = Table(3).seat(0, at="c", coins=3).acting().ready()
    picture = t.match.scene(0)
    sizes = {town: find(picture, f"book-{town}").size[0] for town in "abcd"}
    assert sizes["c"] > 2 * max(sizes[town] for town in "abd")
    assert picture.groups == tuple(sorted(picture.groups, key=lambda group: group.role not in ("main",)))
    elsewhere = Table(3).seat(0, at="road1").seat(1, at="h").ready().match.scene(0)
    assert len({find(elsewhere, f"book-{town}").size for town in "abcd"}) == 1
    assert [(g.key, g.width, g.height) for g in elsewhere.groups] == [
        (g.key, g.width, g.height) for g in picture.groups
    ]


def test_buying_and_turning_are_two_targets_with_their_price() -> None:
    t = Table(3).seat(0, at="c", coins=2).left("c", "red/blue").acting().ready()
    picture = t.match.scene(0)
    assert page_at(picture, "c", "right").move == "buy right"
    assert "for 1 coin" in page_at(picture, "c", "left").hint
    assert find(picture, "turn-c-left").move == "turn left"
    assert "free" in find(picture, "turn-c-right").hint
    assert not has(picture, "turn-c-right-price")
    later = t.play("turn right").match.scene(0)
    assert find(later, "turn-c-right-price").text == "1"
    assert "Costs 1 coin." in find(later, "turn-c-right").hint


def test_what_everybody_has_seen_of_a_book_can_be_looked_at_again() -> None:
    """VA-2: every page that lay open, with its place; of the rest, how many of each face are left."""
    t = Table(3).seat(0, at="c", coins=3).left("c", "red/blue", "purple/silver", "green/yellow").acting().ready()
    for viewer in (0, 1, None):
        picture = t.match.scene(viewer)
        top = page_at(picture, "c", "left")
        assert top.symbol == "commission-yellow"
        assert "On its other side: Green commission: emerald" in top.hint
        assert top.hint.index("Silver commission: 1 coin / Purple") < top.hint.index("Blue commission: sapphire / Red")
        assert "Nobody has seen its other side." in page_at(picture, "c", "right").hint
        assert "27 cards in it" in find(picture, "book-c").hint
        assert "12 \u00d7 Silver commission: 1 coin" in find(picture, "book-c").hint
    rows = [s for s in t.match.scene(0).sprites if s.key.startswith("page-c-") and s.label and s.size[0] < 40]
    assert [s.symbol for s in rows] == ["commission-silver", "commission-blue"]


def test_closed_actions_say_why() -> None:
    t = Table(3).seat(0, at="a").acting().ready()
    assert reason(t.match.scene(0), "Buy") == "You carry no gold"
    t.play("turn right")
    assert reason(t.match.scene(0), "Turn a page") == "No coin left for another page"
    poor = Table(3).seat(0, at="c").acting().ready()
    assert reason(poor.match.scene(0), "Buy") == "You have no coin"
    full = Table(3).seat(0, at="c", coins=2, holds=("red/blue front", "blue/green front", "silver/red back")).acting()
    assert reason(full.ready().match.scene(0), "Buy") == "Put one back first: 3 are the most"
    rich = Table(3).seat(0, at="mine1", coins=6).acting().ready()
    assert reason(rich.match.scene(0), "Take coins") == "Your purse is full: 6 coins"
    idle = Table(3).seat(0, at="red-palace", coins=1, holds=("red/blue front",)).acting().ready()
    assert reason(idle.match.scene(0), "Deliver") == "Nothing to hand in here"
    loaded = Table(3).seat(0, at="road1", cargo="pan:gold").road("road1", "gold gold ruby").acting().ready()
    assert reason(loaded.match.scene(0), "Load") == "All your gear is loaded"


def test_where_more_than_one_gold_could_pay_one_chooses() -> None:
    """VA-4: the card itself is no target then; each way is a button."""
    t = Table(3).seat(0, at="a", cargo="pan:gold cart:gold").right("a", "spade/pick").acting().ready()
    picture = t.match.scene(0)
    assert page_at(picture, "a", "right").move is None
    assert {"buy right from pan", "buy right from cart"} <= set(buttons(picture))
    single = Table(3).seat(0, at="a", cargo="pan:gold cart").right("a", "spade/pick").acting().ready()
    assert page_at(single.match.scene(0), "a", "right").move == "buy right"


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
    assert {"load gold on cart", "load ruby on cart"} <= set(choices)
    assert buttons(picture)[-1] == "done"


def test_a_commission_is_delivered_by_a_click_or_a_choice() -> None:
    """VA-5."""
    t = Table(3).seat(0, at="red-palace", cargo="pick:ruby", holds=("red/blue front",)).acting().ready()
    code = 2 * t.cards.index("red/blue")
    held = find(t.match.scene(0), f"held-0-{code}")
    assert held.move == "deliver red/blue front"
    assert "All it asks for is at hand." in held.hint
    t = Table(3).seat(0, at="red-palace", cargo="pick:ruby cart:ruby", holds=("red/blue front",)).acting().ready()
    picture = t.match.scene(0)
    assert find(picture, f"held-0-{code}").move is None
    assert buttons(picture)[:2] == ["deliver red/blue front from tools", "deliver red/blue front from cart"]


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
    assert all(name in picture.summary.text[-1] for name in best)
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


def test_yards_are_laid_beside_each_other_not_on_each_other() -> None:
    """Two palaces close together: the second yard goes elsewhere."""
    both = yards(((600.0, 400.0), (600.0, 520.0)), ((600.0, 400.0), (600.0, 520.0)), (), 122.0, 58.0)
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


def test_the_log_tells_what_a_page_shows() -> None:
    """Of a page turned both halves, of a page bought what it uncovers."""
    t = Table(3).seat(0, at="c", coins=3).right("c", "red/blue", "purple/silver", "green/yellow").acting().ready()
    t.play("turn right", "buy left", "buy right", "done")
    lines = [text for _, text in t.match.scene(1).log]
    assert lines[:5] == [
        "Ann turns the right page",
        "Now open: Blue commission: sapphire and Purple commission: amethyst",
        "Ann buys: Blue commission: sapphire",
        "Ann buys: Purple commission: amethyst",
        "Now open: Green commission: emerald",
    ]


def test_a_commission_goes_back_by_a_click_or_a_choice() -> None:
    """VA-14: a click where one half is open for it, a button for each half where both are."""
    holds = ("red/blue front", "blue/green front", "silver/red back")
    t = Table(3).seat(0, at="c", coins=2, holds=holds).acting().ready()
    key = f"held-0-{2 * t.cards.index('red/blue')}"
    held = find(t.match.scene(0), key)
    assert held.move == "return red/blue front left"
    assert "Click to put it back on the left half." in held.hint
    assert page_at(t.play(held.move).match.scene(0), "c", "left").origin == key
    picture = Table(3).seat(0, at="c", coins=2, holds=holds).left("c", "purple/silver").acting().ready().match.scene(0)
    assert find(picture, key).move is None
    choices = {each.move: each.label for each in picture.prompt.buttons}
    assert choices["return red/blue front left"] == "Red back: left"
    assert choices["return red/blue front right"] == "Red back: right"
    assert list(choices)[:2] == ["provisions", "done"]


def test_the_summary_says_when_coins_decide() -> None:
    """A tie goes to who has more coins; if these are equal too, the victory is shared."""
    for coins, said in (((4, 2), "Ann wins by coins: 4."), ((3, 3), "Ann and Bob have as many coins, too, and share")):
        t = Table(3)
        for seat, n in enumerate(coins):
            t.seat(seat, coins=n)
        t.state["phase"] = OVER
        t.match._place(t.state)
        text = t.match.scene(0).summary.text
        # Cleo has as many points as they: none, and no coins.
        assert text[-2] == "Ann, Bob and Cleo have 0 points each."
        assert text[-1].startswith(said)
