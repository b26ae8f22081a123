"""What Misty Valley says: the prompts, the log's lines, and the final scoring, which adds up."""

from __future__ import annotations

import random
import re

import pytest

from mistvale.core.match import open_match
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.reading.tiles import hex_words
from mistvale.games.misty_valley.state import ABILITIES, PLACES
from tests.rulebook.misty_valley.conftest import Table
from tests.rulebook.misty_valley.test_end import last_tile

from .test_scene import OPTIONS, scene_of


def last_lines(table: Table, viewer: int | None, count: int) -> list[str]:
    return [text for _, text in table.match.look(viewer).log][-count:]


def prompts(table: Table, *moves: str) -> list[str]:
    """What is asked before each move, and after the last one."""
    asked = [scene_of(table).prompt.text]
    for move in moves:
        table.play(move)
        asked.append(scene_of(table).prompt.text)
    return asked


# ---------------------------------------------------------------- prompts


def test_each_step_says_what_to_do() -> None:
    """Explore with a wall and an encounter, then a special action, then the end of the turn."""
    table = Table(expansion=True).lay("berry-2", "0,-1").open("acorn-1", "water-2").next("wall", "bear")
    asked = prompts(table, "explore open1", "at 1,-1", "wall 0", "encounter at 2,-1", "use horn-of-calling")
    assert asked == [
        "Explore, or send a patrol. Also: an ability or your captain.",
        "Where shall it go: Acorns?",
        "On which side of the Acorns does the wall go?",
        "You meet the Bear: place it beside the Acorns.",
        "You may use an ability, or end your turn.",
        "Choose one more patrol to play.",
    ]


@pytest.mark.parametrize(
    ("ability", "moves", "asked"),
    [
        ("mislead", ["target 220000"], ["Which rival patrol shall be misled?", "Which way do you turn it"]),
        (
            "smoke-bomb",
            ["target 220000"],
            ["Which rival patrol shall stand in", "Which side do you cover?"],
        ),
        ("magic-scroll", ["target acorn-2"], ["Which valley tile or encounter", "To which other space does it go?"]),
    ],
)
def test_abilities_say_what_they_want(ability: str, moves: list[str], asked: list[str]) -> None:
    """A target first, then what is done with it."""
    table = Table(boards="BB").lay("acorn-2", "0,-1").patrol(1, "220000", "1,-1")
    texts = prompts(table, f"use {ability}", *moves)[1:]
    assert [text[: len(start)] for text, start in zip(texts, asked, strict=True)] == asked


def test_diplomacy_asks_for_both_banners() -> None:
    """One's own first (MV-13)."""
    table = Table(turn=1, boards="BB").lay("acorn-2", "0,-1", banner=1).lay("water-2", "0,1", banner=0)
    assert prompts(table, "use diplomacy", "target acorn-2")[1:] == [
        "Which of your own tiles do you give away?",
        "For Acorns: which tile do you take?",
    ]


@pytest.mark.parametrize("abilities", [True, False])
def test_the_last_turn_says_what_is_left_of_it(abilities: bool) -> None:
    """A patrol or a pass, and the captain (MV-15), as far as they are to be had; in the light game no captain is."""
    table = last_tile(Table, abilities=abilities).play("explore open1", "at -1,0", "done")
    captain = " Your captain may move." if abilities else ""
    asked = prompts(table, f"patrol {min(table.may('patrol'))}", "at 1,1", "turn 0")
    assert asked[0] == f"Last turn: send a patrol, or pass.{captain}"
    if abilities:
        assert asked[-1] == "Last turn: move your captain, or end the match."
        table.play("captain acorn-2")
    assert prompts(table) == ["Your last turn is done: end the match."]


