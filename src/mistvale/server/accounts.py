"""Accounts, as the store has them: players, their passkeys, sessions, recovery codes and links to further devices.

An account is a guest id that has credentials. Whatever is a secret (what a cookie holds, a code, a link) is kept as
its SHA-256 alone: all of them are random and long, so there is nothing to guess.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from . import boxes, channels, chat, comments, identities, outbox, schema, tournament_rows
from .commands import ID_LETTERS, new_id
from .errors import Refusal, refuse
from .events import Notice, now
from .guests import hashed
from .handover import hand_over
from .notices import notice_id
from .ratings import forget_devices, programs_of
from .retention import today
from .store import GOING, Collision, Store, write_name

T = TypeVar("T")

MOST_RETRIES = 20
CODES = 10
CODE_LETTERS = 16  # of five bits each
LINK_SECONDS = 300
CHALLENGE_SECONDS = 300
FRESH_SECONDS = 300
MOST_PASSKEYS = 20
MOST_SESSIONS = 50
MOST_LINKS = 5
MOST_NOTES = 50
LONGEST_DEVICE = 64
# Where rows are that go with their player.
PERSONAL = (
    schema.names.c.guest,
    schema.guests.c.guest,
    schema.credentials.c.player,
    schema.identities.c.player,
    schema.sessions.c.player,
    schema.recovery.c.player,
    schema.device_links.c.player,
    schema.notes.c.player,
    schema.tokens.c.player,
    schema.follows.c.player,
    schema.follows.c.other,
    schema.blocks.c.player,
    schema.blocks.c.other,
    schema.invitations.c.player,
    schema.invitations.c.host,
    schema.bans.c.guest,
    schema.cancellations.c.guest,
    schema.holidays.c.guest,
    schema.queue.c.guest,
    schema.chat.c.guest,
    schema.comments.c.guest,
    # The ladder keeps the id: ratings of others follow from it.
    schema.ratings.c.player,
    schema.rating_steps.c.player,
    schema.devices.c.player,
    schema.tries.c.player,
    schema.solutions.c.player,
)
# Where rows are of the guest that a browser was before somebody signed in there.
BROWSING = (
    schema.names.c.guest,
    schema.guests.c.guest,
    schema.cancellations.c.guest,
    schema.holidays.c.guest,
    schema.queue.c.guest,
)
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome"}
BROWSERS |= {"CriOS": "Chrome", "Safari": "Safari"}


def new_code() -> str:
    """A recovery code, to be written down: groups of four letters that are not mistaken for one another."""
    letters = [secrets.choice(ID_LETTERS) for _ in range(CODE_LETTERS)]
    return "-".join("".join(letters[i : i + 4]) for i in range(0, CODE_LETTERS, 4))


def tidy_code(typed: str) -> str:
    """A code as it was shown, however it was typed."""
    letters = re.sub(r"[^a-z0-9]", "", typed.lower())
    return "-".join(letters[i : i + 4] for i in range(0, len(letters), 4))


def audit(connection: sa.Connection, who: str, what: str, player: str = "", **data: Any) -> None:
    """Note what whoever runs the server did."""
    values = {"id": secrets.token_hex(8), "at": now(), "who": who[:64], "what": what, "player": player, "data": data}
    connection.execute(sa.insert(schema.audit).values(values))


def note(connection: sa.Connection, player: str, kind: str, device: str) -> None:
    """Tell a player something about the account, there and wherever it wants to be told."""
    table, own = schema.notes, secrets.token_hex(8)
    connection.execute(sa.insert(table).values(id=own, player=player, kind=kind, device=device, at=now()))
    mine = sa.select(table.c.id).where(table.c.player == player)
    old = list(connection.execute(mine.order_by(table.c.at.desc(), table.c.id).offset(MOST_NOTES)).scalars())
    connection.execute(sa.delete(table).where(table.c.id.in_(old)))
    outbox.post(connection, [Notice(notice_id(own, player), player, "account")])


def forget_reports(connection: sa.Connection, player: str) -> None:
    """Empty what a player who goes has said, in reports too, and forget that it has reported anything."""
    table = schema.reports
    for row in list(connection.execute(sa.select(table))):
        emptied = [{**each, "guest": "", "text": ""} if each["guest"] == player else each for each in row.lines]
        people = {name: "" if row._mapping[name] == player else row._mapping[name] for name in ("reporter", "author")}
        if emptied != row.lines or player in (row.reporter, row.author):
            # Two reports of one line by people who are gone are one.
            same = [table.c[name] == row._mapping[name] for name in ("match", "side", "number")]
            twin = sa.and_(*same, table.c.reporter == people["reporter"], table.c.id != row.id)
            connection.execute(sa.delete(table).where(twin))
            connection.execute(sa.update(table).where(table.c.id == row.id).values(lines=emptied, **people))


def forget_origins(connection: sa.Connection, guests: Collection[str]) -> None:
    """Forget from where some have opened their tables, also those whose host is another by now."""
    matches, events = schema.matches, schema.events
    first = sa.and_(events.c.match == matches.c.match, events.c.number == 0, events.c.guest.in_(guests))
    theirs = sa.or_(matches.c.host.in_(guests), sa.exists().where(first))
    connection.execute(sa.update(matches).where(matches.c.origin != "", theirs).values(origin=""))


def browsers_of(player: str) -> sa.Select[Any]:
    """The guests that a player's browsers were before it signed in there."""
    table = schema.sessions
    mine = sa.select(table.c.guest).where(table.c.player == player, table.c.guest != "").distinct()
    return mine.where(table.c.guest.not_in(sa.select(schema.players.c.id)))


