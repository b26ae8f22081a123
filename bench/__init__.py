"""Mistvale's benchmarks: ratios within one run, since machines differ and are never quiet (see README.md)."""

from .bare import furnish

furnish()
