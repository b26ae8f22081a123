"""Players with an account: they sign in elsewhere, play for ratings, by mail and with programs, follow, and go."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mistvale.server.push import encoded
from tests.deep.ledger import Account
from tests.server.authenticator import Authenticator

from .players import Friend, Player, Seated, Status
from .strangers import Stranger
from .world import ORIGIN, PUSH

BY_MAIL = {"kind": "mail", "decision": 3_600_000}


class Member(Player):
    """Somebody who has become a player."""

    def begin(self) -> None:
        """Become a player; whoever's answer was lost has lost the account with it, and begins anew."""
        self.mark = uuid4().hex[:12]
        self.called = f"{type(self).__name__} {self.mark}"[:40]
        self.authenticator = Authenticator(ORIGIN)
        self.codes: list[str] = []
        try:
            super().begin()
            answer = self.ask("POST", "/api/account", {"name": self.called})
            if answer.status_code == 201:
                self.joined(answer.json())
                return
            self.ledger.count(f"accounts lost with their answer ({answer.status_code})")
        except BaseException:
            self.forget()
            raise
        self.forget()
        raise TimeoutError

    def forget(self) -> None:
        """Be nobody again."""
        self.client.close()
        self.client, self.guest = self.new_client(), ""

    def joined(self, made: dict[str, Any]) -> None:
        self.handle = str(made["account"]["player"])
        self.codes = list(made["codes"])
        self.ledger.accounts[self.guest] = Account(self.guest, self.handle, self.called)
        self.ledger.codes[self.guest] = set(self.codes)
        self.ledger.count("account")
        self.add_passkey()
        self.settle()

    def settle(self) -> None:
        """What a kind of player does once, at first."""

    def rated_table(self) -> str:
        """A table of one's own with a house bot, where something is at stake."""
        return str(self.open("me", game="misty", rated=True, hints=False, pace=BY_MAIL)["match"])

    # ------------------------------------------------------------ proofs

    def add_passkey(self) -> None:
        asked = self.ask("POST", "/api/account/passkeys/options")
        if asked.status_code != 200:
            return
        made = self.authenticator.create(asked.json()["options"])
        if self.ask("POST", "/api/account/passkeys", {"credential": made, "name": "soak"}).status_code == 201:
            self.ledger.passkeys[self.guest].add(made["id"])
            self.ledger.count("passkey")

    def prove(self) -> bool:
        """Show that one is the one, for what needs that: by passkey, or by a code."""
        asked = self.ask("POST", "/api/account/verify/options")
        if asked.status_code == 200 and self.ledger.passkeys[self.guest]:
            given = self.authenticator.get(asked.json()["options"])
            return self.ask("POST", "/api/account/verify", {"credential": given}).status_code == 200
        return self.use_code("/api/account/verify/code", self.client)

    def use_code(self, path: str, client: httpx.Client) -> bool:
        if not self.codes:
            return False
        code = self.codes.pop()
        done = self.ask("POST", path, {"code": code}, client).status_code == 200
        # Where it is refused the answer to the first try was lost, or was another's who signed in.
        self.ledger.codes[self.guest].discard(code)
        if done:
            self.ledger.used.add(code)
        self.ledger.count("code used" if done else "code refused")
        return done

    def fresh(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask for what needs a fresh proof."""
        answer = self.ask(method, path, body)
        if answer.status_code == 403 and answer.json()["error"] == "not-fresh" and self.prove():
            answer = self.ask(method, path, body)
        return answer

    # ------------------------------------------------------------ notices

    def be_told(self) -> None:
        """Have notices sent to a web address of one's own, and to a browser."""
        path = f"/hook/{self.mark}"
        hook = {"url": f"https://hooks.example{path}", "form": "json"}
        if self.ask("POST", "/api/notices/hooks", hook).status_code == 201:
            self.ledger.channels[path] = self.guest
        point = ec.generate_private_key(ec.SECP256R1()).public_key()
        keys = {
            "p256dh": encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)),
            "auth": encoded(secrets.token_bytes(16)),
        }
        path = f"/push/{self.mark}"
        if (
            self.ask("POST", "/api/notices/push", {"endpoint": f"https://{PUSH}{path}", "keys": keys}).status_code
            == 201
        ):
            self.ledger.channels[path] = self.guest

    # ------------------------------------------------------------ other players

    def follow(self, handle: str, on: bool = True) -> None:
        answer = self.ask("PUT" if on else "DELETE", f"/api/friends/{handle}")
        if answer.status_code == 200:
            self.ledger.follows[self.guest, handle] = on
            self.ledger.count("follow")


