"""Boxes that people make: a form, a trial, a table; refused, limited, marked, and the same after a restart."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import mistvale as mv
from mistvale.core import box_form
from mistvale.core.box_form import open_form
from mistvale.server import boxes, schema
from mistvale.server.boxes import Boxes, figure_name, group_name
from mistvale.server.trials import LONGEST_FINDING

from .helpers import Guest, House, fast_settings, same_guest
from .lobbying import hub_of
from .programs import become
from .test_thinking import until

PASSES = "print('[]')"
BREAKS = "print('[\"no leak: seat 1 sees the deck\"]')"
HANGS = "import time; time.sleep(60)"
DIES = "import os; os.abort()"
CHANGES = {"cards.0.points": 7, "match.pair": 3}
SMALL = {"window": "small"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(fast_settings(tmp_path, drawings_per_second=10_000.0)) as house:
        hub_of(house).trials.run = PASSES
        yield house


def kept(guest: Guest, changes: dict[str, Any] = CHANGES, game: str = "misty") -> str:
    """The digest of a box that was kept and tried."""
    digest: str = guest.post(f"/api/boxes/{game}", {"changes": changes}, 201)["digest"]
    until(lambda: guest.get(f"/api/boxes/{game}/{digest}")["trial"] not in ("waiting", "running"))
    return digest


def paths(form: dict[str, Any]) -> list[str]:
    return [field["path"] for group in form["groups"] for field in group["fields"]]


# ---------------------------------------------------------------- the form


@pytest.mark.parametrize("game", mv.games())
def test_every_game_has_a_form(house: House, game: str) -> None:
    form = house.guest().get(f"/api/boxes/{game}")
    assert form["problems"] == [] and form["changes"] == {}
    fields = [field for group in form["groups"] for field in group["fields"]]
    assert all((field["words"] is None) != (field["least"] is None) for field in fields)
    assert all(group["name"] for group in form["groups"])
    assert len({group["path"] for group in form["groups"]}) == len(form["groups"])


def test_what_is_wrong_is_said_place_by_place_in_the_language_of_who_asks(house: House) -> None:
    ann, wish = house.guest("Ann"), {"changes": {"cards.0.count": 99, "windows.small.long": 4}}
    problems = ann.post("/api/boxes/misty/check", wish)["problems"]
    assert {each["path"] for each in problems} == {"cards.0.count", ""}
    german = ann.post("/api/boxes/misty/check?lang=de", wish)["problems"]
    assert "muss" in german[0]["text"] and german[0]["text"] != problems[0]["text"]


@pytest.mark.parametrize("game", mv.games())
def test_figures_have_names_that_tell_them_apart(game: str) -> None:
    form = open_form(mv.game(game))
    names = [figure_name(form.data, path) for path in form.fields]
    assert len({*names}) == len(names), sorted(name for name in names if names.count(name) > 1)[:4]


def test_figures_are_called_as_their_box_file_does() -> None:
    box = {
        "game": "own",
        "hand": 5,
        "coins": [3, 4],
        "cards": [{"name": "rocket", "count": 4, "gems": [1, 2]}, {"count": 2}],
        "rows": [[1, 2]],
    }
    names = {
        "hand": "hand",
        "coins.1": "coins 2",
        "cards.0.count": "rocket: count",
        "cards.0.gems.1": "rocket: gems 2",
        "cards.1.count": "2: count",
        "rows.0.1": "1: 2",
    }
    assert {path: figure_name(box, path) for path in names} == names
    assert group_name(box, "") == "own", "figures that are in no part of the file"


def test_fields_come_and_go(house: House) -> None:
    form = house.guest().post("/api/boxes/misty/check", {"changes": {"cards.0.class": "plain"}})
    assert "cards.0.arrow" not in paths(form)
    form = house.guest().post("/api/boxes/misty/check", {"changes": {"cards.12.class": "arrow"}})
    assert "cards.12.arrow" in paths(form)


def test_a_file_is_read_and_given_back(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    file = ann.client.get(f"/api/boxes/misty/{digest}/file")
    assert file.headers["content-disposition"] == f'attachment; filename="misty-{digest[:12]}.toml"'
    box = mv.game("misty").box(tomllib.loads(file.text), stated_figures=False)
    assert box.digest == digest
    assert ann.post("/api/boxes/misty/check", {"file": file.text})["changes"] == CHANGES


# ---------------------------------------------------------------- a liar at the other end


@pytest.mark.parametrize(
    "wish",
    [
        {"changes": {"cards.0.count": 2.5}},
        {"changes": {"cards.0.count": None}},
        {"changes": {"cards.0.count": [1]}},
        {"changes": {"cards.0.count": True}},
        {"changes": {"cards.0.count": 10**30}},
        {"changes": {"cards.0.class": "x" * 81}},
        {"changes": {"x" * 81: 1}},
        {"changes": {f"cards.{n}.count": 1 for n in range(501)}},
        {"changes": [1]},
        {"more": 1},
        {"file": 3},
        {"file": "cards = ["},
        {"file": "a = " + "[" * 3000 + "]" * 3000},
        {"file": "a = " + "[" * 20 + "]" * 20},
        {"file": "x" * 32_001},
    ],
)
def test_what_is_no_box_is_refused(house: House, wish: dict[str, Any]) -> None:
    ann = house.guest("Ann")
    for path in ("/api/boxes/misty/check", "/api/boxes/misty"):
        assert ann.client.post(path, json=wish).status_code in (400, 413)
    assert not hub_of(house).store.rows(sa.select(schema.boxes))


@pytest.mark.parametrize(
    "wish",
    [
        {"changes": {"cards.0.count": 99}},
        {"changes": {"cards.0.name": 1}},
        {"changes": {"cards.0.name": "<b>"}},
        {"changes": {"__class__": "x"}},
        {"file": 'game = "valdora"\n'},
        {"file": 'game = "misty"\ncards = 3\nmatch = []\n'},
        {"changes": {}},
    ],
)
def test_what_does_not_fit_is_not_kept(house: House, wish: dict[str, Any]) -> None:
    ann = house.guest("Ann")
    assert ann.post("/api/boxes/misty", wish, 400)["error"] == "bad-request"
    assert not hub_of(house).store.rows(sa.select(schema.boxes))


def test_a_box_for_another_game_is_said_to_be_one_and_changes_nothing(house: House) -> None:
    ann = house.guest("Ann")
    for given, called in (("valdora", "Valdora"), ("chess", "chess"), ("x" * 99, "x" * 40)):
        for path in ("/api/boxes/misty/check", "/api/boxes/misty"):
            refused = ann.post(path, {"file": f'game = "{given}"\nhand = 5\n'}, 400)
            assert refused["error"] == "bad-request"
            assert refused["text"] == f"That is a box for {called}, not for Misty."
    assert ann.client.post("/api/boxes/misty/check", json={"file": "game = [1]\n"}).status_code == 400
    assert not hub_of(house).store.rows(sa.select(schema.boxes))


def test_a_figure_is_called_too_large_and_not_no_number(house: House) -> None:
    problems = house.guest().post("/api/boxes/misty/check", {"changes": {"cards.0.count": 99_999_999_999}})["problems"]
    assert "from 0 to 64, not 99999999999" in problems[0]["text"]


def test_how_far_a_trial_is_can_be_asked_every_second_and_holds_nobody_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box is read in a thread, and not on the event loop, where everybody's moves are."""
    ann = house.guest("Ann")
    digest, read = kept(ann), []
    known = boxes.read_own

    def noted(game: mv.Game, data: Any) -> mv.Box:
        read.append(threading.current_thread().name)
        return known(game, data)

    for room in (boxes, box_form):
        monkeypatch.setattr(room, "read_own", noted)
    assert ann.get(f"/api/boxes/misty/{digest}")["seats"] == [2, 3, 4]
    assert read and house.call(threading.current_thread).name not in read


