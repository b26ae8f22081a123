"""Scenes: a view as a picture. Sprites, grids and hands; to JSON for a browser, to SVG, to a terminal."""

from .layout import Grid, HexGrid, fan
from .model import Button, Group, Parts, Prompt, Reference, Scene, Score, Sprite, Summary
from .panels import prompt, scores, table, waiting, with_mark

__all__ = [
    "Button",
    "Grid",
    "Group",
    "HexGrid",
    "Parts",
    "Prompt",
    "Reference",
    "Scene",
    "Score",
    "Sprite",
    "Summary",
    "fan",
    "prompt",
    "scores",
    "table",
    "waiting",
    "with_mark",
]
