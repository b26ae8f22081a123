"""Two tiny games for the tests of the core. They are no entry points: import their GAME."""