def test_a_name_that_is_no_games_is_not_found(house: House) -> None:
    ann, nowhere = house.guest("Ann"), "0" * 64
    assert ann.get("/api/boxes/chess", 404)["error"] == "not-found"
    assert ann.get(f"/api/boxes/misty/{nowhere}", 404)["error"] == "not-found"
    assert ann.client.get(f"/api/boxes/misty/{nowhere}/file").status_code == 404
    assert ann.client.get("/api/boxes/misty/none").status_code in (400, 422)


def test_a_table_is_refused_for_a_box_that_is_not_there_or_of_another_game(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    seats = [{"kind": "me"}, {"kind": "me"}]
    for game, box, code in (("misty", "0" * 64, 404), ("valdora", digest, 404), ("misty", "x", 400)):
        refused = ann.client.post("/api/matches", json={"game": game, "seats": seats * 2, "box": box})
        assert refused.status_code == code, refused.text
    assert ann.get("/api/matches") == []


def test_a_table_is_refused_for_more_seats_than_there_are_cards_for(house: House) -> None:
    ann, fewer = house.guest("Ann"), {"cards.0.count": 0, "cards.1.count": 0}
    [lack] = ann.post("/api/boxes/misty/check?lang=de", {"changes": fewer})["lacks"]
    assert (lack["seats"], lack["options"]) == (4, {"window": "standard"}) and "48" in lack["text"]
    digest = kept(ann, fewer)
    assert ann.get(f"/api/boxes/misty/{digest}")["seats"] == [2, 3, 4], "four of them in small windows"
    wish = {"game": "misty", "seats": [{"kind": "me"}] * 4, "box": digest}
    refused = ann.post("/api/matches?lang=de", wish, 400)
    assert refused["error"] == "bad-request" and "für 4 Plätze" in refused["text"]
    assert ann.get("/api/matches") == []
    assert ann.open("me", "me", "me", "me", box=digest, options=SMALL)["own_box"]["digest"] == digest


def test_options_are_not_changed_to_what_there_are_too_few_cards_for(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann, {"cards.0.count": 0, "cards.1.count": 0})
    match = ann.open("me", "anyone", "anyone", "anyone", box=digest, options=SMALL, door="public")["match"]
    refused = ann.post(f"/api/matches/{match}/change", {"options": {"window": "standard"}}, 400)
    assert "48 needed, there are 46" in refused["text"]
    assert ann.status(match)["options"] == SMALL


def test_it_is_never_rated(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    wish = {"game": "misty", "box": digest, "rated": True, "hints": False, "pace": {"kind": "live", "decision": 30_000}}
    refused = ann.client.post("/api/matches", json={**wish, "seats": [{"kind": "me"}, {"kind": "anyone"}]})
    assert refused.status_code in (400, 401, 403)
    assert ann.get("/api/matches") == []


# ---------------------------------------------------------------- the trial


@pytest.mark.parametrize(
    ("run", "trial", "finding"),
    [
        (BREAKS, "failed", "no leak"),
        (DIES, "failed", ""),
        (HANGS, "late", ""),
        ("print('[\"' + 'x' * 9999 + '\"]')", "failed", "x"),
    ],
)
def test_a_box_that_breaks_a_law_opens_no_table(tmp_path: Path, run: str, trial: str, finding: str) -> None:
    with House(fast_settings(tmp_path, trial_seconds=1.0)) as house:
        hub_of(house).trials.run = run
        ann = house.guest("Ann")
        digest = kept(ann)
        state = ann.get(f"/api/boxes/misty/{digest}")
        assert state["trial"] == trial
        assert finding in state["finding"] and len(state["finding"]) <= LONGEST_FINDING
        refused = ann.post("/api/matches", {"game": "misty", "seats": [{"kind": "me"}] * 2, "box": digest}, 409)
        assert refused["error"] == "not-possible" and "trial" in refused["text"]


def test_the_laws_are_run_on_the_box_and_find_a_planted_breach(tmp_path: Path) -> None:
    """The same process, with a rule of the game that counts a point too many where a card has seven."""
    breach = (
        "from mistvale.games.misty import rules; from mistvale.core import verbs; import mistvale as mv;"
        "verbs.of(mv.game('misty').state)['audit'] = lambda s, box: int(box['points'][0] == 7);"
    )
    with House(fast_settings(tmp_path)) as house:
        ann, trials = house.guest("Ann"), hub_of(house).trials
        trials.run = f"{breach} {trials.run}"
        digest = kept(ann, {"cards.0.points": 7})
        state = ann.get(f"/api/boxes/misty/{digest}")
        assert state["trial"] == "failed"
        assert "no phantom" in state["finding"]


def test_a_trial_that_came_to_nothing_is_asked_for_again(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, trial_seconds=1.0)) as house:
        ann, trials = house.guest("Ann"), hub_of(house).trials
        trials.run = HANGS
        assert ann.get(f"/api/boxes/misty/{kept(ann)}")["trial"] == "late"
        trials.run = PASSES
        assert ann.get(f"/api/boxes/misty/{kept(ann)}")["trial"] == "passed"


def test_other_rules_try_a_box_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    monkeypatch.setattr("mistvale.server.boxes.rules_of", lambda game: "misty 999")
    assert ann.get(f"/api/boxes/misty/{digest}")["trial"] == "none"


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        ({"trials_per_hour": 0.0, "trial_burst": 1.0}, "many boxes"),
        ({"trials_waiting": 1}, "So many"),
        ({"trials_per_guest": 1}, "just now"),
        ({"trials_per_address": 1}, "just now"),
        ({"boxes_per_guest": 1}, "1 boxes"),
    ],
)
def test_a_guest_has_a_fair_share(tmp_path: Path, limits: dict[str, Any], text: str) -> None:
    with House(fast_settings(tmp_path, **limits)) as house:
        hub_of(house).trials.run = HANGS
        ann = house.guest("Ann")
        digest = ann.post("/api/boxes/misty", {"changes": {"match.pair": 2}}, 201)["digest"]
        refused = ann.post("/api/boxes/misty", {"changes": {"match.pair": 3}}, 429)
        assert refused["error"] == "too-many" and text in refused["text"]
        again = ann.post("/api/boxes/misty", {"changes": {"match.pair": 2}}, 201)
        assert again["digest"] == digest and again["trial"] in ("waiting", "running"), "who waits may ask again"


