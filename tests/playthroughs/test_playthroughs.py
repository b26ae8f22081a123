"""Any change in a game's behaviour shows up here, as a difference to read."""

from __future__ import annotations

import pytest

import mistvale as mv

from . import FOLDER, Playthrough, playthroughs
from .spoken import spoken


@pytest.mark.slow
@pytest.mark.parametrize("played", playthroughs(), ids=lambda played: played.file.stem)
def test_a_match_is_played_as_it_was(played: Playthrough) -> None:
    text = played.text()
    golden = played.file.read_text(encoding="utf-8") if played.file.exists() else ""
    assert text.splitlines() == golden.splitlines(), (
        f"{played.file.name} is played otherwise; if that is right: python -m tests.playthroughs"
    )


@pytest.mark.parametrize("game", mv.games())
def test_a_match_is_told_as_it_was_in_every_language(game: str) -> None:
    for told, text in spoken(game).items():
        golden = told.file.read_text(encoding="utf-8") if told.file.exists() else ""
        assert text.splitlines() == golden.splitlines(), (
            f"{told.file.name} is told otherwise; if that is right: python -m tests.playthroughs"
        )


def test_no_playthrough_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {played.file.name for played in playthroughs()}


def test_every_value_of_every_option_is_played() -> None:
    names = {played.file.stem for played in playthroughs()}
    assert {"misty-standard-2", "misty-small-3"} <= names
