"""The core: states, rules, moves, boxes and matches. It knows no game."""