class Regular(Member):
    """Plays rated matches with bots and the match of the day; signs in elsewhere by code, passkey or device link."""

    def settle(self) -> None:
        self.world.handles.append(self.handle)

    def visit(self) -> None:
        self.daily()
        self.play(self.rated_table(), 0, self.dice.choice((10, 200)))
        self.dice.choice((self.by_code, self.by_passkey, self.by_link, self.new_codes))()
        for handle in self.dice.sample(self.world.handles, min(2, len(self.world.handles))):
            if handle != self.handle:
                self.follow(handle, self.dice.random() < 0.7)
        self.get(f"/api/players/{self.handle}/ratings")
        self.get("/api/ladder/misty?pool=2")

    def daily(self) -> None:
        """Begin the match of the day, or go on with it."""
        answer = self.ask("POST", "/api/daily")
        if answer.status_code in (200, 201):
            status: Status = answer.json()
            self.ledger.tries[status["daily"], self.guest] = status["match"]
            self.ledger.seat(status["match"], 0, self.guest)
            if status["status"] == "playing":
                self.play(status["match"], 0, 20)

    def elsewhere(self, client: httpx.Client) -> None:
        """Go on in another browser; the one before was signed out, or signs out now."""
        if self.get_with(client, "/api/account")["player"] != self.handle:
            self.ledger.find(f"{self.name} signed in as somebody else")
        self.ask("POST", "/api/sign-out")
        self.client.close()
        self.client = client
        self.ledger.count("sign-in elsewhere")

    def get_with(self, client: httpx.Client, path: str) -> Any:
        return self.ask("GET", path, None, client).json()

    def by_code(self) -> None:
        client = self.new_client()
        self.get_with(client, "/api/me")
        if self.use_code("/api/sign-in/code", client):
            self.elsewhere(client)

    def by_passkey(self) -> None:
        client = self.new_client()
        self.get_with(client, "/api/me")
        asked = self.ask("POST", "/api/sign-in/options", None, client)
        if asked.status_code == 200 and self.authenticator.keys:
            given = self.authenticator.get(asked.json()["options"])
            if self.ask("POST", "/api/sign-in", {"credential": given}, client).status_code == 200:
                self.elsewhere(client)

    def by_link(self) -> None:
        client = self.new_client()
        self.get_with(client, "/api/me")
        made = self.ask("POST", "/api/account/links")
        if made.status_code != 201:
            return
        secret = {"secret": made.json()["link"].partition("#")[2]}
        number = self.ask("POST", "/api/sign-in/link", secret, client)
        if number.status_code != 200:
            return
        self.ask("POST", f"/api/account/links/{made.json()['id']}/confirm", number.json())
        finished = self.ask("POST", "/api/sign-in/link/finish", secret, client)
        if finished.status_code == 200 and finished.json()["signed_in"]:
            self.elsewhere(client)

    def new_codes(self) -> None:
        self.ledger.codes[self.guest] = set()  # until it is known which
        answer = self.fresh("POST", "/api/account/codes")
        if answer.status_code == 200:
            self.codes = list(answer.json()["codes"])
            self.ledger.codes[self.guest] = set(self.codes)


class Rival(Stranger, Member):
    """Meets others at rated tables in the lobby."""

    count = 2

    def rated(self) -> bool:
        return True

    def settle(self) -> None:
        self.be_told()


