"""The games, a folder each. They are found through the entry point group `mistvale.games`."""
