"""Mistvale's benchmarks: ratios within one run, since machines differ and are never quiet. See README.md here."""
