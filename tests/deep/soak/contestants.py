"""Players who hold tournaments among themselves: they open them, enter, play, leave tables, and read the standings."""

from __future__ import annotations

from typing import Any

from .members import BY_MAIL, Member

LEAST = 3  # who must have entered before one begins
SOME_MOVES = 4


class Contestant(Member):
    """Opens a tournament where there is none to enter; plays a little at the tables of those that run, and leaves."""

    count = 4

    def visit(self) -> None:
        lists = self.get("/api/tournaments") or {"open": [], "running": [], "over": []}
        mine = [each for each in lists["running"] if each["entered"]]
        if not lists["open"] and len(mine) < 2:
            self.hold()
        for each in lists["open"]:
            self.enter(each["id"], each["entered"])
        for each in mine:
            self.compete(each["id"])
        for each in lists["over"]:
            if each["entered"] and each["id"] not in self.ledger.standings:
                self.read(self.get(f"/api/tournaments/{each['id']}"))
        self.world.wait(0.5)

    def hold(self) -> None:
        form = self.dice.choice(("swiss", "robin", "knockout"))
        wish = {
            "name": f"Cup {self.mark}",
            "game": "misty",
            "form": form,
            "pace": BY_MAIL,
            "late": int(form == "swiss"),
        }
        answer = self.ask("POST", "/api/tournaments", wish)
        if answer.status_code == 201:
            self.ledger.tournaments[answer.json()["id"]] = self.guest
            self.ledger.count("tournament")

    def enter(self, cup: str, entered: bool) -> None:
        if not entered and self.ask("POST", f"/api/tournaments/{cup}/enter", {}).status_code == 200:
            self.ledger.entries.add((cup, self.guest))
            self.ledger.count("entry")
        told = self.get(f"/api/tournaments/{cup}")
        if told and told["may_start"] and told["entrants"] >= LEAST:
            self.ask("POST", f"/api/tournaments/{cup}/start", {})

    def compete(self, cup: str) -> None:
        """Some moves at the table of this round; then leave it, so that rounds come to an end."""
        told = self.get(f"/api/tournaments/{cup}")
        status = self.status(told["table"]) if told and told["table"] else None
        if status is None or status["status"] != "playing" or not status["mine"]:
            return
        match, [seat] = status["match"], status["mine"]
        self.ledger.seat(match, seat, self.guest)
        for _ in range(SOME_MOVES):
            legal = self.get(f"/api/matches/{match}/legal?seat={seat}")
            if legal and not self.world.over.is_set():
                self.think()
                self.say(match, "move", seat, move=self.dice.choice(legal))
        if self.dice.random() < 0.5:
            self.say(match, "leave", seat)

    def read(self, told: dict[str, Any] | None) -> None:
        """What stands there when it is over stays so."""
        if told and told["status"] == "over":
            self.ledger.standings[told["id"]] = told["standings"]
            self.ledger.count("tournament over")
