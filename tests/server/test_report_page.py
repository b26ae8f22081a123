"""Reports of chat on the page of those who look after a server: who may see what, and what is audited."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from mistvale.server import admin
from mistvale.server.models.hosting import ReportInfo, ReportLine

from .helpers import Guest, House, check_told
from .test_chat import reported, say, table_of
from .test_doorman import stale
from .test_players_profiles import handle, player

REPORTS = "/api/admin/reports"


@pytest.fixture
def people(house: House) -> tuple[Guest, Guest, Guest]:
    """Ann looks after the server; Bob has reported what Cy said to him."""
    ann, bob, cy = (player(house, name) for name in ("Ann", "Bob", "Cy"))
    admin.give_role(house.app.state.hub.store, handle(ann), "admin", "root")
    match = table_of(bob, cy)
    say(bob, match, "how are you?")
    say(cy, match, "an <b>insult</b>")
    reported(bob, match, 1, why="insult")
    return ann, bob, cy


def listed(ann: Guest, query: str = "") -> Any:
    found = ann.get(REPORTS + query)
    check_told(found, TypeAdapter(list[ReportInfo]))
    return found


def done(ann: Guest) -> list[tuple[str, str, Any]]:
    lines = ann.get("/api/admin")["audit"]
    return [(each["who"], each["what"], each["data"]) for each in lines if each["what"].startswith("report")]


def test_a_report_is_read_dealt_with_and_stays_in_the_audit(people: tuple[Guest, Guest, Guest]) -> None:
    ann, bob, cy = people
    [report] = listed(ann)
    assert (report["why"], report["text"], report["side"]) == ("insult", "an <b>insult</b>", "seats")
    assert (report["reporter"], report["author"]) == (handle(bob), handle(cy))
    assert (report["reporter_name"], report["author_name"]) == ("Bob", "Cy")
    assert ann.get(f"/api/matches/{report['match']}")["status"] == "playing", "there is a way to the table"
    assert "how are you?" not in str(report) and done(ann) == [], "what others said is read on purpose"
    around = ann.post(f"{REPORTS}/{report['id']}/lines", {})
    check_told(around, TypeAdapter(list[ReportLine]))
    assert [(each["name"], each["text"], each["reported"]) for each in around] == [
        ("Bob", "how are you?", False),
        ("Cy", "an <b>insult</b>", True),
    ]
    assert ann.post(f"{REPORTS}/{report['id']}/close", {"outcome": "dealt", "note": " warned "}) == []
    [closed] = listed(ann, "?closed=true")
    assert closed["outcome"] == "dealt" and closed["closed"]
    first, second = done(ann)[::-1] if done(ann)[0][1] == "report-closed" else done(ann)
    assert first[:2] == (handle(ann), "report-read")
    assert second == (handle(ann), "report-closed", {"report": report["id"], "outcome": "dealt", "note": "warned"})
    ann.post(f"{REPORTS}/{report['id']}/close", {"outcome": "dismissed"})
    assert listed(ann, "?closed=true")[0]["outcome"] == "dealt" and len(done(ann)) == 2, "what is closed stays so"


def test_reports_are_for_those_who_look_after_the_server(house: House, people: tuple[Guest, Guest, Guest]) -> None:
    ann, bob, _ = people
    [report] = listed(ann)
    for nobody in (bob, house.guest("Eve")):
        assert nobody.get(REPORTS, 404)["error"] == "not-found"
        for action in ("lines", "close"):
            assert nobody.post(f"{REPORTS}/{report['id']}/{action}", {"outcome": "dealt"}, 404)["error"] == "not-found"
    stale(house)
    assert len(listed(ann)) == 1
    for action in ("lines", "close"):
        assert ann.post(f"{REPORTS}/{report['id']}/{action}", {"outcome": "dealt"}, 403)["error"] == "not-fresh"
    assert done(ann) == []


@pytest.mark.parametrize(
    "body", [{}, {"outcome": "burnt"}, {"outcome": "dealt", "note": 5}, {"outcome": "dealt", "note": "x" * 201}]
)
def test_bad_input_closes_nothing(people: tuple[Guest, Guest, Guest], body: Any) -> None:
    ann, *_ = people
    [report] = listed(ann)
    assert ann.post(f"{REPORTS}/{report['id']}/close", body, 400)["error"] == "bad-request"
    for wrong in ("0" * 16, "x"):
        assert ann.client.post(f"{REPORTS}/{wrong}/close", json={"outcome": "dealt"}).status_code in (400, 404)
        assert ann.client.post(f"{REPORTS}/{wrong}/lines").status_code in (400, 404)
    assert len(listed(ann)) == 1 and done(ann) == []


def test_who_goes_takes_line_and_name_along(people: tuple[Guest, Guest, Guest]) -> None:
    ann, bob, cy = people
    cy.delete("/api/account")
    [report] = listed(ann)
    assert (report["author"], report["author_name"], report["text"]) == (None, "", "")
    bob.delete("/api/account")
    assert listed(ann)[0]["reporter"] is None