class Correspondent(Member):
    """Plays by mail with others of its kind: invites them, and is told when it is its turn; never stays at a table."""

    count = 2

    def settle(self) -> None:
        self.be_told()
        self.world.handles.append(self.handle)
        self.ledger.absent.add(self.guest)

    def visit(self) -> None:
        mine = [each for each in self.get("/api/matches") or () if each["status"] in ("waiting", "playing")]
        others = [handle for handle in self.world.handles if handle != self.handle]
        if len(mine) < 3 and others:
            self.invite(self.dice.choice(others))
        for invitation in (self.get("/api/invitations") or ())[:2]:
            self.accept(invitation)
        for status in mine:
            self.move(status)
        self.world.wait(0.5)

    def invite(self, handle: str) -> None:
        status = self.open("me", "friend", game="misty", pace=BY_MAIL, rated=self.dice.random() < 0.5, hints=False)
        wish = {"seat": 1, "player": handle}
        asked = self.ask("POST", f"/api/matches/{status['match']}/invite", wish)
        if asked.status_code == 201:
            self.ledger.invitations[asked.json()["id"]] = handle, status["match"]
            self.ledger.count("invitation")
            if self.dice.random() < 0.2:
                self.take_back(asked.json()["id"])

    def take_back(self, invitation: str) -> None:
        """Who is not known to be invited any more was declined, or it was done and the answer was lost."""
        if self.ask("DELETE", f"/api/invitations/{invitation}").status_code in (204, 404):
            self.ledger.taken_back.add(invitation)
            self.ledger.count("invitation taken back")

    def accept(self, invitation: dict[str, Any]) -> None:
        self.ask("POST", f"/api{invitation['link']}", {"name": self.called})
        status = self.status(invitation["match"])
        if status and status["mine"]:
            self.ledger.seat(invitation["match"], status["mine"][0], self.guest)

    def move(self, status: Status) -> None:
        """Some moves, if one is to make them."""
        match = status["match"]
        for seat in status["mine"]:
            for _ in range(6):
                legal = self.get(f"/api/matches/{match}/legal?seat={seat}")
                if not legal or self.world.over.is_set():
                    break
                self.think()
                self.say(match, "move", seat, move=self.dice.choice(legal))
        self.status(match)


class Programmer(Seated, Member):
    """Lets a program play: at a table that it opens, or with whoever agreed to that; over REST or a socket."""

    token = ""
    program = ""  # who it is at tables

    def settle(self) -> None:
        answer = self.fresh(
            "POST", "/api/account/tokens", {"name": f"Bot {self.mark}", "scopes": ["play", "host", "read"]}
        )
        if answer.status_code == 201:
            self.token = str(answer.json()["token"])
            self.ledger.tokens[hashlib.sha256(self.token.encode()).hexdigest()] = self.guest, f"Bot {self.mark}"
            self.ledger.count("token")

    def visit(self) -> None:
        if not self.token:
            self.settle()
            return
        program = Program(self)
        self.program = program.guest
        seated = program.seated()
        if seated:
            (program.sit if self.dice.random() < 0.5 else program.play)(*seated)
        program.client.close()


class Program(Friend):
    """What a token lets somebody be: it is nobody who comes by itself."""

    def __init__(self, owner: Programmer) -> None:
        super().__init__(owner.world, owner.dice.randrange(2**32))
        self.token = owner.token
        self.client = self.new_client(authorization=f"Bearer {self.token}")
        self.begin()

    def signs(self) -> Mapping[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def seated(self) -> tuple[str, int] | None:
        if self.world.program_links and self.dice.random() < 0.7:
            return self.take(self.world.program_links.pop(0))
        status = self.open("me", game="misty", programs=True)
        return status["match"], 0


class Leaver(Programmer):
    """Does a bit of everything, and then deletes the account: nothing of it may be found any more."""

    def settle(self) -> None:
        self.be_told()
        super().settle()

    def visit(self) -> None:
        status = self.open("me", "friend")
        match = status["match"]
        self.world.links += [seat["link"] for seat in status["seats"] if seat.get("link")]
        self.chat(match, f"I am {self.called}")
        self.play(match, 0, 3)
        if self.token:
            super().visit()
        for handle in self.world.handles[:2]:
            self.follow(handle)
        self.play(self.rated_table(), 0, self.dice.choice((3, 200)))
        self.world.wait(self.dice.uniform(1, 5))
        self.go()

    def go(self) -> None:
        """Ask for it until it is done: who is not known any more is gone."""
        answer = self.fresh("DELETE", "/api/account")
        if answer.status_code in (204, 401):
            self.ledger.delete(self.guest, (self.mark,))
            if self.program:
                self.ledger.deleted[self.program] = ()
            self.forget()
            self.token = self.program = ""
