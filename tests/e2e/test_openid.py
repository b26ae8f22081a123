"""Signing in with an account that one has elsewhere, in a real browser: to the provider, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.provider import CLIENT, SECRET, FakeProvider

from . import axe, measures
from .people import DESK, DIALOG, PHONE, Person
from .servers import START, Server
from .test_players import Enter, answer, sign_out, signed_in_as

MORE = """
from dataclasses import replace
from mistvale.server.providers import Provider
known = (Provider("club", "{issuer}", "{client}", "The club", "{secret}"),)
settings = replace(settings, origin=f"http://127.0.0.1:{{port}}", openid=known)
serve("""


@pytest.fixture
def club() -> Iterator[FakeProvider]:
    opened = FakeProvider()
    yield opened
    opened.close()


class ClubServer(Server):
    """A server that trusts a provider."""

    def __init__(self, folder: Path, club: FakeProvider) -> None:
        more = MORE.format(issuer=club.issuer, client=CLIENT, secret=SECRET)
        self.script = START.replace("\nserve(", more)
        super().__init__(folder)


@pytest.fixture
def club_server(tmp_path: Path, club: FakeProvider) -> Iterator[Server]:
    started = ClubServer(tmp_path / "data", club)
    yield started
    started.end()


def enter(person: Enter, server: Server, club: FakeProvider, **looks: object) -> Person:
    one = person(server, **looks)
    one.forgive(f"a request to another host: {club.issuer}/authorize")
    return one


def test_a_button_leads_to_the_provider_and_back(club_server: Server, club: FakeProvider, person: Enter) -> None:
    ann = enter(person, club_server, club, **DESK)
    ann.go("/account")
    ann.press("text=Continue with The club")
    ann.find(DIALOG).wait_for()
    expect(ann.find(DIALOG)).to_contain_text("Nobody here signs in with that account of The club yet")
    assert axe.violations(ann.page) == []
    ann.find("#new-name").fill("Ann")
    ann.page.keyboard.press("Enter")
    expect(ann.find(f"{DIALOG} code")).to_have_count(10)
    answer(ann, "I have kept them")
    signed_in_as(ann, "Ann")
    assert ann.page.url.endswith("/account"), "loaded again, nothing happens again"
    expect(ann.find("#identities li")).to_have_count(1)
    sign_out(ann)

    phone = enter(person, club_server, club, **PHONE)
    phone.go("/account")
    phone.press("text=Continue with The club")
    signed_in_as(phone, "Ann")
    assert axe.violations(phone.page) + measures.cut_off(phone.page) == []
    assert measures.small_targets(phone.page, finger=True) == []
    phone.press("#identities >> text=Remove")
    answer(phone, "Remove")
    expect(phone.find("#identities")).to_have_count(0)
    phone.press("text=Add The club")
    expect(phone.find("#identities li")).to_have_count(1)

    club.refuses = "access_denied"
    ann.forgive("403.*/api/sign-in/openid")
    ann.press("text=Continue with The club")
    expect(ann.find("#notice")).to_contain_text("You did not sign in at The club")