# ---------------------------------------------------------------- the table


def test_a_table_is_played_with_the_box_and_marked(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    status = ann.open("me", "me", box=digest, options=SMALL)
    own = status["own_box"]
    assert own["digest"] == digest
    assert {each["path"]: (each["value"], each["standard"]) for each in own["differs"]} == {
        "cards.0.points": (7, 1),
        "match.pair": (3, 1),
    }
    ann.play_out(status["match"])
    record = ann.client.get(f"/api/matches/{status['match']}/record").text
    file = ann.client.get(f"/api/matches/{status['match']}/box").text
    with pytest.raises(mv.BadRecord, match="another box"):
        mv.load(record)
    box = mv.game("misty").box(tomllib.loads(file), stated_figures=False)
    assert mv.load(record, box).scores == tuple(ann.status(status["match"])["scores"])
    assert "own_box" not in ann.open("me", "me", options=SMALL)
    assert ann.client.get(f"/api/matches/{ann.open('me', 'me')['match']}/box").status_code == 404


def test_the_lobby_and_the_list_of_matches_mark_it(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    ann.open("me", "anyone", box=kept(ann), door="public")
    ann.open("me", "anyone", door="public")
    assert {table["own_box"] for table in bob.get("/api/lobby")["open"]} == {True, False}


def test_it_is_the_same_after_a_restart_when_the_box_is_gone(tmp_path: Path) -> None:
    settings = fast_settings(tmp_path)
    with House(settings) as house:
        hub_of(house).trials.run = PASSES
        ann = house.guest("Ann")
        match = ann.open("me", "me", box=kept(ann), options=SMALL)["match"]
        ann.move(match, 0, ann.legal(match, 0)[0])
        before = [ann.get(f"/api/matches/{match}/view?seat={seat}") for seat in (0, 1)]
        hub_of(house).store.submit(lambda connection: connection.execute(sa.delete(schema.boxes)) and None).result()
    with House(settings) as house:
        again = same_guest(ann, house)
        assert [again.get(f"/api/matches/{match}/view?seat={seat}") for seat in (0, 1)] == before
        assert again.play_out(match)["status"] == "over"


def test_a_rematch_a_replay_and_what_is_played_on_have_the_box(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    first = ann.open("me", "me", box=digest, options=SMALL)["match"]
    steps = ann.play_out(first)["step"]
    assert ann.get(f"/api/matches/{first}/frames?from=0&to=3")["steps"] == steps
    again = ann.post(f"/api/matches/{first}/rematch", {})
    assert again["own_box"]["digest"] == digest
    wish = {"step": steps - 6, "seats": [{"kind": "me"}, {"kind": "me"}]}
    on = ann.post(f"/api/matches/{first}/on", wish, 201)
    assert on["own_box"]["digest"] == digest
    assert ann.play_out(on["match"])["status"] == "over"


def test_a_box_that_nobody_comes_back_to_goes(house: House) -> None:
    ann, store = house.guest("Ann"), hub_of(house).store
    digest = kept(ann)
    store.submit(lambda c: c.execute(sa.update(schema.boxes).values(touched="2020-01-01")) and None).result()
    assert ann.get(f"/api/boxes/misty/{digest}")["mine"], "who comes back keeps it"
    assert Boxes(store).find("misty", digest)
    store.submit(lambda c: c.execute(sa.update(schema.boxes).values(touched="2020-01-01")) and None).result()
    store.sweep(hub_of(house).sweeper.stay, frozenset())
    assert ann.get(f"/api/boxes/misty/{digest}", 404)["error"] == "not-found"


def test_what_one_has_made_is_in_the_export_and_stays_without_a_name(house: House) -> None:
    ann = house.guest("Ann")
    digest = kept(ann)
    become(ann, "Ann")
    [box] = ann.get("/api/account/export")["boxes"]
    assert (box["digest"], box["game"], box["verdict"]) == (digest, "misty", "passed")
    assert ann.get(f"/api/boxes/misty/{digest}")["mine"], "what a guest made is the player's"
    ann.delete("/api/account")
    bob = house.guest("Bob")
    assert not bob.get(f"/api/boxes/misty/{digest}")["mine"]
    assert [row.guest for row in hub_of(house).store.rows(sa.select(schema.boxes))] == [""]
