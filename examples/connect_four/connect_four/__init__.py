"""Connect Four, as a package of its own: Mistvale finds it by its entry point."""

from mistvale.core.game import Credit, Game

from . import rules, scene

GAME = Game(
    name="connect-four",
    title="Connect Four",
    version=1,
    credit=Credit("Howard Wexler and Ned Strongin", "Milton Bradley", 1974),
    package=__name__,
    seats=(2,),
    state=rules.Position.dtype,
    rules=rules,
    moves=rules.MOVES,
    scene=scene.scene,
)
