"""The shapes of what is said over REST, and what those over a WebSocket (`messages.py`) are made of: a model for each.

A model checks what comes in, and is what goes out: nothing is put together beside it. `/openapi.json` is made of them,
and docs/protocol.md names them. One file for each matter; what all need stands in `common.py`.
"""
