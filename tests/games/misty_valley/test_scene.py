"""The scene of Misty Valley: every move within reach, the reasons beside it, nothing hidden given away."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.reading.tiles import hex_name
from mistvale.games.misty_valley.rules.reasons import REASONS
from mistvale.games.misty_valley.state import FIRST_PATROL, PATROLS
from mistvale.scene import Scene, Sprite
from tests.rulebook.misty_valley.conftest import Table, changed_box

OPTIONS = [
    {"boards": "AA", "expansion": "true"},
    {"boards": "BB", "expansion": "false"},
    {"boards": "AB", "abilities": "false", "expansion": "true"},
]


def offered(scene: Scene) -> set[str]:
    """Every move that a click, a turn or a button of a scene plays."""
    sprites = {str(move) for sprite in scene.sprites for move in sprite.moves}
    return sprites | {str(button.move) for button in scene.prompt.buttons if button.move is not None}


def random_match(seed: int, options: dict[str, str]) -> tuple[Match, random.Random]:
    return open_match(GAME, seed=seed, options=options, names=("Ann", "Bob")), random.Random(seed)


def sprites(scene: Scene, start: str) -> dict[str, Sprite]:
    """The sprites whose keys begin so, by key."""
    return {sprite.key: sprite for sprite in scene.sprites if sprite.key.startswith(start)}


def tile(table: Table, name: str, seat: int | None = None) -> Sprite:
    """The sprite of a tile as the seat that is to decide sees it: a valley tile, an encounter, a seat's patrol."""
    number = table.sites.index(name) if seat is None else FIRST_PATROL + seat * PATROLS + table.kinds.index(name)
    found: Sprite = sprites(scene_of(table), f"tile-{number}")[f"tile-{number}"]
    return found


def scene_of(table: Table, viewer: int | None = None) -> Scene:
    match = table.ready().match
    scene: Scene = match.scene(match.pending[0] if viewer is None and match.pending else viewer)
    return scene


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_every_legal_move_is_a_click_a_turn_or_a_button_and_nothing_else_is(options: dict[str, str]) -> None:
    """At every decision of whole matches; who is not to decide (rival and spectator by turns) is offered nothing."""
    match, dice = random_match(3, options)
    while not match.over:
        seat = match.pending[0]
        legal = {str(move) for move in match.legal(seat)}
        assert offered(match.scene(seat)) == legal
        assert not offered(match.scene(1 - seat if match.steps % 2 else None))
        match.play(seat, dice.choice(sorted(legal)))


def test_only_patrols_of_the_right_tribe_are_targets() -> None:
    """Both tribes' patrols have the same names."""
    table = Table(boards="BB").lay("acorn-2", "0,-1")
    table.patrol(0, "220000", "1,-1").patrol(1, "220000", "-1,0").play("use mislead")
    assert tile(table, "220000", 1).move == "target 220000"
    assert tile(table, "220000", 0).move is None


def test_a_patrol_that_is_laid_is_turned_in_its_place() -> None:
    """MV-35: one sprite with six directions; of a tile that looks the same half round three are legal."""
    table = Table().lay("acorn-2", "0,-1").hand(0, "300100", "200200").play("patrol 300100", "at 1,-1")
    turning = [sprite for sprite in scene_of(table).sprites if sprite.turns]
    assert [sprite.turns for sprite in turning] == [tuple(f"turn {way}" for way in range(6))]
    assert not sprites(scene_of(table), f"explorers-{turning[0].key.removeprefix('tile-')}-")
    table = Table().lay("acorn-2", "0,-1").hand(0, "300100", "200200").play("patrol 200200", "at 1,-1")
    (half,) = (sprite.turns for sprite in scene_of(table).sprites if sprite.turns)
    assert half == ("turn 0", "turn 1", "turn 2", None, None, None)


