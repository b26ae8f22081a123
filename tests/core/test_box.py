"""Boxes: what is wrong with one is said, all of it at once; what is not wrong plays."""

from __future__ import annotations

import copy
import json
import random
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mistvale as mv
from mistvale.core import fields
from mistvale.core.box import Check, read_box
from mistvale.core.match import open_match
from mistvale.core.rule import packed
from mistvale.core.text import words

MISTY = mv.game("misty")
TEXT = (resources.files("mistvale.games.misty") / "box.toml").read_text(encoding="utf-8")


def data() -> dict[str, Any]:
    """The data of Misty's own box, to be damaged."""
    return copy.deepcopy(dict(MISTY.box().data))


def refused(broken: Any, **kwargs: Any) -> list[str]:
    with pytest.raises(mv.BadBox) as caught:
        MISTY.box(broken, **kwargs)
    assert caught.value.problems
    return caught.value.problems


# ---------------------------------------------------------------- what is wrong is said


def test_the_standard_box_is_in_order():
    box = MISTY.box()
    assert box.words["cards"][:3] == ("rocket", "balloon", "leaf")
    assert MISTY.box() is box
    assert MISTY.box(box) is box


def test_wrong_counts_are_refused():
    """The issue, 'Bad input': a box file with the wrong counts."""
    broken = data()
    broken["cards"][0]["count"] = 5
    assert refused(broken) == ["cards: 55 in all, the rulebook has 54"]


def test_all_problems_are_told_at_once():
    broken = data()
    broken["cards"][0]["points"] = 3
    broken["cards"][8]["points"] = 1
    broken["match"]["wins"] = 3
    problems = refused(broken)
    assert problems == [
        "rocket: the rulebook has points = 1",
        "flower: the rulebook has points = 2",
        "match: the rulebook has wins = 2",
    ]


def cards(change):
    return lambda broken: change(broken["cards"])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            cards(lambda c: c[0].update(arrow="sideways")),
            "rocket: arrow must be one of up, down, left, right, not 'sideways'",
        ),
        (cards(lambda c: c[0].update(arrow="down")), "rocket: the rulebook has arrow = up"),
        (cards(lambda c: c[4].update(arrow="up")), "fire-truck: the rulebook has arrow = left or right"),
        (cards(lambda c: c[8].update(arrow="up")), "flower: 'arrow' does not go with class = flower"),
        (cards(lambda c: c[0].pop("arrow")), "rocket: arrow must be a word, not None"),
        (cards(lambda c: c[0].update(count=-1)), "rocket: count must be from 0 to 64, not -1"),
        (cards(lambda c: c[0].update(count=4.0)), "rocket: count must be a whole number, not 4.0"),
        (cards(lambda c: c[0].update(count=True)), "rocket: count must be a whole number, not True"),
        (
            cards(lambda c: c[0].update({"class": "bird"})),
            "rocket: class must be one of arrow, flower, monster, smile, plain",
        ),
        (
            cards(lambda c: c[0].update(name="Rocket")),
            "'Rocket' must be written in lower case letters a to z",
        ),
        (cards(lambda c: c[0].update(name="fusée")), "'fusée' must be written in lower case letters a to z"),
        (cards(lambda c: c[0].update(name="big rocket")), "'big rocket' must be written in lower case"),
        (cards(lambda c: c[0].update(name="star")), "cards: 'star' stands there more than once"),
        (cards(lambda c: c[0].pop("name")), "cards 1: name must be a word, not None"),
        (cards(lambda c: c.clear()), "cards: there must be 1 to 16, not 0"),
        (
            cards(lambda c: c.extend([dict(c[0], name=f"r{n}") for n in range(3)])),
            "there must be 1 to 16, not 17",
        ),
        (
            cards(lambda c: [row.update(count=0) for row in c if row["class"] == "smile"]),
            "cards: the rulebook has at least 1 with class = smile",
        ),
        (cards(lambda c: c[9].update(count=1)), "cards: the rulebook has at least 2 with class = monster"),
        (cards(lambda c: c[8].update(count=1)), "cards: the rulebook has at least 2 with class = flower"),
        (cards(lambda c: [row.update(count=0) for row in c[:2]]), "cards: the rulebook has at least 1 with arrow = up"),
        (
            cards(lambda c: [row.update(arrow="left") for row in c[4:8]]),
            "the rulebook has at least 1 with arrow = right",
        ),
        (cards(lambda c: c[11].update({"class": "smile"})), "heart: the rulebook has class = plain"),
        (cards(lambda c: c[9].update({"class": "plain"})), "monster: the rulebook has class = monster"),
        (
            cards(lambda c: (c[0].pop("arrow"), c[0].update({"class": "plain"}))),
            "rocket: the rulebook has class = arrow",
        ),
        (lambda b: b.pop("cards"), "[[cards]] is missing"),
        (lambda b: b.update(cards=3), "[[cards]] is missing"),
        (lambda b: b.pop("match"), "[match] is missing"),
        (lambda b: b["match"].update(pair=2), "match: the rulebook has pair = 1"),
        (lambda b: b.pop("windows"), "[windows] is missing"),
        (lambda b: b["windows"].pop("small"), "[small] is missing"),
        (
            lambda b: b["windows"]["standard"].update(long=5),
            "windows.standard: long must be from 1 to 4, not 5",
        ),
        (
            lambda b: b["windows"]["standard"].update(hand=4),
            "windows.standard: deals * hand is 8, but long * short is 12",
        ),
        (
            lambda b: b["windows"]["standard"].update(long=3, short=4),
            "windows.standard: short must not be more than long",
        ),
        (lambda b: b.update(game="chess"), "game must be 'misty', not 'chess'"),
        (lambda b: b.pop("game"), "game must be 'misty', not None"),
        (lambda b: b.update(format=2), "format 2 is newer than this Mistvale, which reads up to 1: update it"),
        (lambda b: b.update(format=0), "format must be a whole number, not 0"),
        (lambda b: b.update(format=True), "format must be a whole number, not True"),
        (lambda b: b.update(format="1"), "format must be a whole number, not '1'"),
    ],
)
def test_what_is_wrong_is_named(change, problem):
    broken = data()
    change(broken)
    assert any(problem in told for told in refused(broken)), refused(broken)


