"""The lab on a GPU: `python -m bench.card`, on a machine with a card and the extra `cuda`.

First the law: batches and whole matches on the card are those of the processor, in integers to the byte, for every
game; and what PyTorch, JAX and CuPy write into a batch's buffers, and read from them, is there. Then the figures,
medians of three runs: whole matches at random, steps with mask and observation, with and without checks; and Connect
Four beside Pgx on the same card, with and without observations on both sides. Peers that are not installed are left
out, with a line that says so. Compiling takes a minute or two a game: several processes may do so at once, each for
another game, and measure one after another, each with the card to itself, if they are given the same `--lock`.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import mistvale as mv
from mistvale import lab
from mistvale.core.chance import seed_bytes
from mistvale.lab.gpu import PLAYS, WAYS, best_play, play_so
from mistvale.lab.rewards import settings
from mistvale.lab.setting import Setting

from .peers import EXAMPLE

TABLES = {"misty": 4, "secret-valley": 2, "misterra": 2, "misty-valley": 2, "valdora": 5}
"""Seats of whole matches; steps are measured with as few as a game is played by, one at least two."""
BEFORE = {"misty": 0.55, "secret-valley": 1.4, "misterra": 1.1, "valdora": 0.42}
"""Billions of moves a second that the rules gave before there was a lab, on an H200."""
WHOLE = {"valdora": 1 << 22, "connect-four": 1 << 27, "secret-valley": 1 << 25, "misterra": 1 << 23}
"""Whole matches that are played at a time: about a second's."""
SAME = 512  # matches that are compared
STEPS = 120
SCAN = 64  # random steps that Pgx makes in one go
TOLD: dict[str, Any] = {}


def tell(name: str, figure: float | str, unit: str = "", goal: str = "") -> None:
    """One line, and a figure to be kept."""
    TOLD[name] = figure
    shown = f"{figure:.4g}" if isinstance(figure, float) else figure
    print(f"{name:58} {shown} {unit}{'  goal ' + goal if goal else ''}", flush=True)


def seconds(work: Callable[[], Any], wait: Callable[[], Any]) -> float:
    """The median time of three runs."""
    taken = []
    for _ in range(3):
        wait()
        start = time.perf_counter()
        work()
        wait()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


# ---------------------------------------------------------------- the law


def check_batch(game: mv.Game, seats: int | None) -> None:
    """Step by step the same on the card and on the processor."""
    here, there = (lab.Batch(game, SAME, seats, seed=5, device=device) for device in ("cpu", "cuda"))
    for number in range(STEPS):
        there._engine.way = WAYS[number % len(WAYS)]  # noqa: SLF001 - in whichever way
        for mine, other in (
            (here.seen.view(np.uint8).reshape(SAME, -1), there.seen),
            (here.mask, there.mask),
            (here.rewards, there.rewards),
            (here.done, there.done),
            (here.seat, there.seat),
            (here.pending, there.pending),
            (here.random_moves(), there.random_moves()),
        ):
            if not (mine == other.get()).all():
                sys.exit(f"{game.name}: the card differs at step {number}")
        moves = here.random_moves()
        here.step(moves)
        there.random_moves()  # its dice are thrown as often
        there.step(moves)
    here.run(40)
    there.run(40)
    if (here.seen.view(np.uint8).reshape(SAME, -1) != there.seen.get()).any() or here.matches != there.matches:
        sys.exit(f"{game.name}: steps in one go differ on the card")
    if any(here.state(number).bytes != there.state(number).bytes for number in range(0, SAME, 16)):
        sys.exit(f"{game.name}: states on the card differ")
    check_whole(game, seats)
    tell(f"{game.name}: card equals processor", f"yes, {SAME} x {STEPS} steps and 2000 matches")


def check_whole(game: mv.Game, seats: int | None) -> None:
    """Whole matches the same on the card, in whichever way, and on the processor."""
    setting, here = Setting.of(game, seats), lab.playouts(game, 2000, seats, seed=7)
    for way in PLAYS:
        totals = play_so(setting, settings(setting, seed=seed_bytes(7)), 2000, way)
        if lab.Playouts.of(totals, 2000, setting.seats) != here:
            sys.exit(f"{game.name}: whole matches on the card differ: {way}")