def test_a_preview_shows_the_turned_patrol_and_marks_what_would_change_hands() -> None:
    """Before it is laid: banners, counts, and a mark on each tile that the other tribe would get."""
    table = Table().lay("acorn-2", "0,-1", banner=1).patrol(1, "111110", "0,-2").hand(0, "220000")
    acorn = table.sites.index("acorn-2")
    table.play("patrol 220000", "at 1,-1")
    match = table.match
    away, towards = match.preview(0, "turn 0"), match.preview(0, "turn 4")
    assert away is not None
    assert towards is not None
    assert not sprites(away, f"would-{acorn}")
    assert sprites(towards, f"would-{acorn}")[f"would-{acorn}"].symbol == "would-0"
    assert sprites(towards, f"banner-{acorn}")[f"banner-{acorn}"].symbol == "banner-0"
    assert sprites(towards, f"count-0-{acorn}")[f"count-0-{acorn}"].text == "2"
    patrol = FIRST_PATROL + table.kinds.index("220000")
    turns = {key: sprite.turn % 360 for key, sprite in sprites(towards, f"explorers-{patrol}-").items()}
    assert turns == {f"explorers-{patrol}-0": 240, f"explorers-{patrol}-1": 300}


def test_what_was_laid_or_turned_last_is_marked() -> None:
    """By the rival too, when it looks at the steps one by one."""
    table = Table().lay("acorn-2", "0,-1").hand(0, "300100").play("patrol 300100", "at 1,-1", "turn 5")
    match, key = table.match, f"tile-{FIRST_PATROL + table.kinds.index('300100')}"
    (turned,) = (n for n in range(1, match.steps + 1) if match.step(n).move == "turn 5")
    for viewer in (0, 1, None):
        assert sprites(match.scene(viewer, step=turned), key)[key].marks == ("last",)
    assert "last" not in sprites(match.scene(1), key)[key].marks


def test_spaces_are_marked_and_fog_lies_around_all_tiles() -> None:
    """All hexes around the tiles have fog; the legal ones among them are spaces."""
    table = Table().lay("acorn-2", "0,-1").lay("mouse", "1,-1").hand(0, "300100").play("patrol 300100")
    scene = scene_of(table)
    spaces = {sprite.move: sprite for sprite in sprites(scene, "space-").values()}
    assert set(spaces) == table.legal
    assert "Mouse" in spaces["at 2,-2"].label
    fog = {hex_name(int(key.removeprefix("fog-"))) for key in sprites(scene, "fog-")}
    assert {f"at {name}" for name in fog} >= set(spaces)
    assert "0,-1" not in fog


# ---------------------------------------------------------------- reasons


def reasons(table: Table, name: str) -> list[str]:
    """All but what it is worth, which comes last."""
    return tile(table, name).hint.split("\n")[:-1]


def test_a_tile_says_side_by_side_who_counts_there_and_who_does_not() -> None:
    """MV-7, MV-9, MV-18: smoke, walls, reinforcements, a captain; and the sum."""
    table = Table(expansion=True).lay("berry-2", "0,-1", banner=0).wall("berry-2", 5).captain(0, "berry-2")
    table.patrol(0, "220000", "0,-2", turn=3).patrol(1, "300100", "1,-2", turn=4).patrol(1, "111110", "-1,-1", turn=2)
    table.state["reinforced"][0], table.state["reinforced_side"][0] = table.kinds.index("220000"), 0
    table.state["smoke"][1], table.state["smoke_side"][1] = table.kinds.index("300100"), 0
    assert reasons(table, "berry-2") == [
        "Top: Seat 1 2 + 2 reinforced",
        "Upper right: Seat 2 3, void: in smoke",
        "Upper left: Seat 2 1, void: behind the wall",
        "Seat 1's captain: +1",
        "In all: Seat 1 5, Seat 2 0",
    ]
    assert tile(table, "berry-2").label == "Berries, Seat 1's banner, 5 to 0, Seat 1's captain, wall"


