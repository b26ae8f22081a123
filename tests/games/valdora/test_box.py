"""The box: stated figures hold, damage is named, another box plays without code and without compiling; notation."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED
from mistvale.games.valdora import GAME


def changed(change: Callable[[Any], object]) -> dict[str, Any]:
    """The game's own box with a change."""
    data = copy.deepcopy(dict(GAME.box().data))
    change(data)
    return data


def space(data: Any, name: str) -> Any:
    return next(row for row in data["board"]["spaces"] if row["name"] == name)


def face(data: Any, name: str) -> Any:
    return next(row for row in data["commissions"]["faces"] if row["name"] == name)


def exchange(data: Any, one: str, other: str) -> None:
    """Two spaces change places."""
    a, b = space(data, one), space(data, other)
    a["x"], a["y"], b["x"], b["y"] = b["x"], b["y"], a["x"], a["y"]


Change = tuple[Callable[[Any], object], str]


def match_figure(figure: str, value: Any) -> Change:
    return lambda d: d["match"].update({figure: value}), f"the rulebook has {figure} = "


STATED: dict[str, Change] = {
    "seven gems on a road": match_figure("on_road", 7),
    "40 coins": match_figure("coins_in_all", 40),
    "a larger purse": match_figure("purse", 5),
    "four commissions": match_figure("held", 4),
    "dear commissions": match_figure("coin_price", 2),
    "dear pages": match_figure("page_price", 2),
    "fewer bonus tiles": match_figure("bonus", 12),
    "small bonus tiles": match_figure("bonus_points", 5),
    "cheap colours": match_figure("colour_points", 5),
    "dear gems": match_figure("gem_points", 2),
    "equal coins": (
        lambda d: d["match"].update(coins=[1, 1, 1, 1, 1]),
        r"match: the rulebook has coins = \[1, 2, 3, 4, 5\]",
    ),
    "gold for amethyst": (lambda d: d["gems"].update(gold=23, amethyst=14), "gems: the rulebook has gold = 22"),
    "fewer amethysts": (lambda d: d["gems"].update(gold=23, amethyst=14), "gems: the rulebook has amethyst = 15"),
    "fewer emeralds": (lambda d: d["gems"].update(gold=23, emerald=14), "gems: the rulebook has emerald = 15"),
    "fewer rubies": (lambda d: d["gems"].update(gold=23, ruby=12), "gems: the rulebook has ruby = 13"),
    "fewer sapphires": (lambda d: d["gems"].update(gold=23, sapphire=12), "gems: the rulebook has sapphire = 13"),
    "nobody out": (lambda d: d.update(craftsmen_out={}), "craftsmen_out.3: the rulebook has purple = 1"),
    "silver out": (
        lambda d: d["craftsmen_out"].update({"4": {"silver": 1}}),
        "craftsmen_out.4: the rulebook has silver = 0",
    ),
    "a large purple workshop": (
        lambda d: d["workshops"]["purple"].update(needed=3),
        "workshops.purple: the rulebook has needed = 2",
    ),
    "a small blue workshop": (
        lambda d: d["workshops"]["blue"].update(needed=1),
        "workshops.blue: the rulebook has needed = 2",
    ),
    "a hammer for rubies": (
        lambda d: (d["equipment"]["hammer"].update(carries="ruby"), d["equipment"]["pick"].update(carries="amethyst")),
        "equipment.hammer: the rulebook has carries = amethyst",
    ),
    "no tool for rubies": (
        lambda d: d["equipment"]["pick"].update(carries="emerald"),
        "equipment: the rulebook has at least 1 with carries = ruby",
    ),
    "a cheap cart": (lambda d: d["equipment"]["cart"].update(coins=1), "equipment.cart: the rulebook has coins = 2"),
    "a cheap horse": (lambda d: d["equipment"]["horse"].update(coins=2), "equipment.horse: the rulebook has coins = 3"),
    "17 equipment cards": (lambda d: d["catalogue"]["cards"].pop(), "catalogue.cards: 17 in all, the rulebook has 18"),
    "26 commissions": (lambda d: d["commissions"]["cards"].pop(), "commissions.cards: 26 in all, the rulebook has 27"),
    "dear silver": (lambda d: face(d, "silver").update(coins=2), "silver: the rulebook has coins = 1"),
    "yellow for rubies": (
        lambda d: face(d, "yellow").update(gems=["ruby"]),
        r"yellow: the rulebook has gems = \['gold'\]",
    ),
    "modest white": (
        lambda d: face(d, "white-1").update(gems=["ruby", "gold"]),
        "white-1, gems: 2 in all, the rulebook has 3",
    ),
    "greedy purple": (
        lambda d: face(d, "purple").update(gems=["amethyst", "ruby"]),
        "purple, gems: 2 in all, the rulebook has 1",
    ),
    "too few white ones": (
        lambda d: [face(d, f"white-{n}").update(client="green", gems=["emerald"]) for n in range(1, 5)],
        "commissions: the rulebook has at least 6 with client = white",
    ),
    "a town more": (
        lambda d: space(d, "mine3").update(kind="town"),
        "board, kind = town: 6 in all, the rulebook has 5",
    ),
    "a mine less": (
        lambda d: space(d, "mine3").update(kind="town"),
        "board, kind = mine: 2 in all, the rulebook has 3",
    ),
    "a road less": (
        lambda d: (space(d, "road13").update(kind="mine"), d["match"].update(on_road=6), d["gems"].update(gold=16)),
        "board, kind = road: 12 in all, the rulebook has 13",
    ),
    "a harbour more": (
        lambda d: space(d, "mine3").update(kind="harbour", ships=1),
        "board, kind = harbour: 3 in all, the rulebook has 2",
    ),
    "a palace less": (
        lambda d: space(d, "red-palace").update(kind="mine"),
        "board, kind = palace: 6 in all, the rulebook has 7",
    ),
    "two red palaces": (
        lambda d: space(d, "blue-palace").update(client="red"),
        "board, client = red: 2 in all, the rulebook has 1",
    ),
    "three ships": (
        lambda d: space(d, "harbour2").update(ships=3),
        r"board, kind = harbour: the rulebook has ships = \[1, 2\]",
    ),
    "a busy harbour town": (
        lambda d: space(d, "h").update(ships=2),
        r"board, kind = town: the rulebook has ships = \[1\]",
    ),
    "another home": (
        lambda d: (space(d, "h").pop("home"), space(d, "a").update(home=True)),
        "board, home = true: the rulebook has ships = 1",
    ),
    "no book in b": (lambda d: space(d, "b").pop("book"), r"board: the rulebook has book = \['a', 'b', 'c', 'd'\]"),
    "commissions in a": (lambda d: space(d, "a").update(book="commissions"), "a: the rulebook has book = equipment"),
    "equipment in d": (lambda d: space(d, "d").update(book="equipment"), "d: the rulebook has book = commissions"),
    "a at the right": (lambda d: exchange(d, "a", "c"), "a: the rulebook has x = 0-599"),
    "c at the left": (lambda d: exchange(d, "a", "c"), "c: the rulebook has x = 600-1200"),
    "b at the top": (lambda d: exchange(d, "b", "c"), "b: the rulebook has y = 400-800"),
    "d at the top": (lambda d: exchange(d, "d", "a"), "d: the rulebook has y = 400-800"),
}
for colour, count in GAME.box().data["craftsmen"].items():
    STATED[f"{colour} craftsmen"] = (
        lambda d, colour=colour, count=count: d["craftsmen"].update({colour: count - 1}),  # type: ignore[misc]
        f"craftsmen: the rulebook has {colour} = {count}",
    )