def check_refusal() -> None:
    """An illegal move is named, and changes nothing, on the card, too."""
    batch = lab.Batch("misty", 64, device="cuda")
    before, moves = batch.state(7).bytes, batch.random_moves()
    moves[7] = 10_000
    try:
        batch.step(moves)
    except lab.IllegalMoves as error:
        if error.match == 7 and batch.state(7).bytes == before:
            tell("an illegal move on the card", f"refused: {str(error)[:60]}…")
            return
    sys.exit("an illegal move was not refused on the card")


def check_sharing() -> None:
    """Buffers are shared with other libraries, both ways, without a copy."""
    batch = lab.Batch("secret-valley", 256, device="cuda")
    for name, check in (("CuPy", _cupy), ("PyTorch", _torch), ("JAX", _jax)):
        try:
            check(batch)
        except ImportError as error:
            tell(f"shared with {name}", f"left out: {error}")
        else:
            tell(f"shared with {name}", "yes, both ways")


def _cupy(batch: lab.Batch) -> None:
    import cupy

    moves = cupy.argmax(batch.mask, axis=1).astype(cupy.int32)
    batch.step(moves)
    batch.rewards[3] = 7
    assert cupy.asarray(batch.rewards).data.ptr == batch.rewards.data.ptr and float(batch.rewards[3, 0]) == 7


def _torch(batch: lab.Batch) -> None:
    import torch

    mask, rewards = torch.as_tensor(batch.mask, device="cuda"), torch.from_dlpack(batch.rewards)
    assert mask.data_ptr() == batch.mask.data.ptr and rewards.data_ptr() == batch.rewards.data.ptr
    before = batch.length.copy()
    batch.step(mask.to(torch.int32).argmax(dim=1).to(torch.int32))  # on the same stream: it is made of what was shown
    assert bool((batch.length != before).any())
    assert bool((mask.sum(dim=1).cpu().numpy() == batch.counts.get()).all()), "what a step writes shows"
    rewards[5] = 3.0
    torch.cuda.synchronize()
    assert float(batch.rewards[5, 1]) == 3.0, "what is written there shows here"


def _jax(batch: lab.Batch) -> None:
    # It would take three quarters of the card for itself, and other processes measure on it, too.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import jax.numpy as jnp

    mask = jax.dlpack.from_dlpack(batch.mask)
    assert mask.unsafe_buffer_pointer() == batch.mask.data.ptr
    moves = jnp.argmax(mask, axis=1).astype(jnp.int32)
    moves.block_until_ready()  # JAX has streams of its own: what it makes is waited for
    import cupy

    batch.step(cupy.from_dlpack(moves))


# ---------------------------------------------------------------- the figures


def wait() -> None:
    """Until the card has nothing more to do."""
    import cupy

    cupy.cuda.Device().synchronize()


def whole_matches(game: mv.Game, seats: int) -> None:
    """Decisions a second in whole random matches."""
    matches = WHOLE.get(game.name, 1 << 22)
    found = lab.playouts(game, matches, seats, device="cuda")
    taken = seconds(lambda: lab.playouts(game, matches, seats, device="cuda"), wait)
    rate = found.decisions / taken / 1e9
    before = BEFORE.get(game.name)
    tell(f"{game.name}: played so", str(best_play(game, seats)))
    tell(f"{game.name}, {seats} seats: whole matches", rate, "billion decisions/s", ">= 1 (aim)")
    if before:
        tell(f"{game.name}, {seats} seats: over the rules alone", rate / before, "", ">= 1.5")


def steps(game: mv.Game, seats: int | None, n: int, count: int = 30) -> None:
    """Decisions a second through `step`, the moves chosen at random on the card."""
    for label, given in (
        ("mask and observation", {"check": False}),
        ("mask and observation, checked", {}),
        ("mask alone", {"check": False, "observe": False}),
    ):
        batch = lab.Batch(game, n, seats, device="cuda", **given)  # type: ignore[arg-type]
        moves = batch.random_moves()

        def play(batch: lab.Batch = batch, moves: Any = moves) -> None:
            for _ in range(count):
                batch.step(batch.random_moves(moves))

        play()
        rate = n * count / seconds(play, wait) / 1e6
        goal = ">= 100" if given == {"check": False} else ""
        tell(f"{game.name}, {batch.seats} seats, n = {n}: steps, {label}", rate, "million/s", goal)
        if given == {"check": False}:
            tell(f"{game.name}: made so", str(batch._engine.way))  # noqa: SLF001
            in_one_go(batch)
        del batch, play


