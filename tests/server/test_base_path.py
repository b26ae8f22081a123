"""A server under a prefix: behind a proxy that takes the prefix off, or leaves it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from mistvale.server import guard, run
from mistvale.server.errors import CannotServe

from .helpers import Guest, House, fast_settings

CLIENT = Path(run.__file__).parents[1] / "client"
OWN_PAGES = Path(run.__file__).parent / "pages"
BASE = "/games"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(fast_settings(tmp_path_factory.mktemp("house"), base_path=BASE)) as opened:
        yield opened


def addresses(html: str) -> set[str]:
    return set(re.findall(r'(?:src|href)="([^"#]+)', html))


@pytest.mark.parametrize("strips", [True, False], ids=["stripped", "kept"])
@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/match/abc",
        "/join/abc",
        "/account",
        "/device",
        "/recover",
        "/daily",
        "/ladder",
        "/player/abcabcabcabc",
        "/tournaments",
        "/tournament/abcabcabcabc",
        "/docs",
    ],
)
def test_every_address_of_a_page_answers(house: House, page: str, strips: bool) -> None:
    """As a browser at http://localhost/games/ sees it."""
    client = house.stranger()

    def get(path: str) -> int:
        assert path.startswith(f"{BASE}/"), path
        return client.get(path.removeprefix(BASE) if strips else path).status_code

    html = client.get(page if strips else BASE + page).text
    found = {urlsplit(urljoin(f"http://localhost{BASE}{page}", each)).path for each in addresses(html)}
    assert found and f"{BASE}/" in found | {f"{BASE}/"}
    assert {path: get(path) for path in found} == dict.fromkeys(found, 200)


@pytest.mark.parametrize("path", [f"{BASE}/nosuch", f"{BASE}/a/b/c/", f"{BASE}/a%2fb", "/a/b"])
def test_where_there_is_no_page_every_address_answers_too(house: House, path: str) -> None:
    """It may lie at any depth, also at one that only a browser sees."""
    answer = house.stranger().get(path, headers={"accept": "text/html"})
    assert answer.status_code == 404
    found = addresses(answer.text)
    assert f"{BASE}/" in found and all(each.startswith(f"{BASE}/") for each in found)
    assert {each: house.stranger().get(each).status_code for each in found} == dict.fromkeys(found, 200)


def test_only_one_module_knows_where_the_server_is() -> None:
    """The others ask it for addresses, directly or through the API."""
    asks = ("at(", "call(", "linkField(", "const match = (id) =>", "const tournament = (id) =>", "split('/')")
    for path in [*CLIENT.glob("*.js"), *OWN_PAGES.glob("*.js")]:
        for line in path.read_text("utf-8").splitlines():
            if not line.startswith("/") and re.search(r"""['"`]/(?:[a-z][^'"`]*)?['"`]""", line):
                assert any(each in line for each in asks), f"{path.name}: {line.strip()}"


@pytest.mark.parametrize("page", [*CLIENT.rglob("*.html"), *OWN_PAGES.glob("*.html")], ids=lambda path: path.name)
def test_pages_name_nothing_from_the_root(page: Path) -> None:
    assert not [each for each in addresses(page.read_text("utf-8")) if each.startswith("/")]


@pytest.mark.parametrize("prefix", ["", BASE])
def test_a_table_is_opened_and_watched_with_or_without_the_prefix(house: House, prefix: str) -> None:
    client = house.stranger()
    client.cookies.set("other", "1")
    answer = client.get(f"{prefix}/api/me")
    assert f"Path={BASE};" in answer.headers["set-cookie"]
    cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}
    opened = client.post(f"{prefix}/api/matches", json=wish, headers=cookie)
    assert opened.status_code == 201
    match = opened.json()["match"]
    assert client.get(f"{prefix}/api/matches/{match}", headers=cookie).json()["mine"] == [0, 1]
    with client.websocket_connect(f"ws://localhost{prefix}/ws/{match}", headers=cookie) as socket:
        socket.send_json({"type": "watch", "seat": 0})
        assert socket.receive_json()["type"] == "status"