BROKEN: dict[str, Change] = {
    "pages for nothing": (lambda d: d["match"].update(page_price=0), "page_price must be from 1 to 5"),
    "commissions for nothing": (lambda d: d["match"].update(coin_price=0), "coin_price must be from 1 to 5"),
    "another game": (lambda d: d.update(game="misty"), "game must be 'valdora'"),
    "no match": (lambda d: d.pop("match"), r"\[match\] is missing"),
    "no board": (lambda d: d.pop("board"), r"\[board\] is missing"),
    "no spaces": (lambda d: d["board"].pop("spaces"), r"\[\[spaces\]\] is missing"),
    "too many spaces": (
        lambda d: d["board"]["spaces"].extend({"name": f"x{n}", "kind": "mine", "x": 0, "y": 0} for n in range(11)),
        "board.spaces: there must be 2 to 40",
    ),
    "an unknown kind": (lambda d: space(d, "a").update(kind="village"), "kind must be one of"),
    "beyond the table": (lambda d: space(d, "a").update(x=1300), "x must be from 0 to 1200"),
    "nowhere": (lambda d: space(d, "a").pop("y"), "y must be a whole number"),
    "no place to discard": (lambda d: d["board"].pop("discard"), r"\[discard\] is missing"),
    "no home": (lambda d: space(d, "h").pop("home"), "board, home = true: 1 needed, there are 0"),
    "two homes": (lambda d: space(d, "a").update(home=True), "board, home = true: 1 needed, there are 2"),
    "a book in a mine": (
        lambda d: space(d, "mine1").update(book="equipment"),
        "mine1: 'book' does not go with kind = mine",
    ),
    "too many books": (
        lambda d: [space(d, name).update(kind="town", book="equipment") for name in ("mine1", "mine2", "mine3")],
        "board, book: there must be 0 to 6",
    ),
    "an unknown book": (lambda d: space(d, "a").update(book="maps"), "book must be one of"),
    "ships in a mine": (lambda d: space(d, "mine1").update(ships=1), "mine1: 'ships' does not go with kind = mine"),
    "a harbour without": (lambda d: space(d, "harbour1").pop("ships"), "ships must be a whole number"),
    "a palace of nobody": (lambda d: space(d, "red-palace").pop("client"), "client must be a word"),
    "a road to nowhere": (
        lambda d: d["board"]["edges"].append(["a", "z"]),
        r"board: edges must be written as \[\[space, space\], …\]",
    ),
    "a road to itself": (
        lambda d: d["board"]["edges"].append(["a", "a"]),
        r"board: edges must be written as \[\[space, space\], …\]",
    ),
    "no edges": (lambda d: d["board"].pop("edges"), r"board: edges must be written as \[\[space, space\], …\]"),
    "a lonely space": (
        lambda d: d["board"].update(edges=[e for e in d["board"]["edges"] if "road1" not in e]),
        "road1, edges: 1 needed, there are 0",
    ),
    "a space twice": (lambda d: space(d, "road1").update(name="road2"), "stands there more than once"),
    "no slug": (lambda d: space(d, "road1").update(name="Road 1"), "must be written in lower case"),
    "gems left over": (lambda d: d["gems"].update(gold=23), "gems: 78 needed, there are 79"),
    "too many coins": (
        lambda d: d["match"].update(coins=[1, 2, 3, 4, 7]),
        "match: coins must not be more than purse = 6",
    ),
    "coins for four": (
        lambda d: d["match"].update(coins=[1, 2, 3, 4]),
        "match: coins must be a list of 5 whole numbers from 0 to 6",
    ),
    "too few coins": (lambda d: d["match"].update(coins_in_all=29), "match, coins_in_all: 30 needed, there are 29"),
    "two gold": (lambda d: d["match"].update(gold_price=2), "gold_price must be from 1 to 1"),
    "no standstill": (lambda d: d["match"].update(standstill=0), "standstill must be from 1 to 100"),
    "one colour": (
        lambda d: d["craftsmen"].update(dict.fromkeys(d["craftsmen"], 0), red=5),
        "craftsmen - craftsmen_out.3: 2 needed, there are 1",
    ),
    "more out than there are": (lambda d: d["craftsmen_out"].update({"4": {"red": 5}}), "red must be from 0 to 4"),
    "out is a word": (
        lambda d: d["craftsmen_out"].update({"4": "red"}),
        r"craftsmen_out.4 must be written as \{purple = 1, …\}",
    ),
    "no workshop": (lambda d: d["workshops"].pop("red"), r"\[red\] is missing"),
    "a tool for coins": (
        lambda d: d["equipment"]["pick"].update(coins=1),
        "equipment.pick: 'coins' does not go with pick",
    ),
    "a cart for rubies": (lambda d: d["equipment"]["cart"].update(carries="ruby"), "carries must be one of any"),
    "a pan for rubies": (
        lambda d: d["equipment"]["pan"].update(carries="ruby"),
        "equipment.pan: carries must be one of gold",
    ),
    "an unknown tool": (lambda d: d["catalogue"]["cards"].append(["saw", "pick"]), "must be one of"),
    "a pan for sale": (lambda d: d["catalogue"]["cards"].append(["pan", "pick"]), "must be one of"),
    "half a card": (
        lambda d: d["catalogue"]["cards"].append(["pick"]),
        r"catalogue.cards 19 must be written as \[front, back\]",
    ),
    "no catalogue": (lambda d: d["catalogue"].update(cards=[]), "catalogue.cards: there must be 1 to 32"),
    "a card that is a word": (
        lambda d: d["catalogue"].update(cards="pick"),
        r"catalogue: cards must be written as \[\[…\], \[…\], …\]",
    ),
    "too many commissions": (
        lambda d: d["commissions"]["cards"].extend([f"x{n}", "red", "blue"] for n in range(6)),
        "commissions.cards: there must be 1 to 32",
    ),
    "an unnamed commission": (
        lambda d: d["commissions"]["cards"].append(["red", "blue"]),
        r"commissions.cards 28 must be written as \[name, front, back\]",
    ),
    "an unknown face": (lambda d: d["commissions"]["cards"].append(["x", "red", "pink"]), "must be one of"),
    "a commission twice": (
        lambda d: d["commissions"]["cards"].append(["red/blue", "red", "blue"]),
        "stands there more than once",
    ),
    "a face that asks for nothing": (
        lambda d: face(d, "red").pop("gems"),
        r"red, gems \+ coins: 1 needed, there are 0",
    ),
    "a face that asks for pearls": (
        lambda d: face(d, "red").update(gems=["pearl"]),
        "red: gems must be a list of 0-15 of these: gold, amethyst, emerald, ruby, sapphire",
    ),
    "four of a kind": (
        lambda d: face(d, "white-1").update(gems=["ruby"] * 4),
        "white-1, gems, ruby: there must be 0 to 3",
    ),
    "an unknown client": (lambda d: face(d, "red").update(client="pink"), "client must be one of"),
    "no palace for red": (
        lambda d: space(d, "red-palace").update(client="blue"),
        "board, kind = palace, client = red: 1 needed, there are 0",
    ),
    "no faces": (lambda d: d["commissions"].pop("faces"), r"\[\[faces\]\] is missing"),
}


