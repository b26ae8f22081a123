"""The end of a match of Misterra as it is told: parts that add up, ties, grades; and the lines of the log."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.games.misterra import GAME
from mistvale.games.misterra.scene.board import at
from mistvale.games.misterra.scene.summary import grade_word
from mistvale.games.misterra.state import END_PARCHMENT, GRADES, OTOMA, TERRAINS
from mistvale.scene import Summary
from tests.rulebook.misterra.conftest import Chart, place_of

from .test_scene import NAMES, SHORE, find, keys, play_on

SPLIT = """
    S S M M L
    S S M M L
    J J J L L
    J J J L L
    S S M M L
"""
NO_POINTS = {0: ["p05", "p06"], 1: ["p07", "p08"]}  # hypotheses about lines, which nobody has


def played(seats: int, seed: int, **options: str) -> Match:
    match, dice = open_match(GAME, seats=seats, seed=seed, options=options, names=NAMES[:seats]), random.Random(seed)
    while not match.over:
        play_on(match, dice)
    return match


def told(match: Match, viewer: int | None = None) -> Summary:
    summary = match.scene(viewer).summary
    assert summary is not None
    assert summary.final
    return summary


def ended(chart: Chart) -> Match:
    """Rest until the match is over: the deck is out."""
    while not chart.match.over:
        legal = chart.legal(seat=chart.match.pending[0])
        chart.play(next(move for move in ("rest", "stay", "no swap", *sorted(legal)) if move in legal))
    return chart.match


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize(("seats", "masters"), [(1, "true"), (2, "false"), (2, "true"), (3, "false"), (4, "true")])
def test_the_rows_add_up(seats: int, masters: str) -> None:
    match = played(seats, seed=seats, masters=masters)
    *parts, total = told(match).rows
    names = [row[0] for row in parts]
    assert ("Masters" in names) == (masters == "true")
    assert ("The Otoma's claims" in names) == (seats == 1)
    assert [int(points) for points in total[1:]] == list(match.scores)
    for seat in range(seats):
        assert sum(int(row[1 + seat]) for row in parts) == match.scores[seat]


def test_there_is_no_summary_before_the_end() -> None:
    assert open_match(GAME, seats=2, seed=1).scene(0).summary is None


def test_every_hypothesis_has_a_row_and_is_named_at_the_end() -> None:
    chart = Chart(SPLIT, parchments=[SPLIT, SPLIT], hypotheses={0: ["p11", "p18"], 1: ["p01", "p17"]}, open=[], deck=[])
    summary = told(ended(chart))
    rows = {row[0]: row[1:] for row in summary.rows}
    # Seat 1: all seven lagoons are one zone. Seat 2: mountains in zones of four and two, and two zones of two.
    assert (rows["Hypothesis 1"], rows["Hypothesis 2"]) == (("8", "5"), ("4", "1"))
    assert "Seat 1 believed in: The largest zone (8) and The commonest terrain (4)." in summary.text
    assert "Seat 2 believed in: Great zones of mountain (5) and Zones of 2 (1)." in summary.text
    own = told(chart.match, 1).text
    assert "You believed in: Great zones of mountain (5) and Zones of 2 (1)." in own


# ---------------------------------------------------------------- who won


def test_the_winner_is_named_with_its_points() -> None:
    chart = Chart(SPLIT, parchments=[SPLIT], hypotheses=NO_POINTS, open=[], deck=[])
    match = ended(chart)
    assert told(match).text[0] == f"Seat 1 wins with {match.scores[0]} points."
    assert told(match, 0).text[0] == f"You win with {match.scores[0]} points."


def drawn(row_1: str) -> str:
    """A parchment on which only row 1 is drawn."""
    return "\n".join([*[". . . . ."] * 4, row_1])


def test_a_tie_is_decided_by_fidelity() -> None:
    """MM-23: one is faithful on one square of two, the other has drawn four, all wrong."""
    parchments = [drawn("s l . . ."), drawn("j j l l .")]
    match = ended(Chart(SPLIT, parchments=parchments, hypotheses=NO_POINTS, open=[], deck=[]))
    assert match.scores == (-21, -21)
    assert told(match).text[:2] == (
        "Seat 1 wins with the more faithful map, 2 points.",
        "Seat 1 and Seat 2 have -21 points each, so fidelity decides.",
    )
    assert told(match, 1).text[:2] == (
        "Seat 1 wins with the more faithful map, 2 points.",
        "You have -21 points, as many as Seat 1, so fidelity decides.",
    )


def test_equal_maps_share_the_victory() -> None:
    parchments = [drawn("s l . . ."), drawn("j s . . .")]
    match = ended(Chart(SPLIT, parchments=parchments, hypotheses=NO_POINTS, open=[], deck=[]))
    assert told(match).text[0] == "Seat 1 and Seat 2 share the victory: their maps are equally faithful too, 2 points."


# ---------------------------------------------------------------- alone

WORDS = {
    "All points": [(100, "Immortal"), (90, "Legendary"), (80, "Unforgettable"), (70, "Renowned"), (60, "Little known")],
    "Hypotheses": [(60, "Elder"), (40, "Scholar"), (20, "Helper")],
    "Fidelity": [(40, "Mapmaker"), (30, "Measurer"), (20, "Sketcher")],
    "Claims less the Otoma's": [(16, "Fearless"), (8, "Daring"), (1, "Cautious")],
}
LOWEST = {
    "All points": "Unnoticed",
    "Hypotheses": "Novice",
    "Fidelity": "Scribbler",
    "Claims less the Otoma's": "Timid",
}


def word(name: str, points: int) -> str:
    return next((grade for least, grade in WORDS[name] if points >= least), LOWEST[name])


def graded(match: Match) -> dict[str, int]:
    """What a solo match was graded for, by hand from the rows of its summary."""
    rows = [(row[0], int(row[1])) for row in told(match).rows]
    points = dict(rows)
    return {
        "All points": points["All points"],
        "Hypotheses": sum(n for _, n in rows[2:4]),
        "Fidelity": points["Fidelity"],
        "Claims less the Otoma's": points["Claims"] + points["The Otoma's claims"],
    }


def island_with(pawn: str, claims: list[str]) -> Chart:
    hypotheses = {0: ["p11", "p18"]}
    return Chart(SPLIT, seats=1, pawns=[pawn], parchments=[SPLIT], hypotheses=hypotheses, claims={0: claims}, half=1)


@pytest.mark.parametrize("claims", [[], ["e1"], ["e1", "c2", "d5"]], ids=len)
def test_a_solo_match_gets_four_grades(claims: list[str]) -> None:
    match = ended(island_with("c1", claims))
    points = graded(match)
    assert points["Fidelity"] == 50
    assert points["All points"] == match.scores[0]
    for name, n in points.items():
        assert f"{name}, {n}: {word(name, n)}." in told(match).text
    assert word("All points", points["All points"]) in told(match).text[0]


def test_a_poor_solo_match_gets_the_lowest_grades() -> None:
    """MM-17: less than nothing is graded as nothing."""
    chart = Chart(SPLIT, seats=1, pawns=["c1"], parchments=[drawn("j j l l .")], hypotheses={0: ["p05", "p06"]}, half=1)
    match = ended(chart)
    assert match.scores[0] < 0
    assert f"All points, {match.scores[0]}: Unnoticed." in told(match).text
    assert "Fidelity, 0: Scribbler." in told(match).text


def test_every_grade_has_a_word_of_its_own() -> None:
    view = open_match(GAME, seats=1, seed=1).look(0)
    words = [grade_word(view, name, i) for name, many in zip(GRADES, (6, 4, 4, 4), strict=True) for i in range(many)]
    assert len(set(words)) == 18
    assert grade_word(view, "claims", 5) == "Fearless"


# ---------------------------------------------------------------- the Otoma, beat by beat


def test_the_otoma_is_seen_at_work() -> None:
    match, dice = open_match(GAME, seats=1, seed=3, options={"first_game": "true"}), random.Random(3)
    while match.step(match.steps).state["turns"] < 1:
        play_on(match, dice)
    seen = {}
    for number in range(match.steps + 1):
        if match.step(number).beat in ("card", "first", "second"):
            picture = match.scene(0, step=number)
            seen.setdefault(match.step(number).beat, picture)
    card = seen["card"]
    assert {sprite.key for sprite in card.sprites if "focus" in sprite.marks} >= {"named-0", "named-1"}
    assert find(card, "otoma-0").symbol == "otoma-coordinates"
    assert find(card, "otoma-1").symbol == "otoma-terrain"
    for beat, number in (("first", 0), ("second", 1)):
        assert "focus" in find(seen[beat], f"named-{number}").marks
        assert "focus" not in find(seen[beat], f"named-{1 - number}").marks
        assert len(keys(seen[beat], "effect-")) == 1


def otoma_chart(land: str, named: tuple[str, str], face: tuple[str, str, int], **more: Any) -> Chart:
    """The Otoma's last half-day of a turn, in the first deck that shows that face."""
    for seed in range(1, 60):
        with suppress(AssertionError):
            return Chart(land, seats=1, phase="otoma", half=1, named=named, face=face, seed=seed, **more)
    raise AssertionError("no deck has that face")


