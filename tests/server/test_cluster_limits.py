"""Limits of all processes together: rates, which are told among them, and tries at codes, which are exact."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from mistvale.server import ledger, limits, listener, schema
from mistvale.server.attempts import Attempts
from mistvale.server.hub import Hub
from mistvale.server.ledger import Ledger, notices
from mistvale.server.limits import Asker, Buckets, Paces, Shares
from mistvale.server.settings import Settings
from mistvale.server.store import LONGEST_NOTICE, Store

from .helpers import PATIENCE, House, fast_settings
from .lobbying import call, hub_of


def set_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    return now


class Two:
    """Two processes that count together, and hear of each other when the test says so."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.stirred = 0
        self.here, self.there = Buckets(per_second, burst), Buckets(per_second, burst)
        for each in (self.here, self.there):
            each.share(str.upper, self.stir)

    def stir(self) -> None:
        self.stirred += 1

    def tell(self) -> None:
        told = self.here.told(), self.there.told()
        for mine, buckets in zip(told, (self.there, self.here), strict=True):
            for mark, amount in mine.items():
                buckets.owe(mark, amount)


def test_what_is_spent_at_one_process_is_missing_at_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    now = set_clock(monkeypatch)
    two = Two(per_second=1.0, burst=10.0)
    assert [two.here.take("a") for _ in range(10)] == [True] * 10, "one process has all of it"
    two.tell()
    assert not two.there.take("a") and two.there.take("b")
    now[0] = 3.0
    assert [two.there.take("a") for _ in range(4)] == [True] * 3 + [False]
    two.tell()
    assert not two.here.take("a")


