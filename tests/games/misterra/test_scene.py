"""What players of Misterra see: every move in reach, effects before they happen, reasons, how far the end is."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.games.misterra import GAME
from mistvale.games.misterra.reading.actions import effect_on_hypotheses, effects_on_island
from mistvale.games.misterra.reading.points import points_on
from mistvale.games.misterra.rules.reasons import REASONS
from mistvale.games.misterra.scene.board import PAPER, at
from mistvale.games.misterra.state import ENDINGS, KEEPING, LIES, SQUARE_NAMES
from mistvale.scene import Button, Scene, Sprite
from tests.rulebook.misterra.conftest import Chart, place_of

NAMES = ("Ann", "Bob", "Cid", "Dee")
SHORE = """
    . . . . .
    . . . . .
    . . J . .
    . l S M .
    s s S l .
"""
FIVE = ["steppe-steppe", "jungle-lagoon", "steppe-mountain", "lagoon-mountain", "jungle-mountain"]
SHORE_STEPPE = ("a1", "b1", "c1", "c2")


def opened(seats: int, seed: int = 1, **options: str) -> Match:
    return open_match(GAME, seats=seats, seed=seed, options=options, names=NAMES[:seats])


def play_on(match: Match, dice: random.Random) -> None:
    """One move; a sketch that can be drawn mostly is, so that something happens."""
    seat = dice.choice(match.pending)
    legal = match.legal(seat)
    drawn = [move for move in legal if move.startswith("draw ")]
    match.play(seat, dice.choice(drawn if drawn and dice.random() < 0.8 else legal))


def find(picture: Scene, key: str) -> Sprite:
    return next(sprite for sprite in picture.sprites if sprite.key == key)


def keys(picture: Scene, start: str) -> set[str]:
    """What there is of a kind, by the rest of its keys."""
    return {sprite.key.removeprefix(start) for sprite in picture.sprites if sprite.key.startswith(start)}


def squares(picture: Scene, start: str) -> set[str]:
    """The squares on which something of a kind lies."""
    return {SQUARE_NAMES[int(number)] for number in keys(picture, start)}


def misty(picture: Scene) -> set[str]:
    """The squares over which mist lies."""
    return {SQUARE_NAMES[int(key.split("-")[0])] for key in keys(picture, "mist-")}


def reachable(picture: Scene) -> set[str]:
    """Every move that a player can reach by a sprite, by turning one, or by a button."""
    sprites = {move for sprite in picture.sprites for move in sprite.moves}
    return sprites | {button.move for button in picture.prompt.buttons if button.move}


def button(picture: Scene, label: str) -> Button:
    return next(each for each in picture.prompt.buttons if each.label.startswith(label))


# ---------------------------------------------------------------- every move is in reach


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_legal_move_can_be_reached_and_no_other(seats: int) -> None:
    """By all who are to decide; of the others one looks at each step, by turns, and can reach nothing."""
    match, dice = opened(seats, seed=seats), random.Random(seats)
    asked = set()
    for viewer in itertools.cycle((None, *range(seats))):
        if match.over:
            break
        for seat in match.pending:
            picture = match.scene(seat)
            assert reachable(picture) == set(match.legal(seat))
            assert picture.prompt.mine
        if viewer not in match.pending:
            picture = match.scene(viewer)
            assert not reachable(picture)
            assert not picture.prompt.mine
        asked |= {move.split()[0] for seat in match.pending for move in match.legal(seat)}
        play_on(match, dice)
    assert asked >= {"keep", "enter", "step", "stay", "take", "draw", "claim", "rest"}


def test_steps_lie_where_they_lead() -> None:
    picture = Chart(SHORE, pawns=["c1"]).match.scene(0)
    steps = {s.move: (s.group, s.x, s.y) for s in picture.sprites if s.key.startswith("step-")}
    assert steps == {
        "step n": ("island", *at(place_of("c2"))),
        "step e": ("island", *at(place_of("d1"))),
        "step s": ("island", *at(place_of("beach c"))),
        "step w": ("island", *at(place_of("b1"))),
    }
    assert button(picture, "Stay").move == "stay"


def test_a_sketch_is_turned_around_its_first_half() -> None:
    picture = Chart(SHORE, pawns=["d1"], sketch="jungle-lagoon").match.scene(0)
    target = find(picture, f"draw-{place_of('e1')}")
    assert target.group == "parchment"
    assert target.turns == ("draw e1 e2", None, None, "draw e1 d1")
    assert find(picture, f"draw-{place_of('d2')}").turns == ("draw d2 d3", "draw d2 e2", "draw d2 d1", "draw d2 c2")


def test_a_double_can_be_turned_all_ways_too() -> None:
    """MM-5: there is one move for both ways round; a player need not know that."""
    picture = Chart(SHORE, pawns=["d1"], sketch="lagoon-lagoon").match.scene(0)
    assert find(picture, f"draw-{place_of('e1')}").turns == ("draw e1 e2", None, None, "draw d1 e1")


def test_on_a_lagoon_open_sketches_can_be_swapped() -> None:
    picture = Chart(SHORE, pawns=["d1"]).play("stay").match.scene(0)
    swaps = {sprite.move for sprite in picture.sprites if sprite.group == "sketches" and sprite.move}
    assert swaps
    assert all(move.startswith("swap ") for move in swaps if move)
    assert button(picture, "Leave").move == "no swap"


# ---------------------------------------------------------------- the boards


def test_island_and_own_parchment_are_the_two_boards_with_the_same_labels() -> None:
    match, dice = opened(3), random.Random(1)
    while match.raw["phase"] == KEEPING:
        play_on(match, dice)
    groups = {group.key: group.role for group in match.scene(1).groups}
    assert [key for key, role in groups.items() if role == "main"] == ["island", "parchment"]
    assert {key for key, role in groups.items() if role == "side"} >= {"parchment-0", "parchment-2"}
    picture = match.scene(1)
    for board in ("island", "parchment", "parchment-0"):
        labels = {s.text for s in picture.sprites if s.group == board and s.symbol == "coordinate"}
        assert labels == {*"ABCDE12345"}
    watched = {group.key: group.role for group in match.scene(None).groups}
    assert [watched[f"parchment-{seat}"] for seat in range(3)] == ["side"] * 3
    assert watched["island"] == "main"


@pytest.mark.parametrize("seats", [1, 3])
def test_the_table_is_laid_out_the_same_in_every_phase(seats: int) -> None:
    match, dice = opened(seats), random.Random(seats)
    laid: dict[int | None, set[tuple[tuple[str, str, float, float], ...]]] = {None: set(), 0: set()}
    while not match.over:
        for viewer, kinds in laid.items():
            groups = match.scene(viewer).groups
            kinds.add(tuple((group.key, group.role, group.width, group.height) for group in groups))
        play_on(match, dice)
    assert [len(kinds) for kinds in laid.values()] == [1, 1]


def test_hypotheses_are_chosen_from_on_the_empty_parchment() -> None:
    """Each stays where it lies while another one is kept."""
    match = opened(2)

    def lying() -> dict[str, tuple[float, float]]:
        shown = match.scene(0).sprites
        return {s.key: (s.x, s.y) for s in shown if s.group == "parchment" and s.stem.startswith("keep")}

    four = lying()
    assert len(four) == len(set(four.values())) == 4
    assert all(0 < x < PAPER and 0 < y < PAPER for x, y in four.values())
    match.play(0, match.legal(0)[0])
    assert len(lying()) == 3
    assert lying().items() < four.items()
    assert not [s for s in match.scene(0).sprites if s.key.startswith("blank-0-")]
    assert [s for s in match.scene(1).sprites if s.key.startswith("blank-0-")]


@pytest.mark.parametrize(
    ("seats", "captions"),
    [(2, {"to confirm", "empty", "sketches"}), (1, {"to confirm", "empty", "half-days", "sketches"})],
)
def test_what_is_counted_until_the_end_is_written_below_it(seats: int, captions: set[str]) -> None:
    shown = [sprite for sprite in opened(seats).scene(0).sprites if sprite.group == "end"]
    assert {sprite.text for sprite in shown if sprite.symbol == "caption"} == captions
    figures = [sprite.x for sprite in shown if sprite.label]
    assert sorted(figures) == sorted(sprite.x for sprite in shown if sprite.symbol == "caption")


def test_what_is_in_sight_is_marked_on_both_boards() -> None:
    far = {"d2", "d1", "d3", "d4", "c2", "b2", "e2", "c1", "c3", "e1", "e3"}
    picture = Chart(SHORE, pawns=["d2"]).match.scene(0)
    assert squares(picture, "sight-") == squares(picture, "seen-") == far
    frames = {s.key.split("-")[0]: s.group for s in picture.sprites if s.symbol == "sight"}
    assert frames == {"sight": "island", "seen": "parchment"}


def test_nothing_is_in_sight_in_a_jungle_or_in_the_turn_of_another() -> None:
    jungle = Chart(SHORE, pawns=["c3"])
    assert not keys(jungle.match.scene(0), "sight-")
    assert "blocked" in {sprite.key for sprite in jungle.match.scene(0).sprites}
    assert not keys(Chart(SHORE, pawns=["d2", "d2"]).match.scene(1), "sight-")
    assert not keys(Chart(SHORE, pawns=["d2"]).match.scene(None), "sight-")


def test_mist_lies_over_a_tile_until_it_is_confirmed() -> None:
    chart = Chart(SHORE, pawns=["d1"], sketch="lagoon-lagoon")
    assert misty(chart.match.scene(0)) == {"a1", "b1", "b2", "d1"}
    chart.play("draw d1 e1")
    assert misty(chart.match.scene(0)) == {"a1", "b1", "b2", "e1"}
    assert find(chart.match.scene(0), f"tile-{place_of('d1')}-lagoon").label == "D1: lagoon, confirmed"


# ---------------------------------------------------------------- before a sketch is laid


def previewed(move: str, sketch: str, **more: Any) -> Scene:
    picture = Chart(SHORE, pawns=["d2"], sketch=sketch, **more).match.preview(0, move)
    assert picture is not None
    return picture


def effects(picture: Scene) -> dict[str, str]:
    """The signs on the island's squares."""
    signs = {key: find(picture, f"effect-{key}").symbol for key in keys(picture, "effect-")}
    return {SQUARE_NAMES[int(key)]: str(symbol).removeprefix("effect-") for key, symbol in signs.items()}