def otoma_log(named: tuple[str, str], face: tuple[str, str, int], land: str = SHORE, **more: Any) -> list[str]:
    """What the log says of the two squares of the Otoma's half-day."""
    chart = otoma_chart(land, named, face, **more)
    return [text for _, text in chart.match.scene(0).log if text.startswith("The Otoma: ")]


def test_the_log_says_what_the_otoma_did() -> None:
    assert otoma_log(("b2", "a1"), ("jungle", "mountain", 0)) == [
        "The Otoma: B2 is confirmed as lagoon",
        "The Otoma: A1 turns into mountain, in mist",
    ]
    assert otoma_log(("e5", "d5"), ("jungle", "steppe", 0)) == [
        "The Otoma: E5 becomes jungle, in mist",
        "The Otoma: D5 becomes steppe, in mist",
    ]


def test_what_the_otoma_maps_in_vain_is_named_by_what_it_mapped() -> None:
    """The second terrain on a confirmed tile of another one; the first square is confirmed already."""
    assert otoma_log(("c3", "c2"), ("jungle", "mountain", 0)) == [
        "The Otoma: C3 is confirmed already",
        "The Otoma: mountain on C2 changes nothing",
    ]


def test_what_the_otoma_maps_without_tiles_is_named_too() -> None:
    """MM-12: all tiles of both terrains are on the island, which stays empty here and in mist there."""
    land = SHORE.replace(". . J . .", "J . J . J")
    told = otoma_log(("e5", "a1"), ("jungle", "mountain", 0), land, tiles={"jungle": 3, "mountain": 1})
    assert told == ["The Otoma: jungle on E5 changes nothing", "The Otoma: mountain on A1 changes nothing"]


