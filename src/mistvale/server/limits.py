"""How much one connection may ask for."""

from __future__ import annotations

import time


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
