"""What every installed game brings along: a guide with its rulings, words, and drawings that hold."""

from __future__ import annotations

import functools
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.scene import aloud
from tests.pseudo import PSEUDO, bare, words_of

GAMES = [mv.game(name) for name in mv.games()]
NAMES = ("Ann", "Bob", "Cleo", "Dan")
LOOKS = 150  # at one match
FEW_LOOKS = 40
RULEBOOKS = Path(__file__).parent.parent / "rulebook"
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def rulings(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2}-\d+\b", text))


@functools.cache
def played(game: mv.Game, options: tuple[tuple[str, str], ...] = ()) -> mv.Match:
    """A match that dice have played to its end."""
    match, dice = mv.open_match(game.name, seats=max(game.seats), seed=1, options=dict(options)), random.Random(1)
    while not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    return match


@every_game
def test_every_ruling_is_in_the_guide_and_in_a_test(game: mv.Game) -> None:
    """rules/README: each is quoted in the test that pins it, and listed in the guide."""
    folder = RULEBOOKS / game.name.replace("-", "_")
    tested = rulings("".join(file.read_text(encoding="utf-8") for file in folder.glob("test_*.py")))
    rules = Path(str(game.rules.__file__))
    files = [rules] if rules.name != "__init__.py" else sorted(rules.parent.glob("*.py"))
    ruled = rulings("".join(file.read_text(encoding="utf-8") for file in files))
    listed = rulings(game.guide())
    assert listed
    assert ruled <= listed
    assert listed <= tested


@every_game
def test_what_can_be_done_can_be_told_apart_by_ear(game: mv.Game) -> None:
    """No two moves sound alike: their groups, names and sentences differ; and no place is without a name."""
    match, dice = mv.open_match(game.name, seats=max(game.seats), seed=4), random.Random(4)
    for _ in range(2 * FEW_LOOKS):
        if match.over:
            break
        seat = dice.choice(match.pending)
        scene = match.scene(seat)
        match.play(seat, dice.choice(match.legal(seat)))
        titles = {group.key: group.title for group in scene.groups}
        assert all(titles.values())
        heard: dict[tuple[str, ...], str] = {}
        for sprite in scene.sprites:
            assert sprite.move is None or aloud.is_heard(sprite), sprite.key
            for move, said in aloud.choices(sprite):
                key = (titles[sprite.group], aloud.name(sprite), said)
                assert heard.setdefault(key, move) == move, key
        buttons = [button.label for button in scene.prompt.buttons]
        assert len(set(buttons)) == len(buttons)
        ways = [(button.about, button.way) for button in scene.prompt.buttons if button.way]
        assert len(set(ways)) == len(ways), "beside its thing, each way is told in few words"


@every_game
def test_every_drawing_of_a_match_is_there(game: mv.Game) -> None:
    """Scenes name symbols of the game's own art or of the common one, from the first step to the last."""
    symbols = set(re.findall(r'<symbol[^>]*\bid="([^"]+)"', game.art()))
    match, dice = played(game), random.Random(2)
    used: set[str] = set()
    # Dice may take thousands of steps to the end of a match.
    for step in (*range(0, match.steps, max(3, match.steps // LOOKS)), match.steps):
        for viewer in (dice.randrange(match.seats), None):
            scene = match.scene(viewer, step=step).json()
            used |= {sprite["symbol"] for sprite in scene["sprites"] if sprite["symbol"]}
    assert used
    assert used <= symbols, f"no drawing of {sorted(used - symbols)}"


@every_game
def test_where_points_come_from_adds_up(game: mv.Game) -> None:
    """Whatever the score panel explains, it explains all of it, to whoever looks on."""
    match, dice = mv.open_match(game.name, seats=max(game.seats), seed=2), random.Random(2)
    while not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    for step in (*range(0, match.steps, max(3, match.steps // 40)), match.steps):
        for viewer in (dice.randrange(match.seats), None):
            for score in match.scene(viewer, step=step).scores:
                assert all(label for label, _ in score.parts)
                assert sum(points for _, points in score.parts) == score.points, (step, viewer, score)


@every_game
def test_the_end_says_first_who_won(game: mv.Game) -> None:
    """Before how it came about, and before all figures."""
    seats = max(game.seats)
    match, dice = mv.open_match(game.name, seats=seats, seed=3, names=NAMES[:seats]), random.Random(3)
    while not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    scene = match.scene(None)
    assert scene.summary is not None
    winners = [score.name for score in scene.scores if score.rank == 1]
    assert all(name in scene.summary.text[0] for name in winners)
    assert re.search(r"\b(wins?|share)\b", scene.summary.text[0])
    written = scene.text()
    assert written.index(scene.summary.text[0]) < written.rindex(scene.summary.rows[0][0])
    for score in scene.scores:
        own = match.scene(score.seat)
        assert own.summary is not None
        for said in (own.prompt.text, own.summary.text[0]):
            assert said.startswith("You ") == (score.rank == 1), said
            assert score.name not in said, "whoever has won is spoken to, and whoever has not is not among the winners"


@every_game
def test_the_art_keeps_to_a_strict_policy(game: mv.Game) -> None:
    """docs/scenes.md: presentation attributes only, no script, nothing from outside, each id once."""
    art = game.art()
    root = ET.fromstring(art)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    for node in root.iter():
        tag = node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""
        assert tag not in ("style", "script", "image", "foreignObject")
        for name, value in node.attrib.items():
            key = name.rpartition("}")[2]
            assert key != "style"
            assert not key.startswith("on")
            if key == "href":
                assert value.startswith("#")
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.strip("'\"").startswith("#")
                assert target.strip("'\"#") in ids


class Noun(str):
    """A word that has whatever form a message asks for."""

    def __format__(self, form: str) -> str:
        return str(self) + form


@every_game
def test_every_word_can_be_said(game: mv.Game) -> None:
    """No text of the catalogue is empty, and its places can be filled."""
    for key, text in game.words("en").messages.items():
        for form in (text,) if isinstance(text, str) else text:
            assert form.strip(), f"{key} is empty"
            places = re.findall(r"{(\w+)([^}]*)}", form)
            assert form.format_map({name: 0.5 if how.endswith("%") else Noun("x") for name, how in places})


@every_game
def test_every_word_of_a_match_comes_from_the_catalogue(game: mv.Game) -> None:
    """In the pseudo-language all that a scene or the log says stands in brackets, but for names and notation."""
    found: dict[str, str] = {}
    matches = [played(game)]
    if game.options:
        matches.append(played(game, tuple((option.name, option.values[-1]) for option in game.options)))
    for match in matches:
        aside = {*match.names, *match.box.words.get("spaces", ())}  # a terminal shows how spaces are written
        for step in (*range(0, match.steps, max(3, match.steps // FEW_LOOKS)), match.steps):
            for viewer in (step % match.seats, None):
                words = words_of(match.scene(viewer, PSEUDO, step))
                found |= {where: text for where, text in words if bare(text, aside)}
    assert not found
