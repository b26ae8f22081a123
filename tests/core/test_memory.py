"""A viewer's memory: equal for matches that it cannot tell apart, different for those that it can."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import defaultdict
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.match import Match, open_match
from mistvale.core.rule import HIDDEN, INTERPRETED
from tests.toys import duel


def played(bids: tuple[tuple[int, int], ...], seed: int = 2) -> Match:
    """A match of Duel with these bids, seat by seat."""
    match = open_match(duel.GAME, seed=seed)
    for seat, bid in bids:
        match.play(seat, f"bid {bid}")
    return match


# ---------------------------------------------------------------- what it says


def test_it_reads_as_what_was_seen():
    lines = played(((0, 1), (1, 2))).memory(0).splitlines()
    assert lines[0].startswith("duel 1 ")
    assert lines[0].endswith("length=short seat 0 of 2")
    assert lines[1].startswith("seats=2 length=2")
    assert lines[2].startswith("deal: ")
    assert lines[2].endswith("waits 0,1")
    assert lines[3:5] == ["0 bid 1: bid[0]=1 waits 1", "1 bid 2: waits "]
    assert lines[5].startswith("show: ")


def test_a_seat_remembers_its_own_and_that_others_have_decided():
    one, other = played(((1, 3),)), played(((1, 2),))
    assert one.memory(0) == other.memory(0)
    assert one.memory(0).endswith("\nwaits 0")
    assert one.memory(1) != other.memory(1)
    assert one.memory() == other.memory()


def test_once_the_epoch_is_over_it_remembers_what_was_shown():
    assert played(((1, 3), (0, 1))).memory(0) != played(((1, 2), (0, 1))).memory(0)


def test_each_viewer_has_a_memory_of_its_own():
    match = played(())
    assert len({match.memory(0), match.memory(1), match.memory()}) == 3


def test_a_viewer_that_is_none_is_refused():
    with pytest.raises(mv.IllegalMove, match="there is no seat 7"):
        played(()).memory(7)


# ---------------------------------------------------------------- it is kept


@pytest.mark.parametrize("name", mv.games())
def test_read_as_it_grew_it_is_what_is_read_at_the_end(name: str):
    match, dice = mv.open_match(name, seats=max(mv.game(name).seats), seed=5), random.Random(5)
    for _ in range(80):
        if match.over:
            break
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        if match.can_undo(seat) and dice.random() < 0.3:
            match.memory(seat)
            match.undo(seat)
        match.memory(dice.randrange(-1, match.seats))
    fresh = pickle.loads(pickle.dumps(match))
    for viewer in range(-1, match.seats):
        assert match.memory(viewer) == match.copy().memory(viewer) == fresh.memory(viewer)


# ---------------------------------------------------------------- who can tell what apart


def test_in_duel_equal_memories_are_equal_pasts_and_others_are_not():
    """All matches of Duel with some deals: whatever the viewer has seen on the way, and nothing else, is remembered."""
    pasts: dict[str, set[Any]] = defaultdict(set)
    for seed in range(3):
        for bids in itertools.product(range(4), repeat=4):
            match, seen = open_match(duel.GAME, seed=seed), []
            for seat, bid in zip((0, 1, 0, 1), bids, strict=True):
                match.play(seat, f"bid {bid}")
                seen.append(str(({**match.view(0), "step": 0}, match.look(0).last)))
                pasts[match.memory(0)].add(tuple(seen))
    assert all(len(each) == 1 for each in pasts.values()), "one memory of two pasts"
    every = [past for each in pasts.values() for past in each]
    assert len(set(every)) == len(every), "two memories of one past"


@pytest.mark.skipif(INTERPRETED, reason="hundreds of matches")
@pytest.mark.parametrize("name", mv.games())
def test_worlds_dealt_anew_are_remembered_alike_until_something_is_uncovered(name: str):
    """Law 1, on the whole past: and what is uncovered is remembered."""
    dice, alike, apart = random.Random(1), 0, 0
    for seed in range(24):
        match = mv.open_match(name, seats=dice.choice([n for n in mv.game(name).seats if n > 1]), seed=seed)
        for _ in range(dice.randrange(30)):
            step(match, dice)
        viewer = dice.randrange(-1, match.seats)
        one, other = twins(match, viewer, dice)
        for _ in range(40):
            assert one.memory(viewer) == other.memory(viewer)
            alike += 1
            if one.over or not step_alike(one, other, viewer, dice):
                break
            if one.view(viewer) != other.view(viewer) or one.pending != other.pending:
                assert one.memory(viewer) != other.memory(viewer)
                apart += 1
                break
    assert alike > 40
    assert apart > 4


def step(match: Match, dice: random.Random) -> None:
    if not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))


def twins(match: Match, viewer: int, dice: random.Random) -> tuple[Match, Match]:
    """The match as the viewer knows it, and one with all else dealt anew."""
    one, other = match.copy(), match.copy()
    fold = match.history.fold(match.steps, viewer)
    one.place(fold)
    world = fold.copy()
    verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
    other.place(world)
    return one, other


def step_alike(one: Match, other: Match, viewer: int, dice: random.Random) -> bool:
    """Play moves in both that look alike to the viewer; whether there are such."""
    seat = dice.choice(one.pending)
    move = dice.choice(one.legal(seat))
    shown = int(verbs.seen(one.raw, one.box.record, seat, move.number, viewer))
    if seat == viewer or shown != HIDDEN:
        same = move if move in other.legal(seat) else None
    else:
        moves = [
            m for m in other.legal(seat) if verbs.seen(other.raw, one.box.record, seat, m.number, viewer) == HIDDEN
        ]
        same = dice.choice(moves) if moves else None
    if same is None:
        return False
    one.play(seat, move)
    other.play(seat, same)
    return True
