"""What Misty says: the log's lines about moves, the prompts, the end of a match."""

from __future__ import annotations

import pytest

import mistvale as mv
from tests.rulebook.misty.conftest import Window

PICTURE = """
    leaf    heart  balloon  house
    smile   smile  raindrop rocket
    monster flower tractor  star
"""


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_log_says_which_card_moved_and_what_became_of_it(viewer: int | None) -> None:
    """To those too who see it later: each move is told from the window that the one before it has left."""
    window = Window(PICTURE)
    start = window.match.steps
    window.activate("e3", "e5", "e4", "f4", "c3")
    told = [window.match.tell(viewer, number) for number in range(start + 1, start + 6)]
    assert told == [
        "Seat 1 moves the Balloon on e3 out of the window",
        "Seat 1 moves the Tractor from e5 onto the Flower on d5: a blur",
        "Seat 1 moves the Raindrop from e4 to e5",
        "Seat 1 moves the Rocket from f4 onto the House on f3: a blur",
        "Seat 1 moves the Leaf from c3 onto the Smile on c4: a blur",
    ]


def test_the_log_says_which_card_is_placed() -> None:
    """Not before its epoch is over, and never what was picked before it is shown."""
    match = mv.open_match("misty", seats=2, seed=7, names=("Ann", "Bob"))
    while match.steps < 40 and not match.over:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    log = [text for _, text in match.look(None).log]
    shown = next(line for line in log[3:] if " shows the " in line)
    card = shown.split(";")[0].removeprefix("Ann shows the ")
    assert log[log.index(shown) + 1].startswith(f"Ann places the {card} on ")
    assert not any("pick" in line for line in log)


def test_the_prompt_says_to_whom_the_rest_of_the_hand_goes() -> None:
    """Left in the first deal, right in the second one."""
    match = mv.open_match("misty", seats=3, seed=7, names=("Ann", "Bob", "Cleo"))
    assert match.scene(0).prompt.text == "Pick a card to keep. The rest goes to Bob on your left."
    while int(match.raw["deal"]) == 0:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    assert match.scene(0).prompt.text == "Pick a card to keep. The rest goes to Cleo on your right."


EMPTY = """
    . . . .
    . . . .
    . . . .
"""
TIED = "Seat 1, Seat 2 and Seat 3 tie at 0 points: each of them wins round 4."
SHARED = "Seat 1 and Seat 3 share the victory with 9 points each in all rounds."
DECIDES = "Seat 1, Seat 2 and Seat 3 have won 2 rounds each, so the points of all rounds decide."


@pytest.mark.parametrize(
    ("won", "points", "text"),
    [
        ((1, 1, 1), (8, 9, 8), ("Seat 2 wins the match with 9 points in all rounds.", DECIDES, TIED)),
        ((1, 1, 1), (9, 8, 9), (SHARED, DECIDES, TIED)),
        (
            (0, 0, 1),
            (9, 8, 9),
            ("Seat 3 wins the match: the first to win 2 rounds.", TIED.replace("round 4", "round 2")),
        ),
    ],
)
def test_the_end_says_what_decided(won: tuple[int, ...], points: tuple[int, ...], text: tuple[str, ...]) -> None:
    """MI-7 and MI-8, in the summary of the match."""
    summary = Window(EMPTY, rivals=[EMPTY, EMPTY], won=won, points=points).match.scene(None).summary
    assert summary is not None
    assert summary.final
    assert summary.text == text


def test_whoever_has_won_is_spoken_to() -> None:
    """And so is whoever has as much as the winners."""
    match = Window(EMPTY, rivals=[EMPTY, EMPTY], won=(1, 1, 1), points=(9, 8, 9)).match
    seen = [match.scene(seat) for seat in range(3)]
    tied = "You tie with Seat 2 and Seat 3 at 0 points: each of you wins round 4."
    decides = "You have won 2 rounds, as many as Seat 2 and Seat 3, so the points of all rounds decide."
    shared = "You share the victory with Seat 3: 9 points each in all rounds."
    assert seen[0].summary is not None and seen[0].summary.text == (shared, decides, tied)
    assert seen[1].summary is not None and seen[1].summary.text[0] == SHARED
    assert [each.prompt.text for each in seen] == [
        "You share the victory with Seat 3!",
        "Seat 1 and Seat 3 share the victory!",
        "You share the victory with Seat 1!",
    ]
