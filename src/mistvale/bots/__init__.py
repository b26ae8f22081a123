"""Bots: anything that picks a move from what its seat may know."""