def test_only_special_actions_that_are_possible_are_asked_for() -> None:
    """Abilities while one is left; after the main action only what can be done now."""
    spent = ("horn-of-calling", "smoke-bomb", "reinforcements", "counterorder", "spyglass")
    main, turn = "Explore, or send a patrol.", ("patrol 220000", "at 1,-1", "turn 4")
    table = Table().lay("acorn-2", "0,-1").hand(0, "220000").used(0, *spent)
    away = (*turn[:2], "turn 0")
    assert prompts(table, *away)[::3] == [f"{main} Also: your captain.", "All done: end your turn."]
    table = Table().lay("acorn-2", "0,-1", banner=0).hand(0, "220000").used(0, *spent)
    assert prompts(table, *turn)[-1] == "You may move your captain, or end your turn."
    table = Table().lay("acorn-2", "0,-1", banner=0).hand(0, "220000")
    assert prompts(table, *turn) == [
        f"{main} Also: an ability or your captain.",
        "Where shall your patrol go?",
        "Turn your patrol and lay it down.",
        "Use an ability, move your captain, or end your turn.",
    ]


def test_no_captain_is_named_that_has_nowhere_to_go() -> None:
    """In the last turn it is all that is left of the special actions."""
    table = last_tile(Table)
    table.state["banner"][table.sites.index("acorn-2")] = 0
    table.play("explore open1", "at -1,0", "done")
    assert prompts(table) == ["Last turn: send a patrol, or pass."]


@pytest.mark.parametrize(
    ("stack", "held", "asked", "why"),
    [
        (1, 1, "Explore, or send a patrol.", "First explore or send."),
        (1, 0, "Explore: no patrol is left.", "First explore."),
        (0, 1, "All valley tiles are placed: send a patrol.", "First send a patrol."),
        (0, 0, "Nothing is left to explore or to send: pass.", ""),
    ],
)
def test_only_main_actions_that_are_possible_are_asked_for(stack: int, held: int, asked: str, why: str) -> None:
    """MV-14: and the turn can't end before them; without any it is passed."""
    tribes = [{**tribe, "patrols": ["300100"]} for tribe in GAME.box().data["tribes"]]  # they are both in play
    table = last_tile(Table, abilities=False, changes={} if held else {"tribes": tribes})
    if not stack:
        # The seat has placed the last valley tile before its main action, as Spyglass may (MV-23).
        table.lay("mushroom-1", "-1,0").open().state["ending"] = 0
    prompt = scene_of(table).prompt
    assert (prompt.text, prompt.buttons[0].why) == (asked, why)
    assert prompt.buttons[0].label == ("End turn" if why else "Pass")


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_log_says_what_a_patrol_takes(viewer: int | None) -> None:
    """One line for choosing, placing and turning it, the same for everybody once the turn has passed."""
    table = Table().lay("acorn-2", "0,-1", banner=1).captain(1, "acorn-2").patrol(1, "111010", "0,-2", turn=3)
    table.hand(0, "300100").play("patrol 300100", "at 1,-1", "turn 5", "done")
    assert last_lines(table, viewer, 2) == [
        "Seat 1 sends the Trailseekers' patrol of 3+1 explorers; Seat 1 takes Acorns; Seat 2's captain goes home",
        "Seat 1 draws a patrol",
    ]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_log_says_what_exploring_turns_up(viewer: int | None) -> None:
    """The unseen tile, its token, its encounter."""
    table = Table(expansion=True).lay("berry-2", "0,-1").open("berry-3", "water-2").next("acorn-1", "flower", "bear")
    table.play("explore stack", "at 1,-1", "encounter at 2,-1", "done")
    assert last_lines(table, viewer, 6) == [
        "Seat 1 takes the unseen tile",
        "It is: Acorns",
        "Seat 1 explores: Acorns",
        "Flowers grow on Acorns",
        "An encounter: Bear",
        "The Bear settles beside Acorns",
    ]


def test_the_log_says_that_an_encounter_came_by_the_spyglass() -> None:
    """Nobody explores: it settles on any space (MV-23)."""
    table = Table().lay("berry-2", "0,-1").next("mouse").play("use spyglass", "encounter", "at 1,-1")
    assert last_lines(table, 0, 3) == [
        "Seat 1 uses the Spyglass",
        "An encounter: Mouse",
        "The Mouse settles in the valley",
    ]