@pytest.mark.parametrize(
    ("move", "sketch", "found"),
    [
        ("draw d3 e3", "jungle-lagoon", {"d3": "place", "e3": "place"}),
        ("draw b1 b2", "jungle-lagoon", {"b1": "replace", "b2": "confirm"}),
        ("draw c1 d1", "steppe-lagoon", {"c1": "nothing", "d1": "confirm"}),
    ],
)
def test_a_preview_says_what_becomes_of_the_island(move: str, sketch: str, found: dict[str, str]) -> None:
    picture = previewed(move, sketch)
    assert effects(picture) == found
    first, second = move.split()[1:]
    card = find(picture, f"laid-0-{place_of(first)}-{place_of(second)}")
    (ax, ay), (bx, by) = at(place_of(first)), at(place_of(second))
    assert (card.group, card.x, card.y) == ("parchment", (ax + bx) / 2, (ay + by) / 2)


def test_a_square_that_was_drawn_so_before_shows_its_sign_too() -> None:
    drawn = """
        . . . . .
        . . . . .
        . . J . .
        . . . . .
        . . s l .
    """
    assert effects(previewed("draw c1 d1", "steppe-lagoon", parchments=[drawn])) == {"c1": "nothing", "d1": "confirm"}


def test_a_target_tells_what_each_way_would_do() -> None:
    chart = Chart(SHORE, pawns=["d2"], sketch="jungle-lagoon", hypotheses={0: ["p09", "p15"]})
    told = find(chart.match.scene(0), f"draw-{place_of('b1')}").hint.splitlines()
    assert told == [
        "North: B1 turns into jungle, in mist; B2 is confirmed as lagoon; hypotheses +1",
        "East: B1 turns into jungle, in mist; lagoon on C1 changes nothing; hypotheses +1",
    ]


