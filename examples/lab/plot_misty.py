"""Plays a million matches of Misty at random, and draws how far apart their seats end.

    python examples/lab/plot_misty.py --matches 1000000

The rows are kept in a folder: stopped, it goes on where it was, and a second picture takes no time.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from mistvale import lab

WIDE, HIGH, EDGE = 760, 360, 56
INK, BAR, PAPER = "#1d3038", "#2f8f83", "#fbf8f0"


def leads(folder: Path, matches: int, seats: int, seed: int = 0) -> Any:
    """How many points the first seat has more than the second, for each match."""
    rows = lab.rollouts("misty", "random", matches, folder, seats=seats, seed=seed, moves=False, progress=bar(matches))
    points = rows["points"].combine_chunks().flatten().to_numpy().reshape(-1, seats)
    return points[:, 0] - points[:, 1]


def bar(matches: int) -> Any:
    """A progress bar, as something that is told how far it is."""
    ticks = iter(track(range(matches), "playing"))
    at = 0

    def tell(done: int, total: int) -> None:
        nonlocal at
        while at < done:
            next(ticks, None)
            at += 1

    return tell


def picture(leads: Any, title: str) -> str:
    """A bar for each difference, as SVG."""
    values, counts = np.unique(leads, return_counts=True)
    low, high, most = values.min(), values.max(), counts.max()
    step = (WIDE - 2 * EDGE) / (high - low + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="system-ui, sans-serif">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>',
        f'<text x="{EDGE}" y="34" font-size="18" font-weight="600" fill="{INK}">{title}</text>',
    ]
    for value, count in zip(values, counts, strict=True):
        tall = (HIGH - 2 * EDGE) * count / most
        left = EDGE + step * (value - low)
        parts.append(
            f'<rect x="{left:.1f}" y="{HIGH - EDGE - tall:.1f}" width="{step * 0.85:.1f}" height="{tall:.1f}"'
            f' fill="{BAR}">'
            f"<title>{value:+d}: {count / len(leads):.2%}</title></rect>"
        )
        if value % 10 == 0:
            parts.append(f'<text x="{left:.1f}" y="{HIGH - EDGE + 20}" font-size="12" fill="{INK}">{value:+d}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, default=Path("misty-million"))
    parser.add_argument("--seats", type=int, default=2)
    chosen = parser.parse_args()
    began = time.monotonic()
    found = leads(chosen.folder, chosen.matches, chosen.seats)
    file = chosen.folder.with_name(f"{chosen.folder.name}.svg")  # in the folder are rows alone
    file.write_text(picture(found, f"{len(found):,} matches of Misty at random: lead of seat 0 over seat 1"))
    print(f"{len(found):,} matches in {time.monotonic() - began:.1f} s, {(found > 0).mean():.1%} won by seat 0: {file}")


if __name__ == "__main__":
    main()