def in_one_go(batch: lab.Batch) -> float:
    """Decisions a second through `run`, which makes many random steps in one call, as Pgx does in a scan."""
    batch.run(SCAN)
    rate = batch.n * SCAN / seconds(lambda: batch.run(SCAN), wait)
    tell(f"{batch.setting.game.name}, n = {batch.n}: {SCAN} steps in one go", rate / 1e6, "million/s")
    return rate


def connect_four() -> None:
    """Beside Pgx, on the same card."""
    from connect_four import GAME

    check_batch(GAME, 2)
    whole_matches(GAME, 2)
    ours = {}
    for observed in (True, False):
        label = "with" if observed else "without"
        best = gone = 0.0
        for n in (1 << 18, 1 << 20, 1 << 21):
            batch = lab.Batch(GAME, n, device="cuda", check=False, observe=observed)
            moves = batch.random_moves()

            def play(batch: lab.Batch = batch, moves: Any = moves) -> None:
                for _ in range(30):
                    batch.step(batch.random_moves(moves))

            play()
            best = max(best, n * 30 / seconds(play, wait))
            gone = max(gone, in_one_go(batch))
            del batch, play
        ours[observed] = best, gone
        tell(f"connect four: ours, {label} observations", best / 1e6, "million steps/s")
        tell(f"connect four: ours, {label} observations, {SCAN} in one go", gone / 1e6, "million steps/s")
    for observed in (True, False):
        try:
            theirs = max(pgx(n, observed) for n in (1 << 14, 1 << 16, 1 << 18, 1 << 20))
        except ImportError as error:
            tell("connect four: Pgx", f"left out: {error}")
            return
        label = "with" if observed else "without"
        tell(f"connect four: Pgx, {label} observations", theirs / 1e6, "million steps/s")
        for which, rate in zip(("one by one", f"{SCAN} in one go"), ours[observed], strict=True):
            tell(f"connect four: steps {which} over Pgx, {label} observations", rate / theirs, "", ">= 10")
    rate = float(TOLD["connect-four, 2 seats: whole matches"]) * 1e9
    tell("connect four: whole matches over Pgx without observations", rate / theirs, "", ">= 10")


def pgx(n: int, observed: bool) -> float:
    """Steps a second of Pgx: random moves and restarts in one compiled scan, as its own documentation has it."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, fresh = jax.random.split(key, 3)
        state = step(state, act_randomly(choice, state.legal_action_mask), jax.random.split(fresh, n))
        if not observed:
            state = state.replace(observation=jnp.zeros_like(state.observation))
        return (state, key), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=SCAN)[0])
    key = jax.random.PRNGKey(1)
    carry = many((jax.jit(jax.vmap(env.init))(jax.random.split(key, n)), key))
    jax.block_until_ready(carry)
    taken = seconds(lambda: jax.block_until_ready(many(carry)), lambda: None)
    return n * SCAN / taken


@contextlib.contextmanager
def held(file: Path, how: int) -> Iterator[None]:
    """Hold a lock: several processes may look after the law at once, and one alone has the card to measure."""
    with file.open("w") as lock:
        fcntl.flock(lock, how)
        yield


def main() -> None:
    """All of it, or some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(TABLES), help="which games, by commas")
    parser.add_argument("--n", type=int, default=1 << 18, help="matches of a batch")
    parser.add_argument("--skip", default="", help="law, figures or peers, by commas: what to leave out")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    parser.add_argument(
        "--lock", type=Path, default=Path(os.devnull), help="a file that one process holds who measures"
    )
    given = parser.parse_args()
    sys.path.insert(0, str(EXAMPLE))
    skip, games = given.skip.split(","), [mv.game(name) for name in given.games.split(",") if name]
    if "law" not in skip:
        with held(given.lock, fcntl.LOCK_SH):
            for game in games:
                check_batch(game, None)
            check_refusal()
            check_sharing()
    for game in games if "figures" not in skip else ():
        steps(game, None, 256, 1)  # compiles
        lab.playouts(game, 1000, TABLES[game.name], device="cuda")
        with held(given.lock, fcntl.LOCK_EX):
            whole_matches(game, TABLES[game.name])
            steps(game, None, given.n)
    if "peers" not in skip:
        with held(given.lock, fcntl.LOCK_EX):
            connect_four()
    if given.json:
        given.json.write_text(json.dumps(TOLD, indent=1) + "\n")


if __name__ == "__main__":
    main()
