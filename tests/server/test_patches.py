"""Light frames: what has changed, in place of the whole table; and never more than the eyes may see."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import laws
from mistvale.core.keeping import Stock
from mistvale.core.laws.no_leak import twin
from mistvale.scene.picture import MOST, Picture, kept_one, known, patched
from mistvale.server.events import Event
from mistvale.server.frames import Gallery, News, Reader
from mistvale.server.hub import Hub
from mistvale.server.tables import Change, Seat, Table

from .helpers import House, Line
from .test_thinking import moved, until

every_game = pytest.mark.parametrize("name", mv.games())


def change(kind: str, seat: int, before: int, after: int) -> Change:
    return Change(Event("m", 1, kind, seat), before=before, after=after)


class Watching:
    """One who takes patches: what it makes of them, and what it was sent."""

    def __init__(self, match: mv.Match, viewer: int | None) -> None:
        self.table = Table("m", match.game.name, match=match, seats=[Seat("guest", name) for name in "ABCDE"])
        self.gallery, self.viewer = Gallery(), viewer
        self.scene: dict[str, Any] = {}
        self.version: int | None = None
        self.sent: list[str] = []
        self.hear(self.gallery.whole(self.table, Reader(viewer)))

    @property
    def match(self) -> mv.Match:
        assert self.table.match is not None
        return self.table.match

    def hear(self, news: News | None) -> None:
        if news is None:
            return
        text = news.text(True, self.version)
        self.sent.append(text)
        message = json.loads(text)
        assert message["base"] in (None, self.version)
        for frame in message["frames"]:
            self.scene = frame["scene"] if "scene" in frame else patched(self.scene, frame["patch"])
        self.version = message["version"]

    def rest(self) -> None:
        self.gallery.rest()
        self.match.rest()

    def play(self, seat: int, move: str) -> None:
        match, before = self.match, self.match.steps
        self.gallery.wake(self.match)
        match.play(seat, move)
        self.hear(self.gallery.change(self.table, Reader(self.viewer), change("move", seat, before, match.steps)))

    def undo(self, seat: int) -> None:
        match, before = self.match, self.match.steps
        self.gallery.wake(self.match)
        match.undo(seat)
        self.hear(self.gallery.change(self.table, Reader(self.viewer), change("undo", seat, before, match.steps)))

    def truth(self) -> Any:
        return json.loads(Picture(self.match.scene(self.viewer)).text)


@every_game
@pytest.mark.parametrize("viewer", [0, None])
def test_patches_lead_to_the_scene_that_is_drawn(name: str, viewer: int | None) -> None:
    dice = random.Random(8)
    watching = Watching(mv.open_match(name, seed=6), viewer)
    for _ in range(60):
        match = watching.match
        if match.over:
            break
        seat = dice.choice(match.pending)
        if match.can_undo(seat) and dice.random() < 0.2:
            watching.undo(seat)
        else:
            watching.play(seat, dice.choice(match.legal(seat)))
        if len(match.pending) == match.seats or seat == viewer:
            assert watching.scene == watching.truth()
    assert len(watching.sent) > 10
    mean = sum(map(len, watching.sent[1:])) / len(watching.sent[1:])
    assert mean * 3 < len(watching.sent[0]), "a patch is a small part of the whole"


@every_game
def test_what_is_kept_is_what_would_be_drawn(name: str) -> None:
    """At every step, for all eyes: parts that were kept from earlier steps are as they would be drawn anew."""
    game = mv.game(name)
    options = {option.name: option.values[-1] for option in game.options}
    match, dice = mv.open_match(name, seed=12, seats=game.seats[-1], options=options), random.Random(3)
    eyes = (0, match.seats - 1, None)
    stocks: dict[int | None, Stock] = {}
    for viewer in eyes:
        stocks[viewer] = Stock(beside=stocks.values())
    for _ in range(60):
        for viewer in eyes:
            assert match.scene(viewer, stock=stocks[viewer]) == match.scene(viewer)
        if match.over:
            break
        seat = dice.choice(match.pending)
        if match.can_undo(seat) and dice.random() < 0.2:
            match.undo(seat)
        else:
            match.play(seat, dice.choice(match.legal(seat)))


@every_game
def test_law_1_holds_for_the_stream_of_patches(name: str) -> None:
    """In a world dealt anew the same is sent, byte for byte, until something is uncovered."""
    compared = sum(compare_streams(name, seed) for seed in range(6))
    assert compared > 12


def compare_streams(name: str, seed: int) -> int:
    """Play on in two worlds that look alike to a viewer; after how many moves both were sent the same."""
    walk = laws.Walk(mv.game(name), mv.game(name).check_options(None), mv.game(name).seats[0], seed=seed)
    for _ in range(walk.dice.randrange(2, 25)):
        seat = walk.dice.choice(walk.match.pending)
        walk.match.play(seat, walk.dice.choice(walk.match.legal(seat)))
    viewer = walk.dice.choice(range(walk.seats))
    fold = walk.match.history.fold(walk.match.steps, viewer)
    watchers = []
    for state in (fold, walk.redealt(fold, viewer)):
        world = walk.match.copy()
        world.place(state)
        watchers.append(Watching(world, viewer))
    one, other = (watching.match for watching in watchers)
    for moves in range(20):
        assert watchers[0].sent == watchers[1].sent
        if one.over or one.pending != other.pending:
            return moves
        seat = walk.dice.choice(one.pending)
        move = walk.dice.choice(one.legal(seat))
        same = twin(walk, one, other, viewer, seat, move)
        if same is None:
            return moves
        watchers[0].play(seat, move)
        watchers[1].play(seat, same)
        if one.view(viewer) != other.view(viewer):
            return moves  # something was uncovered
    return 20


def test_a_secret_move_sends_nothing() -> None:
    """Not even an empty patch, nor a number that goes up. In Misty, drawings come to life unseen by others."""
    dice, silent = random.Random(5), 0
    watching = Watching(mv.open_match("misty", seats=2, seed=3), 1)
    while not watching.match.over:
        seat = dice.choice(watching.match.pending)
        before, sent = watching.truth(), (len(watching.sent), watching.version)
        watching.play(seat, dice.choice(watching.match.legal(seat)))
        if watching.truth() == before:
            assert (len(watching.sent), watching.version) == sent
            silent += 1
    assert silent >= 2


@every_game
@pytest.mark.parametrize("viewer", [0, None])
def test_who_watches_a_table_that_rested_is_sent_the_same(name: str, viewer: int | None) -> None:
    """Byte for byte, with the same numbers: also nothing, where there is nothing to see."""
    dice = random.Random(8)
    one, other = (Watching(mv.open_match(name, seed=6), viewer) for _ in range(2))
    for _ in range(40):
        match = one.match
        if match.over:
            break
        if dice.random() < 0.4:
            other.rest()
            assert not other.gallery.drawings
        seat = dice.choice(match.pending)
        if match.can_undo(seat) and dice.random() < 0.2:
            one.undo(seat)
            other.undo(seat)
        else:
            move = dice.choice(match.legal(seat))
            one.play(seat, move)
            other.play(seat, move)
        assert one.sent == other.sent
    assert one.match.record() == other.match.record()
    assert one.truth() == other.truth()


def test_who_takes_no_patches_gets_whole_scenes() -> None:
    watching = Watching(mv.open_match("misty", seed=3), 0)
    match = watching.match
    match.play(0, match.legal(0)[0])
    news = watching.gallery.change(watching.table, Reader(0), change("move", 0, match.steps - 1, match.steps))
    assert news is not None
    message = json.loads(news.text(False, None))
    assert message["frames"][0]["scene"] == watching.truth()
    assert "version" not in message and "patch" not in message["frames"][0]


def test_who_holds_another_picture_gets_a_whole_one() -> None:
    watching = Watching(mv.open_match("misty", seed=3), 0)
    match = watching.match
    match.play(0, match.legal(0)[0])
    news = watching.gallery.change(watching.table, Reader(0), change("move", 0, match.steps - 1, match.steps))
    assert news is not None
    message = json.loads(news.text(True, 77))
    assert (message["base"], message["version"], message["whole"]) == (None, 2, False)
    assert message["frames"][0]["scene"] == watching.truth()


# ---------------------------------------------------------------- over the wire


def unfold(message: dict[str, Any], scene: dict[str, Any]) -> dict[str, Any]:
    for frame in message["frames"]:
        scene = frame["scene"] if "scene" in frame else patched(scene, frame["patch"])
    return scene


def test_patches_over_the_wire_with_undo_other_eyes_and_a_preview(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, None) as line:
        line.until("frames")
        line.say(type="watch", seat=0, patches=True)
        whole = line.until("frames", seat=0)
        scene = unfold(whole, {})
        assert whole["whole"] and whole["base"] is None
        move = ann.legal(match, 0)[0]
        preview = line.ask(type="preview", id="p1", seat=0, move=move)
        assert preview["base"] == whole["version"] and "scene" not in preview
        expected = patched(scene, preview["patch"])
        line.ask(type="move", id="m1", seat=0, move=move)
        moved = line.until("frames")
        assert moved["base"] == whole["version"]
        scene = unfold(moved, scene)
        assert scene == ann.get(f"/api/matches/{match}/scene?seat=0")
        assert expected["sprites"] == scene["sprites"]
        line.ask(type="undo", id="u1", seat=0)
        scene = unfold(line.until("frames"), scene)
        assert scene == ann.get(f"/api/matches/{match}/scene?seat=0")
        line.say(type="watch", seat=1, patches=True)
        other = line.until("frames", seat=1)
        assert other["base"] is None
        assert unfold(other, {}) == ann.get(f"/api/matches/{match}/scene?seat=1")
        line.say(type="watch", seat=1)
        assert "version" not in line.until("frames", seat=1)


def held(line: Line) -> dict[str, Any]:
    """The scene that a watcher has made of all that it was sent so far."""
    line.settle()
    scene: dict[str, Any] = {}
    for message in line.heard:
        scene = unfold(message, scene) if message["type"] == "frames" else scene
    return scene


@pytest.mark.parametrize("rests", [False, True])
def test_a_name_that_changed_reaches_all_who_hold_the_old_one(house: House, rests: bool) -> None:
    """A seat left to a bot sends no frames; whoever comes then sees its name, and so do the others at the next."""
    ann = house.guest("Ann")
    match = ann.open("me", "here", "here")["match"]
    with ann.at(match, 0) as line:
        line.say(type="watch", seat=0, patches=True)
        line.until("frames"), line.until("frames")
        ann.post(f"/api/matches/{match}/leave", {"seat": 2, "bot": "random"})
        if rests:
            house.live(match).rest(0.0)
        with ann.at(match, 0) as later:
            later.until("frames")
            line.ask(type="move", id="m1", seat=0, move=ann.legal(match, 0)[0])
        # The bot makes its move when it likes: then the table waits for seat 1 alone, and nothing more can come.
        until(moved(ann, match, 2))
        until(lambda: held(line) == ann.get(f"/api/matches/{match}/scene?seat=0"))
        scene = held(line)
        assert scene["panels"]["scores"][2]["name"] == "Random bot"


def test_a_table_rests_while_nothing_happens_and_its_watchers_do_not_notice(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, None) as line:
        line.until("frames")
        line.say(type="watch", seat=0, patches=True)
        first = line.until("frames")
        live = house.live(match)
        live.rest(60.0)
        assert not live.gallery.resting, "too soon"
        live.rest(0.0)
        assert live.gallery.resting
        move = ann.legal(match, 0)[0]
        shown = line.ask(type="preview", id="p", seat=0, move=move)
        assert shown["base"] == first["version"] and "patch" in shown
        live.rest(0.0)
        line.say(type="move", id="m", seat=0, move=move)
        news = line.until("frames")
        assert news["base"] == first["version"] and "patch" in news["frames"][0]
        scene = unfold(news, first["frames"][-1]["scene"])
        assert scene == ann.get(f"/api/matches/{match}/scene?seat=0")


def test_a_replay_with_patches_is_the_replay(house: House) -> None:
    """From anywhere: each part begins with a whole scene."""
    ann = house.guest("Ann")
    match = ann.open("me", "here", options={"window": "small"})["match"]
    ann.play_out(match)
    for first in (0, 17):
        path = f"/api/matches/{match}/frames?seat=0&from={first}&to={first + 9}"
        light, heavy = ann.get(f"{path}&patches=true"), ann.get(path)
        scene: dict[str, Any] = {}
        for one, other in zip(light["frames"], heavy["frames"], strict=True):
            scene = one["scene"] if "scene" in one else patched(scene, one["patch"])
            assert scene == other["scene"]
        assert "scene" in light["frames"][0]
        assert all("patch" in frame for frame in light["frames"][1:])


def test_what_is_equal_at_two_tables_is_there_once() -> None:
    """Pictures of both name the same sprites; how many are remembered beside those has a limit."""
    one, other = (
        Picture(mv.open_match("misterra", seats=2, seed=seed).scene(0, stock=Stock(kept_one))) for seed in (1, 2)
    )
    shared = {id(sprite) for sprite in one.sprites} & {id(sprite) for sprite in other.sprites}
    assert len(shared) > len(one.sprites) // 2
    assert known.cache_info().maxsize == MOST


def test_tables_come_to_rest_one_after_another() -> None:
    """Where there are thousands of them, others are served meanwhile."""
    happened = []

    class Quiet:
        def rest(self, seconds: float) -> bool:
            happened.append("rest")
            return True

    async def serve() -> None:
        quiet = [Quiet() for _ in range(3)]
        hub: Any = SimpleNamespace(settings=SimpleNamespace(rest_seconds=0.03), lives=lambda: quiet)
        resting = asyncio.create_task(Hub.let_rest(hub))
        while happened.count("rest") < 3:
            happened.append("others")
            await asyncio.sleep(0.001)
        resting.cancel()

    asyncio.run(serve())
    rests = [place for place, what in enumerate(happened) if what == "rest"]
    assert all(later - earlier > 1 for earlier, later in pairwise(rests))