def test_a_tile_says_when_it_has_not_been_counted_lately_and_when_it_is_tied() -> None:
    """MV-6, MV-7: control is stored; a captain alone counts for nothing."""
    table = Table().lay("acorn-2", "0,-1", banner=0).captain(0, "acorn-2").patrol(1, "220000", "0,-2", turn=3)
    assert reasons(table, "acorn-2")[1] == "Seat 1's captain: 0, no explorer of its own there"
    assert reasons(table, "acorn-2")[-1].startswith("Not counted again until")
    assert reasons(table, "acorn-2")[-1].endswith("or a captain leaves it.")
    tied = (
        Table().lay("acorn-2", "0,-1", banner=0).patrol(1, "220000", "0,-2", turn=3).patrol(0, "220000", "1,-2", turn=4)
    )
    assert reasons(tied, "acorn-2")[-1] == "As many: it stays as it is."


def test_a_tile_says_who_counts_before_what_it_is_worth() -> None:
    """What one looks for comes first, and few words cover few neighbours; a wall that stops nobody is named, too."""
    table = Table(expansion=True).lay("acorn-1", "0,-1").wall("acorn-1", 5).patrol(0, "220000", "0,-2", turn=3)
    assert tile(table, "acorn-1").hint.split("\n") == [
        "Top: Seat 1 2",
        "Upper left: a wall",
        "In all: Seat 1 2, Seat 2 0",
        "Not counted again until a patrol beside it changes, the tile moves, or a captain leaves it.",
        "1, 2 or 3 of a resource: 2, 6 or 12 points.",
    ]


def test_the_figures_on_a_tile_are_what_its_reasons_add_up_to() -> None:
    """In random matches: badges, labels and rules agree."""
    match, dice = random_match(8, OPTIONS[0])
    while not match.over:
        match.play(match.pending[0], dice.choice(match.legal(match.pending[0])))
        scene = match.scene(None)
        for key, sprite in sprites(scene, "count-").items():
            _, seat, site = key.split("-")
            hint = sprites(scene, f"tile-{site}")[f"tile-{site}"].hint
            (summed,) = (line for line in hint.split("\n") if line.startswith("In all: "))
            assert f"{('Ann', 'Bob')[int(seat)]} {sprite.text}" in summed


def test_what_is_blocked_says_why() -> None:
    """Buttons without a move, and abilities that can't be used."""
    table = Table(boards="BA").lay("acorn-2", "0,-1").used(0, "smoke-bomb")
    blocked = {button.label: button.why for button in scene_of(table).prompt.buttons}
    assert blocked == {
        "End turn": "First explore or send.",
        "Move captain": "No tile of yours to go to.",
    }
    hints = {sprite.label: sprite.hint.split("\n")[-1] for sprite in sprites(scene_of(table), "ability-0").values()}
    assert hints["Smoke Bomb, used"] == "Used: each ability once a match."
    assert hints["Reinforcements"] == "You have sent no patrol this turn."
    assert hints["Mislead"] == "No rival patrol in play that it could be used on."
    assert "Play one more patrol" in hints["Horn of Calling"]


def test_every_reason_has_words() -> None:
    """Whatever the rules give as a reason can be said."""
    assert {f"why.{reason}" for reason in REASONS if reason} <= set(GAME.words("en").messages)


# ---------------------------------------------------------------- what is hidden, what is there


def hidden_names(match: Match, seat: int) -> set[str]:
    """The names of a seat's patrols that are not in play."""
    words, place = match.box.words["patrols"], match.raw["place"]
    return {
        words[kind]
        for kind in range(int(match.box.record["kinds"]))
        if int(place[FIRST_PATROL + seat * PATROLS + kind]) == NOTHING
    }


