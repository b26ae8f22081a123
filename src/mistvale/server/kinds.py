"""Words that messages and rows of the store choose from."""

from __future__ import annotations

from typing import Literal

# One's own turn; a seat that one is asked to take; the end of a match; something that happened to the account.
Kind = Literal["turn", "invitation", "result", "account"]
# A browser, by Web Push; a mail address; a web address.
Way = Literal["push", "mail", "hook"]
# Who says something at a table: those who sit there, or those who look on.
Side = Literal["seats", "watchers"]
# Where a report finds what it is about: among what a side has said, or beside a finished match.
Spot = Literal["seats", "watchers", "comments"]
# Quick phrases are said by these, and read by everybody in the own language.
Phrase = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "oops",
    "thinking",
    "your-turn",
    "wait",
    "back",
    "good-game",
    "again",
    "bye",
]
# Why somebody reports a line.
Why = Literal["insult", "threat", "spam", "cheating", "other"]
# What came of a report.
Outcome = Literal["dealt", "dismissed"]