def test_every_step_of_a_match_can_be_told() -> None:
    """To both seats and to spectators; nobody hears of a patrol in a rival's hand."""
    for number, options in enumerate(OPTIONS):
        match, dice = open_match(GAME, seed=number, options=options), random.Random(number)
        while not match.over:
            match.play(match.pending[0], dice.choice(match.legal(match.pending[0])))
        for viewer in (0, 1, None):
            lines = [text for _, text in match.look(viewer).log]
            assert lines[-1] == "The match is over"
            assert all(lines)
            assert not any("{" in line for line in lines)


# ---------------------------------------------------------------- the final scoring


def end(table: Table) -> list[tuple[str, ...]]:
    """Play to the end with passes, and read the rows of the scoring."""
    summary = scene_of(finished(table)).summary
    assert summary is not None
    assert summary.final
    return [tuple(row) for row in summary.rows]


def finished(table: Table) -> Table:
    """The last valley tiles are placed at once, as the rulebook's end wants it; then both are done."""
    table.ready()
    while not table.match.over:
        legal = table.legal
        wanted = ("done", "explore open1", "explore open2", "explore stack")
        move = next((m for m in wanted if m in legal), None) or far_space(legal)
        table.play(move)
    return table


def far_space(legal: set[str]) -> str:
    """The lowest space: away from all patrols."""
    return max(legal, key=lambda move: int(move.split(",")[-1]))


def test_the_rulebooks_example_is_shown_tile_by_tile() -> None:
    """Mushroom 1, acorn 2, berry 3, mouse met, bear not, an ability unused: 29 in all (MV-16)."""
    table = Table().lay("mushroom-2", "0,-1", 0).lay("acorn-2", "0,-2", 0).lay("acorn-3", "0,-3", 0)
    table.lay("berry-1", "0,-4", 0).lay("berry-2", "0,-5", 0).lay("berry-3", "0,-6", 0)
    table.lay("mouse", "1,-1", 0).lay("bear", "1,-2", 0)
    table.used(0, "horn-of-calling", "smoke-bomb", "reinforcements", "counterorder")
    table.used(1, "horn-of-calling", "smoke-bomb", "reinforcements", "counterorder", "spyglass")
    rows = [row for row in end(table) if row[1] != "-"]
    assert rows == [
        ("Acorns, 1st", "2", "-"),
        ("Acorns, 2nd", "4", "-"),
        ("Mushrooms, 1st", "2", "-"),
        ("Berries, 1st", "2", "-"),
        ("Berries, 2nd", "4", "-"),
        ("Berries, 3rd", "6", "-"),
        ("Mouse", "5", "-"),
        ("Bear (lacks water)", "2", "-"),
        ("Abilities kept", "2", "-"),
        ("Total", "29", "0"),
    ]


def test_the_scoring_says_what_an_encounter_lacks() -> None:
    """Resources, and another encounter (MV-17)."""
    rows = [row[0] for row in end(Table().lay("magpie", "0,-1", 0).lay("bear", "1,-1", 1))]
    assert "Magpie (lacks crystals and another encounter)" in rows
    assert "Bear (lacks water and berries)" in rows


@pytest.mark.parametrize("seed", range(6))
def test_the_rows_of_the_scoring_add_up_to_the_points(seed: int) -> None:
    """For both seats, whatever was played."""
    match, dice = open_match(GAME, seed=seed, options=OPTIONS[seed % len(OPTIONS)]), random.Random(seed)
    while not match.over:
        match.play(match.pending[0], dice.choice(match.legal(match.pending[0])))
    scene = match.scene(None)
    assert scene.summary is not None
    *rows, total = scene.summary.rows
    for seat in (0, 1):
        column = [int(row[1 + seat]) for row in rows if row[1 + seat] != "-"]
        assert sum(column) == int(total[1 + seat]) == scene.scores[seat].points == match.scores[seat]


