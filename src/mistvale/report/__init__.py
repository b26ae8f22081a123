"""The designer's report: what matches between bots tell of a game and its box, each figure with how sure it is."""

from __future__ import annotations