def test_the_points_of_a_hypothesis_change_with_the_preview() -> None:
    chart = Chart(SHORE, pawns=["d2"], sketch="jungle-lagoon", hypotheses={0: ["p09", "p15"]})
    p09 = chart.match.box.words["hypotheses"].index("p09")
    assert find(chart.match.scene(0), f"worth-{p09}").text == "0"
    picture = chart.match.preview(0, "draw d3 e3")
    assert picture is not None
    assert find(picture, f"worth-{p09}").text == "1"
    assert find(picture, f"hypothesis-{p09}").hint.startswith("Jungle beside no steppe: 1 point now")


def test_rivals_see_where_a_sketch_was_drawn_last() -> None:
    chart = Chart(SHORE, pawns=["d2"], sketch="jungle-lagoon", half=1)
    chart.play("draw d3 e3")
    picture = chart.match.scene(1)
    last = {sprite.key for sprite in picture.sprites if "last" in sprite.marks}
    d3, e3 = place_of("d3"), place_of("e3")
    assert last == {f"tile-{d3}-jungle", f"tile-{e3}-lagoon", f"laid-0-{d3}-{e3}"}


# ---------------------------------------------------------------- what can't be done says why


@pytest.mark.parametrize(
    ("pawn", "claims", "why"),
    [
        ("beach b", {}, "Not on a beach."),
        ("b2", {}, "Not confirmed yet."),
        ("c1", {1: ["c2"]}, "Claimed by Seat 2."),
        ("d2", {0: ["c3", "c1", "d1"]}, "No flag left."),
        ("e5", {0: ["d2"]}, "You have a mountain already."),
    ],
)
def test_a_claim_that_is_blocked_says_why(pawn: str, claims: dict[int, list[str]], why: str) -> None:
    land = """
        . . . . M
        . . . . .
        . . J . .
        . l S M .
        s s S L .
    """
    picture = Chart(land, pawns=[pawn], claims=claims, sketch="steppe-jungle").match.scene(0)
    assert button(picture, "Claim") == Button(None, "Claim", why)
    assert not keys(picture, "region-")


