"""The value over time as a picture: a line for each seat with its band, and the marks."""

from __future__ import annotations

from xml.sax.saxutils import escape

from .looking import Analysis, Place
from .valuing import Estimate

WIDTH, HEIGHT, EDGE = 960, 300, 36
INKS = ("#2d7dd2", "#e4572e", "#2a9d5c", "#9b5de5", "#d4a017", "#17a2a2", "#c2185b", "#6b7280")
SIGNS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "find": "!"}


def draw(analysis: Analysis, names: list[str], title: str) -> str:
    """The curves of all seats: their chances of winning; alone, the points to expect."""
    alone = analysis.match.seats == 1
    curves = [analysis.curve(seat) for seat in range(analysis.match.seats)]
    ends = [_value(place, alone) for curve in curves for place in curve]
    low = min((each.low for each in ends), default=0.0) if alone else 0.0
    high = max((each.high for each in ends), default=1.0) if alone else 1.0
    steps = max(1, analysis.match.steps)

    def at(step: int, value: float) -> tuple[float, float]:
        share = (min(max(value, low), high) - low) / max(high - low, 1e-9)
        return EDGE + (WIDTH - 2 * EDGE) * step / steps, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" class="curve">',
        f"<title>{escape(title)}</title>",
    ]
    for value in (low, (low + high) / 2, high):
        _, y = at(0, value)
        label = f"{value:.0f}" if alone else f"{100 * value:.0f} %"
        parts.append(f'<path d="M{EDGE} {y:.1f}H{WIDTH - EDGE}" stroke="currentColor" stroke-opacity=".2"/>')
        parts.append(f'<text x="2" y="{y + 4:.1f}" font-size="11" fill="currentColor">{label}</text>')
    for seat, curve in enumerate(curves):
        ink = INKS[seat % len(INKS)]
        values = [(place.step, _value(place, alone)) for place in curve]
        upper = [at(step, value.high) for step, value in values]
        lower = [at(step, value.low) for step, value in reversed(values)]
        band = "L".join(f"{x:.1f} {y:.1f}" for x, y in [*upper, *lower])
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(step, value.mean) for step, value in values))
        parts.append(f'<path d="M{band}Z" fill="{ink}" fill-opacity=".16"/>')
        parts.append(f'<path d="M{line}" fill="none" stroke="{ink}" stroke-width="2"/>')
        parts.append(
            f'<text x="{EDGE + 8 + 160 * seat}" y="20" font-size="13" font-weight="600" fill="{ink}">'
            f"{escape(names[seat])}</text>"
        )
    for each in analysis.decisions:
        if each.mark:
            value = _value(Place(each.step, each.after[each.seat]), alone).mean
            x, y = at(each.step, value)
            ink = INKS[each.seat % len(INKS)]
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{ink}"/>')
            parts.append(
                f'<text x="{x:.1f}" y="{y - 8:.1f}" font-size="12" font-weight="700" text-anchor="middle" '
                f'fill="currentColor">{SIGNS[each.mark]}</text>'
            )
    return "".join([*parts, "</svg>"])


def _value(place: Place, alone: bool) -> Estimate:
    return place.worth.lead if alone else place.worth.win