def test_the_prefix_alone_leads_in(house: House) -> None:
    answer = house.stranger().get(f"{BASE}?a=b", follow_redirects=False)
    assert answer.status_code == 307 and answer.headers["location"] == f"http://localhost{BASE}/?a=b"
    assert house.stranger().get(f"{BASE}x/", follow_redirects=False).status_code == 404


def test_the_description_says_where_the_calls_are(house: House) -> None:
    assert house.stranger().get(f"{BASE}/openapi.json").json()["servers"][0]["url"] == BASE


def test_personal_paths_are_personal_under_the_prefix(house: House) -> None:
    assert house.stranger().get(f"{BASE}/api/games").headers["cache-control"] == "private, no-store"
    assert "set-cookie" in house.stranger().get(f"{BASE}/").headers
    assert "set-cookie" not in house.stranger().get(f"{BASE}/static/api.js").headers


def test_a_cookie_of_a_neighbour_with_the_same_name_is_no_forgery(tmp_path: Path, house: House) -> None:
    """Two servers of one host, one of them at its root: a browser sends both cookies to the other."""
    with House(fast_settings(tmp_path)) as neighbour:
        foreign = neighbour.guest().client.cookies["mistvale"]
    own = house.stranger().get("/api/me")
    value = own.headers["set-cookie"].partition(";")[0]
    for header in (f"mistvale={foreign}; {value}", f"{value}; mistvale={foreign}"):
        answer = house.stranger().put("/api/me", json={"name": "Ann"}, headers={"cookie": header})
        assert answer.status_code == 200 and answer.json()["guest"] == own.json()["guest"]


@pytest.mark.parametrize(
    ("given", "meant"), [("", ""), ("/", ""), ("games", "/games"), ("/games/", "/games"), ("/a/b-c", "/a/b-c")]
)
def test_a_prefix_may_be_written_in_several_ways(tmp_path: Path, given: str, meant: str) -> None:
    assert run.settled(fast_settings(tmp_path), None, None, (), base_path=given).base_path == meant


@pytest.mark.parametrize("odd", ["/a//b", "/../x", "/a b", "/a?b", "/static", "/api/x", "/match"])
def test_a_prefix_that_cannot_be(tmp_path: Path, odd: str) -> None:
    with pytest.raises(CannotServe, match=re.escape(odd)):
        run.settled(fast_settings(tmp_path), None, None, (), base_path=odd)


def test_friends_are_sent_to_the_prefix(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "network_address", lambda: "192.168.1.7")
    assert run.addresses("0.0.0.0", 80, BASE) == ["http://127.0.0.1/games/", "http://192.168.1.7/games/"]
    urls = run.addresses("0.0.0.0", 80)
    assert run.friends_url(fast_settings(tmp_path), urls) == "http://192.168.1.7/"
    named = fast_settings(tmp_path, friends_url="https://games.example/games")
    assert run.friends_url(named, urls) == "https://games.example/games/"


def test_without_a_prefix_all_is_as_before(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as plain:
        client = plain.stranger()
        assert "Path=/;" in client.get("/").headers["set-cookie"]
        assert client.get("/games/").status_code == 404
        assert Guest(client).open("me", "here")["status"] == "playing"


def test_no_prefix_is_taken_for_a_path_of_the_servers_own(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as plain:
        paths = {*plain.app.openapi()["paths"], *guard.SINGLE_PAGES, *guard.PAGES, *guard.PERSONAL}
    own = {path.split("/")[1] for path in paths} - {""}
    assert {"api", "account", "match", "ws"} <= own <= run.OWN_NAMES, own - run.OWN_NAMES


def test_the_app_and_its_worker_stand_under_the_base_path(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, base_path="/games")) as house:
        guest = house.stranger()
        manifest = guest.get("/games/manifest.webmanifest").json()
        assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/games/"
        icon = guest.get(manifest["icons"][0]["src"])
        assert icon.status_code == 200 and icon.headers["content-type"] == "image/svg+xml"
        # A worker is allowed what lies below its own path.
        worker = guest.get("/games/worker.js")
        assert worker.status_code == 200 and worker.headers["content-type"].startswith("text/javascript")