def test_what_was_had_beyond_the_limit_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is faster than the processes hear of each other waits for it afterwards: over time the limit holds."""
    now = set_clock(monkeypatch)
    two = Two(per_second=1.0, burst=10.0)
    had = 0
    for second in range(100):
        now[0] = float(second)
        had += sum(buckets.take("a") for buckets in (two.here, two.there) for _ in range(50))
        two.tell()
    assert had <= 10 + 99 + 10, "a burst, a hundred seconds, and one burst more by haste"


def test_who_spends_much_is_told_of_at_once() -> None:
    two = Two(per_second=0.0, burst=20.0)
    two.here.take("a")
    assert two.stirred == 0
    two.here.take("a")
    assert two.stirred == 1


def test_what_is_told_fits_into_notices_and_the_greatest_come_first() -> None:
    spent = {name: {f"{number:016x}": number / 3 for number in range(3000)} for name in ("requests", "drawings here")}
    parts = list(notices(spent))
    assert 1 < len(parts) <= ledger.MOST_NOTICES
    assert all(len(json.dumps({"spent": part, "process": "x" * 32})) <= LONGEST_NOTICE for part in parts)
    assert max(parts[0]["requests"].values()) == round(2999 / 3, 2)
    assert list(notices({"requests": {}})) == []


def test_every_rate_is_counted_for_all_processes() -> None:
    named = dict(Paces(Settings()).pools())
    assert {"requests", "programs", "tables", "accounts", "sign_ins", "changes", "ties", "joins"} <= set(named)
    assert dict(Paces(fast_settings(Path())).pools()) == {}, "where there is no limit there is nothing to count"
    assert len(dict(Shares(1.0, 1.0, 8).pools("hints"))) == 2


def test_who_is_told_to_stop_as_something_is_spent_stops() -> None:
    """Otherwise the server would never end."""

    async def run() -> None:
        told: Any = SimpleNamespace(store=SimpleNamespace(shared=True, notify=None), read=no_more)
        kept = Ledger(told)
        buckets = Buckets(1.0, 10.0)
        kept.keep([("requests", buckets)], str)
        telling = asyncio.create_task(kept.run())
        await asyncio.sleep(0.01)
        assert buckets.take("ann", 10.0)
        telling.cancel()
        _, going = await asyncio.wait({telling}, timeout=0.5)
        assert not going

    async def no_more(*_: Any) -> None:
        pass

    asyncio.run(run())


@pytest.fixture
def cluster(
    tmp_path: Path, furnished_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, House]]:
    """Two servers on one PostgreSQL, with limits that a test can reach; they tell each other when it says so."""
    monkeypatch.setattr(listener, "LISTEN_SECONDS", 0.05)
    monkeypatch.setattr(ledger, "TELL_SECONDS", 3600.0)
    monkeypatch.setattr(limits, "MUCH", 2.0)
    lines = threading.Semaphore(0)
    begin = Hub.deaf

    def begin_to_hear(hub: Hub) -> None:
        begin(hub)
        lines.release()

    monkeypatch.setattr(Hub, "deaf", begin_to_hear)
    limited = {"requests_per_second": 0.001, "request_burst": 30.0, "codes_per_minute": 0.001, "code_burst": 4.0}
    settings = fast_settings(tmp_path, database=furnished_postgres(), **limited)
    with House(settings) as here, House(settings) as there:
        assert all(lines.acquire(timeout=PATIENCE) for _ in (here, there))
        yield here, there


def test_two_processes_have_one_limit(cluster: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = cluster
    heard = threading.Event()
    hear = Ledger.heard

    def note(self: Ledger, spent: dict[str, dict[str, float]]) -> None:
        hear(self, spent)
        assert "crowd" not in str(spent), "no addresses"
        heard.set()

    monkeypatch.setattr(Ledger, "heard", note)
    client, other = here.stranger(address="crowd"), there.stranger(address="crowd")
    assert [client.get("/api/door").status_code for _ in range(31)] == [200] * 30 + [429]
    call(here, hub_of(here).ledger.flush)
    assert heard.wait(PATIENCE)
    refused = other.get("/api/door")
    assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 0
    assert there.stranger(address="elsewhere").get("/api/door").status_code == 200


def test_tries_at_codes_are_counted_to_the_last_one(cluster: tuple[House, House]) -> None:
    clients = [house.stranger(address="thief") for house in cluster]
    for client in clients:
        client.get("/api/me")
    answers = [clients[number % 2].post("/api/sign-in/code", json={"code": "wrong"}).status_code for number in range(6)]
    assert answers == [403] * 4 + [429] * 2
    friend = cluster[1].stranger(address="friend")
    friend.get("/api/me")
    assert friend.post("/api/sign-in/code", json={"code": "wrong"}).status_code == 403


# ---------------------------------------------------------------- tries, in the store


def attempts(store: Store, **more: float) -> tuple[Attempts, list[int]]:
    now = [1_000_000]
    made = Attempts(store, Settings(**{"codes_per_minute": 1.0, "code_burst": 3.0, **more}))  # type: ignore[arg-type]
    made.source = lambda connection: now[0]
    return made, now


def test_tries_come_back_with_time_and_are_forgotten_then(store: Store) -> None:
    tries, now = attempts(store)
    assert [tries.take(["a"]) for _ in range(4)] == [0, 0, 0, 60.0]
    now[0] += 30_000
    assert tries.take(["a"]) == 30.0, "asking again costs nothing, and helps nothing"
    now[0] += 30_000
    assert tries.take(["a"]) == 0 and tries.take(["b"]) == 0
    now[0] += 600_000
    assert tries.take(["c"]) == 0
    assert [row.key for row in store.rows(sa.select(schema.attempts))] == ["c"]


def test_an_address_and_a_player_are_counted_each(store: Store) -> None:
    tries, _ = attempts(store)
    assert [tries.take([address, "player"]) for address in ("a", "b", "c")] == [0, 0, 0]
    assert tries.take(["d", "player"]) > 0, "from wherever it is tried"
    assert [tries.take(["d"]) for _ in range(4)][:3] == [0, 0, 0], "what was refused cost the address nothing"
    assert [tries.take(["e"], 0.2) for _ in range(15)] == [0] * 15


def test_any_number_of_tries_where_there_is_no_limit(store: Store) -> None:
    tries, _ = attempts(store, codes_per_minute=0.0)
    assert [tries.take(["a"]) for _ in range(50)] == [0] * 50
    assert not store.rows(sa.select(schema.attempts))


def test_of_many_processes_that_are_asked_at_once_as_many_tries_are_had_as_there_are(
    furnished_postgres: Callable[[], str],
) -> None:
    address = furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1)
    stores = [Store(address, str(number)) for number in range(3)]
    settings = Settings(codes_per_minute=0.001, code_burst=5.0)
    had: list[float] = []

    def guess(store: Store) -> None:
        tries = Attempts(store, settings)
        for _ in range(6):
            had.append(tries.take(["thief", "player"]))

    threads = [threading.Thread(target=guess, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for store in stores:
        store.close()
    assert len(had) == 18 and had.count(0.0) == 5


def test_an_address_that_asks_for_drawings_is_known_by_a_mark(cluster: tuple[House, House]) -> None:
    here, _ = cluster
    hub = hub_of(here)
    assert hub.drawings.take(Asker("somebody", "somewhere"))
    told = {name: buckets.told() for name, buckets in hub.pools()}
    assert len(told["drawings of guests"]) == len(told["drawings here"]) == 1
    assert "some" not in str(told.values())
