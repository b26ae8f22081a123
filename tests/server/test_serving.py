"""Pages, files, words, and how a server starts."""

from __future__ import annotations

import io
import re
import socket
from pathlib import Path

import pytest
from rich.console import Console

import mistvale as mv
from mistvale.core.text import words
from mistvale.server import run
from mistvale.server.catalog import MARKDOWN, guide_html
from mistvale.server.errors import STATUS, CannotServe
from mistvale.server.keys import old_key
from mistvale.server.store import Store

from .helpers import House, fast_settings

SERVER = Path(run.__file__).parent


def test_pages_and_files(house: House) -> None:
    client = house.guest().client
    for path in (
        "/",
        "/match/abc",
        "/join/abc",
        "/account",
        "/device",
        "/recover",
        "/daily",
        "/ladder",
        "/player/abcabcabcabc",
        "/docs",
    ):
        answer = client.get(path)
        assert answer.status_code == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<script>" not in answer.text and " style=" not in answer.text, "the policy forbids them"
    script = client.get("/static/api.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    again = client.get("/static/api.js", headers={"if-none-match": script.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/docs/docs.js").headers["content-type"].startswith("text/javascript")


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
NOWHERE = (
    *("/nosuch", "/play/xyz", "/nosuch%2fdeep", "/docs/nosuch", "/static/nosuch.js"),
    *("/box/chess", "/learn/chess", "/player/nosuch", "/player/NOSUCHNOSUCH", "/tournament/nosuch"),
)


@pytest.mark.parametrize("path", NOWHERE)
def test_who_finds_no_page_is_told_so_by_one(house: House, path: str) -> None:
    client = house.guest().client
    answer = client.get(path, headers={"accept": BROWSER, "accept-language": "hu"})
    assert answer.status_code == 404 and answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="hu">' in answer.text and "<title>Itt nincs semmi · Mistvale</title>" in answer.text
    assert "<script>" not in answer.text and " style=" not in answer.text, "the policy forbids them"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "etag" not in answer.headers
    assert {"accept", "accept-language", "cookie"} == set(answer.headers["vary"].split(", "))
    again = client.get(path, headers={"accept": BROWSER, "if-none-match": "*"})
    assert again.status_code == 404 and again.text
    assert client.head(path, headers={"accept": BROWSER}).status_code == 404


@pytest.mark.parametrize(
    "accept", ["", "*/*", "application/json", "image/avif,*/*;q=0.8", "text/html;q=0, */*", "text/html;q=x"]
)
@pytest.mark.parametrize("path", NOWHERE)
def test_programs_that_find_nothing_are_told_in_json(house: House, path: str, accept: str) -> None:
    answer = house.guest().client.get(path, headers={"accept": accept})
    assert answer.status_code == 404 and answer.json()["error"] == "not-found"


def test_only_who_looks_for_a_page_gets_one(house: House) -> None:
    client = house.guest().client
    browser = {"accept": BROWSER}
    for path in ("/api/nosuch", "/api/matches/nowhere", "/api/matches/nowhere/record"):
        assert client.get(path, headers=browser).json()["error"] == "not-found"
    assert client.post("/nosuch", headers=browser).json()["error"] == "not-found"
    both = {"accept": "application/json, text/html;q=0.9"}
    assert client.get("/nosuch", headers=both).json()["error"] == "not-found"


def test_the_page_for_no_page_repeats_nothing_of_what_was_asked(house: House) -> None:
    answer = house.guest().client.get("/x<script>alert(1)</script>?a=<b>secret</b>", headers={"accept": BROWSER})
    assert answer.status_code == 404
    assert "alert" not in answer.text and "secret" not in answer.text
    assert "set-cookie" not in answer.headers, "nobody is made a guest by it"


