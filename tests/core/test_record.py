"""Records: a match as text and back without loss; torn, altered, foreign or future ones are refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistvale as mv
from mistvale.core.chance import Seal, seal
from mistvale.core.ending import Ending
from mistvale.core.match import Match
from mistvale.core.record import MOST_BYTES, _checksum


def played(moves: int = 40, seed: int = 11, **kwargs: Any) -> Match:
    match, dice = (
        mv.open_match("misty", seed=None if "seal" in kwargs else seed, **kwargs),
        random.Random(seed),
    )
    for _ in range(moves):
        if match.over:
            break
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    return match


TEXT = played(names=("Ann", "Zoë")).record()
SEAL = Seal("m1", seal(b"\1" * 32), ((b"\1" * 32).hex(), (b"\2" * 32).hex()))


def forged(**changes: Any) -> str:
    """The record with changes and a checksum that fits them: who forges it knows how."""
    record = {**json.loads(TEXT), **changes}
    record = {key: value for key, value in record.items() if value is not ...}
    record["checksum"] = _checksum(record)
    return json.dumps(record)


def refused(text: str | bytes, **kwargs: Any) -> str:
    with pytest.raises(mv.BadRecord) as caught:
        mv.load(text, **kwargs)
    return str(caught.value)


# ---------------------------------------------------------------- without loss


@pytest.mark.parametrize("moves", [0, 1, 17, 10_000])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_record_gives_the_match_again(moves: int, seats: int):
    match = played(moves, seed=seats, seats=seats, options={"window": "small"})
    again = mv.load(match.record())
    assert again.record() == match.record()
    assert again.state == match.state
    assert [again.step(n).beat for n in range(again.steps + 1)] == [match.step(n).beat for n in range(match.steps + 1)]
    assert again.over == (moves == 10_000)


def test_a_record_says_what_a_reader_needs():
    record = json.loads(TEXT)
    assert record["format"] == "mistvale-record"
    assert record["game"] == "misty"
    assert record["options"] == {"window": "standard"}
    assert record["seats"] == 2
    assert record["names"] == ["Ann", "Zoë"]
    assert len(bytes.fromhex(record["seed"])) == 32
    assert len(record["moves"]) == 40
    assert record["moves"][0].split()[:2] in (["0", "pick"], ["1", "pick"])


def test_a_record_may_come_as_bytes():
    assert mv.load(TEXT.encode()).digest() == mv.load(TEXT).digest()


def test_a_match_goes_on_from_its_record():
    match = mv.load(TEXT)
    seat = match.pending[0]
    match.play(seat, match.legal(seat)[0])
    assert len(json.loads(match.record())["moves"]) == 41


def test_what_was_taken_back_is_not_in_the_record():
    match = mv.open_match("misty", seed=1)
    match.play(0, match.legal(0)[0])
    match.undo(0)
    assert json.loads(match.record())["moves"] == []


def test_a_bare_state_has_no_record():
    match = mv.open_match("misty", seed=1)
    match.state = match.state
    with pytest.raises(mv.BadRecord, match="no record of how it came about"):
        match.record()
    with pytest.raises(mv.BadRecord):
        match.seat(0).sample(1).record()


# ---------------------------------------------------------------- torn and altered


@given(st.integers(0, len(TEXT.encode()) - 3))
def test_a_torn_record_is_refused(length: int):
    """Cut off at any byte (but for the newline and the brace at its end)."""
    assert "torn" in refused(TEXT.encode()[:length])


@given(st.integers(0, len(TEXT.encode()) - 2), st.integers(1, 255))
def test_an_altered_record_is_refused(at: int, by: int):
    """Any byte of it, by anything."""
    altered = bytearray(TEXT.encode())
    altered[at] ^= by
    try:
        same = json.loads(bytes(altered)) == json.loads(TEXT)
    except ValueError:
        same = False
    if same:
        assert mv.load(bytes(altered)).record() == TEXT  # one blank for another
    else:
        assert refused(bytes(altered))


@given(st.integers(0, 39), st.text(max_size=12))
def test_a_forged_move_is_refused(number: int, text: str):
    moves = list(json.loads(TEXT)["moves"])
    if text == moves[number]:
        return
    moves[number] = text
    reason = refused(forged(moves=moves))
    assert reason.startswith(f"move {number + 1} (") or "another position" in reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": 3}, "is not possible|another position"),
        ({"seats": 9}, "Misty is for 2, 3 or 4 seats, not 9"),
        ({"seats": True}, "not True"),
        ({"seats": 2.0}, "'seats' is missing or of the wrong kind"),
        ({"seed": "00" * 32}, "is not possible|another position"),
        ({"seed": "00"}, "a seed has 32 bytes, this one has 1"),
        ({"seed": "zz" * 32}, "64 hexadecimal digits"),
        ({"options": {"window": "round"}}, "option window must be standard or small, not 'round'"),
        ({"options": {"colour": "red"}}, "Misty has no option 'colour'; it has: window"),
        ({"options": {"window": ["small"]}}, "option window must be"),
        ({"options": {"window": "small"}}, "is not possible|another position"),
        ({"moves": ["0 pick rocket", 3]}, "moves and names must be texts"),
        ({"moves": ["pick"] * 3}, "move 1 .* is not possible"),
        ({"moves": ["9" * 5000 + " pick rocket"]}, "move 1 .* is not possible"),
        ({"moves": []}, "its moves lead to another position than it claims: it was altered"),
        ({"digest": "00" * 32}, "its moves lead to another position than it claims: it was altered"),
        ({"scores": [99, 0]}, "another result than it claims: it was altered"),
        ({"over": True}, "another result than it claims: it was altered"),
        ({"box": "00" * 32}, "played with another box than this one"),
        ({"game": "chess"}, "there is no game called 'chess'; installed: "),
        ({"game": ...}, "it is incomplete: 'game' is missing"),
        ({"moves": ...}, "it is incomplete: 'moves' is missing"),
        ({"names": "Ann"}, "it is incomplete: 'names' is missing or of the wrong kind"),
        ({"names": ["\ud800", "Bob"]}, "names"),
        ({"seal": 3}, "its seal is incomplete"),
        ({"seal": {"match": "m1", "host": "00"}}, "its seal is incomplete"),
        ({"seal": {"match": "m1", "host": "00", "parts": []}}, "the host's part does not fit"),
        ({"seal": {"match": "m1", "host": "00", "parts": ["zz"]}}, "hexadecimal"),
        (
            {"seal": {"match": "m1", "host": SEAL.host_seal, "parts": list(SEAL.parts)}},
            "its seed is not the one that its sealed parts make",
        ),
    ],
)
def test_a_forged_record_is_refused_with_the_reason(changes: dict[str, Any], reason: str):
    with pytest.raises(mv.BadRecord, match=reason):
        mv.load(forged(**changes))


def test_a_checksum_that_does_not_fit_is_told_first():
    record = {**json.loads(TEXT), "names": ["Eve", "Zoë"]}
    assert refused(json.dumps(record)) == "it was altered: its checksum does not fit its content"


# ---------------------------------------------------------------- foreign and from the future


@pytest.mark.parametrize(
    "text", ["{}", "[]", "3", "null", '"text"', '{"format": "pgn"}', '{"format": ["mistvale-record"]}']
)
def test_foreign_json_is_refused(text: str):
    assert refused(text) == "it is JSON, but not a Mistvale record"


@pytest.mark.parametrize(
    "text", ["", "1. e4 e5", b"\xff\xfe\x00", b"\x89PNG\r\n", "[" * 100_000, '{"a": ' + "9" * 5000 + "}"]
)
def test_what_is_no_json_is_refused(text: str | bytes):
    assert "can't be read as JSON" in refused(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_any_json_is_refused(value: Any):
    assert refused(json.dumps(value))


@given(st.sampled_from(sorted(json.loads(TEXT))), json_values)
def test_anything_in_place_of_a_part_is_refused(key: str, value: Any):
    record = json.loads(TEXT)
    if value == record[key] and type(value) is type(record[key]):
        return
    reason = "names" if key == "names" and isinstance(value, list) else ""
    try:
        loaded = mv.load(forged(**{key: value}))
    except mv.BadRecord as bad:
        assert str(bad)
    else:
        # Names are what people call themselves; an older version of the format or rules may lead to the same. So may
        # options that are left out, as a record from before there was one does: they have their defaults.
        same_options = key == "options" and loaded.options == record["options"]
        assert reason or same_options or key in ("rules", "version", "checksum"), loaded


def test_a_record_from_the_future_is_refused():
    assert "version 3 of the format; this Mistvale reads up to 2: update it" in refused(forged(version=3))
    assert "version 99 of the rules of Misty; this is version" in refused(forged(rules=99))


@pytest.mark.parametrize("version", [None, "1", 1.5, True, 0, -3])
def test_a_record_that_does_not_say_its_version_is_refused(version: Any):
    assert "does not say which version of the format" in refused(forged(version=version))


def test_a_deep_one_is_refused():
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    text = json.dumps({**json.loads(TEXT), "options": {"window": deep}})
    assert refused(text)


def test_a_huge_one_is_refused():
    assert "larger than a record can be" in refused(" " * (MOST_BYTES + 1))


# ---------------------------------------------------------------- another box


def test_a_match_on_another_box_is_loaded_with_that_box(misty: mv.Game):
    data = dict(misty.box().data)
    data["cards"] = [dict(row) for row in data["cards"]]
    data["cards"][0]["count"], data["cards"][1]["count"] = 3, 5
    box = misty.box(data)
    match = played(30, box=box)
    assert "give that box's file" in refused(match.record())
    assert mv.load(match.record(), box=box).state == match.state


# ---------------------------------------------------------------- seals


def test_a_sealed_match_can_be_verified():
    match = played(20, seal=SEAL)
    text = match.record()
    assert mv.verify(text, SEAL.host_seal).seed == SEAL.seed()
    assert mv.verify(text, f"  {SEAL.host_seal.upper()} ").digest() == match.digest()
    assert mv.load(text).seal == SEAL
    for part in SEAL.parts:
        assert mv.verify(text, seal(bytes.fromhex(part))).seed == SEAL.seed(), "a seat that kept its seal can check too"
    with pytest.raises(mv.BadRecord, match="none of the parts that its seed is made of fits the seal given"):
        mv.verify(text, seal(b"other"))


def test_an_open_match_has_no_seal():
    with pytest.raises(mv.BadRecord, match="an open match: its seed was given by hand"):
        mv.verify(TEXT, SEAL.host_seal)
    assert mv.verify(TEXT).record() == TEXT


# ---------------------------------------------------------------- how it ended


def test_a_record_tells_how_a_match_ended_beside_its_rules():
    match = played()
    assert "ending" not in json.loads(match.record()), "most have nothing to tell"
    match.ending = Ending("timeout", ("played", "timeout"), (1, 2))
    again = mv.load(match.record())
    assert again.ending == match.ending
    assert again.record() == match.record()


@pytest.mark.parametrize(
    "ending",
    [
        "timeout",
        {"end": "timeout", "seats": ["played", "timeout"]},
        {"end": "rules", "seats": ["played", "played"], "ranks": []},
        {"end": "weather", "seats": ["played", "played"], "ranks": []},
        {"end": "left", "seats": ["played"], "ranks": []},
        {"end": "left", "seats": ["played", "eaten"], "ranks": []},
        {"end": "left", "seats": ["played", "left"], "ranks": [1]},
        {"end": "left", "seats": ["played", "left"], "ranks": [1, 3]},
        {"end": "left", "seats": ["played", "left"], "ranks": [1, True]},
        {"end": "left", "seats": 2, "ranks": []},
        {"end": ["left"], "seats": ["played", "left"], "ranks": []},
        {"end": "left", "seats": [["played"], "left"], "ranks": []},
    ],
)
def test_an_ending_that_cannot_be_is_refused(ending: Any):
    """The match that it is about is not over by its rules."""
    assert "how the match ended" in refused(forged(ending=ending))