def test_a_box_of_another_design_needs_its_word():
    """Stated figures may be left out by who asks for it; what the rules need may not."""
    other = data()
    other["match"]["pair"] = 3
    refused(other)
    assert int(MISTY.box(other, stated_figures=False).record["pair"]) == 3
    other["cards"][0]["count"] = 99
    refused(other, stated_figures=False)


def test_what_is_wrong_is_told_in_a_language():
    broken = data()
    broken["cards"][0]["points"] = 3
    broken["match"]["wins"] = "two"
    with pytest.raises(mv.BadBox) as caught:
        MISTY.box(broken)
    english, told = caught.value.problems_told(), caught.value.problems_told("qps")
    assert english == caught.value.problems and str(caught.value) == f"box: {'; '.join(english)}"
    assert len(told) == len(english) == 3
    assert all(re.fullmatch(r"\[!!! \S+: \[!!! .*!!!\] ~* ?!!!\]|\[!!!.*!!!\]", each) for each in told), told
    assert all(each in caught.value.told("qps") for each in told)


def test_every_common_message_about_boxes_is_used():
    sources = "\n".join(file.read_text("utf-8") for file in Path(mv.__file__).parent.rglob("*.py"))
    keys = [key for key in words("en", "mistvale").messages if key.startswith("box.")]
    assert len(keys) > 20 and [key for key in keys if f'"{key}"' not in sources] == []


def test_a_game_may_have_messages_of_its_own_about_its_box():
    tribe = copy.deepcopy(dict(mv.game("misty-valley").box().data))
    tribe["tribes"][0]["A"] = tribe["tribes"][0]["B"]
    with pytest.raises(mv.BadBox, match="a review counts 7") as caught:
        mv.game("misty-valley").box(tribe)
    assert "[!!!" in caught.value.problems_told("qps")[0]


# ---------------------------------------------------------------- files


