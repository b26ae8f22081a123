"""The designer's report: what matches between bots tell of a game and its box, each figure with how sure it is."""

from __future__ import annotations

from .figures import BadReport
from .making import found, write
from .plan import Plan, planned
from .running import run, write_parquet

__all__ = ["BadReport", "Plan", "found", "planned", "run", "write", "write_parquet"]
