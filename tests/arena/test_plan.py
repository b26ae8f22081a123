"""Which matches are played: whole deals, every line-up, seats rotated."""

from __future__ import annotations

from collections import Counter

import pytest

import mistvale as mv
from mistvale.arena import Plan


def plan(bots: str, seats: int, games: int = 1, game: str = "misty", seed: int = 0) -> Plan:
    return Plan.checked(game, bots.split(), games, seats, seed)


def test_two_bots_change_seats_on_every_deal() -> None:
    assert plan("random greedy", 2).lineups == (("random", "greedy"), ("greedy", "random"))


def test_three_bots_at_tables_for_two_meet_in_pairs_both_ways_round() -> None:
    lineups = Plan("misty", ("a", "b", "c"), 2, 6).lineups
    assert len(lineups) == 6
    assert Counter(name for lineup in lineups for name in lineup) == {"a": 4, "b": 4, "c": 4}


def test_three_bots_at_a_table_for_three_sit_on_every_chair_equally_often() -> None:
    lineups = Plan("misty", ("a", "b", "c"), 3, 3).lineups
    assert lineups == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))


def test_a_table_with_more_seats_than_bots_is_filled_up() -> None:
    assert plan("random greedy", 4).lineups == (("random", "greedy") * 2, ("greedy", "random") * 2)


def test_alone_every_bot_plays_every_deal() -> None:
    assert Plan("misterra", ("a", "b"), 1, 10).lineups == (("a",), ("b",))


def test_only_whole_deals_are_played() -> None:
    assert plan("random greedy", 2, games=5).matches == 6
    assert len(list(plan("random greedy", 2, games=5).entries())) == 6


def test_all_line_ups_of_a_deal_have_the_same_cards_and_other_plans_have_others() -> None:
    one = plan("random greedy", 2)
    assert one.match_seed(3) == plan("greedy random", 2, games=8).match_seed(3)
    assert len({one.match_seed(3), one.match_seed(4), plan("random greedy", 2, seed=1).match_seed(3)}) == 3


def test_the_bots_of_a_match_have_seeds_of_their_own() -> None:
    one = plan("random greedy", 2, games=4)
    seeds = {one.bot_seed(entry, seat) for entry in one.entries() for seat in range(2)}
    assert len(seeds) == 8


@pytest.mark.parametrize(
    ("bots", "seats", "games", "why"),
    [
        (["genius"], 2, 10, "no bot called 'genius'"),
        (["random", "random"], 2, 10, "each of them once"),
        ([], 2, 10, "name the bots"),
        (["random"], 2, 10, "needs two bots"),
        (["random", "greedy"], 7, 10, "not 7"),
        (["random", "greedy"], 2, 0, "at least one match"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: list[str], seats: int, games: int, why: str) -> None:
    with pytest.raises(mv.BadTable, match=why):
        Plan.checked("misty", bots, games, seats)