def test_a_flag_that_the_otoma_has_just_placed_is_looked_at() -> None:
    chart = otoma_chart(SHORE, ("b2", "b3"), ("steppe", "steppe", 1))
    number = next(n for n in range(chart.match.steps + 1) if chart.match.step(n).beat == "claims")
    steppe = TERRAINS.index("steppe")
    flag = find(chart.match.scene(0, step=number), f"claim-otoma-{steppe}")
    assert (flag.x, flag.y) == pytest.approx(at(place_of("c1")), abs=15)
    assert flag.marks == ("focus",)
    assert "focus" not in find(chart.match.scene(0), f"claim-otoma-{steppe}").marks


def test_the_log_tells_what_became_of_a_sketch() -> None:
    shore = """
        . . . . .
        . . . . .
        . . J . .
        . l S M .
        s s S l .
    """
    chart = Chart(shore, pawns=["d2"], sketch="jungle-lagoon").play("draw b1 b2")
    assert chart.match.scene(0).log[-1] == (0, "Seat 1 draws: B1 turns into jungle, in mist; B2 is confirmed as lagoon")


def test_the_otomas_claim_is_told() -> None:
    """MM-16: the mark of the card on top."""
    match = next(m for seed in range(1, 30) if (m := played(1, seed)).step(m.steps).state["claim"][OTOMA].max() >= 0)
    assert any(text.startswith("The Otoma claims the ") for _, text in match.scene(0).log)


def test_alone_nobody_wins_but_one_is_remembered() -> None:
    match = ended(island_with("c1", ["e1", "c2", "d5"]))
    points = graded(match)
    assert match.scene(0).prompt.text == f"Seat 1: {', '.join(word(name, n) for name, n in points.items())}"


def test_the_log_says_why_the_match_ends() -> None:
    alone = ended(island_with("c1", []))
    lines = [text for _, text in alone.scene(0).log]
    assert "The match ends: the island is confirmed and a parchment is full" in lines
    both = Chart(SPLIT, parchments=[SPLIT], hypotheses=NO_POINTS, half=1).play("stay", "take steppe-mountain", "rest")
    assert both.match.scene(1).log[-1][1] == "The last round: the island is confirmed and a parchment is full"


def told_of_the_end(match: Match) -> list[str]:
    return [text for _, text in match.scene(0).log if text.startswith(("The last round", "The match ends"))]


def test_the_last_round_is_told_once_and_so_is_the_end() -> None:
    """With three seats each fills its parchment, one after the other: the round was the last one before that."""
    chart = Chart(SHORE, seats=3, pawns=["d2"] * 3, parchments=[SPLIT] * 3, half=1)
    assert told_of_the_end(ended(chart)) == [
        "The last round: a parchment is full",
        "The match ends: a parchment is full",
    ]


def test_reasons_that_come_later_are_told_at_the_end() -> None:
    assert told_of_the_end(ended(Chart(SPLIT, turn=1, ending=END_PARCHMENT, half=1))) == [
        "The match ends: the island is confirmed and a parchment is full"
    ]


CLOSED = """
    S L J J .
    S L S J J
    S L S L J
    S L S L S
    S L S L S
"""


def test_an_end_with_a_square_out_of_reach_does_not_call_the_island_confirmed() -> None:
    """MM-9: nobody can map E5 any more."""
    chart = Chart(CLOSED, pawns=["a1", "a1"], half=1)
    assert told_of_the_end(ended(chart)) == [
        "The last round: nobody can map what is left of the island",
        "The match ends: nobody can map what is left of the island",
    ]


def test_squares_out_of_reach_are_not_counted_until_the_end() -> None:
    """MM-9: told beside the other ends; alone there is no such end."""
    counter = find(Chart(CLOSED, pawns=["a1", "a1"]).match.scene(0), "end-island")
    assert (counter.text, counter.label) == ("0", "1 empty square of the island that nobody can map")
    assert counter.hint == "The match ends when all are confirmed, or when nobody can map those that are empty."
    alone = find(Chart(CLOSED, seats=1, pawns=["a1"]).match.scene(0), "end-island")
    assert (alone.text, alone.label) == ("1", "1 square of the island to confirm")
    assert alone.hint == "The match ends when all are confirmed."