def test_art_and_words_are_asked_for_again(house: House) -> None:
    client = house.guest().client
    for path, kind in (("/art/misty.svg", "image/svg+xml"), ("/words/en.json", "application/json")):
        answer = client.get(path)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith(kind)
        assert client.get(path, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
    assert all(client.get("/words/en.json").json()["messages"].values())


def test_games_and_guides(house: House) -> None:
    guest = house.guest()
    misty = next(game for game in guest.get("/api/games") if game["name"] == "misty")
    assert misty["seats"] == [2, 3, 4] and "Helvetiq" in misty["credit"] and misty["tagline"]
    assert [option["name"] for option in misty["options"]] == ["window"]
    assert {"random", "greedy"} <= {bot["name"] for bot in misty["bots"]}
    html = guest.get("/api/games/misty/guide")["html"]
    assert "<h" in html and "<script" not in html
    assert guest.get("/api/games/chess/guide", 404)["error"] == "not-found"


def test_a_guide_has_pictures_and_places_to_open_it_at(house: House) -> None:
    html = house.guest().get("/api/games/misty/guide")["html"]
    assert '<h2 id="guide-setup">Setting up</h2>' in html
    assert '<li id="guide-pick"><strong>Pick.' in html.replace('<li id="guide-pick">\n<p>', '<li id="guide-pick">')
    picture = re.search(r"<figure><img ([^>]*)>", html)
    assert picture is not None
    assert re.fullmatch(
        r'data-plate="misty/table" alt="A table in the middle of a round" width="620" height="\d+" loading="lazy"',
        picture[1],
    ), "it leaves room, and has no address: the page knows its colours"
    assert not re.search(r"\{#|plate:|count:|<p></p>", html)


def test_what_stands_in_a_caption_stays_text() -> None:
    state = MARKDOWN.render('![<b>"x"</b>](plate:table)\n\n![y](plate:nowhere)', {"game": "misty"})
    assert "<b>" not in state and 'alt="&lt;b&gt;&quot;x&quot;&lt;/b&gt;"' in state
    assert "nowhere" not in re.findall(r'data-plate="[^"]*"', state)


def test_pictures_of_guides_are_drawn_in_both_colours_and_kept(house: House) -> None:
    client = house.guest().client
    light, dark, german = (
        client.get(f"/guide/misterra/points.svg?{asked}") for asked in ("", "theme=dark", "theme=light&lang=de")
    )
    for answer in (light, dark, german):
        assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"
    assert len({answer.text for answer in (light, dark, german)}) == 3
    assert client.get("/guide/misterra/points.svg", headers={"if-none-match": light.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/guide/misty/nowhere.svg",
        "/guide/chess/table.svg",
        "/guide/misty/table.svg?theme=blue",
        "/guide/misty/..%2fbox.svg",
        "/guide/misty/table.svg.svg",
        f"/guide/misty/{'x' * 5000}.svg",
        "/guide/misty/table.svg?theme=" + "dark" * 900,
    ],
)
def test_there_are_no_other_pictures_of_guides(house: House, path: str) -> None:
    answer = house.guest().client.get(path)
    assert answer.status_code == 404 and answer.json()["error"] == "not-found"


@pytest.mark.parametrize("game", mv.games())
def test_no_table_in_a_guide_has_a_heading_without_a_word(game: str) -> None:
    html = guide_html(game, "en")
    assert "<th></th>" not in html
    assert all("<th" in head for head in re.findall(r"<thead>.*?</thead>", html, re.S)), (
        "a row of headings heads something"
    )


def test_the_description_names_every_call_and_error(house: House) -> None:
    paths = house.guest().get("/openapi.json")["paths"]
    calls = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    protocol = (SERVER.parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    for method, path in re.findall(r"^\| `(GET|PUT|POST|DELETE) ([^`?]+)", protocol, re.MULTILINE):
        named = path.replace("/matches/ID", "/matches/{match}").replace("/tournaments/ID", "/tournaments/{tournament}")
        named = named.replace("NAME", "{game}")
        named = re.sub(r"/([A-Z]+)\b", lambda found: f"/{{{found[1].lower()}}}", named)
        assert f"{method} {named}" in calls
    for code, status in re.findall(r"`([a-z-]+)` (4\d\d|503)", protocol):
        assert STATUS[code] == int(status)
    assert not any("422" in call["responses"] for methods in paths.values() for call in methods.values())


def test_every_text_of_the_server_is_in_the_catalogue() -> None:
    known = words("en", "mistvale.server").messages
    code = "\n".join(path.read_text(encoding="utf-8") for path in SERVER.glob("*.py"))
    said = set(re.findall(r'(?:say|message)\("([a-z.-]+)"', code))
    said |= {f"error.{key}" for key in re.findall(r'refuse\(\s*"[a-z-]+",\s*"([a-z-]+)"', code)}
    said |= {f"error.{key}" for key in re.findall(r'too_many\([A-Za-z_.]+, "([a-z-]+)"', code)}
    said |= {f"error.{code}" for code in re.findall(r'refuse\(\s*"([a-z-]+)"(?:\)|, [a-z]+=)', code)}
    assert said <= set(known), "used, but without words"
    assert set(known) <= said, "words that nobody says"


# ---------------------------------------------------------------- starting


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        out = io.StringIO()
        with pytest.raises(SystemExit):
            run.serve(port=port, data_dir=tmp_path, console=Console(file=out, width=200))
    assert f"Port {port} on 127.0.0.1 is taken" in out.getvalue()


def test_an_address_of_another_machine() -> None:
    with pytest.raises(CannotServe, match=r"no address 192\.0\.2\.7"):
        run.listen("192.0.2.7", 0)


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotServe, match="cannot be used"):
        Store(fast_settings(tmp_path / "file" / "data").database_url)


def test_a_damaged_key_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "guests.key").write_bytes(b"short")
    with pytest.raises(CannotServe, match="damaged"):
        old_key(tmp_path)


def test_it_says_which_address_to_give_to_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "network_address", lambda: "192.168.1.7")
    assert run.addresses("127.0.0.1", 8765) == ["http://127.0.0.1:8765/"]
    urls = run.addresses("0.0.0.0", 8765)
    assert urls == ["http://127.0.0.1:8765/", "http://192.168.1.7:8765/"]
    assert run.addresses("::1", 80) == ["http://[::1]/"]
    out = io.StringIO()
    run.announce(Console(file=out, width=200, force_terminal=True), urls)
    assert "http://192.168.1.7:8765/" in out.getvalue() and "\u2588" in out.getvalue(), "with a QR code"


def test_an_address_is_no_markup(tmp_path: Path) -> None:
    out = io.StringIO()
    run.announce(Console(file=out, width=200), run.addresses("fd00::7", 8765))
    assert out.getvalue().count("http://[fd00::7]:8765/") == 2
    folder = tmp_path / "[red]a[" / "b]"
    folder.parent.write_text("")
    with pytest.raises(SystemExit):
        run.serve(port=0, data_dir=folder, console=Console(file=out, width=400))
    assert str(folder) in out.getvalue()


def test_hosts_are_open_only_when_asked(tmp_path: Path) -> None:
    base = fast_settings(tmp_path)
    assert not run.settled(base, None, None, ()).allow_addresses
    assert not run.settled(base, "127.0.0.1", None, ()).allow_addresses
    assert run.settled(base, "0.0.0.0", None, ()).allow_addresses
    named = run.settled(base, "games.example", tmp_path / "x", ("other.example",))
    assert set(named.allow_hosts) == {"games.example", "other.example"} and named.data_dir == tmp_path / "x"
