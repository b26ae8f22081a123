"""The crowd that measures servers, and the ledger that holds them to their word, do what they are there for."""

from __future__ import annotations

import math

import pytest
from bench.crowd import Played
from bench.serving import Checkout

from bench import load
from mistvale.server.events import Event
from tests.deep.ledger import Acknowledged, Ledger, checked

OPENED = {
    "game": "misty",
    "options": {},
    "host": "ann",
    "seed": "07" * 32,
    "host_part": None,
    "seats": [{"kind": "guest", "name": "Ann", "guest": "ann"}, {"kind": "guest", "name": "Bob", "guest": "bob"}],
}


@pytest.mark.deep
def test_a_small_load_is_played_and_told() -> None:
    setup = load.Setup(4, seconds=3.0, lead=2, search=False, players=1, games=("misty", "secret-valley"))
    found = load.measure(Checkout(), setup)
    assert not [note for note in found.notes if "not taken" in note], found.notes
    figures = found.figures
    assert 0 < figures["p50"] <= figures["p99"] <= figures["shown"] < math.inf
    assert figures["cost"] > 0 and figures["rate"] > 0 and figures["heard"] > 0
    told = "\n".join(load.report(setup, {"base": [found], "here": [found]}))
    assert "one move a match in 10 s" in told and "here over base   1.000" in told


def test_moves_that_were_never_done_count_as_the_slowest() -> None:
    played = Played(times=[0.01] * 98 + [math.inf] * 2, seconds=10.0)
    assert played.quantile(0.5) == 0.01
    assert played.quantile(0.99) == math.inf
    assert played.rate == 9.8


class Rising:
    """A crowd before a server that keeps up with so many moves a second."""

    tables = 100

    def __init__(self, most: float) -> None:
        self.most = most

    def play(self, rate: float, seconds: float) -> Played:
        time = 0.01 if rate <= self.most else 0.5
        return Played(times=[time] * int(rate * seconds), shown=[time] * int(rate * seconds), seconds=seconds)


@pytest.mark.parametrize("most", [70.0, 333.0, 1500.0])
def test_the_fastest_rate_is_found(most: float) -> None:
    found = load.most(load.Found(), Rising(most), 20.0)  # type: ignore[arg-type]
    assert 0.75 * most <= found <= most


def test_a_server_that_is_never_in_time_has_no_rate() -> None:
    assert load.most(load.Found(), Rising(5.0), 20.0) == 0.0  # type: ignore[arg-type]


# ---------------------------------------------------------------- the checker of the soak


def promised() -> tuple[Ledger, dict[str, list[Event]]]:
    """A ledger, and the log of a server that has kept all of it."""
    import mistvale as mv

    match = mv.open_match("misty", seats=2, seed=OPENED["seed"])
    ledger, log = Ledger(), [Event("m", 0, "open", guest="ann", data=OPENED)]
    ledger.seat("m", 0, "ann")
    ledger.seat("m", 1, "bob")
    for number in range(1, 5):
        seat = match.pending[0]
        move, guest = str(match.legal(seat)[0]), ("ann", "bob")[seat]
        match.play(seat, move)
        ledger.acknowledge(Acknowledged("m", guest, "move", seat, f"a{number}", move))
        log.append(Event("m", number, "move", seat, guest, f"a{number}", {"move": move}))
    return ledger, {"m": log}


def test_a_log_that_keeps_all_promises_is_found_faultless() -> None:
    assert checked(*promised()) == []


def test_a_lost_move_is_found() -> None:
    ledger, log = promised()
    lost = log["m"].pop()
    [finding] = checked(ledger, log)
    assert finding.startswith("lost") and str(lost.message) in finding


def test_a_move_that_was_done_twice_is_found() -> None:
    ledger, log = promised()
    last = log["m"][-1]
    log["m"].append(Event("m", 5, "move", last.seat, last.guest, last.message, last.data))
    assert any("2 times" in finding for finding in checked(ledger, log))


def test_a_table_that_is_gone_and_a_seat_that_is_anothers_are_found() -> None:
    ledger, log = promised()
    ledger.seat("m", 1, "cleo")
    assert any("not cleo's" in finding for finding in checked(ledger, log))
    ledger, _ = promised()
    assert any("the table m is gone" in finding for finding in checked(ledger, {}))
