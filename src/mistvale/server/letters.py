"""What a notice looks like when it is sent: to a browser, to a web address, and as a mail."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

import mistvale as mv

from .channels import token
from .outbox import CONFIRM, Letter, seconds
from .settings import Settings
from .words import say

LONGEST_MAIL = 254
MAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+", re.ASCII)
CONFIRM_PAGE = "/mail/confirm"  # what the link carries stands behind its #
UNSUBSCRIBE = "/unsubscribe"


def is_mail(address: str) -> bool:
    """Whether mail could go there: nothing that a header, or a mail server, might take for something else."""
    return len(address) <= LONGEST_MAIL and MAIL.fullmatch(address) is not None


def title_of(game: str) -> str:
    return mv.game(game).title if game in mv.games() else game


def text_of(letter: Letter, lang: str) -> str:
    """A notice in a line."""
    title = title_of(letter.game)
    lines = {
        "turn": lambda: say("notice.turn", lang, game=title),
        "invitation": lambda: say("notice.invitation", lang, game=title),
        "result": lambda: say("notice.result", lang, game=title),
        "account": lambda: say("notice.account", lang),
    }
    return lines[letter.kind]()


def path_of(letter: Letter) -> str:
    """The page that shows more, to whoever may see it: who is not signed in sees nothing there."""
    return {"account": "/account", "invitation": "/"}.get(letter.kind, f"/match/{letter.match}")


def told(letter: Letter, lang: str, address: str = "") -> dict[str, Any]:
    """All that a notice says."""
    return {
        "id": letter.notice,
        "kind": letter.kind,
        "match": letter.match,
        "game": letter.game,
        "title": title_of(letter.game) or say("notice.title", lang),
        "text": text_of(letter, lang),
        "url": address + path_of(letter),
    }


def push_text(letter: Letter, lang: str) -> str:
    return json.dumps({**told(letter, lang), "lang": lang}, ensure_ascii=False)


# ---------------------------------------------------------------- web addresses


def hook_call(letter: Letter, lang: str, secret: str, plain: bool, address: str) -> tuple[bytes, dict[str, str]]:
    """A call: JSON, or for ntfy a line of text. It is signed, together with the moment at which it was made."""
    says = told(letter, lang, address)
    body = (says["text"] if plain else json.dumps(says, ensure_ascii=False)).encode()
    moment = str(seconds())
    mark = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    headers = {
        "Content-Type": "text/plain; charset=utf-8" if plain else "application/json",
        "X-Mistvale-Id": letter.notice,
        "X-Mistvale-Time": moment,
        "X-Mistvale-Signature": f"sha256={mark}",
    }
    return body, headers | ({"Click": says["url"]} if plain else {})


# ---------------------------------------------------------------- mail


def mail(settings: Settings, channel: Any, letters: Sequence[Letter]) -> EmailMessage:
    """One mail with everything that waits."""
    if any(each.kind == CONFIRM for each in letters):
        return confirmation(settings, channel, letters[0])
    lang, address = channel.lang, settings.address
    lines = [(text_of(each, lang), address + path_of(each)) for each in in_order(letters)]
    subject = lines[0][0] if len(lines) == 1 else say("mail.several", lang, n=len(lines))
    stop = f"{address}{UNSUBSCRIBE}/{token(channel.id, channel.secret, 'unsubscribe')}"
    parts = [f"{text}\n{url}" for text, url in lines]
    foot = ["--", say("mail.why", lang), say("mail.stop", lang, url=stop)]
    made = blank(settings, channel, letters[0].id, subject, "\n\n".join([*parts, "\n".join(foot)]))
    made["List-Unsubscribe"] = f"<{stop}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return made


def in_order(letters: Sequence[Letter]) -> list[Letter]:
    """Turns first, and of each thing one line."""
    seen = {(each.kind != "turn", each.kind, each.match): each for each in letters}
    return [seen[key] for key in sorted(seen)]


def confirmation(settings: Settings, channel: Any, letter: Letter) -> EmailMessage:
    """It holds nothing that whoever asked for it could have written."""
    lang, address = channel.lang, settings.address
    url = f"{address}{CONFIRM_PAGE}#{token(channel.id, channel.secret, 'confirm')}"
    text = say("mail.confirm", lang, server=address, url=url)
    return blank(settings, channel, letter.id, say("mail.confirm.subject", lang), text)


def blank(settings: Settings, channel: Any, name: str, subject: str, text: str) -> EmailMessage:
    assert settings.mail_from is not None
    made = EmailMessage()
    made["From"] = Address("Mistvale", addr_spec=settings.mail_from)
    made["To"] = Address(addr_spec=channel.address)
    made["Subject"] = subject
    made["Date"] = format_datetime(datetime.fromtimestamp(seconds(), UTC))
    # The same when it is sent again: many mailboxes show it once then.
    made["Message-ID"] = f"<{name}@{urlsplit(settings.address).hostname or 'mistvale'}>"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(text + "\n")
    made["Content-Language"] = channel.lang
    return made
