"""The public API of a match: what is asked, what is refused and how, and that nothing changes by asking."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistvale as mv
from mistvale.core import laws
from mistvale.core.chance import Seal, seal
from mistvale.core.history import BEAT, CHAPTER, UNPACKED, Chapter
from mistvale.core.match import Match, open_match
from mistvale.core.rule import INTERPRETED, NOTHING, packed
from mistvale.games.misty.state import ACTIVATION
from tests.toys import duel, nim


def match_of(moves: int = 0, seats: int = 2, seed: int = 7, **kwargs: Any) -> Match:
    match, dice = mv.open_match("misty", seats=seats, seed=seed, **kwargs), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))
    return match


def everything(match: Match) -> Any:
    """All that can be asked of a match, to see that nothing has changed."""
    viewers = (*range(match.seats), None)
    return (
        match.state,
        match.steps,
        match.pending,
        [match.legal(seat) for seat in range(match.seats)],
        [match.view(viewer) for viewer in viewers],
        [match.look(viewer).log for viewer in viewers],
        [match.can_undo(seat) for seat in range(match.seats)],
        match.scores,
        match.ranks,
        match.record(),
    )


# ---------------------------------------------------------------- opening


def test_a_match_opens_with_the_fewest_seats_and_the_default_options():
    match = mv.open_match("misty")
    assert match.seats == 2
    assert match.options == {"window": "standard"}
    assert match.pending == (0, 1)
    assert not match.over
    assert match.ranks == ()
    assert match.scores == (0, 0)


def test_two_matches_without_a_seed_differ():
    assert mv.open_match("misty").state != mv.open_match("misty").state


def test_a_match_is_a_function_of_seed_and_moves():
    assert match_of(60).state == match_of(60).state
    assert match_of(60).state != match_of(60, seed=8).state


@pytest.mark.parametrize(
    ("kwargs", "reason"),
    [
        ({"seats": 5}, "Misty is for 2, 3 or 4 seats, not 5"),
        ({"seats": 2.0}, "not 2.0"),
        ({"seats": "2"}, "not '2'"),
        ({"seats": True}, "not True"),
        ({"options": {"windows": "small"}}, "Misty has no option 'windows'; it has: window"),
        ({"options": {"window": "huge"}}, "option window must be standard or small, not 'huge'"),
        ({"options": {"window": None}}, "option window must be standard or small, not None"),
        ({"seed": "abc"}, "64 hexadecimal digits"),
        ({"seed": -1}, "from 0 to"),
        ({"seed": 1, "seal": Seal("m", "x", ())}, "gets its seed from its seal: give one or the other"),
        ({"seal": Seal("m", "x", ("00",))}, "does not fit the seal"),
    ],
)
def test_a_table_that_can_not_be_is_refused(kwargs: dict[str, Any], reason: str):
    with pytest.raises(mv.BadTable, match=reason):
        mv.open_match("misty", **kwargs)


def test_an_unknown_game_is_told_what_there_is():
    with pytest.raises(mv.BadTable, match=r"there is no game called 'mitsy'; installed: .*misty"):
        mv.open_match("mitsy")


def test_options_may_be_given_as_what_they_mean():
    game = duel.GAME
    assert game.check_options({}) == {"length": "short"}
    assert game.check_options({"length": "long"}) == {"length": "long"}
    assert game.packed_options({"length": "long"})[:2].tolist() == [1, 0]


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("moves", [0, 1, 9, 50])
def test_an_illegal_move_changes_nothing_and_says_what_is_allowed(moves: int):
    match = match_of(moves)
    before = everything(match)
    seat = match.pending[0]
    allowed = match.legal(seat)
    foreign = next(move for move in match.notation if move not in allowed)
    with pytest.raises(mv.IllegalMove) as caught:
        match.play(seat, foreign)
    assert str(foreign) in str(caught.value)
    assert "it may: " + ", ".join(allowed[:3]) in str(caught.value)
    assert everything(match) == before


@given(
    st.one_of(
        st.text(max_size=20),
        st.none(),
        st.integers(),
        st.binary(max_size=9),
        st.lists(st.text(max_size=3), max_size=2),
    )
)
def test_what_is_no_move_is_refused(text: Any):
    match = match_of(3)
    seat = match.pending[0]
    if isinstance(text, str) and " ".join(text.lower().split()) in match.legal(seat):
        return
    before = match.state
    with pytest.raises(mv.IllegalMove, match="it may: "):
        match.play(seat, text)
    assert match.state == before


@pytest.mark.parametrize("seat", [-1, 2, 99, None, "0", 0.0, True])
def test_a_seat_that_is_none_is_refused(seat: Any):
    match = match_of()
    for ask in (match.legal, match.can_undo, match.undo, match.seat, lambda s: match.play(s, "pick rocket")):
        with pytest.raises(mv.IllegalMove, match=r"there is no seat .*; the seats are 0 to 1"):
            ask(seat)


def test_a_late_or_doubled_move_is_refused():
    match = match_of()
    first = match.legal(0)[0]
    match.play(0, first)
    before = everything(match)
    with pytest.raises(mv.IllegalMove, match="it is not seat 0's decision, but that of seat 1"):
        match.play(0, first)
    assert everything(match) == before


def test_when_it_is_over_it_is_over():
    match = match_of(10_000)
    assert match.over
    assert match.pending == ()
    assert match.legal(0) == []
    assert sorted(match.ranks)[0] == 1
    with pytest.raises(mv.IllegalMove, match="the match is over"):
        match.play(0, "pick rocket")


def test_a_move_may_be_written_carelessly():
    match = match_of()
    move = match.legal(0)[0]
    match.play(0, f"  {move.upper()}")
    assert match.step(match.steps).move == move


def test_a_seat_may_be_a_number_of_any_width():
    match = match_of()
    match.play(np.int8(0), match.legal(np.int64(0))[0])
    assert type(match.step(match.steps).seat) is int


def test_steps_are_moves_and_beats():
    match = match_of(2)
    kinds = [(match.step(n).seat == BEAT, match.step(n).beat) for n in range(1, match.steps + 1)]
    assert [beat for is_beat, beat in kinds if is_beat] == ["deal", "reveal", "first"]
    assert match.step(0).beat is None


# ---------------------------------------------------------------- views


def test_a_view_is_plain_data_and_shows_what_its_seat_may_know():
    import json

    match = match_of(1)
    view = match.view(0)
    assert json.loads(json.dumps(view)) == view
    assert view["legal"] == [str(move) for move in match.legal(0)]
    assert view["pending"] == list(match.pending)
    assert {"key", "block", "drawn"}.isdisjoint(view["state"])
    assert match.view(None)["legal"] == match.view(-1)["legal"] == []
    assert match.view()["viewer"] == -1


def test_asking_changes_nothing():
    match = match_of(21, seats=3)
    before = everything(match)
    match.view(0)["state"]["window"][0][0] = 99
    match.look(1).state["window"][:] = 5
    world = match.seat(2).world(1)
    world["window"][:] = 5
    match.seat(0).sample(3).play(match.pending[0], match.seat(0).sample(3).legal(match.pending[0])[0])
    match.legal(0).clear()
    assert everything(match) == before


def test_a_view_of_an_earlier_step():
    match = match_of(30)
    early = match.look(0, step=1)
    assert early.beat == "deal"
    assert early.step == 1
    assert early.log == () or all(isinstance(line, tuple) for line in early.log)


# ---------------------------------------------------------------- undo


def test_a_move_is_taken_back_as_if_it_had_not_been():
    match = match_of(40, seats=3)
    while True:
        seat = match.pending[0]
        before = match.copy()
        match.play(seat, match.legal(seat)[0])
        if match.can_undo(seat):
            break
    match.undo(seat)
    assert match.state == before.state
    assert match.view(seat) == before.view(seat)
    assert match.record() == before.record()


def test_what_others_did_since_stays():
    match = match_of(seats=3)
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    other = match.legal(0)
    match.undo(0)
    assert match.pending == (0, 2)
    assert match.can_undo(1)
    assert not match.can_undo(0)
    assert other == []


def test_nothing_is_taken_back_after_it_was_seen():
    match = match_of(2)
    before = everything(match)
    assert not match.can_undo(0)
    with pytest.raises(mv.NoUndo, match="seat 0 has nothing to take back: what it did was seen, or it did nothing yet"):
        match.undo(0)
    assert everything(match) == before


def test_there_is_nothing_to_take_back_at_the_start():
    with pytest.raises(mv.NoUndo):
        mv.open_match("misty").undo(0)


def test_a_turn_that_has_passed_on_is_not_taken_back():
    match = open_match(nim.GAME, seed=1)
    match.play(0, "take 1 from a")
    assert not match.can_undo(0)


# ---------------------------------------------------------------- looking back


def test_a_turn_that_is_over_is_seen_as_it_went_by_those_who_looked_on():
    match = open_match(mv.game("misterra"), seats=2, seed=1, options={"first_game": "true"})
    (mover,) = match.pending
    other, step = 1 - mover, match.steps + 1
    match.play(mover, "enter c")
    assert match.look(other, step=step).state["pawn"][mover] == NOTHING, "the turn may still be taken back"
    entered = match.look(mover, step=step).state["pawn"][mover]
    while match.pending == (mover,):
        match.play(mover, match.legal(mover)[-1])
    for viewer in (other, None):
        look = match.look(viewer, step=step)
        assert look.state["pawn"][mover] == entered != NOTHING
        assert dict(look.last)[mover] == "enter c"
        assert look.before["pawn"][mover] == NOTHING


def test_whoever_moved_in_an_epoch_sees_it_as_it_was_for_that_seat():
    match = open_match(duel.GAME, seed=1)
    match.play(1, "bid 3")
    match.play(0, "bid 2")
    assert match.look(0, step=1).state["bid"].tolist()[1] != 3, "seat 1 bid unseen, and that stays so"


# ---------------------------------------------------------------- preview


def test_a_preview_changes_nothing_and_is_refused_like_a_move():
    match = match_of(12, seats=3)
    before = everything(match)
    seat = match.pending[0]
    for move in match.legal(seat):
        match.preview(seat, move)
    with pytest.raises(mv.IllegalMove):
        match.preview(seat, "place a9")
    with pytest.raises(mv.IllegalMove):
        match.preview(7, "pick rocket")
    assert everything(match) == before


def test_a_move_that_ends_a_turn_has_no_preview(monkeypatch: pytest.MonkeyPatch):
    shown: list[Any] = []
    object.__setattr__(nim.GAME, "scene", lambda view: shown.append(view) or "scene")
    try:
        assert open_match(nim.GAME, seed=1).preview(0, "take 1 from a") is None
    finally:
        object.__setattr__(nim.GAME, "scene", lambda view: None)
    assert shown == []


def test_a_preview_shows_the_own_move_and_nothing_of_others():
    seen: list[Any] = []
    scene = duel.GAME.scene
    object.__setattr__(duel.GAME, "scene", lambda view: seen.append(view) or view)
    try:
        match = open_match(duel.GAME, seed=1)
        match.play(1, "bid 3")
        view = match.preview(0, "bid 2")
    finally:
        object.__setattr__(duel.GAME, "scene", scene)
    assert view.state["bid"].tolist() == [2, -1], "that of seat 1 was made in this epoch"
    assert view.pending == (), "that seat 1 has bid is public"
    assert view.last == ((0, "bid 2"),), "as if it had just been made"
    assert match.pending == (0,)


# ---------------------------------------------------------------- copies and bytes


def test_a_copy_goes_its_own_way():
    match = match_of(20)
    before = everything(match)
    twin = match.copy()
    assert everything(twin) == before
    for _ in range(30):
        seat = twin.pending[-1]
        twin.play(seat, twin.legal(seat)[-1])
    assert everything(match) == before
    twin = match.copy()
    match.play(match.pending[0], match.legal(match.pending[0])[0])
    assert everything(twin) == before


def test_a_state_goes_out_and_in_as_bytes():
    match, other = match_of(33), match_of(0, seed=99)
    other.state = match.state
    assert other.state == match.state
    assert other.digest() == match.digest()
    assert other.legal(0) == match.legal(0)
    assert other.steps == 0
    assert not other.can_undo(0)
    seat = match.pending[0]
    move = match.legal(seat)[0]
    match.play(seat, move)
    other.play(seat, move)
    assert other.state == match.state


@pytest.mark.parametrize("data", [b"", b"\0" * 7])
def test_a_state_of_another_size_is_refused(data: bytes):
    match = match_of(5)
    before = match.state
    with pytest.raises(ValueError, match=f"a state of Misty has {len(before)} bytes, not {len(data)}"):
        match.state = data
    assert match.state == before


def test_a_state_for_other_seats_is_refused():
    with pytest.raises(ValueError, match="for 3 seats, not for 2"):
        match_of().state = match_of(seats=3).state


def test_what_does_not_add_up_is_named():
    match = match_of(5)
    match.audit()
    broken = match.copy()
    state = broken.step(broken.steps).state.copy()
    state["hand"][0][:] = 0
    broken.place(state)
    with pytest.raises(mv.DoesNotAddUp, match="a hand has the wrong number of cards"):
        broken.audit()


# ---------------------------------------------------------------- a seat's handle


def test_a_seat_sees_what_its_match_shows_it():
    match = match_of(15, seats=3)
    seat = match.seat(1)
    assert seat.legal == match.legal(1)
    assert seat.view() == match.view(1)
    assert seat.seats == 3
    assert seat.number == 1


def test_a_sample_never_shows_the_true_state():
    """Neither the hidden cards, nor the seed, nor the seal that it is made of, nor what led there."""
    keep = Seal("m1", seal(b"\1" * 32), ((b"\1" * 32).hex(), (b"\2" * 32).hex()))
    match = mv.open_match("misty", seats=3, seal=keep)
    for _ in range(7):
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    for number in range(20):
        world = match.seat(0).sample(number)
        assert world.state != match.state
        assert world.seed != match.seed
        assert world.seal is None
        assert world.view(0)["state"] == match.view(0)["state"]
        assert not np.array_equal(world.step(0).state["key"], match.step(0).state["key"])
        assert not np.array_equal(world.step(0).state["deck"], match.step(match.steps).state["deck"])


def test_samples_are_repeatable_and_differ_by_seed():
    match = match_of(9, seats=4)
    seat = match.seat(2)
    assert seat.sample(5).state == seat.sample(5).state
    assert len({seat.sample(n).state for n in range(10)}) == 10


def test_a_world_is_without_what_others_did_in_this_epoch():
    match = open_match(duel.GAME, seed=2)
    match.play(1, "bid 3")
    assert match.seat(0).world(1)["bid"].tolist() == [-1, -1]


def test_in_a_sample_others_have_decided_who_have_at_the_table():
    """That they have is public; what they chose is drawn evenly from what they could have."""
    match = open_match(duel.GAME, seed=2)
    choices = Counter(str(move) for move in match.legal(1))
    match.play(1, "bid 3")
    chosen: Counter[str] = Counter()
    for seed in range(400):
        world = match.seat(0).sample(seed)
        assert world.pending == match.pending == (0,)
        assert world.view(0)["state"] == match.view(0)["state"]
        chosen[str(world.step(world.steps).move)] += 1
    assert chosen.keys() <= choices.keys()
    assert max(chosen.values()) < 3 * min(chosen.values())


@pytest.mark.parametrize("name", mv.games())
def test_a_sample_waits_for_whom_the_table_waits_for(name: str):
    """In all games, however many moves a seat makes before it has decided."""
    match, dice, kept = mv.open_match(name, seats=max(mv.game(name).seats), seed=3), random.Random(3), 0
    for _ in range(60):
        if match.over:
            break
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        for viewer in range(match.seats):
            world = match.seat(viewer).sample(dice.randrange(1 << 60))
            assert (world.pending, world.over) == (match.pending, match.over)
            assert world.view(viewer)["state"] == match.view(viewer)["state"]
            assert world.legal(viewer) == match.legal(viewer)
            world.audit()
            kept += world.steps > 0
    simultaneous = any(len(mv.open_match(name, seats=each).pending) > 1 for each in mv.game(name).seats)
    assert bool(kept) == simultaneous


def test_a_sample_can_be_played_to_its_end():
    match = match_of(25, seats=3)
    world = match.seat(0).sample(4)
    while not world.over:
        world.play(world.pending[0], world.legal(world.pending[0])[0])
        world.audit()


# ---------------------------------------------------------------- the log


def told(match: Match, viewer: int | None) -> list[str]:
    return [text for _, text in match.look(viewer).log]


def test_the_log_tells_a_move_when_its_epoch_is_over():
    """Also to who read the log before that: what could not be told then is told now."""
    match = open_match(duel.GAME, seed=2)
    assert told(match, 1) == ["deal"]
    match.play(0, "bid 0")
    assert told(match, 0) == ["deal", "Seat 1 bids nothing"]
    assert told(match, 1) == told(match, None) == ["deal"]
    assert match.tell(1, match.steps) == ""
    match.play(1, "bid 2")
    for viewer in (0, 1, None):
        assert told(match, viewer) == ["deal", "Seat 1 bids nothing", "Seat 2 bids 2", "show", "deal"]


def test_the_log_of_an_earlier_step_ends_there():
    match = open_match(duel.GAME, seed=2)
    match.play(0, "bid 0")
    match.play(1, "bid 2")
    assert [text for _, text in match.look(1, step=2).log] == ["deal"], "seat 0 had bid, and seat 1 did not know what"
    assert [text for _, text in match.look(0, step=2).log] == ["deal", "Seat 1 bids nothing"]


def test_the_log_forgets_what_was_taken_back():
    match = open_match(duel.GAME, seed=2)
    match.play(0, "bid 0")
    assert len(told(match, 0)) == 2
    match.undo(0)
    assert told(match, 0) == ["deal"]


def test_names_are_used_where_given():
    match = open_match(duel.GAME, seed=2, names=("Ann", ""))
    match.play(0, "bid 1")
    match.play(1, "bid 1")
    assert told(match, None)[1:3] == ["Ann bids 1", "Seat 2 bids 1"]


def test_a_game_may_word_its_own_moves():
    """It is given the views around the move; where it says nothing, the catalogue does."""
    asked: set[tuple[int, int, int]] = set()

    def say(seat: int, move: mv.Move, before: mv.View, after: mv.View) -> str:
        asked.add((after.viewer, int(before.state["bid"][seat]), int(after.state["bid"][seat])))
        return f"{after.name(seat)} dares {str(move)[-1]}" if move != "bid 0" else ""

    match = open_match(replace(duel.GAME, say=say), seed=2)
    match.play(0, "bid 2")
    assert told(match, 0) == ["deal", "Seat 1 dares 2"]
    assert told(match, 1) == ["deal"]
    assert asked == {(0, NOTHING, 2)}, "nobody else may know of it yet"
    match.play(1, "bid 0")
    for viewer in (0, 1, None):
        assert told(match, viewer) == ["deal", "Seat 1 dares 2", "Seat 2 bids nothing", "show", "deal"]


def test_a_move_is_worded_as_it_was_for_who_moved():
    """Several moves of one epoch: each is told from the table that the one before it has left."""
    match = match_of(moves=0, options={"window": "small"})
    while int(match.raw["phase"]) != ACTIVATION or len(match.legal(0)) < 2:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    start = match.steps
    while 0 in match.pending and int(match.raw["phase"]) == ACTIVATION:
        match.play(0, match.legal(0)[0])
    own = [match.tell(0, number) for number in range(start + 1, match.steps + 1)]
    assert len(own) > 1
    number = match.steps
    while int(match.raw["phase"]) == ACTIVATION:
        match.play(1, match.legal(1)[0])
    for viewer in (1, None):
        assert [match.tell(viewer, n) for n in range(start + 1, number + 1)] == own


# ---------------------------------------------------------------- folds


def test_beats_before_the_first_move_of_an_epoch_are_everybodys(monkeypatch: pytest.MonkeyPatch):
    """An epoch may begin with several beats: none of them may be lost to who sees only its own moves."""
    if INTERPRETED:
        pytest.skip("the slip is written for compiled records")
    from mistvale.core import verbs

    rules = verbs.of(duel.GAME.state)
    right = rules["beat"]

    def beat(s: Any, box: Any) -> int:
        kind = int(right(s, box))
        s["epoch"] -= kind == 0 and s["played"] == 0  # the first deal begins no epoch
        return kind

    monkeypatch.setitem(rules, "beat", beat)
    match = open_match(duel.GAME, seed=2)
    match.play(1, "bid 2")
    assert match.legal(0) == list(match.look(0).legal) != []
    match.play(0, "bid 2")
    assert not laws.check_game(duel.GAME, positions=100, interpreted=False)


# ---------------------------------------------------------------- names


def test_a_name_cannot_break_a_line_or_hide():
    """Whoever prints a record prints the names in it."""
    match = mv.open_match("misty", seats=2, seed=1, names=("B\x1b[31m\n\u202eob", " Ann "))
    assert match.names == ("B [31m ob", "Ann")
    assert mv.load(match.record()).names == match.names


def test_states_of_old_steps_are_kept_small_and_are_the_same():
    """A live table keeps all its steps; only the newest are asked for all the time."""
    match, dice = mv.open_match("misty", seats=2, seed=5), random.Random(5)
    known = []
    while not match.over:
        known += [packed(match.step(n).state, match.game.state) for n in range(len(known), match.steps + 1)]
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    assert match.steps > UNPACKED + 2 * CHAPTER
    assert [packed(match.step(n).state, match.game.state) for n in range(len(known))] == known
    assert match.step(1).state is not match.step(1).state, "made anew each time"
    assert match.step(match.steps).state is match.step(match.steps).state


def test_a_chapter_is_a_tenth_of_its_states():
    match, dice = mv.open_match("valdora", seats=3, seed=5), random.Random(5)
    while match.steps < CHAPTER:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    chapter = Chapter([match.step(n) for n in range(CHAPTER)])
    assert len(chapter.packed) * 10 < CHAPTER * match.game.state.itemsize
    for n in range(CHAPTER):
        told, step = chapter[n], match.step(n)
        assert (told.seat, told.move, told.beat) == (step.seat, step.move, step.beat)
        assert told.epoch_start == step.epoch_start
        assert told.state.tobytes() == step.state.tobytes()


def test_what_can_be_taken_back_is_in_no_chapter():
    """However long an epoch is: whoever takes its first move back gets the table as it was before."""
    match, dice = mv.open_match("misty", seats=4, seed=3), random.Random(3)
    while not match.over:
        before = match.state
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        if match.can_undo(seat):
            twin = match.copy()
            twin.undo(seat)
            assert twin.state == before
