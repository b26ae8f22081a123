"""Talk at the table, as two people and somebody who looks on have it; and the notices that one can set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from . import axe, measures
from .people import DESK, DIALOG, PHONE, Person
from .servers import Server
from .test_players import become, by_name

Enter = Callable[..., Person]


def sit_together(ann: Person, bob: Person, more: str = "") -> str:
    """A table with Ann and Bob at it; its path."""
    with ann.program() as host, bob.program() as guest:
        opened = host.open("me", "friend")
        guest.post(f"/api{opened['seats'][1]['link']}", {"name": "Bob"})
        path = f"/match/{opened['match']}"
    for one, at in ((ann, path), (bob, path + more)):
        one.go(at)
        one.at_table()
    return path


def say(one: Person, text: str) -> None:
    one.find("#chat-input").fill(text)
    one.page.keyboard.press("Enter")
    expect(one.find(".chat-line.mine .chat-text").last).to_have_text(text)


def lines(one: Person) -> Any:
    return one.find(".chat-text")


def test_two_people_talk_and_one_looks_on(server: Server, person: Enter) -> None:
    ann, bob, eve = person(server, **DESK), person(server, **PHONE), person(server, **DESK)
    path = sit_together(ann, bob, "?lang=qps")
    eve.go(path)
    eve.at_table()

    ann.page.keyboard.press("c")
    expect(ann.find("#chat-input")).to_be_focused()
    say(ann, "Look at <b>this</b>: https://example.org")
    expect(bob.find("#chat-unread")).to_have_text("1")
    bob.press("#tab-chat")
    expect(lines(bob)).to_have_text(["Look at <b>this</b>: https://example.org"])
    expect(bob.find(".chat-lines a")).to_have_count(0)
    expect(bob.find("#chat-unread")).to_be_hidden()

    bob.press(".chat-phrases summary")
    bob.press("[data-phrase=well-played]")
    expect(ann.find(".chat-line:not(.mine) .chat-text")).to_have_text("Well played!")
    expect(bob.find(".chat-line.mine .chat-text")).to_contain_text("[!!!")  # each in the own language
    expect(ann.find("#live")).to_contain_text("Bob says: Well played!")
    # Nobody speaks the language for tests, and so it is no valid one.
    assert axe.violations(ann.page) == []
    assert [each for each in axe.violations(bob.page) if "html-lang" not in each] == []
    assert measures.small_targets(bob.page, finger=True) == []

    eve.press("#tab-chat")
    expect(lines(eve)).to_have_count(2)
    say(eve, "What a match!")
    ann.page.reload()
    ann.at_table()
    ann.press("#tab-chat")
    expect(lines(ann)).to_have_count(2)


def test_who_is_muted_is_not_read_and_the_host_ends_it(server: Server, person: Enter) -> None:
    ann, bob = person(server, **DESK), person(server, **DESK)
    sit_together(ann, bob)
    bob.press("#tab-chat")
    say(bob, "Hurry up!")
    ann.press("#tab-chat")
    ann.press(".chat-more")
    ann.press(f"{DIALOG} footer >> text=Mute")
    expect(ann.find(".chat-line")).to_contain_text("Muted")
    ann.press(".chat-more")
    ann.press(f"{DIALOG} footer >> text=Report")
    ann.press(f"{DIALOG} footer >> text=Report")
    expect(ann.find("#toasts")).to_contain_text("Somebody will look at it")
    ann.press("#tab-about")
    ann.press("#chat-on")
    expect(bob.find("#chat-form")).to_contain_text("switched chat off")
    expect(bob.find("#chat-input")).to_have_count(0)


def test_nobody_to_talk_to_no_chat(server: Server, person: Enter) -> None:
    ann = person(server, **DESK)
    ann.sit_down("misty")
    expect(ann.find("#tab-chat")).to_be_hidden()
    assert ann.page.evaluate("document.querySelectorAll('[role=tab]:not([hidden])').length") == 4


def test_this_browser_can_be_told(server: Server, person: Enter) -> None:
    """As far as a browser without a push service goes: what it is given is what the server has asked for."""
    ann = person(by_name(server), **DESK)
    # Without a window there is nobody to ask, and all is denied from the start.
    ann.page.add_init_script(
        """
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
        Notification.requestPermission = async () => 'granted';
        PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
          window.asked = applicationServerKey;
          const keys = {
            p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
            auth: 'tBHItJI5svbpez7KI4CCXg',
          };
          return { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys }) };
        };
        """
    )
    become(ann, "Ann")
    key = ann.page.evaluate("fetch('api/notices').then((answer) => answer.json()).then(({ push_key }) => push_key)")
    ann.press("#add-push")
    expect(ann.find("#notices .thing-row")).to_contain_text("This browser")
    assert ann.page.evaluate("window.asked") == key
    assert ann.page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)").endswith("/")
    ann.find("[data-way=push][data-kind=result]").uncheck()
    ann.page.wait_for_function(
        "fetch('api/notices').then((a) => a.json()).then((n) => !n.kinds.push.includes('result'))"
    )
    assert axe.violations(ann.page) == []


def test_where_a_page_is_not_safe_it_says_why(server: Server, person: Enter) -> None:
    ann = person(server, **PHONE)
    ann.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    ann.go("/account")
    expect(ann.find("#push-why-not")).to_contain_text("https")
    expect(ann.find("#add-push")).to_have_count(0)


@pytest.mark.parametrize("path", ["/mail/confirm#abc", "/unsubscribe/abc"])
def test_links_of_a_mail_want_a_press(server: Server, person: Enter, path: str) -> None:
    ann = person(server, **PHONE)
    ann.forgive("404")
    ann.go(path)
    ann.press("#mail-go")
    expect(ann.find("#toasts")).to_contain_text("not good any more")
    assert axe.violations(ann.page) == []
