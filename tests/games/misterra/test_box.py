"""The box: stated figures hold, damage is named, another box plays without code and without compiling; notation."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED
from mistvale.games.misterra import GAME

Change = Callable[[Any], object]


def changed(change: Change) -> dict[str, Any]:
    """The game's own box with a change."""
    data = copy.deepcopy(dict(GAME.box().data))
    change(data)
    return data


def card(data: Any, name: str) -> Any:
    return next(row for row in data["hypotheses"] if row["name"] == name)


def only(data: Any, *names: str) -> None:
    """Leave some hypotheses out."""
    data["hypotheses"] = [row for row in data["hypotheses"] if row["name"] not in names]


def sketch(data: Any, *halves: str) -> Any:
    return next(row for row in data["sketches"] if row["halves"] == list(halves))


STATED: dict[str, tuple[Change, str]] = {
    "two claims": (lambda d: d["match"].update(claims=2), "match: the rulebook has claims = 3"),
    "three dealt": (lambda d: d["match"].update(dealt=3), "match: the rulebook has dealt = 4"),
    "fidelity 3": (lambda d: d["points"].update(fidelity=3), "points: the rulebook has fidelity = 2"),
    "blank 0": (lambda d: d["points"].update(blank=0), "points: the rulebook has blank = -1"),
    "claim 1": (lambda d: d["points"].update(claim=1), "points: the rulebook has claim = 2"),
    "master 5": (lambda d: d["points"].update(master=5), "points: the rulebook has master = 3"),
    "other total grades": (
        lambda d: d["grades"].update(total=[50, 60, 70, 80, 90]),
        r"grades: the rulebook has total = \[60, 70, 80, 90, 100\]",
    ),
    "other hypotheses grades": (
        lambda d: d["grades"].update(hypotheses=[20, 40]),
        r"grades: the rulebook has hypotheses = \[20, 40, 60\]",
    ),
    "other fidelity grades": (
        lambda d: d["grades"].update(fidelity=[10, 20, 30]),
        r"grades: the rulebook has fidelity = \[20, 30, 40\]",
    ),
    "other claims grades": (
        lambda d: d["grades"].update(claims=[2, 8, 16]),
        r"grades: the rulebook has claims = \[1, 8, 16\]",
    ),
    "no jungle at the start": (
        lambda d: d["start"].update({"3": []}),
        "start.3: the rulebook has at least 1 with terrain = jungle",
    ),
    "a pair of terrains less": (
        lambda d: d["sketches"].pop(),
        "sketches: the rulebook has one called 'mountain-mountain'",
    ),
    "a pair for three seats only": (
        lambda d: sketch(d, "steppe", "jungle")["copies"].update({"2": 0}),
        "steppe-jungle: the rulebook has at least 1 with seats = 2",
    ),
    "fewer with more seats": (
        lambda d: sketch(d, "steppe", "jungle")["copies"].update({"3": 5}),
        "steppe-jungle: copies.2 must not be more than copies.3",
    ),
    "53 sketches": (
        lambda d: sketch(d, "steppe", "jungle")["copies"].update({"2": 7}),
        "sketches, copies.2: 53 in all, the rulebook has 52",
    ),
    "none for four alone": (
        lambda d: [row["copies"].update({"4": row["copies"]["3"]}) for row in d["sketches"]],
        "sketches: the rulebook has at least 73 with seats = 4",
    ),
    "a smaller zone": (lambda d: card(d, "p01")["points"].update({"2": 1}), "p01: the rulebook has points.2 = 0"),
    "no 5 for a zone": (
        lambda d: card(d, "p02")["points"].update({"4": 4}),
        "p02: the rulebook has at least 1 with points = 5",
    ),
    "the border from 3 on": (lambda d: card(d, "p03")["points"].update({"3": 2}), "p03: the rulebook has points.3 = 0"),
    "8 on the border": (lambda d: card(d, "p04")["points"].update({"8": 13}), "p04: the rulebook has points.8 = 14"),
    "9 on the border": (lambda d: card(d, "p03").update(then=2), "p03: the rulebook has points.9 = 15"),
    "columns of all": (lambda d: card(d, "p05").update(each=5), "p05: the rulebook has points.1 = 4"),
    "rows of all": (lambda d: card(d, "p06").update(each=3), "p06: the rulebook has points.1 = 4"),
    "columns of one": (lambda d: card(d, "p07").update(each=4), "p07: the rulebook has points.1 = 5"),
    "rows of one": (lambda d: card(d, "p08").update(each=6), "p08: the rulebook has points.1 = 5"),
    "7 apart": (lambda d: card(d, "p09")["points"].update({"7": 11}), "p09: the rulebook has points.7 = 12"),
    "8 apart": (lambda d: card(d, "p10").pop("then"), "p10: the rulebook has points.8 = 13"),
    "the largest zone": (
        lambda d: card(d, "p11")["points"].update({"8": 9}),
        "p11: the rulebook has at least 1 with points = 10",
    ),
    "the smallest zone": (lambda d: card(d, "p13")["points"].update({"4": 17}), "p13: the rulebook has points.4 = 18"),
    "sets of 3": (lambda d: card(d, "p14")["points"].update({"3": 6}), "p14: the rulebook has points.3 = 5"),
    "sets of 4": (lambda d: card(d, "p14")["points"].update({"4": 9}), "p14: the rulebook has points.4 = 8"),
    "zones of one": (
        lambda d: card(d, "p15")["points"].update({"12": 14}),
        "p15: the rulebook has at least 1 with points = 15",
    ),
    "the motif": (lambda d: card(d, "p16").update(each=6), "p16: the rulebook has points.1 = 5"),
    "zones of two": (
        lambda d: card(d, "p17")["points"].update({"6": 9}),
        "p17: the rulebook has at least 1 with points = 10",
    ),
    "the most present": (
        lambda d: card(d, "p18")["points"].update({"11": 11}),
        "p18: the rulebook has at least 1 with points = 12",
    ),
    "no least present": (lambda d: only(d, "p12"), "hypotheses: the rulebook has at least 1 with counts = least"),
    "zones of three squares": (
        lambda d: card(d, "p17").update(size=3),
        "p17: the rulebook has none with counts = zones, size = 3",
    ),
    "lines of two terrains": (
        lambda d: card(d, "p08").update(terrains=2),
        "p08: the rulebook has none with counts = lines, line = parallel, terrains = 2",
    ),
    "an Otoma card less": (lambda d: d["otoma"].pop(), "otoma: 21 in all, the rulebook has 22"),
    "a claim mark less": (lambda d: d["otoma"][0].pop("claims"), "otoma, claims = true: 2 in all, the rulebook has 3"),
}