def device_label(agent: str) -> str:
    """What a device is called by its browser and system: enough to know it again in a list."""
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(part for part in (browser, system.replace("Mac OS X", "macOS")) if part)[:LONGEST_DEVICE]


@dataclass(frozen=True)
class Session:
    """Who is signed in with a cookie."""

    id: str
    player: str
    guest: str
    device: str
    made: str
    seen: str
    verified: int

    @property
    def fresh_for(self) -> int:
        """For how many seconds more the player counts as having just proved to be the one."""
        left = self.verified + FRESH_SECONDS - int(time.time())
        # A clock that was set back must not make it last for hours; two servers may differ by a little.
        return max(0, min(left, FRESH_SECONDS)) if left <= 2 * FRESH_SECONDS else 0


@dataclass(frozen=True)
class Passkey:
    """A credential of a player."""

    id: str
    player: str
    credential: str
    public_key: str
    sign_count: int
    transports: list[str]
    rp: str
    name: str
    created: str
    used: str


@dataclass(frozen=True)
class SignedIn:
    """A new session: what its cookie holds, who it is, and what happened beside it."""

    token: str
    player: str
    # Sessions that it ended, and the tables that came along.
    ended: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()


class Accounts:
    """All methods block; those that change something are one transaction each."""

    def __init__(self, store: Store, issuers: Collection[str] = ()) -> None:
        """`issuers`: the providers by which one can sign in here."""
        self.store = store
        self._issuers = frozenset(issuers)

    def _do(self, job: Callable[[sa.Connection], T]) -> T:
        """Carry out something that another process may be in the way of."""
        for _ in range(MOST_RETRIES):
            with suppress(Collision):
                return self.store.submit(job).result()
        raise refuse("too-many", "busy")

    # ------------------------------------------------------------ looking up

    def session(self, session: str) -> Session | None:
        rows = self.store.rows(sa.select(schema.sessions).where(schema.sessions.c.id == session))
        return Session(**rows[0]._mapping) if rows else None

    def alive(self, sessions: list[str]) -> set[str]:
        """Those of some sessions that have not ended."""
        return {
            row[0] for row in self.store.rows(sa.select(schema.sessions.c.id).where(schema.sessions.c.id.in_(sessions)))
        }

    def is_player(self, guest: str) -> bool:
        """Whether a guest is a player, or was one: a signed cookie is not enough then."""
        return bool(self.store.rows(sa.select(schema.players.c.id).where(schema.players.c.id == guest)))

    def player(self, player: str) -> sa.Row[Any]:
        table = schema.players
        rows = self.store.rows(sa.select(table).where(table.c.id == player, table.c.gone == ""))
        if not rows:
            raise refuse("no-player")
        return rows[0]

    def sessions(self, player: str) -> list[Session]:
        table = schema.sessions
        rows = self.store.rows(
            sa.select(table).where(table.c.player == player).order_by(table.c.made.desc(), table.c.id)
        )
        return [Session(**row._mapping) for row in rows]

    def passkeys(self, player: str) -> list[Passkey]:
        table = schema.credentials
        rows = self.store.rows(sa.select(table).where(table.c.player == player).order_by(table.c.created, table.c.id))
        return [Passkey(**row._mapping) for row in rows]

    def passkey(self, credential: str) -> Passkey | None:
        """The passkey with a credential's id, whoever has it."""
        table = schema.credentials
        rows = self.store.rows(sa.select(table).where(table.c.id == hashed(credential)))
        return Passkey(**rows[0]._mapping) if rows else None

    def codes_left(self, player: str) -> int:
        table = schema.recovery
        mine = sa.and_(table.c.player == player, table.c.kind == "code")
        return int(self.store.rows(sa.select(sa.func.count()).select_from(table).where(mine))[0][0])

    def notes(self, player: str) -> list[sa.Row[Any]]:
        table = schema.notes
        return self.store.rows(sa.select(table).where(table.c.player == player).order_by(table.c.at.desc(), table.c.id))

    def link(self, link: str) -> sa.Row[Any] | None:
        table = schema.device_links
        rows = self.store.rows(sa.select(table).where(table.c.id == link, table.c.expires > time.time()))
        return rows[0] if rows else None

    # ------------------------------------------------------------ becoming a player

    def create(
        self, guest: str, device: str, name: str, identity: str = "", issuer: str = ""
    ) -> tuple[SignedIn, list[str]]:
        """Make a player of a guest, signed in, with a name and recovery codes: all of it, or nothing.

        It is known by an identity, too, if there is one.
        """

        def job(connection: sa.Connection) -> tuple[SignedIn, list[str]]:
            self.store.lock(connection)
            if connection.execute(sa.select(schema.players.c.id).where(schema.players.c.id == guest)).first():
                raise refuse("not-possible", "is-player")
            connection.execute(sa.insert(schema.players).values(id=guest, handle=new_id(), created=now(), settings={}))
            write_name(connection, guest, name)
            if identity:
                identities.add(connection, guest, identity, issuer)
            codes = self._new_codes(connection, guest)
            signed = self._sign_in(connection, guest, "", device, fresh=True)
            channels.hand_on(connection, guest, guest, hashed(signed.token))
            self.store.tell(connection, {"ended": [], "guests": [guest]})
            return signed, codes

        return self._do(job)

    def going(self, player: str) -> list[tuple[str, str]]:
        """The matches of a player, of its programs and browsers, that are not over; each with whose it is."""
        held, matches, tokens = schema.holders, schema.matches, schema.tokens
        programs = sa.select(tokens.c.guest).where(tokens.c.player == player)
        mine = sa.or_(held.c.guest == player, held.c.guest.in_(programs), held.c.guest.in_(browsers_of(player)))
        going = sa.select(held.c.match, held.c.guest).join(matches, matches.c.match == held.c.match)
        rows = self.store.rows(going.where(mine, matches.c.status.in_(GOING)).order_by(held.c.match, held.c.guest))
        return [(row.match, row.guest) for row in rows]

    def delete(self, player: str) -> tuple[list[str], list[str]]:
        """Take away all that is known of a player but the id; which sessions ended, and which tables are without it."""

        def job(connection: sa.Connection) -> tuple[list[str], list[str]]:
            # Where it signed in, it was a guest before, whom no cookie leads to any more.
            browsers = list(connection.execute(browsers_of(player)).scalars())
            table = schema.names
            own = sa.select(table.c.match).where(table.c.guest.in_((player, *browsers))).distinct()
            matches = list(connection.execute(own).scalars())
            sessions, tokens = schema.sessions, schema.tokens
            ended = list(connection.execute(sa.select(sessions.c.id).where(sessions.c.player == player)).scalars())
            # Programs lose their connections in the same way.
            ended += connection.execute(sa.select(tokens.c.hash).where(tokens.c.player == player)).scalars()
            self._end(connection, ended)
            outbox.remove(connection, schema.channels.c.guest == player)
            forget_reports(connection, player)
            programs = list(connection.execute(programs_of(player)).scalars())
            programs += connection.execute(sa.select(tokens.c.guest).where(tokens.c.player == player)).scalars()
            for column in (schema.ratings.c.player, schema.rating_steps.c.player):
                connection.execute(sa.delete(column.table).where(column.in_(programs)))
            forget_devices(connection, [player, *programs])
            tournament_rows.forget(connection, player)
            for column in PERSONAL:
                connection.execute(sa.delete(column.table).where(column == player))
            for column in BROWSING:
                connection.execute(sa.delete(column.table).where(column.in_(browsers)))
            for asked in (schema.challenges, schema.journeys):
                connection.execute(sa.delete(asked).where(asked.c.holder.in_((player, *ended))))
            forget_origins(connection, (player, *browsers))
            boxes.forget_maker(connection, (player, *browsers))
            gone = sa.update(schema.players).where(schema.players.c.id == player)
            connection.execute(gone.values(gone=today(), created="", settings={}, handle=new_id(), active=0, role=""))
            for match in matches:
                self.store.tell(connection, {"match": match, "renamed": True})
            return ended, matches

        return self._do(job)

    # ------------------------------------------------------------ sessions

    def sign_in(
        self, player: str, guest: str, device: str, replaced: Session | None = None, fresh: bool = True
    ) -> SignedIn:
        """A new session of a player for a guest, whose tables come along; it takes the place of an older one."""

        def job(connection: sa.Connection) -> SignedIn:
            return self._come_in(connection, player, guest, device, replaced, fresh)

        return self._do(job)

    def _come_in(
        self,
        connection: sa.Connection,
        player: str,
        guest: str,
        device: str,
        replaced: Session | None,
        fresh: bool,
    ) -> SignedIn:
        before = guest
        matches: list[str] = []
        if replaced:
            before = replaced.guest
            self._end(connection, [replaced.id])
        else:
            matches = hand_over(self.store, connection, guest, player)
            chat.hand_on(connection, guest, player)
            comments.hand_on(connection, guest, player)
            boxes.hand_on(connection, guest, player)
        signed = self._sign_in(connection, player, before, device, fresh)
        if not replaced:
            channels.hand_on(connection, guest, player, hashed(signed.token))
        ended = (replaced.id,) if replaced else ()
        self.store.tell(connection, {"ended": list(ended), "guests": [] if replaced else [guest]})
        return SignedIn(signed.token, player, (*ended, *signed.ended), tuple(matches))

    def _sign_in(self, connection: sa.Connection, player: str, guest: str, device: str, fresh: bool) -> SignedIn:
        table = schema.sessions
        token = secrets.token_urlsafe(32)
        values = {"id": hashed(token), "player": player, "guest": guest, "device": device, "made": now()}
        verified = int(time.time()) if fresh else 0
        connection.execute(sa.insert(table).values(**values, seen=today(), verified=verified))
        # Whoever signs in again and again without ever signing out: the oldest end.
        mine = sa.select(table.c.id).where(table.c.player == player, table.c.id != hashed(token))
        oldest = mine.order_by(table.c.made.desc(), table.c.id).offset(MOST_SESSIONS - 1)
        ended = list(connection.execute(oldest).scalars())
        self._end(connection, ended)
        return SignedIn(token, player, tuple(ended))

    def _end(self, connection: sa.Connection, sessions: list[str]) -> None:
        if sessions:
            connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.id.in_(sessions)))
            channels.end_with(connection, sessions)
            self.store.tell(connection, {"ended": sessions, "guests": []})

    def end(self, player: str, keep: str = "", only: str = "") -> list[str]:
        """End a player's sessions: all but one, or one alone, given by the beginning of its id; which ended."""
        table = schema.sessions

        def job(connection: sa.Connection) -> list[str]:
            mine = sa.select(table.c.id).where(table.c.player == player, table.c.id != keep)
            ended = [each for each in connection.execute(mine).scalars() if each.startswith(only)]
            self._end(connection, ended)
            return ended

        return self.store.submit(job).result()

    def sign_out(self, session: str) -> None:
        self.store.submit(lambda connection: self._end(connection, [session])).result()

    def touch_soon(self, session: str) -> Any:
        """A session was used today."""
        table = schema.sessions
        late = sa.update(table).where(table.c.id == session, table.c.seen < today())
        return self.store.submit(lambda connection: connection.execute(late.values(seen=today())))

    def verified(self, session: str) -> None:
        """The player of a session has just proved to be the one."""
        change = sa.update(schema.sessions).where(schema.sessions.c.id == session).values(verified=int(time.time()))
        self.store.submit(lambda connection: connection.execute(change)).result()

    # ------------------------------------------------------------ passkeys

    def ask(self, challenge: str, holder: str, purpose: str) -> None:
        """Keep what a passkey is asked to sign."""
        table, moment = schema.challenges, int(time.time())

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(table).where(table.c.expires <= moment))
            # Of one asker only the newest question of a kind counts.
            connection.execute(sa.delete(table).where(table.c.holder == holder, table.c.purpose == purpose))
            values = {"id": hashed(challenge), "holder": holder, "purpose": purpose}
            connection.execute(sa.insert(table).values(**values, expires=moment + CHALLENGE_SECONDS))

        self.store.submit(job).result()

    def answered(self, challenge: str, holder: str, purpose: str) -> bool:
        """Whether this was asked of this one; it can be answered once."""
        table = schema.challenges
        asked = sa.and_(
            table.c.id == hashed(challenge),
            table.c.holder == holder,
            table.c.purpose == purpose,
            table.c.expires > time.time(),
        )
        return bool(self.store.submit(lambda c: c.execute(sa.delete(table).where(asked)).rowcount).result())

    def add_passkey(self, passkey: Passkey) -> None:
        table = schema.credentials

        def job(connection: sa.Connection) -> None:
            mine = sa.select(sa.func.count()).select_from(table).where(table.c.player == passkey.player)
            if (connection.execute(mine).scalar() or 0) >= MOST_PASSKEYS:
                raise refuse("not-possible", "passkeys-enough", most=MOST_PASSKEYS)
            connection.execute(sa.insert(table).values(**vars(passkey)))

        self.store.submit(job).result()

    def used_passkey(self, passkey: Passkey, sign_count: int) -> None:
        table = schema.credentials
        change = sa.update(table).where(table.c.id == passkey.id).values(sign_count=sign_count, used=today())
        self.store.submit(lambda connection: connection.execute(change)).result()

    def rename_passkey(self, player: str, passkey: str, name: str) -> None:
        table = schema.credentials
        change = sa.update(table).where(table.c.player == player, table.c.id == passkey).values(name=name)
        if not self.store.submit(lambda connection: connection.execute(change).rowcount).result():
            raise refuse("not-found")

    def remove_passkey(self, player: str, passkey: str) -> None:
        """Remove a passkey, unless nothing would be left to sign in with."""
        table, last = schema.credentials, refuse("not-possible", "last-way")
        self.store.submit(lambda c: self._remove_way(c, table, player, passkey, last)).result()

    def remove_identity(self, player: str, identity: str) -> None:
        """Forget who a player is at a provider, unless nothing would be left to sign in with."""
        table, last = schema.identities, refuse("not-possible", "last-identity")
        self.store.submit(lambda c: self._remove_way(c, table, player, identity, last)).result()

    def _remove_way(self, connection: sa.Connection, table: sa.Table, player: str, way: str, last: Refusal) -> None:
        self.store.lock(connection)
        own = sa.and_(table.c.id == way, table.c.player == player)
        if connection.execute(sa.select(table.c.id).where(own)).first() is None:
            raise refuse("not-found")
        if not self._ways(connection, player) - {way} and not self._has_codes(connection, player):
            raise last
        connection.execute(sa.delete(table).where(own))

    def _ways(self, connection: sa.Connection, player: str) -> set[str]:
        """The passkeys of a player, and the identities that count here."""
        passkeys, known = schema.credentials, schema.identities
        keys = sa.select(passkeys.c.id).where(passkeys.c.player == player)
        usable = sa.select(known.c.id).where(known.c.player == player, known.c.issuer.in_(self._issuers))
        return {*connection.execute(keys).scalars(), *connection.execute(usable).scalars()}

    @staticmethod
    def _has_codes(connection: sa.Connection, player: str) -> bool:
        table = schema.recovery
        left = sa.select(table.c.id).where(table.c.player == player, table.c.kind == "code")
        return connection.execute(left).first() is not None

    # ------------------------------------------------------------ recovery

    def new_codes(self, player: str) -> list[str]:
        """Ten codes, in place of those before; they are shown once and never again."""
        return self.store.submit(lambda connection: self._new_codes(connection, player)).result()

    @staticmethod
    def _new_codes(connection: sa.Connection, player: str) -> list[str]:
        table, codes = schema.recovery, [new_code() for _ in range(CODES)]
        connection.execute(sa.delete(table).where(table.c.player == player, table.c.kind == "code"))
        rows = [{"id": hashed(code), "player": player, "kind": "code", "expires": 0} for code in codes]
        connection.execute(sa.insert(table), rows)
        return codes

    def give_link(self, player: str, seconds: int, who: str) -> str:
        """A code for one sign-in, given by whoever runs the server, in place of such a one before; it is audited."""
        table, code = schema.recovery, f"{new_code()}-{new_code()}"

        def job(connection: sa.Connection) -> str:
            connection.execute(sa.delete(table).where(table.c.player == player, table.c.kind == "link"))
            ends = int(time.time()) + seconds
            connection.execute(sa.insert(table).values(id=hashed(code), player=player, kind="link", expires=ends))
            audit(connection, who, "recovery-link", player, seconds=seconds)
            return code

        return self.store.submit(job).result()

    def recover(self, code: str, guest: str, device: str, replaced: Session | None) -> SignedIn | None:
        """Sign in with a code, which is used up: other sessions end, and the player is told. None: there is no such."""

        def job(connection: sa.Connection) -> SignedIn | None:
            found = self._take_code(connection, code, None)
            if found is None:
                return None
            player, kind = found
            table = schema.sessions
            others = list(connection.execute(sa.select(table.c.id).where(table.c.player == player)).scalars())
            self._end(connection, others)
            note(connection, player, kind, device)
            if kind == "link":
                audit(connection, "", "recovery-link-used", player)
            own = replaced if replaced and replaced.player != player else None
            before = replaced.guest if replaced and own is None else guest
            if replaced and own is None:
                signed = self._sign_in(connection, player, before, device, fresh=True)
            else:
                signed = self._come_in(connection, player, guest, device, own, True)
            return SignedIn(signed.token, player, (*others, *signed.ended), signed.matches)

        return self._do(job)

    def prove(self, player: str, session: str, code: str, device: str) -> bool:
        """Use a code up to prove who one is; whether it was one of the player's."""

        def job(connection: sa.Connection) -> bool:
            if self._take_code(connection, code, player) is None:
                return False
            table = schema.sessions
            others = sa.select(table.c.id).where(table.c.player == player, table.c.id != session)
            self._end(connection, list(connection.execute(others).scalars()))
            note(connection, player, "code", device)
            change = sa.update(table).where(table.c.id == session).values(verified=int(time.time()))
            connection.execute(change)
            return True

        return self.store.submit(job).result()

    @staticmethod
    def _take_code(connection: sa.Connection, code: str, player: str | None) -> tuple[str, str] | None:
        table = schema.recovery
        same = sa.and_(
            table.c.id == hashed(tidy_code(code)),
            sa.or_(table.c.expires == 0, table.c.expires > time.time()),
        )
        if player is not None:
            same = sa.and_(same, table.c.player == player)
        row = connection.execute(sa.select(table.c.player, table.c.kind).where(same)).first()
        # Of two who bring it at once, one has it.
        if row is None or not connection.execute(sa.delete(table).where(same)).rowcount:
            return None
        return str(row[0]), str(row[1])

    # ------------------------------------------------------------ notes

    def drop_note(self, player: str, note: str) -> None:
        table = schema.notes
        gone = sa.delete(table).where(table.c.player == player, table.c.id == note)
        if not self.store.submit(lambda connection: connection.execute(gone).rowcount).result():
            raise refuse("not-found")

    # ------------------------------------------------------------ links to further devices

    def open_link(self, session: Session) -> str:
        """A link by which another device may ask to sign in; the secret in it."""
        table, secret, moment = schema.device_links, secrets.token_urlsafe(24), int(time.time())

        def job(connection: sa.Connection) -> str:
            connection.execute(sa.delete(table).where(table.c.expires <= moment))
            mine = sa.select(sa.func.count()).select_from(table).where(table.c.player == session.player)
            if (connection.execute(mine).scalar() or 0) >= MOST_LINKS:
                raise refuse("too-many", "links-enough", most=MOST_LINKS)
            values = {"id": hashed(secret), "player": session.player, "session": session.id}
            empty = {"guest": "", "device": "", "number": "", "confirmed": False}
            connection.execute(sa.insert(table).values(**values, **empty, expires=moment + LINK_SECONDS))
            return secret

        return self.store.submit(job).result()

    def claim_link(self, secret: str, guest: str, device: str) -> str | None:
        """Ask to sign in on this device; the number that it is to show. None: there is no such link any more."""
        table = schema.device_links
        good = sa.and_(table.c.id == hashed(secret), table.c.expires > time.time())
        number = str(100 + secrets.randbelow(900))

        def job(connection: sa.Connection) -> str | None:
            change = sa.update(table).where(good, table.c.guest == "")
            connection.execute(change.values(guest=guest, device=device, number=number))
            # A page that was loaded again shows the same number.
            own = sa.select(table.c.number).where(good, table.c.guest == guest)
            return connection.execute(own).scalar()

        return self.store.submit(job).result()

    def confirm_link(self, session: Session, link: str, number: str) -> bool:
        """Let the other device in, if it shows this number; whoever is wrong needs a new link."""
        table = schema.device_links

        def job(connection: sa.Connection) -> bool:
            mine = sa.and_(table.c.id == link, table.c.session == session.id, table.c.expires > time.time())
            row = connection.execute(sa.select(table).where(mine, table.c.guest != "")).first()
            if row is None:
                raise refuse("not-found", "no-device-link")
            if not secrets.compare_digest(row.number, number):
                connection.execute(sa.delete(table).where(mine))
                return False
            connection.execute(sa.update(table).where(mine).values(confirmed=True))
            return True

        return self.store.submit(job).result()

    def drop_link(self, session: Session, link: str) -> None:
        table = schema.device_links
        mine = sa.and_(table.c.id == link, table.c.player == session.player)
        self.store.submit(lambda connection: connection.execute(sa.delete(table).where(mine))).result()

    def finish_link(self, secret: str, guest: str, device: str, replaced: Session | None) -> SignedIn | None:
        """Sign in on the device that asked, once the other one has let it in; None while that is not so."""
        table = schema.device_links

        def job(connection: sa.Connection) -> SignedIn | None:
            same = sa.and_(table.c.id == hashed(secret), table.c.guest == guest, table.c.expires > time.time())
            row = connection.execute(sa.select(table).where(same)).first()
            if row is None:
                raise refuse("not-found", "no-device-link")
            if not row.confirmed:
                return None
            if not connection.execute(sa.delete(table).where(same)).rowcount:
                raise refuse("not-found", "no-device-link")
            alive = sa.select(schema.sessions.c.id).where(schema.sessions.c.id == row.session)
            if connection.execute(alive).first() is None:
                # Whoever ended the session that let it in meant all that it did.
                raise refuse("not-found", "no-device-link")
            note(connection, row.player, "device", device)
            # Who came in by a link has not proved anything by itself.
            return self._come_in(connection, row.player, guest, device, replaced, fresh=False)

        return self._do(job)