def test_of_equals_the_hand_decides_and_that_is_said() -> None:
    """MV-27: more patrols in hand; still equal, the victory is shared."""
    shared = finished(Table(abilities=False).lay("acorn-2", "0,-1"))
    assert scene_of(shared).summary.text == ("The victory is shared: both have 0 points and 3 patrols in hand.",)
    uneven = Table(abilities=False).lay("acorn-2", "0,-1")
    far = ["0,-2", "0,-3", "0,-4", "0,-5", "0,-6", "0,-7", "0,-8"]
    for name, where in zip(uneven.kinds, far, strict=False):
        uneven.patrol(1, name, where)
    uneven.state["banner"][:] = -1
    text = scene_of(finished(uneven)).summary.text
    assert text == ("Seat 1 wins with more patrols in hand, 3 to 2: both have 0 points.",)


def test_which_abilities_the_sides_of_a_board_have_is_told_before_one_chooses() -> None:
    """The option says it as the standard box has it: what both tribes have, and what one of them has alone."""
    words = GAME.words("en")
    told = words("option.boards.hint")
    both, _, sides = told.partition(". Side A also has ")
    side_a, _, side_b = sides.partition("; side B has ")
    boards = {tribe["name"]: tribe for tribe in GAME.box().data["tribes"]}

    def named(text: str) -> set[str]:
        return {ability for ability in ABILITIES if words(f"term.ability.{ability}") in text}

    for tribe, board in boards.items():
        alone, _, other = side_b.partition(", for the Berrygnawers, ")
        mine = named(alone.partition(" and, ")[0]) | named(other if tribe == "berrygnawers" else alone)
        assert set(board["A"]) == named(both) | named(side_a)
        assert set(board["B"]) == named(both) | mine


NOTATION = re.compile(r"\b\d{6}\b|-?\d+,-?\d+")


@pytest.mark.parametrize("seed", [1, 2])
def test_no_word_is_a_code_of_the_notation(seed: int) -> None:
    """Patrols are typed by their sides and spaces by two numbers; the board prints neither."""
    match, dice = open_match(GAME, seats=2, seed=seed, options={"expansion": "true"}), random.Random(seed)
    while not match.over:
        seat = match.pending[0]
        scene = match.scene(seat)
        said = [word for sprite in scene.sprites for word in (sprite.label, sprite.hint, sprite.place)]
        said += [scene.prompt.text, *(text for _, text in scene.log), *(entry.label for entry in scene.reference)]
        assert not [word for word in said if NOTATION.search(word)]
        match.play(seat, dice.choice(match.legal(seat)))


def test_a_hex_is_told_by_the_way_to_it_from_the_start_tile() -> None:
    """No two are told alike, in no language, and the start tile is where one counts from."""
    look = open_match(GAME).look
    told = {places: hex_words(look(), place) for place, places in enumerate(PLACES)}
    assert told[0, 0] == "" and told[0, -1] == "1 up" and told[-2, 0] == "2 up left"
    assert told[2, -1] == "1 up right and 1 down right"
    for lang in ("ca", "cs", "de", "en", "es", "fr", "hu", "it", "nl"):
        assert len({hex_words(look(lang=lang), place) for place in range(len(PLACES))}) == len(PLACES)


def test_a_patrol_in_characters_shows_its_explorers_side_by_side() -> None:
    """An arrow for each, as it lies; the terminal adds the word that is to be typed where it can be chosen."""
    table = Table().hand(0, "210010").patrol(1, "220000", "1,-1", turn=1)
    shorts = {sprite.key: sprite.short for sprite in scene_of(table).sprites}
    assert "↑↑↗↙" in shorts.values()
    assert "B ↗↗↘↘" in shorts.values()
    assert not [short for short in shorts.values() if re.search(r"[0-3]{6}", short)]