def test_in_a_jungle_mapping_says_why_not() -> None:
    picture = Chart(SHORE, pawns=["c3"], sketch="steppe-jungle").match.scene(0)
    assert button(picture, "Map") == Button(None, "Map", "Not in a jungle.")
    assert button(picture, "Rest").move == "rest"


def test_without_a_sketch_mapping_says_why_not() -> None:
    """MM-10: no sketch is open."""
    chart = Chart(SHORE, pawns=["c1"], open=[], deck=[]).play("stay")
    assert button(chart.match.scene(0), "Map") == Button(None, "Map", "No sketch is left.")


def test_every_reason_has_words() -> None:
    assert {f"why.{reason}" for reason in REASONS if reason} <= set(GAME.words("en").messages)


def test_to_ask_what_a_sketch_would_do_changes_nothing() -> None:
    chart = Chart(SHORE, pawns=["c1"], sketch="steppe-jungle")
    before = chart.match.digest()
    view = chart.look()
    veiled = view.state.tobytes()
    for lie in range(len(LIES)):
        effects_on_island(view, lie)
        effect_on_hypotheses(view, lie)
    assert view.state.tobytes() == veiled
    assert chart.match.digest() == before


def test_a_square_out_of_sight_says_so_while_a_sketch_is_drawn() -> None:
    drawn = """
        s . . . .
        . . . . .
        . . . . .
        . . . . .
        . . s l .
    """
    picture = Chart(SHORE, pawns=["c1"], parchments=[drawn], sketch="steppe-jungle").match.scene(0)
    assert find(picture, f"ink-0-{place_of('a5')}-steppe").hint.startswith("Out of sight")
    assert not find(picture, f"ink-0-{place_of('d1')}-lagoon").hint
    assert find(picture, f"blank-0-{place_of('b5')}").hint.startswith("Out of sight")
    assert not find(picture, f"blank-0-{place_of('d2')}").hint
    assert not find(picture, f"blank-1-{place_of('b5')}").hint


