"""Text against what it really lies on: the pixels of a page with its texts and without them.

A checker that reads style sheets gives up where text lies on a drawing, a gradient or a mask. Here the page is
photographed twice, once as it is and once with every letter transparent: where the two differ is a letter, and the
second picture is what lies under it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from playwright.sync_api import Page

from .screens import PIXELS

# Every text that can be seen: what it says, its box, its colour and that of its edge, how large it is on the screen.
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const dialog = document.querySelector('dialog[open]');
  const notices = [...document.querySelectorAll('.toast')];
  const pen = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  // Whatever way a colour is written, as red, green, blue and how much of it there is.
  const rgba = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  while (walk.nextNode()) {
    const node = walk.currentNode, near = node.parentElement;
    if (!node.textContent.trim() || near.closest('script, style, noscript, symbol, .unseen')) continue;
    // Controls that are off are not asked to be read, nor is what lies behind a dialog.
    if (near.closest(':disabled, [aria-disabled=true]') || (dialog && !dialog.contains(near))) continue;
    if (!near.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let {left: x, top: y, right, bottom} = range.getBoundingClientRect();
    // As much of it as the boxes it is scrolled in, and the window, let through.
    const within = (box) => {
      [x, y] = [Math.max(x, box.left), Math.max(y, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    };
    within({left: 0, top: 0, right: innerWidth, bottom: innerHeight});
    for (let each = near; each && each !== document.body; each = each.parentElement) {
      const cuts = getComputedStyle(each).overflow !== 'visible' && each.localName !== 'svg';
      if (cuts) within(each.getBoundingClientRect());
    }
    if (right - x < 2 || bottom - y < 2) continue;
    const met = document.elementFromPoint((x + right) / 2, (y + bottom) / 2);
    const style = getComputedStyle(near);
    const drawn = near instanceof SVGElement;
    // Under something else, or scrolled out of its box.
    if (!drawn && !(met && (near.contains(met) || met.contains(near)))) continue;
    // Notices let pointers through, and go away by themselves.
    const under = ({left, top, right: end, bottom: foot}) => left < right && x < end && top < bottom && y < foot;
    if (!near.closest('.toast') && notices.some((each) => under(each.getBoundingClientRect()))) continue;
    let opacity = 1;
    for (let each = near; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    const scale = drawn ? Math.hypot(near.getScreenCTM().a, near.getScreenCTM().b) : 1;
    const size = parseFloat(style.fontSize) * scale;
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const edge = drawn && style.stroke !== 'none' ? rgba(style.stroke) : null;
    const ink = rgba(drawn ? style.fill : style.color);
    const box = [x, y, right, bottom].map((side) => side * devicePixelRatio);
    const says = node.textContent.trim().slice(0, 40);
    found.push({says, where: near.closest('[id]')?.id ?? '', size, box, ink, edge, opacity, large});
  }
  return found;
}"""
# Nothing moves between the two pictures, and in the second there are no letters.
STILL = """*, *::before, *::after {
  transition: none !important; animation: none !important; caret-color: transparent !important;
}"""
BARE = """* {
  -webkit-text-fill-color: transparent !important; text-shadow: none !important;
  text-decoration-color: transparent !important;
}
svg text, svg text * { fill: transparent !important; stroke: transparent !important; }"""
DRESS = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
UNDRESS = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }"
FAINT = 24  # how much a pixel changes, of 765, where there is a letter
FEW = 6  # pixels, of which nothing can be said
WORST = 10  # of a hundred pixels, those that are worst to read are passed over


class Text(NamedTuple):
    says: str
    where: str
    contrast: float
    needed: float
    size: float

    def __str__(self) -> str:
        return f"{self.says!r} in #{self.where}, {self.size:.0f} px: {self.contrast:.2f} of {self.needed}"


def light(colours: np.ndarray) -> np.ndarray:
    """How bright colours are (WCAG's relative luminance)."""
    parts = colours.astype(np.float64) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    a, b = light(one), light(other)
    return np.asarray((np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05))


def over(ink: list[float], ground: np.ndarray, opacity: float = 1.0) -> np.ndarray:
    """A colour laid on others."""
    cover = ink[3] * opacity
    return np.asarray(np.array(ink[:3]) * cover + ground * (1 - cover))


def photograph(page: Page, reader: Page) -> np.ndarray:
    """The page's pixels, which an empty page beside it reads."""
    height, data = reader.evaluate(PIXELS, base64.b64encode(page.screenshot()).decode())
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, -1, 3)


def texts(page: Page) -> list[Text]:
    """All texts on a page, with their contrast."""
    reader = page.context.new_page()
    page.evaluate(DRESS, STILL)
    listed = page.evaluate(TEXTS)
    with_letters = photograph(page, reader)
    page.evaluate(DRESS, BARE)
    without = photograph(page, reader)
    page.evaluate(UNDRESS)
    page.evaluate(UNDRESS)
    reader.close()
    return list(measured(listed, with_letters.astype(np.int16), without.astype(np.int16)))


def measured(listed: list[dict[str, Any]], with_letters: np.ndarray, without: np.ndarray) -> Iterator[Text]:
    for text in listed:
        left, top, right, bottom = (round(side) for side in text["box"])
        ground = without[top:bottom, left:right]
        letters = np.abs(with_letters[top:bottom, left:right] - ground).sum(axis=2) > FAINT
        if letters.sum() < FEW:
            # Hidden under something, or of the colour of what it lies on, which a colour tells.
            continue
        under = ground[letters].astype(np.float64)
        ink = over(text["ink"], under, text["opacity"])
        # A letter with an edge is read against its edge, or against what is around that.
        best = contrast(ink, under)
        if text["edge"]:
            best = np.maximum(best, contrast(ink, over(text["edge"], under, text["opacity"])))
        yield Text(
            text["says"], text["where"], float(np.percentile(best, WORST)), 3.0 if text["large"] else 4.5, text["size"]
        )


def unreadable(page: Page) -> list[str]:
    """The texts on a page that are too faint, each with where it is."""
    return [str(text) for text in texts(page) if text.contrast < text.needed - 0.005]
