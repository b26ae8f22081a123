"""Ratings: the model, the ladder and its order, what does not count, and what a ring of accounts can do."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce

import mistvale as mv
from mistvale.bots import version
from mistvale.server import ratings, schema
from mistvale.server.anchors import Place, anchor, anchors
from mistvale.server.events import Batch, Event, Mark, Result
from mistvale.server.ratings import BROWSER, CAP, PAIRS_A_DAY, PEOPLE, Entry, Ladder, Player, Ratings, Rung
from mistvale.server.skill import START, UNIT, Rating, chance, rated
from mistvale.server.store import Store

DAY = "2026-01-01"


def result(match: str, seat: int, place: int, guest: str = "", bot: str = "", **more: Any) -> Result:
    values = {"game": "misty", "seats": 2, "score": 0, "rank": place, "grades": {}, "ended": f"{DAY}T12:00:00Z"}
    values |= {"rated": True, **more}
    return Result(match=match, seat=seat, guest=guest, bot=bot, place=place, **values)  # type: ignore[arg-type]


def make_players(store: Store, *names: str) -> None:
    rows = [{"id": name, "handle": f"h-{name}", "created": "", "settings": {}} for name in names]
    store.submit(lambda connection: connection.execute(sa.insert(schema.players), rows)).result()


def end(store: Store, match: str, *results: Result) -> None:
    """End a match as the move that ends it does."""
    event = Event(match, 0, "move", at=results[0].ended)
    mark = Mark(match, "misty", "", "over", False, results[0].ended)
    store.append(Batch((event,), (mark,), results=results))


def duel(store: Store, match: str, winner: str, loser: str, **more: Any) -> None:
    end(store, match, result(match, 0, 1, winner, **more), result(match, 1, 2, loser, **more))


def whys(store: Store) -> list[str]:
    """Why each match counts for nobody."""
    return [entry.why for entry in ratings.entries(store.rows(ratings.part(0, None)))]


def seat_whys(store: Store, match: str) -> list[str]:
    """Why nobody rises at each seat of a match."""
    entry = Ratings(store).of_match(match)
    assert entry is not None and not entry.why
    return [rung.why for rung in entry.rungs]


def three(store: Store, match: str, *order: str, **more: Any) -> None:
    """A match of more than two that is over, in the order in which they came in; who is no player is a bot."""
    seats = [{"bot": who[4:]} if who.startswith("bot:") else {"guest": who} for who in order]
    end(store, match, *(result(match, i, i + 1, seats=len(order), **each, **more) for i, each in enumerate(seats)))


def mu(store: Store, player: str, seats: int = 3) -> int:
    return Ratings(store).strength(player, "misty", seats).rating.mu


def rows_of(store: Store, table: sa.Table) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in store.rows(sa.select(table).order_by(*table.primary_key.columns))]


# ---------------------------------------------------------------- the model


def test_the_model_is_openskills_to_the_last_digit_that_is_kept() -> None:
    model, dice = PlackettLuce(), Random(0)
    for _ in range(200):
        seats = dice.choice((2, 2, 3, 4, 5))
        known = [Rating(dice.randint(0, 50 * UNIT), dice.randint(UNIT // 2, 9 * UNIT)) for _ in range(seats)]
        drawn = [dice.randint(1, seats) for _ in range(seats)]
        places = [1 + sum(other < mine for other in drawn) for mine in drawn]
        teams = [[model.rating(mu=each.mu / UNIT, sigma=each.sigma / UNIT)] for each in known]
        library = model.rate(teams, ranks=[float(place) for place in places])
        for (theirs,), ours in zip(library, rated(known, places), strict=True):
            assert abs(theirs.mu * UNIT - ours.mu) < 0.51 and abs(theirs.sigma * UNIT - ours.sigma) < 0.51


def test_it_does_not_depend_on_anybodys_arithmetic() -> None:
    import decimal

    usual = rated([START, START], [1, 2])
    with decimal.localcontext(decimal.Context(prec=5, rounding=decimal.ROUND_UP)):
        assert rated([START, START], [1, 2]) == usual
    assert usual == [Rating(27_635_389, 8_065_901), Rating(22_364_611, 8_065_901)]
    assert chance(*usual) > 0.5


def test_every_bot_has_an_anchor_at_tables_of_every_size() -> None:
    wanted = {
        Place(game, seats, bot, mv.game(game).version, version(bot, mv.game(game)))
        for game in mv.games()
        for seats in mv.game(game).seats
        for bot in mv.bots()
        if seats > 1 and game in {place.game for place in anchors()}
    }
    assert wanted == set(anchors())
    assert {place.game for place in anchors()} == {"misty", "secret-valley", "misterra", "misty-valley", "valdora"}
    for game, seats in {(place.game, place.seats) for place in anchors()}:
        weak, strong = (anchor(game, seats, bot, mv.game(game).version) for bot in ("random", "expert"))
        assert weak and strong and weak.mu < strong.mu


def test_a_bot_that_plays_otherwise_than_it_was_measured_has_no_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = mv.game("misty").version
    assert anchor("misty", 2, "adept", rules) is not None
    monkeypatch.setattr("mistvale.server.anchors.version", lambda bot, game: version(bot, game) + 1)
    assert anchor("misty", 2, "adept", rules) is None


# ---------------------------------------------------------------- the ladder


def test_a_match_is_rated_in_the_transaction_that_ends_it(store: Store) -> None:
    make_players(store, "ann", "bob")
    duel(store, "m1", "ann", "bob")
    ann, bob = (Ratings(store).strength(name, "misty", 2) for name in ("ann", "bob"))
    assert [ann.rating, bob.rating] == rated([START, START], [1, 2]) and ann.matches == 1
    assert Ratings(store).strength("ann", "misty", 3).matches == 0, "larger tables are apart"
    with pytest.raises(RuntimeError, match="it fails"):
        batch = Batch((), (), results=(result("m2", 0, 1, "ann"), result("m2", 1, 2, "bob")))

        def job(connection: sa.Connection) -> None:
            store.add(connection, batch)
            raise RuntimeError("it fails")

        store.submit(job).result()
    assert Ratings(store).strength("ann", "misty", 2) == ann and whys(store) == [""]


def test_places_beside_the_rules_count(store: Store) -> None:
    """Who left is last, whatever the rules say of the seat."""
    make_players(store, "ann", "bob")
    gone = result("m1", 0, 2, "ann", rank=1)
    end(store, "m1", gone, result("m1", 1, 1, "bob", rank=2))
    assert Ratings(store).strength("bob", "misty", 2).rating.mu > START.mu


def test_a_house_bot_stays_where_it_is_and_rates_whoever_plays_it(store: Store) -> None:
    make_players(store, "ann")
    mark = anchor("misty", 2, "adept", mv.game("misty").version)
    assert mark is not None
    end(store, "m1", result("m1", 0, 2, "ann"), result("m1", 1, 1, bot="adept"))
    known = Ratings(store).strength("ann", "misty", 2)
    assert known.rating == rated([START, mark], [2, 1])[0] == known.ground
    end(store, "m2", result("m2", 0, 1, "ann"), result("m2", 1, 2, bot="no-such-bot"))
    assert whys(store) == ["", "anchor"] and Ratings(store).strength("ann", "misty", 2) == known


def a_ladder(store: Store, dice: Random, matches: int = 60) -> None:
    """Any matches of some players in some order: duels and larger tables, bots, ties, some that do not count."""
    names = [f"p{number}" for number in range(6)]
    make_players(store, *names)
    for number in range(matches):
        seats = dice.choice((2, 2, 3))
        sitting = dice.sample([*names, "guest"], seats)
        if dice.random() < 0.4:
            sitting[-1] = ""
        day = f"2026-01-{dice.randint(1, 3):02}"
        drawn = [dice.randint(1, seats) for _ in range(seats)]
        game = dice.choice(("misty", "misterra"))
        more = {"seats": seats, "game": game, "ended": f"{day}T12:00:00Z"}
        end(
            store,
            f"m{number}",
            *(
                result(f"m{number}", i, 1 + sum(d < drawn[i] for d in drawn), who, "" if who else "friend", **more)
                for i, who in enumerate(sitting)
            ),
        )


@pytest.mark.parametrize("seed", [1, 2])
def test_rebuilt_from_the_ladder_ratings_are_the_same_bytes(store: Store, seed: int) -> None:
    a_ladder(store, Random(seed))
    assert {"", "guest"} <= set(whys(store))
    kept = rows_of(store, schema.ratings), rows_of(store, schema.rating_steps)
    told: list[tuple[int, int]] = []
    same = ratings.rebuild(store, lambda done, total: told.append((done, total)))
    assert same.before == same.after and same.matches == 60 and told[-1] == (60, 60)
    store.submit(lambda connection: connection.execute(sa.update(schema.ratings).values(mu=1, matches=0))).result()
    store.submit(lambda connection: connection.execute(sa.delete(schema.rating_steps))).result()
    mended = ratings.rebuild(store)
    assert mended.before != mended.after == same.after
    assert kept == (rows_of(store, schema.ratings), rows_of(store, schema.rating_steps))


def test_two_processes_number_their_matches_in_one_order(furnished_postgres: Callable[[], str], tmp_path: Path) -> None:
    address = furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1)
    here, there = Store(address, "here"), Store(address, "there")
    try:
        make_players(here, *(f"p{number}" for number in range(8)))

        def play(store: Store, name: str, seed: int) -> None:
            dice = Random(seed)
            for number in range(25):
                one, other = dice.sample(range(8), 2)
                duel(store, f"{name}{number}", f"p{one}", f"p{other}", ended=f"2026-01-{number % 20 + 1:02}T12:00:00Z")

        threads = [threading.Thread(target=play, args=each) for each in ((here, "a", 1), (there, "b", 2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        numbers = [row[0] for row in here.rows(sa.select(schema.ladder.c.sequence).where(schema.ladder.c.seat == 0))]
        assert sorted(numbers) == list(range(50)), "none twice, none left out"
        rebuilt = ratings.rebuild(there)
        assert rebuilt.before == rebuilt.after and rebuilt.matches == 50
    finally:
        here.close()
        there.close()


def test_a_deleted_player_leaves_others_ratings_as_they_are(store: Store) -> None:
    from mistvale.server.accounts import Accounts

    a_ladder(store, Random(3))
    others = schema.ratings.c.player != "p0"
    before = store.rows(sa.select(schema.ratings).where(others).order_by(*schema.ratings.primary_key.columns))
    Accounts(store).delete("p0")
    assert not store.rows(sa.select(schema.ratings).where(schema.ratings.c.player == "p0"))
    assert not store.rows(sa.select(schema.rating_steps).where(schema.rating_steps.c.player == "p0"))
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after
    assert before == store.rows(sa.select(schema.ratings).order_by(*schema.ratings.primary_key.columns))


def test_who_deletes_the_account_during_a_match_keeps_nobody_from_a_rating(store: Store) -> None:
    """It has left, and is last: otherwise a friend of whoever loses could undo the match."""
    from mistvale.server.accounts import Accounts

    make_players(store, "ann", "bob", "cid")
    Accounts(store).delete("cid")
    end(store, "m1", *(result("m1", seat, seat + 1, who, seats=3) for seat, who in enumerate(("ann", "bob", "cid"))))
    assert whys(store) == [""]
    known = {row.player: row for row in store.rows(sa.select(schema.ratings))}
    assert set(known) == {"ann", "bob"} and known["ann"].mu > known["bob"].mu
    expected = rated([START, START, START], [1, 2, 3])
    assert (known["ann"].mu, known["bob"].mu) == (expected[0].mu, expected[1].mu), "as against anybody"
    assert known["ann"].ground_mu == START.mu, "and as no house bot"
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after
    Accounts(store).delete("ann")
    Accounts(store).delete("bob")
    end(store, "m2", *(result("m2", seat, seat + 1, who, seats=3) for seat, who in enumerate(("ann", "bob", "cid"))))
    assert whys(store) == ["", "guest"], "where all are gone there is nobody to rate"


def test_a_program_whose_owner_is_gone_still_sat_there(store: Store) -> None:
    from mistvale.server.accounts import Accounts

    make_players(store, "ann", "bob", "cid")
    Accounts(store).delete("cid")
    seats = [result("m1", 0, 1, "ann", seats=3), result("m1", 1, 2, "bob", seats=3)]
    end(store, "m1", *seats, result("m1", 2, 3, "program:c", seats=3, owner="cid"))
    assert not store.rows(sa.select(schema.ratings)), "people agreed to a match that counts for programs alone"


def test_the_ladder_stays_when_matches_are_swept(store: Store) -> None:
    from mistvale.server.retention import Stay

    make_players(store, "ann", "bob")
    opened = Event("m1", 0, "open", guest="ann", data={"seats": []}, at=f"{DAY}T12:00:00Z")
    store.append(Batch((opened,), (Mark("m1", "misty", "ann", "playing", False, DAY),)))
    over = Batch(
        (Event("m1", 1, "move", at=DAY),),
        (Mark("m1", "misty", "ann", "over", False, DAY),),
        results=(result("m1", 0, 1, "ann"), result("m1", 1, 2, "bob")),
    )
    store.append(over)
    store.submit(lambda connection: connection.execute(sa.update(schema.matches).values(touched="2020-01-01"))).result()
    assert store.sweep(Stay(1, 1, 1, 0), frozenset())[0] == ["m1"]
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after and rebuilt.matches == 1


# ---------------------------------------------------------------- what does not count


def test_one_pair_counts_five_times_a_day(store: Store) -> None:
    make_players(store, "ann", "bob", "cy")
    for number in range(PAIRS_A_DAY + 1):
        duel(store, f"m{number}", "ann", "bob", game="misty" if number % 2 else "misterra")
    duel(store, "other", "ann", "cy")
    duel(store, "tomorrow", "ann", "bob", ended="2026-01-02T00:00:01Z")
    assert whys(store) == [""] * PAIRS_A_DAY + ["pair", "", ""]


@pytest.mark.parametrize("third", ["cy", "bot:adept"])
def test_a_pair_that_has_met_often_undoes_no_match_with_a_third(store: Store, third: str) -> None:
    """They could play their five while it goes badly: they fall as they have played, and rise by nothing."""
    make_players(store, "ann", "bob", "cy")
    for number in range(PAIRS_A_DAY):
        duel(store, f"m{number}", "ann", "bob")
    three(store, "good", "ann", third, "bob")
    assert seat_whys(store, "good") == ["often", "", "often"]
    strength = Ratings(store).strength("ann", "misty", 3)
    assert mu(store, "ann") == START.mu > mu(store, "bob") and strength.ground.mu <= START.mu
    if third == "cy":
        assert mu(store, "cy") == rated([START] * 3, [1, 2, 3])[1].mu, "as it was played"
    three(store, "bad", third, "bob", "ann")
    assert mu(store, "ann") < START.mu
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after


# ---------------------------------------------------------------- one player in two seats


def shared(store: Store, match: str, *players: str, mark: str = BROWSER) -> None:
    """Some players come to a table from one browser, or only from one place."""
    for player in players:
        Ratings(store).note_device(match, player, [f"{mark}1", f"{mark}-{player}"])


def test_two_who_share_a_browser_and_nobody_else_play_for_nothing(store: Store) -> None:
    make_players(store, "ann", "bob")
    Ratings(store).note_device("m1", "ann", [f"{BROWSER}1"])
    Ratings(store).note_device("m1", "bob", [f"{BROWSER}2"])
    shared(store, "m2", "ann", "bob")
    duel(store, "m1", "ann", "bob")
    duel(store, "m2", "ann", "bob")
    assert whys(store) == ["", "device"] and not rows_of(store, schema.devices), "and it is forgotten"
    Ratings(store).note_device("m3", "ann", [str(number) for number in range(100)])
    assert len(rows_of(store, schema.devices)) == ratings.MOST_DEVICES


@pytest.mark.parametrize("order", [("ann", "bob", "cy"), ("cy", "ann", "bob"), ("ann", "cy", "bob")])
def test_who_shares_a_browser_is_last_and_the_others_lose_nothing(store: Store, order: tuple[str, ...]) -> None:
    """Whoever does so, in whatever moment: it neither undoes a match that goes badly, nor helps to win one."""
    make_players(store, "ann", "bob", "cy")
    shared(store, "m1", "ann", "bob")
    three(store, "m1", *order)
    expected = rated([START] * 3, [1, 2, 2])
    assert mu(store, "cy") == expected[0].mu > START.mu
    assert mu(store, "ann") == mu(store, "bob") == expected[1].mu < START.mu
    assert whys(store) == [""] and sorted(seat_whys(store, "m1")) == ["", "together", "together"]
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after


def test_who_shares_a_browser_is_behind_house_bots(store: Store) -> None:
    """Else one would lose to them by sharing, and win alone."""
    make_players(store, "ann", "bob")
    shared(store, "m1", "ann", "bob")
    three(store, "m1", "ann", "bot:adept", "bob")
    strength = Ratings(store).strength("ann", "misty", 3)
    assert strength.rating.mu < START.mu and strength.ground.mu < START.mu


def test_a_strong_accomplice_lifts_nobody(store: Store) -> None:
    """Two share the last place, which would be a success for the weaker one."""
    make_players(store, "ann", "bob", "cy")
    for number in range(40):
        three(
            store, f"b{number}", "ann", "bot:grandmaster", "bot:expert", ended=f"2026-01-{1 + number % 28:02}T00:00:00Z"
        )
        three(store, f"c{number}", "bot:random", "bot:friend", "bob", ended=f"2026-01-{1 + number % 28:02}T00:00:00Z")
    before = mu(store, "bob")
    shared(store, "m1", "ann", "bob")
    three(store, "m1", "cy", "ann", "bob")
    assert mu(store, "bob") <= before < mu(store, "ann")


def test_others_keep_their_order_when_two_are_last(store: Store) -> None:
    make_players(store, "ann", "bob", "cy", "dee")
    shared(store, "m1", "ann", "bob")
    three(store, "m1", "ann", "cy", "bob", "dee")
    assert mu(store, "cy") > mu(store, "dee") > mu(store, "ann") == mu(store, "bob")


def test_that_two_come_from_one_place_is_no_proof(store: Store) -> None:
    """Who comes from where another is, and calls the own browser the same, could undo what the other has won."""
    make_players(store, "ann", "bob")
    shared(store, "m1", "ann", "bob", mark="p")
    duel(store, "m1", "ann", "bob")
    assert whys(store) == [""] and mu(store, "ann", 2) > START.mu


def test_who_does_not_play_any_more_shares_with_nobody(store: Store) -> None:
    make_players(store, "ann", "bob", "cy", "dee")
    shared(store, "m1", "ann", "dee")
    three(store, "m1", "ann", "bob", "cy")
    assert seat_whys(store, "m1") == ["", "", ""], "she stood up before it began"


def test_nobody_gets_rid_of_an_accomplice_by_deleting_the_account(store: Store) -> None:
    from mistvale.server.accounts import Accounts

    make_players(store, "ann", "bob", "cy")
    shared(store, "m1", "ann", "bob")
    Accounts(store).delete("bob")
    assert "bob" not in str(rows_of(store, schema.devices))
    three(store, "m1", "ann", "cy", "bob")
    assert seat_whys(store, "m1") == ["together", "", ""] and mu(store, "ann") < START.mu < mu(store, "cy")
    assert not rows_of(store, schema.devices)


def test_only_accounts_count(store: Store) -> None:
    make_players(store, "ann")
    duel(store, "m1", "ann", "some-guest")
    duel(store, "m2", "ann", "ann")
    assert whys(store) == ["guest", "device"] and not rows_of(store, schema.ratings)
    bots = [result("m3", 0, 1, bot="adept"), result("m3", 1, 2, bot="novice")]
    end(store, "m3", *bots)
    end(store, "m4", *(result("m4", seat, 1, "ann", rated=False) for seat in range(2)))
    assert len(whys(store)) == 2, "bots among themselves, and unrated tables, stand on no ladder"


# ---------------------------------------------------------------- how far one gets


FRIEND = Rating(15 * UNIT, UNIT)


def against(bot: Rating, who: str, place: int, sequence: int = 0) -> Entry:
    return Entry(sequence, "m", PEOPLE, "misty", "2", DAY, (Rung(who, place), Rung("", 3 - place, bot, "friend")))


def test_one_level_gives_only_so_much() -> None:
    ladder, ann = Ladder(), Player("ann", PEOPLE, "misty", "2")
    weak, strong = Rating(20 * UNIT, UNIT), Rating(40 * UNIT, UNIT)
    for _ in range(300):
        ladder.count(against(weak, "ann", 1))
    assert ladder.of(ann).rating.mu == ladder.of(ann).ground.mu == weak.mu + CAP
    ladder.count(against(strong, "ann", 1))
    assert ladder.of(ann).rating.mu > weak.mu + CAP, "a stronger one gives more"
    for _ in range(300):
        ladder.count(against(strong, "ann", 1))
    high = ladder.of(ann).rating.mu
    ladder.count(against(weak, "ann", 1))
    assert ladder.of(ann).rating.mu == high, "nobody falls by winning"
    ladder.count(against(weak, "ann", 2))
    assert ladder.of(ann).rating.mu < high


class Ring:
    """Ten accounts that win and lose among themselves as they like, and beat the weakest bots whenever they want."""

    def __init__(self) -> None:
        self.ladder, self.names = Ladder(), [f"r{number}" for number in range(10)]

    def mu(self, name: str) -> int:
        return self.ladder.of(Player(name, PEOPLE, "misty", "2")).rating.mu

    def duel(self, winner: str, loser: str) -> None:
        self.ladder.count(Entry(0, "m", PEOPLE, "misty", "2", DAY, (Rung(winner, 1), Rung(loser, 2))))

    def beat_bots(self, times: int) -> None:
        for name in self.names:
            for _ in range(times):
                self.ladder.count(against(FRIEND, name, 1))

    def feed_one(self) -> None:
        for name in self.names[1:] * PAIRS_A_DAY:
            self.duel(self.names[0], name)

    def climb_on_each_other(self) -> None:
        for high in reversed(range(10)):
            for low in self.names[high + 1 :] * PAIRS_A_DAY:
                self.duel(self.names[high], low)

    def as_it_comes(self, dice: Random) -> None:
        for one in range(10):
            for other in range(one):
                for _ in range(PAIRS_A_DAY):
                    self.duel(*dice.sample((self.names[one], self.names[other]), 2))


@pytest.mark.parametrize("way", ["feed", "climb", "chance"])
def test_a_ring_of_ten_accounts_gains_less_than_the_bound(way: str) -> None:
    """Thirty days, as many matches as count. The bound is stated in docs/ratings.md."""
    ring, dice = Ring(), Random(15)
    actions = {"feed": ring.feed_one, "climb": ring.climb_on_each_other, "chance": lambda: ring.as_it_comes(dice)}
    for day in range(30):
        actions[way]()
        ring.beat_bots(2 if day % 3 else 0)
    bound = max(START.mu, FRIEND.mu + CAP) + CAP
    best = max(map(ring.mu, ring.names))
    assert best <= bound
    if way != "chance":
        assert best > START.mu + CAP // 2, "without the bound it would go on"
