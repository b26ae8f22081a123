"""Valdora as a picture: the board with its pawns, and the moves."""

from __future__ import annotations

from ...core.match import View
from ...scene import Button, Group, Prompt, Scene, Sprite, table, waiting


def scene(view: View) -> Scene:
    """The board."""
    groups = [Group("board", view.game.title, "main", 1200.0, 800.0)]
    names = [row["name"] for row in view.box.data["board"]["spaces"]]
    sprites = []
    for row in view.box.data["board"]["spaces"]:
        name, move = row["name"], f"go {row['name']}"
        here = [view.name(s) for s in range(view.seats) if names[int(view.state["at"][s])] == name]
        sprites.append(
            Sprite(
                f"space-{name}",
                None,
                "board",
                row["x"],
                row["y"],
                (90.0, 90.0),
                label=", ".join([name, *here]),
                move=view.may(move),
            )
        )
    buttons = tuple(Button(move, move) for move in view.legal if not move.startswith("go "))
    asks = Prompt("", True, buttons) if view.legal else waiting(view)
    return table(view, groups, sprites, asks=asks)
