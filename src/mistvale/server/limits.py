"""How much one connection, one guest or one address may ask for."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .errors import Refusal, too_many
from .settings import Settings

# Whoever has so many keys at once is no crowd: the oldest are forgotten, so that memory stays small.
MOST_KEYS = 10_000
# Whoever has taken such a part of a burst is told of at once, not with the next second.
MUCH = 0.1
# A household, or a rented machine, has a whole network of this size to itself.
OWN_NETWORK = 64


class Bucket:
    """A token bucket: bursts are fine, a steady flood is not."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self.tokens = burst
        self.filled = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether there is something left; what costs more than is left is owed."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.per_second)
        self.filled = now
        if self.tokens < min(cost, 1.0):
            return False
        self.tokens -= cost
        return True

    def owe(self, amount: float) -> None:
        """So much was taken elsewhere: it is missing here, also where there is not so much."""
        self.take(0.0)
        self.tokens -= amount

    def wait(self, cost: float = 1.0) -> float:
        """In how many seconds so much can be taken."""
        return max(0.0, min(cost, 1.0) - self.tokens) / self.per_second if self.per_second else math.inf


class Buckets:
    """A bucket for each key, as a guest or an address is one."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate = per_second, burst
        self._buckets: dict[str, Bucket] = {}
        # What was taken since it was last told, by mark; None where there is nobody to tell.
        self._spent: dict[str, float] | None = None
        self._mark: Callable[[str], str] = str
        self._stir: Callable[[], None] = lambda: None

    def share(self, mark: Callable[[str], str], stir: Callable[[], None]) -> None:
        """Count together with others: `mark` is what they know a key by, `stir` is called when much was taken."""
        self._spent, self._mark, self._stir = {}, mark, stir

    def take(self, key: str, cost: float = 1.0) -> bool:
        return self.wait(key, cost) is None

    def wait(self, key: str, cost: float = 1.0) -> float | None:
        """Take so much; or in how many seconds that can be done, if there is too little."""
        mark = self._mark(key)
        bucket = self.of(mark)
        if not bucket.take(cost):
            return bucket.wait(cost)
        if self._spent is not None:
            self._spent[mark] = self._spent.get(mark, 0.0) + cost
            if self._spent[mark] >= bucket.burst * MUCH:
                self._stir()
        return None

    def told(self) -> dict[str, float]:
        """What was taken since this was last asked."""
        spent, self._spent = self._spent or {}, {}
        return spent

    def owe(self, mark: str, amount: float) -> None:
        """So much was taken by others."""
        self.of(mark).owe(amount)

    def of(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(*self._rate)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return bucket


class Pace:
    """So many a second for each key, after a burst; 0 a second is any number."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._buckets = Buckets(per_second, burst) if per_second else None

    def check(self, key: str, cost: float = 1.0) -> None:
        """Refuse whoever is too fast, and say when it will do."""
        if self._buckets is None:
            return
        seconds = self._buckets.wait(key, cost)
        if seconds is not None:
            raise too_many(seconds)

    def pools(self, name: str) -> Iterator[tuple[str, Buckets]]:
        """What is counted, by name."""
        if self._buckets is not None:
            yield name, self._buckets


class Paces:
    """How fast one may ask, and an address may do what costs us something to keep."""

    def __init__(self, settings: Settings) -> None:
        self.requests = Pace(settings.requests_per_second, settings.request_burst)
        self.programs = Pace(settings.program_requests_per_second, settings.program_request_burst)
        self.tables = Pace(settings.tables_per_minute / 60, settings.table_burst)
        self.guests = Pace(settings.guests_per_minute / 60, settings.guest_burst)
        self.accounts = Pace(settings.accounts_per_minute / 60, settings.account_burst)
        self.sign_ins = Pace(settings.sign_ins_per_minute / 60, settings.sign_in_burst)
        self.changes = Pace(settings.changes_per_minute / 60, settings.change_burst)
        self.ties = Pace(settings.ties_per_minute / 60, settings.tie_burst)
        self.joins = Pace(settings.joins_per_minute / 60, settings.join_burst)
        crowd = settings.guests_per_address
        self.joins_here = Pace(settings.joins_per_minute / 60 * crowd, settings.join_burst * crowd)
        self.mails = Pace(settings.mails_per_hour / 3600, settings.mail_burst)
        self.reports = Pace(settings.reports_per_hour / 3600, settings.report_burst)

    def pools(self) -> Iterator[tuple[str, Buckets]]:
        for name, pace in vars(self).items():
            yield from pace.pools(name)


class Places:
    """So many at a time for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        if self._taken[key] >= self._most:
            return False
        self._taken[key] += 1
        return True

    def free(self, key: str) -> None:
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]


class Asker(NamedTuple):
    """Who asks for something, and from where."""

    guest: str
    address: str


class Shares:
    """A bucket for each guest, and for each address one as large as those of so many guests."""

    def __init__(self, per_second: float, burst: float, guests_per_address: int) -> None:
        self._guests = Buckets(per_second, burst)
        self._addresses = Buckets(per_second * guests_per_address, burst * guests_per_address)

    def take(self, asker: Asker, cost: float = 1.0) -> bool:
        return self._guests.take(asker.guest, cost) and self._addresses.take(asker.address, cost)

    def pools(self, name: str) -> Iterator[tuple[str, Buckets]]:
        yield f"{name} of guests", self._guests
        yield f"{name} here", self._addresses


class Room:
    """So many at a time for each guest, and for each address."""

    def __init__(self, per_guest: int, per_address: int) -> None:
        self._guests = Places(per_guest)
        self._addresses = Places(per_address)

    @contextmanager
    def place(self, asker: Asker, refusal: Refusal) -> Iterator[None]:
        """A place for as long as it is needed; the refusal where there is none."""
        if not self._guests.take(asker.guest):
            raise refusal
        try:
            if not self._addresses.take(asker.address):
                raise refusal
            try:
                yield
            finally:
                self._addresses.free(asker.address)
        finally:
            self._guests.free(asker.guest)


def household(address: str) -> str:
    """What limits by address count as one: an IPv4 address, or the network that an IPv6 address is part of."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, OWN_NETWORK), strict=False))
    return str(known)
