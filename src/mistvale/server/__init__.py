"""The server: guests, tables, live play, and the store behind them.

`create_app` makes the ASGI application, `serve` runs it. What is said over the wire is in docs/protocol.md.
"""

from __future__ import annotations
