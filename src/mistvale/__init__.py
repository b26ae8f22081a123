"""Mistvale: a table for five modern board games."""
