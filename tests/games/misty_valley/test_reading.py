"""What can be read off a table: explorers and why they do not count, points, and why actions are blocked."""

from __future__ import annotations

import random

from mistvale.core.match import open_match
from mistvale.core.rule import NOTHING
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.reading import View
from mistvale.games.misty_valley.reading.actions import why_not
from mistvale.games.misty_valley.reading.points import flowers, gains, missing
from mistvale.games.misty_valley.reading.standing import (
    captain_counts,
    changed_hands,
    counted,
    facings,
    is_turned,
    patrol_side,
)
from mistvale.games.misty_valley.rules.reasons import REASONS
from mistvale.games.misty_valley.state import ABILITIES, ACTING, State
from tests.rulebook.misty_valley.conftest import Table

BOARDS = ("AA", "AB", "BA", "BB")


def view_of(table: Table) -> View:
    """What the seat that is to decide sees."""
    match = table.ready().match
    return match.look(match.pending[0])


def test_explorers_and_why_they_do_not_count() -> None:
    """Of four patrols around the acorns: one counts, one stands behind a wall, one in smoke, one looks away."""
    t = Table(expansion=True).lay("acorn-2", "0,-1", banner=0).wall("acorn-2", 0).captain(0, "acorn-2")
    t.patrol(0, "200200", "0,-2", 0).patrol(0, "111110", "1,-2", 0).patrol(1, "200200", "1,-1", 2)
    t.patrol(1, "220000", "-1,0", 3)
    t.state["smoke"][1], t.state["smoke_side"][1] = t.kinds.index("200200"), 3
    t.state["reinforced"][0], t.state["reinforced_side"][0] = t.kinds.index("111110"), 4
    site = t.sites.index("acorn-2")
    view = view_of(t)
    found = facings(view, site)
    assert [(f.side, f.seat, f.printed, f.reinforced, f.void, f.count) for f in found] == [
        (0, 0, 2, 0, "wall", 0),
        (1, 0, 1, 2, "", 3),
        (2, 1, 2, 0, "smoke", 0),
    ]
    assert captain_counts(view, 0)
    assert not captain_counts(view, 1)
    assert counted(view, site) == (4, 0)


def test_the_sides_of_a_patrol_are_those_of_the_table() -> None:
    t = Table().lay("acorn-2", "0,-1").hand(0, "300100").play("patrol 300100", "at 0,-2")
    tile = int(t.now["chosen"])
    assert not is_turned(view_of(t), tile)
    t.play("turn 2")
    assert is_turned(view_of(t), tile)
    assert [patrol_side(view_of(t), tile, side).count for side in range(6)] == [0, 0, 3, 0, 0, 1]


def test_what_a_turn_would_change() -> None:
    t = Table().lay("acorn-2", "0,-1", banner=1).hand(0, "300100").play("patrol 300100", "at 0,-2")
    before = t.now.copy()
    t.play("turn 3")
    assert changed_hands(State(before), State(t.now)) == {t.sites.index("acorn-2"): 0}


def test_what_an_encounter_lacks() -> None:
    t = Table().lay("troubadour-cat", "0,-1", banner=0).lay("bear", "0,1", banner=1).lay("water-2", "1,0", banner=1)
    cat, bear = (t.sites.index(name) for name in ("troubadour-cat", "bear"))
    assert missing(view_of(t), 0, cat) == ("acorn", "encounter")
    assert missing(view_of(t), 1, cat) == ("acorn",)
    assert missing(view_of(t), 1, bear) == ("berry",)


def test_points_and_reasons_agree_with_the_rules() -> None:
    """On whole matches: the lines add up to the score, strengths to what is looked at, reasons to what is offered."""
    met = set()
    for seed in range(14):
        options = {"boards": BOARDS[seed % 4], "abilities": seed % 6 != 5, "expansion": seed % 2 == 0}
        match, dice = open_match(GAME, seed=seed, options=options), random.Random(seed)
        while not match.over:
            seat = match.pending[0]
            view: View = match.look(seat)
            for tribe in (0, 1):
                assert sum(gain.points for gain in gains(view, tribe)) == match.scores[tribe]
            for site in range(view.components.sites):
                if view.s.place[site] != NOTHING:
                    counts = [0, 0]
                    for facing in facings(view, site):
                        counts[facing.seat] += facing.count
                    for tribe in (0, 1):
                        counts[tribe] += view.s.captain[tribe] == site and captain_counts(view, tribe)
                    assert counted(view, site) == tuple(counts)
            assert max(flowers(view)) <= sum(view.s.flowers)
            if view.s.phase == ACTING:
                verbs = {" ".join(m.split()[:2]) if m.startswith("use") else m.split()[0] for m in match.legal(seat)}
                for action in ("explore", "patrol", "captain", "done", *ABILITIES):
                    offered = (f"use {action}" if action in ABILITIES else action) in verbs
                    reason = why_not(view, seat, action)
                    assert offered == (reason == ""), (action, reason)
                    met.add(reason)
            match.play(seat, dice.choice(match.legal(seat)))
    assert met <= {*REASONS}
    assert {"main-done", "special-done", "light", "last-turn", "used", "main-first", "no-rival-patrol"} <= met
