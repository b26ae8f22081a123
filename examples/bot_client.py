"""A program that plays a whole match, for docs/programs.md: it takes a seat and makes moves at random.

MISTVALE_TOKEN=mvt_… python bot_client.py http://localhost:8000 [rated | /join/TOKEN]     # a house bot, or that table
"""

import os
import random
import sys
import time

import httpx


def ask(client: httpx.Client, method: str, path: str, **more):
    """What the server answers; when it is busy, or away for a moment, it is asked again."""
    for attempt in range(10):
        try:
            answer = client.request(method, path, **more)
        except httpx.TransportError:
            time.sleep(2**attempt / 10)
            continue
        if answer.status_code not in (429, 502, 503):
            break
        time.sleep(float(answer.headers.get("retry-after", 1)))
    else:
        raise SystemExit(f"{path}: the server does not answer")
    if answer.is_error:
        raise SystemExit(f"{path}: {answer.json()['text']}")
    return answer.json()


def sit_down(client: httpx.Client, link: str | None, game: str = "misty"):
    """Take the seat that a link leads to, or open a table of one's own, with a bot of the house."""
    if link and link != "rated":
        return ask(client, "POST", f"/api{link[link.index('/join/') :]}", json={})
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}], "programs": True}
    if link:
        wish |= {"rated": True, "hints": False, "pace": {"kind": "live", "bank": 600_000, "decision": 30_000}}
    return ask(client, "POST", "/api/matches", json=wish)


def play(client: httpx.Client, match: str, seat: int) -> None:
    """Move whenever it is our turn, until the match is over."""
    while True:
        turn = ask(client, "GET", f"/api/matches/{match}/turn", params={"seat": seat, "wait": 20})
        if turn["pending"]:
            wish = {"seat": seat, "move": random.choice(turn["legal"]), "id": f"{turn['step']}-{time.time_ns()}"}
            ask(client, "POST", f"/api/matches/{match}/moves", json=wish)
        elif turn["status"] == "confirming":
            ask(client, "POST", f"/api/matches/{match}/confirm")  # yes, we are there
        elif turn["status"] in ("over", "frozen", "closed"):
            return


if __name__ == "__main__":
    token = {"authorization": f"Bearer {os.environ['MISTVALE_TOKEN']}"}
    with httpx.Client(base_url=sys.argv[1], headers=token, timeout=60) as client:
        status = sit_down(client, *(sys.argv[2:3] or [None]))
        play(client, status["match"], status["mine"][0])
        print(ask(client, "GET", f"/api/matches/{status['match']}")["scores"])
