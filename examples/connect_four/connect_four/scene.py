"""What players see: the board, its discs, and where the next one may land."""

from mistvale.scene import Grid, Group, Sprite, table

from .rules import COLUMN, COLUMNS, ROWS, four

GRID = Grid(700, 700, 0, ROWS, 0, COLUMNS - 1)  # the board, and a row above it for the columns' letters
SIZE, LETTER = (GRID.cell, GRID.cell), (GRID.cell, GRID.cell / 2)


def scene(view):
    """The whole table: one board, and the panels that every game has."""
    return table(view, [Group("board", view.words("term.board"), "main", GRID.width, GRID.height)], sprites(view))


def sprites(view):
    """Each column: its letter, its holes, and the discs that fell into them."""
    discs, latest = view.s.discs, [move.number for _, move in view.last]
    for column, (letter, height) in enumerate(zip("abcdefg", view.s.height, strict=True)):
        yield Sprite(f"top-{column}", None, "board", *GRID.at(0.2, column), LETTER, text=letter, label=letter)
        for row in range(ROWS):
            name, place = f"{column}-{row}", ("board", *GRID.at(ROWS - row, column), SIZE)
            move = view.may(f"drop {letter}") if row == height else None
            yield Sprite(f"hole-{name}", "hole", *place, view.words("term.hole", column=letter), short=".", move=move)
            if row < height:
                bit = column * COLUMN + row
                seat = discs[1] >> bit & 1
                marks = ("focus",) if four(discs[seat]) >> bit & 1 else ()
                marks += ("last",) if column in latest and row == height - 1 else ()
                look = {"label": view.words(f"term.disc.{seat}"), "short": "XO"[seat], "marks": marks}
                yield Sprite(f"disc-{name}", f"seat-{seat}", *place, layer=2, origin=f"top-{column}", **look)