@pytest.mark.parametrize("name", STATED)
def test_a_box_that_breaks_a_stated_figure_is_refused(name: str) -> None:
    change, problem = STATED[name]
    with pytest.raises(mv.BadBox, match=problem):
        GAME.box(changed(change))


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_box_is_refused_with_the_reason(name: str) -> None:
    """Also where stated figures may be left aside."""
    change, problem = BROKEN[name]
    with pytest.raises(mv.BadBox, match=problem):
        GAME.box(changed(change), stated_figures=False)


def test_reconstructed_figures_say_so() -> None:
    data = GAME.box().data
    for part in ("catalogue", "commissions", "board"):
        assert data[part]["source"] == "reconstructed"
    sources = {name: row["source"] for name, row in data["equipment"].items()}
    assert {name for name, source in sources.items() if source == "stated"} == {"pan", "hammer", "cart"}
    assert sources["horse"] == "review"
    assert {row["source"] for row in data["workshops"].values()} == {"reconstructed"}


def test_the_faces_of_a_set() -> None:
    """As the cards were put together: 12 silver and yellow, 6 of each other client, each white recipe once."""
    data = GAME.box().data["commissions"]
    clients = {row["name"]: row["client"] for row in data["faces"]}
    sides = Counter(side for _, *both in data["cards"] for side in both)
    counts: Counter[str] = Counter()
    for side, count in sides.items():
        counts[clients[side]] += count
    assert counts == {"silver": 12, "yellow": 12, "white": 6, "purple": 6, "red": 6, "blue": 6, "green": 6}
    assert [sides[f"white-{n}"] for n in range(1, 7)] == [1] * 6
    equipment = Counter(side for both in GAME.box().data["catalogue"]["cards"] for side in both)
    assert equipment == dict.fromkeys(("spade", "pick", "hammer", "chisel", "cart", "horse"), 6)


