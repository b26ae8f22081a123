"""Looking back at a finished match: what was decided well and what was not, and how much of it was luck."""

from __future__ import annotations

from .decisions import FULL, PASSES, QUICK, Decision, Pass
from .looking import Analysis, analyse, check
from .rollouts import compilations

__all__ = ["FULL", "PASSES", "QUICK", "Analysis", "Decision", "Pass", "analyse", "check", "compilations"]
