"""The Game object, the shelf of installed games, and the public API around them."""

from __future__ import annotations

import dataclasses
import hashlib
import subprocess
import sys
from importlib import metadata
from types import ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

import mistvale as mv
from mistvale.bots.playout import lowest_seat
from mistvale.core import game as shelf
from mistvale.core import match as match_module
from mistvale.core import verbs
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED, record_type, state_type, widened
from tests.toys import duel, nim

# ---------------------------------------------------------------- the shelf


def test_installed_games_are_on_the_shelf():
    assert "misty" in mv.games()
    assert mv.game("misty").name == "misty"
    assert mv.game("misty") is mv.game("misty")
    assert repr(mv.game("misty")) == "<Game misty>"


def test_the_shelf_can_be_asked_before_and_after_a_game_is_loaded():
    """The function `games` and the package `games` share a name."""
    code = "import mistvale as mv; a = mv.games(); mv.game('misty'); assert mv.games() == a"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_entry_point_that_is_no_game_is_refused(monkeypatch: pytest.MonkeyPatch):
    entry = metadata.EntryPoint("wrong", "mistvale.core.moves:Vocabulary", "mistvale.games")
    monkeypatch.setattr(shelf, "_shelf", lambda: {"wrong": entry})
    with pytest.raises(mv.BadTable, match="does not export the Game called 'wrong'"):
        shelf.game.__wrapped__("wrong")


def test_every_name_of_the_public_api_is_there():
    for name in mv.__all__:
        assert hasattr(mv, name), name


@pytest.mark.parametrize("error", ["IllegalMove", "NoUndo", "BadRecord", "BadBox", "BadTable", "DoesNotAddUp"])
def test_all_errors_have_one_parent(error: str):
    assert issubclass(getattr(mv, error), mv.MistvaleError)


# ---------------------------------------------------------------- a game


def test_every_game_tells_its_credit_and_its_defaults():
    for name in mv.games():
        game = mv.game(name)
        assert game.credit.designer
        assert game.credit.year > 1900
        for option in game.options:
            assert option.default in option.values
        assert game.seats == tuple(sorted(game.seats))
        assert len(game.options) <= shelf.MOST_OPTIONS
        assert max(game.seats) <= shelf.MOST_SEATS


@pytest.mark.parametrize("game", [*map(mv.game, mv.games()), duel.GAME, nim.GAME], ids=lambda game: game.name)
def test_records_have_no_holes(game: mv.Game):
    """Every byte belongs to a field, so equal states are equal bytes."""
    for dtype in (game.state, game.box_type):
        ends = sorted((dtype.fields[name][1], dtype.fields[name][0].itemsize) for name in dtype.names)
        at = 0
        for offset, size in ends:
            assert offset == at
            at += size
        assert at == dtype.itemsize
        assert dtype.isalignedstruct


def forms(game: mv.Game, verb: str) -> int:
    """How often a verb was compiled for the states of a game; defaults are compiled for several games."""
    state = numba.from_dtype(game.state)
    return sum(signature[0] == state for signature in verbs.of(game.state)[verb].signatures)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("game", [duel.GAME, nim.GAME], ids=lambda game: game.name)
def test_a_game_names_what_is_to_be_compiled(game: mv.Game):
    assert [each.label for each in game.compilations()] == list(verbs.PLAYED)
    for each in game.compilations():
        each.run()
        assert each.is_done()
    for verb in verbs.PLAYED:
        assert forms(game, verb) == 1, "one door, one type"


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_functions_that_numba_compiles_may_call_rules_and_verbs():
    """Whoever studies a game writes such functions; they are none of the rules."""
    match = mv.open_match("misty", seats=2, seed=1)
    out = np.zeros(match.game.moves.size, np.int32)

    @numba.njit
    def choices(s, box, out):
        seat = lowest_seat(verbs.pending(s, box))
        return verbs.legal(s, box, seat, out)

    assert choices(match.raw, match.box.record, out) == len(match.legal(0))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_match_uses_the_compiled_rules_and_compiles_no_others():
    """Seats and moves are int64 at one door: a whole match leaves one compiled form of each verb."""
    game = mv.game("misty")
    match = mv.open_match("misty", seats=2, seed=1, options={"window": "small"})
    while not match.over:
        seat = match.pending[0]
        match.view(seat)
        match.seat(seat).sample(1)
        match.play(np.int16(seat), match.legal(seat)[0])
    for verb in verbs.NAMES:
        assert forms(game, verb) <= 1, verb


def test_rules_without_a_verb_are_refused():
    """Whose turn it is can be told from a field `turn`; duel's states have none."""
    lacking = ModuleType("lacking")
    for verb in verbs.NAMES:
        if verb not in ("pending", "legal", "veil", "seen"):
            setattr(lacking, verb, print)
    with pytest.raises(TypeError, match=r"lacking lacks the verbs pending, legal$"):
        verbs.register(duel.GAME.state, lacking)


def test_two_games_with_the_same_record_are_refused():
    """Verbs are found by the type of the state: the second would play by the rules of the first."""
    twin = ModuleType("twin")
    for verb in verbs.NAMES:
        setattr(twin, verb, verbs.of(duel.GAME.state)[verb])
    with pytest.raises(TypeError, match=r"the states of twin have the same fields as those of .*duel\.rules"):
        verbs.register(duel.GAME.state, twin)
    verbs.register(duel.GAME.state, duel.rules)  # the same game again is fine