@pytest.mark.parametrize("viewer", [0, None])
def test_a_rivals_hand_is_backs_until_it_is_known(viewer: int | None) -> None:
    """As many backs as it holds, without a name; face up once its stack is empty."""
    match, dice = random_match(5, OPTIONS[1])
    seen_known = False
    while not match.over:
        scene = match.scene(viewer)
        # What a rival does within an epoch is not shown to others before it ends.
        state: Any = match.look(viewer).state
        held = int(state["held"][1])
        backs = sprites(scene, "back-1-")
        shown = [sprite for sprite in scene.sprites if sprite.group == "seat-1" and sprite.key.startswith("tile-")]
        known = int(state["pile_top"][1]) == int(match.box.record["patrols"][1])
        assert (len(backs), len(shown)) == ((0, held) if known else (held, 0))
        assert all(not any(name in sprite.label for name in hidden_names(match, 1)) for sprite in backs.values())
        seen_known = seen_known or (known and held > 0)
        match.play(match.pending[0], dice.choice(match.legal(match.pending[0])))
    assert seen_known


def test_the_light_game_has_no_boards_and_no_captains() -> None:
    """Option abilities = false."""
    scene = scene_of(Table(abilities=False).lay("acorn-2", "0,-1"))
    assert not sprites(scene, "captain-")
    assert not sprites(scene, "board-")
    assert not sprites(scene, "ability-")


def test_the_list_of_components_says_how_many_are_unseen() -> None:
    """Valley tiles in the stack and those that are out; tokens; encounters not met; where a patrol is."""
    table = Table(expansion=True).lay("acorn-2", "0,-1").lay("mouse", "1,-1").open("acorn-3", "water-2")
    table.flowers("acorn-2").hand(0, "300100").patrol(1, "220000", "0,-2")
    counts = {entry.label: entry.count for entry in scene_of(table).reference}
    patrols = {(entry.label.split("'")[0], entry.hint): entry.count for entry in scene_of(table).reference}
    assert counts["Acorns"] == "1 unseen"
    assert counts["Water"] == "2 unseen"
    assert counts["Berries"] == "3 unseen"
    assert (counts["Mouse"], counts["Owl"]) == ("in play", "not met yet")
    assert (counts["Wall"], counts["Flowers"]) == ("7 unseen", "6 unseen")
    assert patrols["Trailseekers", "Explorers a side, clockwise: 3 0 0 1 0 0."] == "in Seat 1's hand"
    assert patrols["Berrygnawers", "Explorers a side, clockwise: 2 2 0 0 0 0."] == "in play"
    assert patrols["Berrygnawers", "Explorers a side, clockwise: 3 0 0 1 0 0."] == "in Seat 2's hand or stack"
    assert counts["Horn of Calling"] == "Seat 1: unused, Seat 2: unused"


def test_the_board_says_how_far_off_the_end_is() -> None:
    """Valley tiles to come, then the last turn."""
    match, dice = random_match(2, OPTIONS[1])
    notes = []
    while not match.over:
        notes.append(next(group.note for group in match.scene(0).groups if group.key == "board"))
        match.play(match.pending[0], dice.choice(match.legal(match.pending[0])))
    assert notes[0] == "11 valley tiles to come"
    assert notes[-1] == "last turn"


def test_an_encounter_of_another_box_has_a_drawing_too() -> None:
    """Its name is its label, and the spare animal stands for it."""
    encounters = [{"name": "badger", "asks": ["acorn", "encounter"]}, {"name": "mouse", "asks": ["acorn"]}]
    table = Table(box=changed_box(encounters=encounters)).lay("acorn-2", "0,-1").lay("badger", "1,-1")
    badger = tile(table, "badger")
    assert (badger.symbol, badger.label) == ("encounter-extra", "badger")
    assert badger.hint.startswith("Asks for acorns and another encounter: 7 points")
    asks = [sprite.symbol for sprite in sprites(scene_of(table), f"asks-{table.sites.index('badger')}").values()]
    assert asks == ["resource-acorn", "requirement-encounter"]
