"""The postman: sends what the outbox holds, from whichever process comes first."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from typing import TYPE_CHECKING

from . import letters, push, seating, tracing
from .errors import CannotServe, Refusal
from .notices import decides, turn_id
from .outbox import CONFIRM, Letter, Outbox, Post
from .outside import Outside, Unreachable
from .people import People
from .settings import Settings
from .words import message

if TYPE_CHECKING:
    from .hub import Hub
    from .kinds import Way

log = logging.getLogger(__name__)
LOOK_SECONDS = 5.0
SWEEP_SECONDS = 3600.0
SMTP_SECONDS = 20.0
SECURITY = ("starttls", "tls", "none")
# A service says so of a browser that does not want it any more.
GONE = (404, 410)
FINE = range(200, 300)


class Failed(Exception):
    """It could not be sent now."""


class Gone(Exception):
    """There is nobody to send it to any more."""


class Taken(Exception):
    """It had to wait too long here, and another process sends it."""


def ways(settings: Settings) -> list[Way]:
    """The ways that this server can send notices by, as it is set."""
    found: list[Way] = []
    if settings.push and settings.push_services and push.is_installed():
        found.append("push")
    if settings.smtp_host and settings.mail_from and settings.address:
        found.append("mail")
    if settings.webhooks and settings.address:
        found.append("hook")
    return found


def check_mail(settings: Settings) -> None:
    """Refuse to serve with settings by which no mail could ever go out."""
    if settings.smtp_security not in SECURITY:
        raise CannotServe(message("serve.smtp", given=settings.smtp_security, known=", ".join(SECURITY)))
    if settings.mail_from and not letters.is_mail(settings.mail_from):
        raise CannotServe(message("serve.mail-from", given=settings.mail_from))


@dataclass
class Tally:
    """What came of letters since the server started."""

    sent: int = 0
    failed: int = 0
    dropped: int = 0


class Postman:
    """One for each process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.outbox = Outbox(hub.store)
        self.outside = Outside()
        self.tally = Tally()
        self._smtp = ThreadPoolExecutor(1, "mistvale-mail")
        self._mailing = asyncio.Lock()
        hub.store.notice_pause = hub.settings.notice_pause

    # ------------------------------------------------------------ rounds

    async def run(self) -> None:
        """Look every few seconds; now and then forget what was sent long ago."""
        swept = -SWEEP_SECONDS
        loop = asyncio.get_running_loop()
        try:
            while True:
                try:
                    await self.round()
                    if loop.time() - swept > SWEEP_SECONDS:
                        swept = loop.time()
                        await self.hub.read(self.outbox.sweep)
                except Refusal as refusal:
                    log.info("no notices are sent: %s", refusal)
                except Exception:
                    log.exception("a round of the postman failed")
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._smtp.shutdown(wait=False, cancel_futures=True)

    async def round(self) -> None:
        """Send all that is due."""
        while await self.hub.read(self.outbox.is_due):
            with tracing.span("outbox.round"):
                posts = await self.hub.change(self.outbox.claim, 3600 * self.hub.settings.mail_hours)
                await asyncio.gather(*map(self._deliver, posts))

    async def _deliver(self, post: Post) -> None:
        try:
            meant = [each for each in post.letters if await self.is_meant(post, each)]
            moot = {*post.ids} - {each.id for each in meant}
            if moot:
                self.tally.dropped += len(moot)
                await self.hub.change(self.outbox.drop, moot)
            if not meant:
                return
            if post.channel.way == "mail":
                await self._send(post, meant)
            else:
                for each in meant:
                    if not await self._send(post, [each]):
                        # The others are tried when what was claimed comes free.
                        return
        except Refusal as refusal:
            # What was claimed comes free again by itself.
            log.info("notices wait: %s", refusal)

    async def _send(self, post: Post, some: Sequence[Letter]) -> bool:
        """Send something, and note what came of it; whether it was sent."""
        try:
            with tracing.span("outbox.send", way=post.channel.way, count=len(some)):
                await getattr(self, f"_{post.channel.way}")(post, some)
        except Taken:
            return False
        except Gone:
            await self.hub.change(self.outbox.gone, post.channel.id)
        except Failed as failed:
            self.tally.failed += len(some)
            # Neither where it was to go, nor what came back.
            log.info("%d notices by %s were not sent: %s", len(some), post.channel.way, failed)
            await self.hub.change(self.outbox.failed, post, some)
        else:
            self.tally.sent += len(some)
            await self.hub.change(self.outbox.done, post, [each.id for each in some])
            return True
        return False

    # ------------------------------------------------------------ what still stands

    async def is_meant(self, post: Post, letter: Letter) -> bool:
        """Whether a notice still says something, to somebody who does not know it yet."""
        guest = post.channel.guest
        if post.channel.way not in ways(self.hub.settings):
            return False
        if letter.kind == CONFIRM:
            return bool(post.channel.state == "asked")
        if post.channel.state != "on" or letter.kind not in post.channel.kinds:
            return False
        if letter.kind == "invitation":
            return await self.hub.read(People(self.hub.store).is_open, letter.notice) or await self._awaits(
                letter.match, guest
            )
        if letter.kind != "turn":
            return True
        try:
            live = await self.hub.live(letter.match)
            async with live.still() as table:
                if not decides(table, guest) or turn_id(table, guest) != letter.notice:
                    return False
            if letter.urgent:
                return True
            await self.hub.ask_presence(letter.match)
            return guest not in live.presence.online()
        except Refusal as refusal:
            if refusal.code != "not-found":
                raise
            return False

    async def _awaits(self, match: str, guest: str) -> bool:
        """Whether the start of a tournament's table waits for somebody."""
        try:
            live = await self.hub.live(match)
            async with live.still() as table:
                waits = bool(table.terms.tournament) and set(table.held_by(guest)) & set(seating.late(table))
                return bool(waits)
        except Refusal as refusal:
            if refusal.code != "not-found":
                raise
            return False

    # ------------------------------------------------------------ the ways

    async def _push(self, post: Post, some: Sequence[Letter]) -> None:
        [letter], channel, settings = some, post.channel, self.hub.settings
        if not push.is_service(channel.address, settings.push_services):
            raise Gone  # the host does not believe in that service any more
        secret = await self.hub.change(push.ready_key, self.hub.store)
        text = letters.push_text(letter, channel.lang)
        body, headers = await self.hub.read(
            push.sealed, settings, secret, channel.address, channel.keys, text, letter.notice, letter.urgent
        )
        status = await self._call(channel.address, body, headers)
        if status in GONE:
            raise Gone
        if status not in FINE:
            raise Failed(str(status))

    async def _hook(self, post: Post, some: Sequence[Letter]) -> None:
        [letter], channel = some, post.channel
        plain = channel.keys.get("form") == "ntfy"
        body, headers = letters.hook_call(letter, channel.lang, channel.secret, plain, self.hub.settings.address)
        status = await self._call(channel.address, body, headers)
        if status not in FINE:
            raise Failed(str(status))

    async def _call(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        try:
            return await self.outside.post(url, body, headers)
        except Unreachable as error:
            raise Failed(str(error)) from None

    async def _mail(self, post: Post, some: Sequence[Letter]) -> None:
        made = letters.mail(self.hub.settings, post.channel, some)
        loop = asyncio.get_running_loop()
        # One at a time. At a slow mail server the claim of those that wait runs out meanwhile.
        async with self._mailing:
            if not await self.hub.change(self.outbox.hold, post, [each.id for each in some]):
                raise Taken
            try:
                await loop.run_in_executor(self._smtp, send_mail, self.hub.settings, made, post.channel.address)
            except (OSError, smtplib.SMTPException) as error:
                # The words of a mail server repeat the address.
                raise Failed(type(error).__name__) from None


def send_mail(settings: Settings, made: EmailMessage, to: str) -> None:
    """Hand a mail to the host's own server."""
    assert settings.smtp_host is not None
    safe = ssl.create_default_context() if settings.smtp_security != "none" else None
    line: smtplib.SMTP
    if settings.smtp_security == "tls":
        line = smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=SMTP_SECONDS, context=safe)
    else:
        line = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SMTP_SECONDS)
    try:
        if settings.smtp_security == "starttls":
            line.starttls(context=safe)
        if settings.smtp_user:
            line.login(settings.smtp_user, settings.smtp_password or "")
        line.send_message(made, settings.mail_from, [to])
    finally:
        # It has been taken, or not, by now; whether the goodbye is heard makes no difference.
        with suppress(OSError, smtplib.SMTPException):
            line.quit()
