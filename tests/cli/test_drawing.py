"""Scenes in boxes of characters: what lies in line, what fits, where a click goes."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len

import mistvale as mv
from mistvale.scene import Group, Prompt, Reference, Scene, Sprite
from mistvale.terminal.drawing import (
    FLAT,
    SIZES,
    Size,
    blocks,
    chart,
    cut,
    draw,
    explained,
    fitting,
    flat,
    legend,
    lines,
    measure,
    narrowed,
    shortened,
    write,
)
from mistvale.terminal.inks import inks_of
from mistvale.terminal.widgets import scores

from .helpers import played


def scene(*sprites: Sprite) -> Scene:
    group = Group("g", "Table", "main", 100, 100)
    return Scene(mv.game("misty"), 0, (group,), sprites, Prompt("What now?"), ())


def sprite(key: str, x: float, y: float, words: str, **more: object) -> Sprite:
    return Sprite(key, None, "g", x, y, (10, 10), label=words)._replace(**more)  # type: ignore[arg-type]


GRID = scene(
    sprite("a", 10, 10, "Rocket", short="Rocket ↑", move="move a1", marks=("legal",)),
    sprite("b", 20, 10, "House", marks=("last",)),
    sprite("c", 20, 20, "Star", marks=("blur",)),
    sprite("d", 14, 40, "Leaf"),
    sprite("e", 25, 40, "Heart", marks=("focus",)),
)


def test_rows_that_do_not_stand_in_line_are_blocks_of_their_own() -> None:
    grid, hand = blocks(GRID, GRID.groups[0])
    assert [[s.key for s in row.values()] for row in grid.rows] == [["a", "b"], ["c"]]
    assert grid.rows[1].keys() == {1}
    assert [s.key for s in hand.rows[0].values()] == ["d", "e"]


def test_marks_have_a_shape_each() -> None:
    picture = draw(blocks(GRID, GRID.groups[0]), Size(12, 2))
    assert picture.text.plain.splitlines() == [
        "┏a1━━━━━━━┓ ╭────────•╮",
        "┃ Rocket  ┃ │  House  │",
        "┃    ↑    ┃ │         │",
        "┗━━━━━━━━━┛ ╰─────────╯",
        "            ╭─────────╮",
        "            │  Star   │",
        "            │≈≈≈≈≈≈≈≈≈│",
        "            ╰≈≈≈≈≈≈≈≈≈╯",
        "┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄",
        "╭─────────╮ ╔═════════╗",
        "│  Leaf   │ ║  Heart  ║",
        "│         │ ║         ║",
        "╰─────────╯ ╚═════════╝",
    ]


def test_a_click_finds_its_sprite() -> None:
    picture = draw(blocks(GRID, GRID.groups[0]), Size(12, 2))
    assert picture.at(0, 0) is GRID.sprites[0]
    assert picture.at(13, 5) is GRID.sprites[2]
    assert picture.at(3, 10) is GRID.sprites[3]
    assert picture.at(3, 5) is None
    assert picture.at(99, 99) is None


def test_lines_say_all_without_frames() -> None:
    text = lines(blocks(GRID, GRID.groups[0]), 40).text.plain
    assert [line.rstrip() for line in text.splitlines()] == [
        "*a1 Rocket ↑ 'House",
        "             ~Star",
        "┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄",
        " Leaf  >Heart",
    ]


def test_the_largest_size_that_fits_is_taken() -> None:
    parts = blocks(GRID, GRID.groups[0])
    for size in SIZES:
        assert fitting(parts, *measure(parts, size)) == size
    assert fitting(parts, 20, 3).lines == 0
    assert measure(parts, fitting(parts, 14, 3))[0] <= 14


def test_an_arrow_is_never_cut_off() -> None:
    assert shortened("Raindrop ↓", 7) == "Raindr↓"
    assert shortened("Raindrop ↓", 10) == "Raindrop ↓"
    assert shortened("Monster", 4) == "Mons"
    assert shortened("Hut", 5) == "Hut  "


def test_an_empty_group_is_its_title_alone() -> None:
    empty = scene()
    assert blocks(empty, empty.groups[0]) == []
    assert "Table" in write(empty).plain


@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_scene_of_a_match_can_be_drawn(width: int) -> None:
    match = played(seed=2, seats=3)
    for step in range(0, match.steps + 1, 3):
        for viewer in (None, 0):
            drawn: Scene = match.scene(viewer, step=step)
            text = write(drawn, width).plain
            assert drawn.prompt.text in text
            for group in drawn.groups:
                assert group.title in text
                parts = blocks(drawn, group)
                shown = {s.key for block in parts for row in block.rows for s in row.values()}
                legal = {s.key for s in drawn.sprites if s.group == group.key and s.move}
                assert legal <= shown
                size = fitting(parts, width, 20)
                assert draw(parts, size).width <= max(width, 5 * max((len(b.columns) for b in parts), default=1))


def test_a_badge_is_said_by_what_it_lies_on() -> None:
    """docs/scenes.md: a figure on a symbol, without a label, takes no room of its own."""
    card = Sprite("card", "rocket", "window", 50, 50, (100, 100), label="Rocket, 2 points")
    badge = Sprite("badge", "points-badge", "window", 20, 80, (30, 30), text="2", layer=4)
    assert card.is_read
    assert not badge.is_read
    assert Sprite("words", None, "window", 50, 50, (100, 100), text="7").is_read


# ---------------------------------------------------------------- where room is short


@pytest.mark.parametrize(
    ("words", "most", "said"),
    [
        ("Jungle+Mountain", 3, "Jun+Mou"),
        ("Mountain? ⚑12 @Y", 2, "Mo? ⚑12 @Y"),
        ("Lagoon", 0, "Lagoon"),
        ("2g1a", 2, "2g1a"),
    ],
)
def test_words_are_cut_and_signs_stay(words: str, most: int, said: str) -> None:
    assert cut(words, most) == said


def test_framed_words_are_cut_before_the_signs_behind_them() -> None:
    assert narrowed("Mountain?", 8) == "Mountai?"
    assert narrowed("Raindrop ↓", 8) == "Raindro↓"
    assert narrowed("Monster", 4) == "Mons"


PAIRS = ("Jungle+Mountain", "Steppe+Lagoon", "Lagoon+Lagoon")
SKETCHES = scene(*(sprite(str(i), 20 * i, 10, words) for i, words in enumerate(PAIRS)))


@pytest.mark.parametrize(("room", "said"), [(60, "Jungle+Mountain"), (40, "Jungl+Mount"), (30, "Jun+Mou")])
def test_both_halves_can_be_read_in_whatever_room(room: int, said: str) -> None:
    picture = draw(blocks(SKETCHES, SKETCHES.groups[0]), FLAT, room)
    assert picture.width <= room
    assert said in picture.text.plain
    assert (picture.signs.get("Jun") == "Jungle") == (said == "Jun+Mou")


def test_a_legend_tells_what_signs_stand_for() -> None:
    assert legend({"Mo": "Mountain", "Ju": "Jungle"}, 40).text.plain == "Ju Jungle   Mo Mountain"
    assert legend({"Mo": "Mountain", "Ju": "Jungle"}, 15).text.plain == "Ju Jungle\nMo Mountain"


def test_names_have_the_colours_of_their_drawings() -> None:
    match = mv.open_match("misterra", seed=1)
    drawn: Scene = match.scene(0)
    inks = inks_of(drawn)
    assert {"ju", "jungle", "mou", "steppe"} <= inks.words.keys()
    assert inks.words["jungle"] == inks.art["tile-jungle"] != inks.words["lagoon"]
    text = flat(drawn, drawn.groups[0], 60, inks=inks).text
    (at,) = (text.plain.index(word) for word in ("Jungle",))
    assert any(span.start <= at < span.end and str(span.style) == inks.words["jungle"] for span in text.spans)


def test_what_begins_names_of_two_colours_has_none() -> None:
    reference = (Reference("tile-jungle", "Mast", "", ""), Reference("tile-lagoon", "Mill", "", ""))
    drawn = replace(GRID, game=mv.game("misterra"), reference=reference)
    assert inks_of(drawn).words.keys() == {"ma", "mas", "mast", "mi", "mil", "mill"}
    alike = (*reference, Reference("tile-steppe", "Mask", "", ""))
    assert inks_of(replace(drawn, reference=alike)).words.keys() == {"mast", "mask", "mi", "mil", "mill"}


def test_a_map_shows_each_thing_about_where_it_lies() -> None:
    match = mv.open_match("valdora", 3, seed=1)
    drawn: Scene = match.scene(0)
    group = drawn.groups[0]
    picture = chart(drawn, group, 90, 24)
    places = {area.sprite.key: area for area in picture.areas}
    read = [s for s in drawn.sprites if s.group == group.key and s.is_read]
    assert places.keys() == {s.key for s in read}
    assert not picture.is_partial
    for sprite in read:
        area = places[sprite.key]
        assert abs(area.y - sprite.y / group.height * 24) <= 1
        assert abs(area.x + area.width / 2 - sprite.x / group.width * 90) < 18, sprite.key
        assert picture.at(area.x + 1, area.y) is sprite


def test_a_map_without_room_keeps_what_can_be_played() -> None:
    match = mv.open_match("valdora", 3, seed=1)
    drawn: Scene = match.scene(match.pending[0])
    picture = chart(drawn, drawn.groups[0], 44, 7)
    assert picture.is_partial
    assert picture.width <= 44
    shown = {area.sprite.key for area in picture.areas}
    assert {s.key for s in drawn.sprites if s.group == "board" and s.move and s.is_read} <= shown


def test_whose_a_card_is_stays_to_be_read_in_a_frame() -> None:
    """Of a long name in a small frame letters are left out, and not its last word: the owner."""
    match = mv.open_match("secret-valley", 4, 7, names=["Ann", "Random 1", "Random 2", "Zdeňka"])
    dice = random.Random(3)
    for _ in range(40):
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
    scene = match.scene(match.pending[0])
    valley = blocks(scene, scene.groups[0])
    owners = [sprite.short.split()[-1] for sprite in scene.sprites if sprite.key.startswith("card-") and sprite.place]
    assert {"Ann", "1", "2", "Zdeňka"} == set(owners)
    for size in SIZES:
        if size.lines > 1:
            lines = [line.plain for line in draw(valley, size).lines]
            for owner in ("Ann", "1", "2", "Zde"):
                frames = sum(len(re.findall(rf"\b{owner}\w* *[│┃║]", line)) for line in lines)
                assert frames >= owners.count(next(name for name in owners if name.startswith(owner))), (owner, size)


@pytest.mark.parametrize("name", ["Zdeňka", unicodedata.normalize("NFD", "Žofie Dvořáková"), "Őrs Győző", "日本"])
def test_columns_stand_in_line_whatever_the_letters(name: str) -> None:
    """Marks over letters take no room of their own, and some letters take twice as much."""
    scene = mv.open_match("misty", 2, 7, names=[name, "Bob"]).scene(0)
    first, second = write(scene).plain.splitlines()[:2]
    assert cell_len(first.split("  0  ")[0]) == cell_len(second.split("  0  ")[0])
    lines = scores(scene, 60).plain.splitlines()
    assert cell_len(lines[0].split("  0  ")[0]) == cell_len(lines[1].split("  0  ")[0])


def test_a_word_is_cut_between_letters_and_not_below_their_marks() -> None:
    word = unicodedata.normalize("NFD", "šťáva")
    assert cut(word, 3) == unicodedata.normalize("NFD", "šťá")
    assert explained(word, 3) == {unicodedata.normalize("NFD", "šťá"): word}
