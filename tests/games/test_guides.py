"""Guides: their pictures can be drawn, their figures are what the rules count, and all languages have both alike."""

from __future__ import annotations

import functools
import random
import re
import xml.etree.ElementTree as ET

import pytest

import mistvale as mv
from mistvale.core.text import PSEUDO
from mistvale.scene.guide import ANCHOR, COUNT, PLATE, counted, plain
from mistvale.scene.plates import LOOKS, Cutting, Plate, cutting, draw, plates

GAMES = [mv.game(name) for name in mv.games()]
LANGUAGES = ("en", "ca", "cs", "de", "es", "fr", "hu", "it", "nl")
PLATES = [(game, name) for game in GAMES for name in plates(game)]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_plate = pytest.mark.parametrize(("game", "name"), PLATES, ids=lambda each: getattr(each, "name", each))


@functools.cache
def shown(game: mv.Game, name: str) -> Cutting:
    return cutting(game, plates(game)[name])


@every_plate
def test_every_plate_can_be_drawn_by_day_and_by_night(game: mv.Game, name: str) -> None:
    drawn = {theme: draw(shown(game, name), look) for theme, look in LOOKS.items()}
    assert drawn["light"] != drawn["dark"]
    root = ET.fromstring(drawn["light"])
    known = {node.get("id") for node in root.iter()}
    asked = re.findall(r'(?:href="|url\()#([^")]+)', drawn["light"])
    assert asked and set(asked) <= known, "it carries every drawing that it needs"
    symbols, art = re.compile(r'<symbol[^>]*\bid="([^"]+)"'), game.art()
    carried = symbols.findall(drawn["light"])
    assert carried == [each for each in symbols.findall(art) if each in carried], "drawn again, it is the same"
    assert len(drawn["light"].encode()) < 150_000


@every_plate
def test_a_page_leaves_the_right_room_for_a_plate(game: mv.Game, name: str) -> None:
    """tools/plates.py --write writes the size."""
    assert plates(game)[name].size == shown(game, name).size


def test_a_plate_that_points_at_nothing_says_so() -> None:
    game = mv.game("misty")
    with pytest.raises(ValueError, match="a plate of Misty does not show unicorn"):
        draw(cutting(game, Plate(2, (("window-0",),), (1, 1), viewer=0, marks=(("unicorn",),))), LOOKS["light"])


@every_game
def test_every_language_has_the_same_plates_anchors_and_figures(game: mv.Game) -> None:
    english = game.guide()
    anchors = ANCHOR.findall(english)
    assert len(set(anchors)) == len(anchors)
    assert {"setup", "end", "rulings"} <= set(anchors)
    assert anchors[-1] == "rulings", "rulings are an appendix"
    assert {name for _, name in PLATE.findall(english)} == set(plates(game)), "none is missing, and none is in vain"
    headings = re.findall(r"^#{2,} .*$", english, re.M)
    assert all(ANCHOR.search(heading) for heading in headings)
    for lang in LANGUAGES:
        guide = game.guide(lang)
        assert ANCHOR.findall(guide) == anchors, lang
        assert [name for _, name in PLATE.findall(guide)] == [name for _, name in PLATE.findall(english)], lang
        assert sorted(COUNT.findall(guide)) == sorted(COUNT.findall(english)), lang
        captions = [caption for caption, _ in PLATE.findall(guide)]
        assert all(captions) and len(set(captions)) == len(captions)


@every_game
def test_a_guide_says_how_long_a_match_takes_as_the_card_does(game: mv.Game) -> None:
    for lang in LANGUAGES:
        line = next(line for line in game.guide(lang).splitlines() if game.credit and str(game.credit.year) in line)
        assert re.findall(r"\b(\d+) (?:min|Min|perc)", line) == [str(game.minutes)], lang


@every_game
def test_every_number_on_a_plate_is_explained_below_it(game: mv.Game) -> None:
    for lang in LANGUAGES:
        for name, below in re.findall(r"\(plate:([a-z-]+)\)\n\n((?:\d+\. .*\n(?: .*\n)*)*)", game.guide(lang)):
            explained = [int(number) for number in re.findall(r"^(\d+)\. ", below, re.M)]
            assert explained == list(range(1, len(plates(game)[name].marks) + 1)), (lang, name)


@every_game
def test_what_a_guide_says_a_position_scores_is_what_the_rules_count(game: mv.Game) -> None:
    found = set(COUNT.findall(game.guide()))
    assert found
    for said, name, kind, which in found:
        assert counted(shown(game, name).scene, kind, which) == said, (name, kind, which)


@every_game
def test_whatever_is_asked_is_told_somewhere_in_the_guide(game: mv.Game) -> None:
    """A prompt names the anchor at which the guide opens."""
    anchors, topics = set(ANCHOR.findall(game.guide())), set()
    options = {option.name: option.values[-1] for option in game.options}
    match, dice = mv.open_match(game.name, seats=game.seats[0], seed=6, options=options), random.Random(6)
    for _ in range(100):
        if match.over:
            break
        seat = dice.choice(match.pending)
        if dice.random() < 0.4:
            prompt = match.scene(seat).prompt
            assert prompt.topic, prompt
            topics.add(prompt.topic)
        match.play(seat, dice.choice(match.legal(seat)))
    assert len(topics) > 1
    assert topics <= anchors


@every_game
def test_in_a_terminal_a_guide_is_plain(game: mv.Game) -> None:
    for lang in (*LANGUAGES, PSEUDO):
        text = plain(game.guide(lang))
        assert not re.search(r"\{#|\(plate:|\(count:|!\[", text), lang
        assert "  " not in re.sub(r"^ +", "", text, flags=re.M).replace("  \n", "\n"), lang
    for caption, _ in PLATE.findall(game.guide()):
        assert f"*{caption}*" in plain(game.guide())
