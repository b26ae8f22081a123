"""The laws on matches that are played to their last round, and in how many rounds they get there."""

from __future__ import annotations

import copy
import random
from itertools import pairwise
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import transcript
from mistvale.core.box import Box
from mistvale.core.laws import check_game, check_interpreted
from mistvale.core.match import Match, open_match
from mistvale.core.rule import INTERPRETED
from mistvale.games.valdora.state import COLOURS

from .sensible import Witness, choose

SEED = 2  # of matches in which all that is waited for happens


def short_box() -> Box:
    """The game's own board and books with few craftsmen and cheap wagons: matches end sooner, and all ways happen."""
    game = mv.game("valdora")
    data = copy.deepcopy(dict(game.box().data))
    data["craftsmen"], data["craftsmen_out"] = dict.fromkeys(COLOURS, 1) | {"silver": 3, "yellow": 3}, {}
    for workshop in data["workshops"].values():
        workshop["needed"] = 1
    for wagon in ("cart", "horse"):
        data["equipment"][wagon]["coins"] = 1
    data["match"]["coins"] = [6, 6, 6, 6, 6]
    return game.box(data, stated_figures=False)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="whole matches, every law at every step")
def test_the_laws_hold_to_the_last_round() -> None:
    """At tables of 3, 4 and 5, with everything that can happen."""
    witness = Witness(seed=SEED)
    game, box = mv.game("valdora"), short_box()
    findings = check_game(game, positions=600, seed=SEED, chooser=witness, box=box, interpreted=False)
    assert not findings, str(findings[0])
    expected = ["go", "buy", "turn", "return", "load", "drop", "deliver", "silver", "provisions", "done"]
    expected += ["buy left", "buy right", "last round", "empty pile", "substitute", "full hand", "provisions used"]
    expected += ["no craftsmen at all", "buy from pan", "deliver from tools", "deliver from cart", "deliver from horse"]
    expected += ["beat page", "beat craftsman", "beat workshop", "beat bonus", "beat turn"]
    assert not [what for what in expected if not witness.seen[what]]


CLIENTS = ("silver", "yellow", "red")  # of the small board


def lively_box() -> Box:
    """A small board with modest clients and few craftsmen, on which dice alone come to the last round."""
    game = mv.game("valdora")
    data = copy.deepcopy(dict(game.box().data))
    spaces = [
        {"name": "t", "kind": "town", "book": "commissions", "ships": 1, "home": True},
        {"name": "u", "kind": "town", "book": "equipment"},
        {"name": "road1", "kind": "road"},
        {"name": "road2", "kind": "road"},
        {"name": "mine", "kind": "mine"},
        *({"name": f"{colour}-palace", "kind": "palace", "client": colour} for colour in CLIENTS),
    ]
    names = [str(space["name"]) for space in spaces]
    ways = [[one, other] for one, other in pairwise(["t", *names[2:], "u", "t"])]
    drawn = [{**space, "x": 90 * n, "y": 100} for n, space in enumerate(spaces)]
    data["board"] = {"discard": {"x": 0, "y": 0}, "spaces": drawn, "edges": ways}
    data["gems"] = {"gold": 8, "amethyst": 1, "emerald": 1, "ruby": 1, "sapphire": 1}
    data["craftsmen"], data["craftsmen_out"] = (
        dict.fromkeys(COLOURS, 0) | dict(zip(CLIENTS, (2, 3, 1), strict=True)),
        {},
    )
    for workshop in data["workshops"].values():
        workshop["needed"] = 1
    for number, face in enumerate(data["commissions"]["faces"]):
        face["client"] = CLIENTS[number % len(CLIENTS)]
        if number > 1:
            face["gems"] = ["gold"]
    data["match"] |= {"standstill": 15, "coins": [6, 6, 6, 6, 6]}
    return game.box(data, stated_figures=False)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="starts an interpreted process itself")
def test_interpreted_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a match can bring, from the first page to the last craftsman."""
    matches: list[Match] = []

    def opened(*given: Any, **more: Any) -> Match:
        matches.append(open_match(*given, **more))
        return matches[-1]

    monkeypatch.setattr(transcript, "open_match", opened)
    check_interpreted(mv.game("valdora"), seed=2, box=lively_box())
    steps = [match.step(number) for match in matches for number in range(1, match.steps + 1)]
    kinds = {str(step.beat or str(step.move).split()[0]) for step in steps}
    assert kinds >= {"go", "buy", "turn", "return", "load", "drop", "deliver", "silver", "provisions", "done"}
    assert kinds >= {"page", "craftsman", "workshop", "bonus", "turn", "end"}
    assert [int(match.raw["last_round"]) for match in matches] == [1, 1, 1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_matches_with_some_sense_end_by_craftsmen(seats: int) -> None:
    """Not by a standstill (VA-10)."""
    for seed in range(2):
        match, dice = open_match(mv.game("valdora"), seats=seats, seed=seed), random.Random(seed)
        while not match.over:
            seat = match.pending[0]
            match.play(seat, choose(match, seat, match.legal(seat), dice))
        match.audit()
        assert int(match.raw["last_round"]) == 1, f"seed {seed} stood still"
        assert 30 <= int(match.raw["rounds"]) <= 80
        assert min(match.scores) >= 30
