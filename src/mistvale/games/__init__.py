"""The games, a folder each. They are found through the entry point group `mistvale.games`.

This package bears the name of a function of the public API: once a game is imported, `mistvale.games` is the
package. So it can be called like the function. A module takes no `__call__` of its own, only that of its class; and the
function in the package's place would not have the games: `import mistvale.games.misty as misty` would fail.
"""

from __future__ import annotations

import sys
from types import ModuleType

from ..core.game import games


class _Shelf(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The names of all installed games."""
        return games()


sys.modules[__name__].__class__ = _Shelf