def test_a_box_is_read_from_a_file(tmp_path: Path):
    file = tmp_path / "my-box.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert MISTY.box(file).digest == MISTY.box(str(file)).digest == MISTY.box().digest


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"cards = [", "is not a TOML file"),
        (b"\xff\xfe", "is not a TOML file"),
        (b"", "game must be 'misty', not None"),
        (b"game = " + b"[" * 5000 + b"]" * 5000, "nested too deeply"),
        (b"game = " + b"9" * 6000, "is not a TOML file"),
        (b"game = 2026-13-45", "is not a TOML file"),
    ],
)
def test_a_file_that_is_no_box_is_refused(tmp_path: Path, content: bytes, reason: str):
    file = tmp_path / "my-box.toml"
    file.write_bytes(content)
    with pytest.raises(mv.BadBox, match=reason):
        MISTY.box(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(mv.BadBox, match=r"no-box\.toml: can't be read: No such file"):
        MISTY.box(tmp_path / "no-box.toml")
    with pytest.raises(mv.BadBox, match="can't be read: Is a directory"):
        MISTY.box(tmp_path)


@given(st.data())
def test_a_damaged_file_is_refused_or_read_and_never_a_crash(choices: st.DataObject):
    """Any bytes of the file altered, cut out or put in."""
    content = bytearray(TEXT.encode())
    for _ in range(choices.draw(st.integers(1, 3))):
        at = choices.draw(st.integers(0, len(content) - 1))
        what = choices.draw(st.sampled_from(("alter", "cut", "put")))
        if what == "alter":
            content[at] = choices.draw(st.integers(0, 255))
        elif what == "cut":
            del content[at : at + choices.draw(st.integers(1, 200))]
        else:
            content[at:at] = choices.draw(st.binary(max_size=20))
    assert_refused_or_playable(bytes(content))


def assert_refused_or_playable(content: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "box.toml"
        file.write_bytes(content)
        try:
            box = MISTY.box(file)
        except mv.BadBox as bad:
            assert bad.problems
            assert str(bad).startswith((file.name, str(file)))
            return
    match = open_match(MISTY, seats=4, seed=1, box=box)
    match.audit()


leaf = st.none() | st.booleans() | st.integers(-300, 300) | st.floats(allow_nan=False) | st.text(max_size=5)
anything = st.recursive(
    leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)


@given(st.data())
def test_any_value_in_the_wrong_place_is_refused_or_read(choices: st.DataObject):
    """Somewhere in the data stands something else: nothing, a number, a text, a table."""
    broken = data()
    places: list[tuple[Any, Any]] = []

    def visit(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                visit(node[key])

    visit(broken)
    for _ in range(choices.draw(st.integers(1, 2))):
        node, key = choices.draw(st.sampled_from(places))
        node[key] = choices.draw(anything)
    for stated in (True, False):
        try:
            box = MISTY.box(broken, stated_figures=stated)
        except mv.BadBox as bad:
            assert bad.problems
        else:
            match = open_match(MISTY, seats=2, seed=1, box=box)
            match.audit()


# ---------------------------------------------------------------- another box plays


@given(st.lists(st.integers(0, 12), min_size=3, max_size=16), st.integers(0, 1 << 30))
def test_a_box_with_other_cards_plays_to_the_end(counts: list[int], seed: int):
    other = data()
    dice = random.Random(seed)
    rows = [dict(dice.choice(other["cards"]), name=f"card-{n}", count=count) for n, count in enumerate(counts)]
    other["cards"] = rows
    try:
        box = MISTY.box(other, stated_figures=False)
    except mv.BadBox as bad:
        total = sum(counts)
        assert total < 24 or total > 64, bad
        return
    match = open_match(MISTY, seats=2, seed=seed, box=box, options={"window": "small"})
    while not match.over:
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
        match.audit()


def test_the_digest_is_of_what_the_rules_and_the_notation_see():
    renamed, recounted, commented = data(), data(), data()
    renamed["cards"][11]["name"] = "egg"
    recounted["cards"][0]["count"], recounted["cards"][1]["count"] = 5, 3
    commented["cards"][0]["source"] = "counted"
    digests = [MISTY.box(changed).digest for changed in (renamed, recounted, commented)]
    assert digests[2] == MISTY.box().digest
    assert len({MISTY.box().digest, *digests}) == 3


def test_a_box_that_says_no_format_is_of_the_first_and_has_the_same_digest():
    """Boxes were written, and their digests kept in records, before they said which format they are of."""
    old = data()
    assert old.pop("format") == 1
    assert MISTY.box(old).digest == MISTY.box().digest


def test_the_digest_is_the_same_on_every_machine():
    """Byte order and widths are part of the record, so a record can be checked elsewhere."""
    box = MISTY.box()
    assert packed(box.record, MISTY.box_type)[:2] == bytes([54, 14])
    assert json.loads(json.dumps(box.words)) == {"cards": list(box.words["cards"])}


def test_a_check_collects():
    check = Check()
    assert check.number({"n": 3}, "n", "here", 0, 5) == 3
    assert check.number({"n": 9}, "n", "here", 0, 5) == 0
    assert check.word({}, "w", "here", ("a", "b")) == "a"
    assert not check.stated(False, "here", "box.twice", given="no")
    assert Check(stated_figures=False).stated(False, "here", "box.twice", given="no")
    assert len(check.problems) == 3


# ---------------------------------------------------------------- what the digest is of


def test_what_follows_from_the_rest_of_a_box_is_no_part_of_its_digest():
    """Records hold the digest of their box: they stay good when advice is added that is worked out of it."""

    class Plain(fields.Record):
        tiles: int = fields.field("tiles in the box")

    class Advised(fields.Record):
        tiles: int = fields.field("tiles in the box")
        pairs: int = fields.field("pairs of them", follows=True)

    def pack(data, box, check):
        box["tiles"] = data["tiles"]
        if "pairs" in box.dtype.names:
            box["pairs"] = data["tiles"] // 2
        return {}

    plain, advised, other = (
        read_box(kind.dtype, pack, {"game": "dominoes", "tiles": tiles}, "dominoes")
        for kind, tiles in ((Plain, 7), (Advised, 7), (Advised, 8))
    )
    assert advised.record["pairs"] == 3
    assert advised.digest == plain.digest != other.digest