BROKEN: dict[str, tuple[Change, str]] = {
    "another game": (lambda d: d.update(game="misty"), "game must be 'misterra'"),
    "no match": (lambda d: d.pop("match"), r"\[match\] is missing"),
    "no hypotheses": (lambda d: d.pop("hypotheses"), r"\[\[hypotheses\]\] is missing"),
    "no sketches": (lambda d: d.pop("sketches"), r"\[\[sketches\]\] is missing"),
    "no Otoma": (lambda d: d.pop("otoma"), r"\[\[otoma\]\] is missing"),
    "no points": (lambda d: d.pop("points"), r"\[points\] is missing"),
    "six open": (lambda d: d["match"].update(open=6), "open must be from 5 to 5"),
    "three out": (lambda d: d["match"].update(out=3), "out must be from 2 to 2"),
    "five claims": (lambda d: d["match"].update(claims=5), "claims must be from 0 to 4"),
    "keep more than dealt": (lambda d: d["match"].update(kept=5), "match: kept must not be more than dealt"),
    "falling grades": (lambda d: d["grades"].update(total=[60, 50]), "grades: total must be in rising order"),
    "grades that are words": (
        lambda d: d["grades"].update(total=["a"]),
        "grades: total must be a list of 0-5 whole numbers from 1 to 999",
    ),
    "too many grades": (
        lambda d: d["grades"].update(total=[1, 2, 3, 4, 5, 6]),
        "grades: total must be a list of 0-5 whole numbers from 1 to 999",
    ),
    "too many tiles": (lambda d: d["tiles"].update(steppe=26), "steppe must be from 1 to 25"),
    "no tiles": (lambda d: d["tiles"].update(lagoon=0), "lagoon must be from 1 to 25"),
    "too few jungles": (
        lambda d: d["tiles"].update(jungle=2),
        "start.4: jungle must not be more than tiles.jungle = 2",
    ),
    "a square beyond": (
        lambda d: d["start"].update({"2": ["f1"]}),
        "start.2 must be a list of 0-25 different ones of these: a1-e5",
    ),
    "a square twice": (
        lambda d: d["start"].update({"2": ["a1", "a1"]}),
        "start.2 must be a list of 0-25 different ones of these: a1-e5",
    ),
    "squares in a list of their own": (
        lambda d: d["start"].update({"2": [["c3"]]}),
        "start.2 must be a list of 0-25 different ones of these: a1-e5",
    ),
    "no start for two": (
        lambda d: d["start"].pop("2"),
        "start.2 must be a list of 0-25 different ones of these: a1-e5",
    ),
    "an unknown half": (
        lambda d: d["sketches"][0].update(halves=["sea", "steppe"]),
        "sketches 1: halves must be a list of 2 of these: steppe, jungle, lagoon, mountain",
    ),
    "three halves": (
        lambda d: d["sketches"][0].update(halves=["steppe"] * 3),
        "sketches 1: halves must be a list of 2 of these: steppe, jungle, lagoon, mountain",
    ),
    "a sketch twice": (lambda d: d["sketches"].append(d["sketches"][1]), "stands there more than once"),
    "too many sketches": (lambda d: d["sketches"][0]["copies"].update({"4": 96}), "there must be 7 to 96"),
    "too few sketches": (
        lambda d: [row["copies"].update({"2": 0}) for row in d["sketches"]],
        "sketches, copies.2: there must be 7 to 96",
    ),
    "no copies": (lambda d: d["sketches"][0].pop("copies"), r"\[copies\] is missing"),
    "an unknown count": (lambda d: card(d, "p01").update(counts="lakes"), "counts must be one of"),
    "an unknown terrain": (lambda d: card(d, "p01").update(terrain="sea"), "terrain must be one of"),
    "an unknown part": (lambda d: card(d, "p01").update(size=3), "p01: 'size' does not go with counts = each-zone"),
    "no terrain": (lambda d: card(d, "p01").pop("terrain"), "terrain must be a word"),
    "an unknown where": (lambda d: card(d, "p03").update(where="inside"), "where must be one of"),
    "without itself": (
        lambda d: card(d, "p09").update(without="jungle"),
        "p09: 'without' does not go with terrain = jungle",
    ),
    "no size": (lambda d: card(d, "p15").pop("size"), "size must be a whole number"),
    "an unknown line": (lambda d: card(d, "p05").update(line="aslant"), "line must be one of"),
    "five terrains": (lambda d: card(d, "p05").update(terrains=5), "terrains must be from 1 to 4"),
    "a flat motif": (
        lambda d: card(d, "p16").update(motif=["jungle", "steppe"]),
        r"p16: motif must be written as \[\[x, x\], \[x, x\]\] \(x: steppe, jungle, lagoon, mountain\)",
    ),
    "a motif of three": (
        lambda d: card(d, "p16").update(motif=[["jungle", "steppe", "steppe"], ["jungle", "steppe"]]),
        r"p16: motif must be written as \[\[x, x\], \[x, x\]\] \(x: steppe, jungle, lagoon, mountain\)",
    ),
    "a gap in the points": (lambda d: card(d, "p01")["points"].pop("5"), "counts that follow each other"),
    "no points at all": (lambda d: card(d, "p01").update(points={}), "counts that follow each other"),
    "points of a word": (
        lambda d: card(d, "p01").update(points={"many": 3}),
        "p01: points must be given for counts that follow each other, from 1 to 25",
    ),
    "points of a small two": (
        lambda d: card(d, "p01").update(points={"²": 3}),
        "p01: points must be given for counts that follow each other, from 1 to 25",
    ),
    "points that fall": (lambda d: card(d, "p01")["points"].update({"5": 1}), "p01: points must be in rising order"),
    "points and each": (lambda d: card(d, "p05").update(then=1), "p05: 'then' does not go with each"),
    "each too much": (lambda d: card(d, "p05").update(each=31), "each must be from 1 to 30"),
    "an unknown letter": (lambda d: card(d, "p01").update(letter="e"), "letter must be one of"),
    "a letter three times": (
        lambda d: card(d, "p02").update(letter="a"),
        "hypotheses, letter = a: 2 needed, there are 3",
    ),
    "a letter once": (lambda d: card(d, "p01").pop("letter"), "hypotheses, letter = a: 2 needed, there are 1"),
    "a slug twice": (lambda d: card(d, "p02").update(name="p01"), "stands there more than once"),
    "no slug": (lambda d: card(d, "p02").update(name="P 2"), "must be written in lower case"),
    "too few for four": (lambda d: only(d, "p02", "p04", "p06"), "hypotheses: 16 needed, there are 15"),
    "an Otoma terrain": (
        lambda d: d["otoma"][0].update(maps=["sea", "steppe"]),
        "otoma 1: maps must be a list of 2 of these: steppe, jungle, lagoon, mountain",
    ),
    "an Otoma square": (
        lambda d: d["otoma"][0].update(squares=["a1", "a9"]),
        "otoma 1: squares must be a list of 2 different ones of these: a1-e5",
    ),
    "an Otoma square twice": (
        lambda d: d["otoma"][0].update(squares=["a1", "a1"]),
        "otoma 1: squares must be a list of 2 different ones of these: a1-e5",
    ),
    "a claim mark that is a word": (
        lambda d: d["otoma"][0].update(claims="yes"),
        "otoma 1: claims must be one of true, false",
    ),
    "uneven packets": (lambda d: d["otoma"].pop(), "otoma: 17 can't be shared evenly by 3"),
    "no marks": (lambda d: [row.pop("claims", 0) for row in d["otoma"]], "otoma: 21 can't be shared evenly by 0"),
    "half a turn": (
        lambda d: (d["otoma"][10].pop("claims"), d["otoma"].pop()),
        "otoma: 19 can't be shared evenly by 2",
    ),
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


def test_every_card_says_where_it_comes_from() -> None:
    data = GAME.box().data
    for kind in ("sketches", "hypotheses", "otoma"):
        assert {row["source"] for row in data[kind]} == {"reconstructed"}


def test_each_number_of_seats_divides_the_sketches_into_whole_rounds() -> None:
    """Rules page: each seat takes two a turn."""
    copies = [row["copies"] for row in GAME.box().data["sketches"]]
    totals = {seats: sum(row[str(seats)] for row in copies) for seats in (2, 3, 4)}
    assert totals == {2: 52, 3: 72, 4: 88}
    assert all(total % (2 * seats) == 0 for seats, total in totals.items())


def test_the_state_is_small() -> None:
    assert GAME.state.itemsize <= 1536


def test_notation_is_a_bijection() -> None:
    notation = GAME.notation(GAME.box())
    assert len(notation) == 18 + 5 + 4 + 1 + 10 + 1 + 10 + 80 + 2 + 25
    for move in notation:
        assert notation.read(str(move)) is move
        assert notation.move(move.number) is move
    moves = "keep p01,enter a,step n,stay,swap jungle-lagoon,no swap,take steppe-steppe,draw c1 d1,claim,rest"
    assert {*moves.split(","), "otoma claims e5"} <= set(notation)
    assert "draw a1 b2" not in set(notation)


def random_box(dice: random.Random) -> dict[str, Any]:
    """A box that keeps no stated figure that it can do without."""
    data = changed(lambda d: None)
    data["match"].update(claims=dice.randrange(5), dealt=dice.choice((2, 3)), kept=2)
    data["points"] = {name: dice.randrange(-3, 6) for name in data["points"]}
    data["tiles"] = {name: dice.randrange(4, 20) for name in data["tiles"]}
    data["start"] = {"2": ["a1", "e5"], "3": [], "4": ["b2"]}
    for row in data["sketches"]:
        row["copies"] = {str(seats): dice.randrange(1, 7) for seats in (2, 3, 4)}
    for row in data["hypotheses"]:
        row["name"] = "new-" + row["name"]
        if "terrain" in row and "without" not in row:
            row["terrain"] = dice.choice(("steppe", "jungle", "lagoon", "mountain"))
        if "each" in row:
            row["each"] = dice.randrange(1, 9)
    data["otoma"] = data["otoma"][:1] + data["otoma"][8:9] + data["otoma"][10:18]
    return data


@pytest.mark.parametrize("seed", range(3))
def test_another_box_plays_without_code_and_without_compiling(seed: int) -> None:
    """Hypotheses are read from the box record; the same compiled rules play all of them."""
    open_match(GAME, seats=2, seed=1)
    compiled = {verb: len(verbs.of(GAME.state)[verb].signatures) for verb in verbs.NAMES} if not INTERPRETED else {}
    dice = random.Random(seed)
    data = random_box(dice)
    data["otoma"][2]["claims"] = True
    box = GAME.box(data, stated_figures=False)
    for seats in (1, 3):
        match = open_match(GAME, seats=seats, seed=seed, box=box)
        while not match.over:
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))
            match.audit()
        assert match.scene(0).json()["panels"]["summary"]["final"]
    for verb, count in compiled.items():
        assert len(verbs.of(GAME.state)[verb].signatures) <= max(1, count), verb
