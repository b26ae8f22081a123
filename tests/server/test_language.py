"""The language belongs to the viewer: each is told in its own, and what one reads changes nothing for another."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from starlette.testclient import TestClient

import mistvale as mv
from mistvale.core.text import words
from mistvale.scene.picture import patched
from mistvale.server.frames import Gallery, Reader
from tests.pseudo import PSEUDO, bare, outside
from tests.server.helpers import Guest, House, Line
from tests.server.test_patches import Watching


def texts(scene: dict[str, Any]) -> list[str]:
    """What a scene of Misty says to everybody who reads it."""
    panels = scene["panels"]
    lines = [line["text"] for line in panels["log"]]
    return [panels["prompt"]["text"], *lines, *(group["title"] for group in scene["groups"] if group["title"])]


def watch(line: Line, seat: int | None, lang: str, **more: Any) -> dict[str, Any]:
    line.say(type="watch", seat=seat, lang=lang, **more)
    return line.until("frames", seat=seat)


def played(guest: Guest, match: str, line: Line) -> str:
    """Make the first legal move of seat 0."""
    move = guest.legal(match, 0)[0]
    line.ask(type="move", id=f"m{len(line.heard)}", seat=0, move=move)
    return move


def test_two_who_watch_the_same_seat_are_each_told_in_their_language(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, None) as english, ann.at(match, None) as other:
        scenes = [watch(english, 0, "en")["frames"][-1]["scene"], watch(other, 0, PSEUDO)["frames"][-1]["scene"]]
        assert [scene["lang"] for scene in scenes] == ["en", PSEUDO]
        move = ann.legal(match, 0)[0]
        previews = [line.ask(type="preview", id="p", seat=0, move=move)["scene"] for line in (english, other)]
        played(ann, match, english)
        moved = [line.until("frames")["frames"][-1] for line in (english, other)]
        english.ask(type="undo", id="u", seat=0)
        undone = [line.until("frames")["frames"][-1] for line in (english, other)]
    for plain, spoken in (scenes, previews, [frame["scene"] for frame in moved]):
        assert all(bare(text) for text in texts(plain) if text)
        assert not any(bare(text, ["Ann", "Player 2"]) for text in texts(spoken))
        assert len(plain["sprites"]) == len(spoken["sprites"])
    assert undone[0]["text"] == "Ann takes a move back"
    assert undone[1]["text"].startswith("[!!! Ann takes a move back ~")
    assert not outside(moved[1]["text"]).strip()


def test_patches_are_made_for_the_picture_in_ones_own_language(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, None) as english, ann.at(match, None) as other:
        watch(english, 0, "en", patches=True)
        whole = watch(other, 0, PSEUDO, patches=True)
        move = ann.legal(match, 0)[0]
        preview = other.ask(type="preview", id="p", seat=0, move=move)
        assert preview["base"] == whole["version"]
        scene = whole["frames"][-1]["scene"]
        assert patched(scene, preview["patch"])["lang"] == PSEUDO
        played(ann, match, english)
        english.until("frames")
        news = other.until("frames")
        assert news["base"] == whole["version"]
        for frame in news["frames"]:
            scene = patched(scene, frame["patch"])
        assert scene == ann.get(f"/api/matches/{match}/scene?seat=0&lang={PSEUDO}")
        # Another language is another picture: it comes whole.
        again = watch(other, 0, "en", patches=True)
        assert again["base"] is None and again["frames"][-1]["scene"]["lang"] == "en"


def test_what_a_rival_does_in_secret_is_sent_in_no_language(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    status = ann.open("me", "friend")
    match = status["match"]
    bob.join(status["seats"][1]["link"])
    with ann.at(match, None) as english, ann.at(match, None) as other:
        watch(english, 0, "en", patches=True), watch(other, 0, PSEUDO, patches=True)
        for line in (english, other):
            line.settle()
        bob.move(match, 1, bob.legal(match, 1)[0])
        # Bob has decided: that is public, and it is the same news in each language.
        kinds = [[message["type"] for message in line.settle()] for line in (english, other)]
        bob.post(f"/api/matches/{match}/undo", {"seat": 1})
        bob.move(match, 1, bob.legal(match, 1)[-1])
        kinds += [[message["type"] for message in line.settle()] for line in (english, other)]
    assert kinds[0] == kinds[1] and kinds[2] == kinds[3]


def test_the_pictures_of_one_language_are_not_counted_with_those_of_another() -> None:
    watching = Watching(mv.open_match("misty", seed=3), 0)
    gallery: Gallery = watching.gallery
    before = gallery.versions[Reader(0)]
    first = gallery.whole(watching.table, Reader(0, PSEUDO))
    assert (first.version, gallery.versions[Reader(0)]) == (1, before)
    assert gallery.shown[Reader(0)].picture.text != gallery.shown[Reader(0, PSEUDO)].picture.text
    gallery.forget({Reader(0)})
    assert set(gallery.shown) == set(gallery.drawings) == {Reader(0)}


def test_refusals_have_a_code_and_the_askers_words(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    path = f"/api/matches/{match}/moves"
    plain = ann.post(path, {"seat": 0, "move": "pick roket", "id": "a"}, 409)
    told = ann.post(f"{path}?lang={PSEUDO}", {"seat": 0, "move": "pick roket", "id": "b"}, 409)
    again = ann.post(f"{path}?lang={PSEUDO}", {"seat": 0, "move": "pick roket", "id": "a"}, 409)
    assert plain["text"].startswith("'pick roket' is no move of this game; did you mean 'pick rocket'?; it may: ")
    assert plain["error"] == told["error"] == "illegal-move"
    assert told == again and not bare(told["text"])
    for call in (f"/api/matches/nowhere?lang={PSEUDO}", f"/nothing?lang={PSEUDO}", f"/api/games/x/guide?lang={PSEUDO}"):
        assert not bare(ann.get(call, 404)["text"])
    wish = {"game": "misty", "seats": [{"kind": "me"}], "seed": "?"}
    assert not bare(ann.post(f"/api/matches?lang={PSEUDO}", wish, 400)["text"])
    with ann.at(match, None) as line:
        watch(line, 0, PSEUDO)
        assert not bare(line.ask(type="move", id="c", seat=0, move="pick roket")["text"])
        assert not bare(line.ask(type="undo", id="d", seat=0)["text"])
        line.say(type="nonsense")
        assert not bare(line.until("error")["text"])


def test_a_table_opened_in_a_language_has_bots_with_names_in_it(house: House) -> None:
    ann = house.guest()
    wish = {"game": "misty", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}]}
    names = [seat["name"] for seat in ann.post(f"/api/matches?lang={PSEUDO}", wish, 201)["seats"]]
    assert names and not any(outside(name).strip() for name in names)


@pytest.mark.parametrize("lang", ["xx", "eo", "EN"])
def test_a_language_that_nobody_speaks_here_is_english(house: House, lang: str) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    assert ann.get(f"/api/matches/{match}/scene?seat=0&lang={lang}")["lang"] == "en"
    with ann.at(match, None) as line:
        assert watch(line, 0, lang)["frames"][-1]["scene"]["lang"] == "en"


@pytest.mark.parametrize("lang", ["", "e", "../en", "english"])
def test_what_is_no_language_is_refused(house: House, lang: str) -> None:
    ann = house.guest("Ann")
    assert ann.get(f"/api/games?lang={lang}", 400)["error"] == "bad-request"
    match = ann.open("me", "here")["match"]
    with ann.at(match, None) as line:
        line.say(type="watch", seat=0, lang=lang)
        assert line.until("error")["error"] == "bad-request"


def test_the_words_of_the_browser_come_through_the_same_reader(house: House) -> None:
    ann = house.guest("Ann")
    words = {lang: ann.get(f"/words/{lang}.json")["messages"] for lang in ("en", PSEUDO)}
    assert words["en"].keys() == words[PSEUDO].keys()
    for key, text in words["en"].items():
        forms = ([each] if isinstance(each, str) else each for each in (text, words[PSEUDO][key]))
        for plain, told in zip(*forms, strict=True):
            # What is filled in grows by itself.
            assert not outside(told).strip() and len(told) >= 1.4 * len(re.sub(r"\{.*?\}", "", plain))
    assert not bare(ann.get(f"/words/xx.json?lang={PSEUDO}", 404)["text"])
    game = ann.get(f"/api/games?lang={PSEUDO}")[0]
    assert not bare(game["tagline"]) and not any(bare(bot["label"]) for bot in game["bots"])
    assert PSEUDO not in ann.client.get("/api/games").text, "it is offered to nobody"


# ------------------------------------------------------------ which language


def page_in(client: TestClient, path: str = "/", **headers: str) -> tuple[str, str]:
    """The language of a page, and its title."""
    text = client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).text
    lang, title = re.search(r'<html lang="(\w+)">', text), re.search(r"<title>(.*)</title>", text)
    assert lang is not None and title is not None and "$" not in text
    return lang[1], title[1]


@pytest.mark.parametrize(
    ("asked", "lang"),
    [
        ("cs", "cs"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("eo, hu;q=0.5, en;q=0.4", "hu"),
        ("en;q=0.2, nl", "nl"),
        ("fr;q=0, ca;q=0.1", "ca"),
        ("*", "en"),
        ("", "en"),
        (";;q=;,=,q", "en"),
        ("es;q=nonsense, it", "it"),
        (",".join(["xx"] * 500 + ["fr"]), "en"),
    ],
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(house: House, asked: str, lang: str) -> None:
    client = house.stranger()
    assert page_in(client, accept_language=asked)[0] == lang
    refused = client.get("/api/matches/nowhere", headers={"accept-language": asked}).json()["text"]
    assert refused == words(lang, "mistvale.server")("error.no-match", match="nowhere")


def test_what_was_picked_goes_before_what_the_browser_asks_for(house: House) -> None:
    client = house.stranger()
    client.cookies.set("mistvale-lang", "fr")
    assert page_in(client, accept_language="de")[0] == "fr"
    assert page_in(client, "/?lang=it", accept_language="de")[0] == "it", "and what the address says before both"
    client.cookies.set("mistvale-lang", "nonsense\u00e9".encode("ascii", "ignore").decode())
    assert page_in(client, accept_language="de")[0] == "de"
    answer = client.get("/")
    assert answer.headers["vary"] == "accept-language, cookie"


def test_a_link_is_announced_with_its_game_in_the_language_of_who_looks(house: House) -> None:
    ann = house.guest("Ann")
    status = ann.open("me", "here", "friend", game="valdora")
    links = [seat["link"] for seat in status["seats"] if seat.get("link")]
    for path in (f"/match/{status['match']}", *links):
        text = ann.client.get(path, headers={"accept-language": "it"}).text
        assert '<meta property="og:title" content="Valdora · Mistvale">' in text
        assert escape(mv.game("valdora").words("it")("tagline")) in text
    for path in ("/match/nowhere", "/join/nothing"):
        assert page_in(ann.client, path, accept_language="it") == ("it", "Mistvale"), "the page itself says so"


def test_pages_about_people_have_titles_in_the_language_of_who_looks(house: House) -> None:
    titles = {"/account": "account", "/device": "device", "/recover": "device", "/player/abcabcabcabc": "profile"}
    titles |= {"/daily": "daily", "/ladder": "ladder"}
    for path, key in titles.items():
        told = words(PSEUDO, "mistvale.client")(f"title.{key}")
        assert page_in(house.stranger(), f"{path}?lang={PSEUDO}") == (PSEUDO, told)


def test_the_browser_is_told_how_numbers_count_and_which_languages_there_are(house: House) -> None:
    told = house.guest().get("/words/cs.json")
    assert [told["plural"][n] for n in (0, 1, 2, 5, 101)] == ["2", "0", "1", "2", "2"]
    assert told["languages"]["cs"] == "Čeština" and told["languages"]["en"] == "English"
    assert len(told["languages"]) >= 9 and PSEUDO not in told["languages"]


def test_two_at_one_table_each_read_their_own(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, None) as czech, ann.at(match, None) as french:
        watch(czech, 0, "cs"), watch(french, 0, "fr")
        move = ann.get(f"/api/matches/{match}/view?seat=0")["legal"][0]
        czech.say(type="move", id="a", seat=0, move=move)
        prompts = [line.until("frames")["frames"][-1]["scene"]["panels"]["prompt"]["text"] for line in (czech, french)]
    assert prompts[0] != prompts[1]