def test_nothing_overlaps_on_the_board() -> None:
    """Spaces are about 90 wide; the discard space too."""
    board = GAME.box().data["board"]
    for one, other in combinations([*board["spaces"], board["discard"]], 2):
        assert max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"])) >= 100
    for place in board["spaces"]:
        assert 45 <= place["x"] <= 1155
        assert 45 <= place["y"] <= 755


def test_the_state_is_small() -> None:
    assert GAME.state.itemsize <= 1024


def test_notation_is_a_bijection() -> None:
    notation = GAME.notation(GAME.box())
    for move in notation:
        assert notation.read(str(move)) is move
        assert notation.move(move.number) is move
    written = set(notation)
    for text in (
        "go silver-palace",
        "go h",
        "buy left",
        "buy right from horse",
        "turn right",
        "return silver/yellow front left",
        "load amethyst on hammer",
        "drop cart",
        "deliver green/white back",
        "deliver green/white back from both",
        "silver",
        "provisions",
        "done",
    ):
        assert text in written


@pytest.mark.parametrize("seed", range(2))
def test_another_box_plays_without_code_and_without_compiling(seed: int) -> None:
    """Prices, cards and points are read from the box record; the same compiled rules play all of them."""
    open_match(GAME, seats=3, seed=1)
    compiled = {verb: len(verbs.of(GAME.state)[verb].signatures) for verb in verbs.NAMES} if not INTERPRETED else {}
    dice = random.Random(seed)

    def change(d: Any) -> None:
        d["match"].update(held=2, coin_price=2, page_price=3, bonus=3, coins=[6, 5, 4, 3, 2], standstill=6)
        d["equipment"]["spade"].update(carries="gold")
        d["equipment"]["cart"].update(coins=0)
        space(d, "mine3").update(kind="town", book="commissions", ships=2)
        face(d, "white-1").update(gems=["ruby", "ruby"], coins=1)
        d["commissions"]["cards"] = d["commissions"]["cards"][:9]

    match = open_match(GAME, seats=4, seed=seed, box=GAME.box(changed(change), stated_figures=False))
    while not match.over:
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
        match.audit()
    assert len(match.ranks) == 4
    for verb, count in compiled.items():
        assert len(verbs.of(GAME.state)[verb].signatures) <= max(1, count), verb
