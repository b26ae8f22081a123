"""How much one connection, one guest or one address may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter

# Whoever has so many keys at once is no crowd: the oldest are forgotten, so that memory stays small.
MOST_KEYS = 10_000
# A household, or a rented machine, has a whole network of this size to itself.
OWN_NETWORK = 64


class Bucket:
    """A token bucket: bursts are fine, a steady flood is not."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self.tokens = burst
        self.filled = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.per_second)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for each key, as a guest or an address is one."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate = per_second, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        bucket = self._buckets.pop(key, None) or Bucket(*self._rate)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()


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