def test_in_a_jungle_every_square_says_that_nothing_can_be_mapped() -> None:
    picture = Chart(SHORE, pawns=["c3"], sketch="steppe-jungle").match.scene(0)
    assert {s.hint for s in picture.sprites if s.key.startswith("blank-0-")} == {"In a jungle nothing can be mapped"}


# ---------------------------------------------------------------- regions


def test_the_region_that_can_be_claimed_is_marked_with_its_size_and_points() -> None:
    picture = Chart(SHORE, pawns=["c1"], sketch="steppe-jungle").match.scene(0)
    assert {s.key for s in picture.sprites if s.symbol == "region"} == {f"region-{place_of(s)}" for s in SHORE_STEPPE}
    assert find(picture, "region-size").text == "4"
    assert button(picture, "Claim") == Button("claim", "Claim 4 tiles: 4 points")


def test_a_flag_shows_how_large_its_region_is() -> None:
    picture = Chart(SHORE, pawns=["d2"], claims={1: ["c2"]}).match.scene(0)
    assert find(picture, "tiles-1-0").text == "4"
    flag = find(picture, "claim-1-0")
    claimed, worth = flag.hint.splitlines()
    assert claimed == "Seat 2 has claimed the steppe at C2: 4 tiles"
    assert worth.startswith("4 points if the match ended now")
    assert keys(picture, "flag-1-") == {"0", "1"}


# ---------------------------------------------------------------- how far the end is


def test_how_far_the_end_is() -> None:
    drawn = """
        . . . . .
        . . . . .
        . . j . .
        . . m . .
        . s s l .
    """
    picture = Chart(SHORE, pawns=["c1"], parchments=["\n".join([". . . . ."] * 5), drawn]).match.scene(0)
    told = {key: find(picture, key).text for key in ("end-island", "end-parchment")}
    assert told == {"end-island": "21", "end-parchment": "20"}
    assert find(picture, "end-parchment").label.endswith("of Seat 2")
    assert find(picture, "deck").hint.startswith("With those that lie open 49 are left.")


def test_alone_the_otoma_counts_down() -> None:
    picture = opened(1).scene(0)
    assert find(picture, "end-otoma").text == "20"
    assert not find(picture, "deck").hint


def test_the_deck_tells_what_was_put_under_it() -> None:
    """What a lagoon puts under the deck all have seen: first down, first up."""
    chart = Chart(SHORE, pawns=["d1", "d1"], open=FIVE, deck=["jungle-jungle", "lagoon-lagoon"])
    assert len(find(chart.match.scene(1), "deck").hint.splitlines()) == 1
    chart.play("stay", "swap jungle-lagoon")
    assert find(chart.match.scene(1), "deck").hint.splitlines()[1:] == [
        "At the bottom lies jungle and lagoon: it comes up last."
    ]
    chart.play("take jungle-jungle", "rest", "stay", "swap steppe-steppe")
    assert find(chart.match.scene(None), "deck").hint.splitlines()[1:] == [
        "At the bottom lie 2 that all have seen. They come up last, in this order: jungle and lagoon; steppe twice."
    ]