def test_options_given_as_booleans_are_written_small():
    option = shelf.Option("easy", ("false", "true"), "false")
    game = SimpleNamespace(options=(option,), title="Toy")
    assert mv.Game.check_options(game, {"easy": True}) == {"easy": "true"}  # type: ignore[arg-type]


@pytest.mark.parametrize("name", mv.games())
def test_what_is_off_stands_first_in_every_game(name):
    """Lists, pages and rules count alike: a switch is 1 where it is on."""
    for option in mv.game(name).options:
        if {*option.values} <= {"true", "false"}:
            assert option == shelf.switch(option.name, on=option.default == "true")
            assert option.values.index("true") == shelf.ON


def test_a_game_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        mv.game("misty").name = "other"  # type: ignore[misc]


# ---------------------------------------------------------------- what a simple game leaves out


@pytest.fixture
def plain() -> mv.Game:
    """Nim with one heap that never changes, in a package without any file beside its code."""
    rules = ModuleType("plain_rules")
    for verb in ("setup", "legal", "play", "over", "scores"):
        setattr(rules, verb, getattr(nim.rules, verb))
    return mv.Game(
        name="plain",
        title="Plain",
        version=1,
        credit=shelf.Credit("nobody", "nobody", 1901),
        package="tests.toys",
        seats=(2,),
        state=state_type(("pile", "i1"), ("turn", "i1")),
        rules=rules,
        moves=nim.MOVES,
        scene=lambda view: None,
    )


def test_a_game_without_a_box_has_an_empty_one(plain: mv.Game):
    box = plain.box()
    assert box.digest == hashlib.sha256(b"").hexdigest()
    assert not box.words
    assert plain.box(box) is box
    with pytest.raises(mv.BadBox, match="this game has no box"):
        plain.box({"game": "plain"})


def test_a_game_without_art_guide_and_words_says_so_plainly(plain: mv.Game):
    assert "<svg" in plain.art()
    assert plain.guide() == "# Plain\n"
    assert plain.words()("seat", n=1) == "Seat 1"


def test_a_beat_without_words_is_not_told(plain: mv.Game):
    view: Any = SimpleNamespace(words=duel.GAME.words())
    assert plain.tell("deal", view, view) == ""


def test_ranks_go_by_points_where_a_game_has_no_tie_breaks(plain: mv.Game):
    match = open_match(nim.GAME, seats=3, seed=1)
    while not match.over:
        match.play(match.pending[0], match.legal(match.pending[0])[-1])
    assert sorted(match.ranks) == [1, 2, 2]
    assert match.ranks[match.scores.index(1)] == 1


def test_a_game_that_waits_for_nobody_is_stopped(monkeypatch: pytest.MonkeyPatch):
    """Without beats nothing could ever happen."""
    monkeypatch.setattr(match_module.verbs, "pending", lambda s, box: 0)
    with pytest.raises(mv.DoesNotAddUp, match="Nim waits for nobody"):
        open_match(nim.GAME, seats=2, seed=1)


# ---------------------------------------------------------------- record types


def test_a_record_is_laid_out_wide_fields_first_and_filled_up():
    dtype = record_type(("a", "i1"), ("b", "i8"), ("c", "i1", (3,)), ("d", "i2"))
    assert dtype.names[0] == "b"
    assert dtype.names[-1] == "spare"
    assert dtype.itemsize == 16
    assert sum(dtype[name].itemsize for name in dtype.names) == 16


def test_a_state_begins_with_what_every_state_has():
    dtype = state_type(("x", "i1"))
    assert {"key", "block", "drawn", "epoch", "seats", "x"} <= set(dtype.names)


@pytest.mark.parametrize("name", ["copy", "size", "max", "data"])
def test_a_field_may_not_be_called_like_a_part_of_numpy(name: str):
    with pytest.raises(ValueError, match=f"a field can't be called {name}"):
        record_type((name, "i1"))


def test_a_widened_record_has_the_same_fields_in_64_bits():
    wide = widened(duel.GAME.state)
    assert wide.names == duel.GAME.state.names
    assert all(wide[name].base.itemsize == 8 for name in wide.names)
    assert wide["key"].base == np.dtype("u8")


# ---------------------------------------------------------------- words, art and guide


def test_words_are_filled_in():
    words = duel.GAME.words()
    assert words("seat", n=2) == "Seat 2"
    assert words("cards", n=1) == "1 card"
    assert words("cards", n=5) == "5 cards"
    assert words("cards", n=0) == "0 cards"
    assert words.get("no.such", "other") == "other"
    assert words.get("term.number.0", "other") == "nothing"
    assert "log.bid" in words
    assert "log.none" not in words
    with pytest.raises(KeyError):
        words("no.such")


def test_a_language_without_a_catalogue_is_english():
    assert duel.GAME.words("xx")("seat", n=1) == "Seat 1"
    assert duel.GAME.words("xx").lang == "xx"


def test_a_translation_goes_before_english_and_leaves_the_rest(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "spoken"
    (package / "text").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "text" / "en.po").write_text('msgid "yes"\nmsgstr "yes"\n\nmsgid "no"\nmsgstr "no"\n')
    (package / "text" / "de.po").write_text('msgid "yes"\nmsgstr "ja"\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("mistvale.core.text.STRICT", False)
    from mistvale.core.text import Words

    german = Words("de", "spoken", "tests.toys.duel")
    assert (german("yes"), german("no"), german("seat", n=1)) == ("ja", "no", "Seat 1")
