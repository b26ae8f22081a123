"""What the servers of tests are forked from: a process that has imported a server and loaded the rules of all games.

To import a server takes longer than most of what is tested, and so does it to find and load what was compiled, in each
of them anew. What was not compiled yet is left to the server that needs it.
"""

from __future__ import annotations

import alembic.command  # noqa: F401
import psycopg  # noqa: F401
import sqlalchemy.dialects.sqlite  # noqa: F401

import mistvale as mv
import mistvale.server.run
from mistvale import warming
from mistvale.server.app import shared_routes

for name in mv.games():
    for stage in warming.STAGES:
        for each in warming.compilations(name, stage):
            if each.is_done():
                each.run()

# Routes are prepared when something is first asked for; nothing is asked for here.
for route in shared_routes():
    route.matches({"type": "http", "method": "GET", "path": "/nowhere"})