def test_alone_the_deck_tells_it_too() -> None:
    chart = Chart(SHORE, seats=1, pawns=["d1"], open=FIVE).play("stay", "swap steppe-steppe")
    assert find(chart.match.scene(0), "deck").hint == "At the bottom lies steppe twice: it comes up last."


# ---------------------------------------------------------------- hidden and shown


def test_rivals_hypotheses_are_backs_until_the_end() -> None:
    match, dice = opened(2, seed=4, first_game="true"), random.Random(1)
    assert keys(match.scene(0), "hidden-1-") == {"0", "1"}
    assert len(keys(match.scene(None), "hidden-")) == 4
    while not match.over:
        play_on(match, dice)
    picture = match.scene(0)
    assert not keys(picture, "hidden-")
    assert len([s for s in picture.sprites if s.group == "parchment-1" and s.key.startswith("hypothesis-")]) == 2


def test_the_reference_counts_what_is_left() -> None:
    reference = {entry.label: entry for entry in Chart(SHORE, pawns=["d2"]).match.scene(0).reference}
    assert reference["Lagoon"].count == "11 tiles left"
    assert reference["Steppe and jungle"].count == "6 of 6 left"
    assert reference["Great zones of mountain"].hint == (
        "Each zone of mountain scores by its squares.\n"
        "Number → points: 3 → 2, 4 → 5, 5 → 8, 6 → 10, 7 → 12, 8 and more → 14."
    )
    assert reference["Steppe on the border"].hint.endswith(
        "Number → points: 4 → 4, 5 → 6, 6 → 8, 7 → 11, 8 → 14, then 1 more for each."
    )
    assert reference["A pattern"].hint == (
        "Blocks of two by two squares: jungle and mountain in the row away from the beach, lagoon and steppe in the "
        "other, with jungle and lagoon on the A side.\n5 points for each."
    )


def test_a_pattern_is_told_as_it_scores() -> None:
    """P16: the block of the sentence scores, its mirror image does not."""
    p16 = GAME.box().words["hypotheses"].index("p16")
    told, mirrored = (
        Chart(parchments=["\n".join([*[". . . . ."] * 3, *rows])]).look()
        for rows in (("j m . . .", "l s . . ."), ("m j . . .", "s l . . ."))
    )
    assert (points_on(told, 0, p16), points_on(mirrored, 0, p16)) == (5, 0)


# ---------------------------------------------------------------- the first seat, the last round


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_seat_that_begins_each_round_is_marked(viewer: int | None) -> None:
    chart = Chart(SHORE, pawns=["c1", "b1"])
    first = int(chart.match.raw["first"])
    picture = chart.match.scene(viewer)
    group = next(group for group in picture.groups if group.key == find(picture, "first-seat").group)
    assert group.seat == first
    assert [g.seat for g in picture.groups if "begins each round" in g.note] == [first]


def test_alone_nobody_is_marked_as_first() -> None:
    picture = opened(1).scene(0)
    assert not keys(picture, "first-seat")
    assert not any("begins" in group.note for group in picture.groups)


def test_the_last_round_is_said_on_the_table() -> None:
    """With the reason, and to whoever plays in it as the last turn."""
    before = Chart(SHORE, pawns=["c1", "b1"], turn=1).match.scene(1)
    after = Chart(SHORE, pawns=["c1", "b1"], turn=1, ending=1 << ENDINGS.index("parchment")).match.scene(1)
    notes = [next(g.note for g in picture.groups if g.key == "end") for picture in (before, after)]
    assert notes == ["", "the last round: a parchment is full"]
    assert before.prompt.text.startswith("First half-day: ")
    assert after.prompt.text.startswith("Your last turn, first half-day: ")
