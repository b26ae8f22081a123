"""What can be measured on a page: targets that are too small, texts that are cut off or lie over each other."""

from __future__ import annotations

from playwright.sync_api import Page

LEAST = 24  # pixels, for a mouse
FINGER = 44
LARGE_LETTERS = 32  # pixels: twice what browsers begin with

# Whatever can be pressed and is too small. Links in a sentence may be as small as it is; hexes touch each other, so
# that what is added to one would be taken from the next, and the board they lie on can be brought closer.
SMALL = """([least, hex]) => {
  const found = [];
  for (const node of document.querySelectorAll('a[href], button, input, select, summary, [role=tab], .can-play')) {
    if (!node.checkVisibility({visibilityProperty: true}) || node.disabled || node.closest('.unseen')) continue;
    if (node.matches('p a, li a:not([class]), .foot a')) continue;
    // The label of a field is pressed as well as the field.
    const hit = node.querySelector('.hit') ?? node;
    const boxes = [hit, ...(node.labels ?? [])].map((each) => each.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width)), height = Math.max(...boxes.map((box) => box.height));
    const need = hit.tagName === 'path' ? hex : least;
    if (width && Math.min(width, height) < need - 0.5) {
      found.push(`${node.dataset.move ?? node.id ?? ''} ${node.className.baseVal ?? node.className} `
        + `${node.textContent.trim().slice(0, 20)}: ${Math.round(width)} x ${Math.round(height)}`);
    }
  }
  return [...new Set(found)];
}"""

# Texts that are cut off by the box they stand in, which nobody can scroll, or by the window.
CUT = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT);
  // Cut by design: names that stand in full beside the table or behind the link, and news that stand in the log.
  const SHORT = '.chip-name, #prompt-news, .table-words span, .hint-move span, .button.blocked small';
  const scrolls = (style, side) => ['auto', 'scroll'].includes(style[`overflow${side}`]);
  while (walk.nextNode()) {
    const near = walk.currentNode.parentElement, says = walk.currentNode.textContent.trim();
    if (!says || near.closest('script, style, noscript, svg, .unseen, option, select')) continue;
    if (!near.checkVisibility({visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (!box.width || near.closest(SHORT)) continue;
    if (getComputedStyle(near).textOverflow === 'ellipsis' && near.scrollWidth > near.clientWidth + 1) {
      found.push(`${says.slice(0, 40)} is shortened`);
    }
    // From box to box outwards, as far as what is too large for one is not reached by scrolling it.
    let across = true, down = true;
    for (let each = near; each && (across || down); each = each.parentElement) {
      const style = getComputedStyle(each), edge = each.getBoundingClientRect();
      if (scrolls(style, 'X')) across = false;
      if (scrolls(style, 'Y')) down = false;
      const hides = style.overflow !== 'visible' && each !== document.body && each !== document.documentElement;
      const over = [across && hides && box.right > edge.right + 1, across && hides && box.left < edge.left - 1,
        down && hides && box.bottom > edge.bottom + 3, down && hides && box.top < edge.top - 3];
      if (over.some(Boolean)) {
        found.push(`${says.slice(0, 40)} in ${each.id || each.className}`);
        break;
      }
    }
    if (across && (box.right > innerWidth + 1 || box.left < -1)) found.push(`${says.slice(0, 40)} beyond the window`);
  }
  return [...new Set(found)];
}"""

# Texts that lie over each other.
OVERLAPPING = """() => {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const boxes = [];
  // Whether nothing that has a ground of its own lies over it, such as an open sheet.
  const seen = (near, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const place = stack.indexOf(near);
    const bare = (each) => ['rgba(0, 0, 0, 0)', 'transparent'].includes(getComputedStyle(each).backgroundColor);
    return place >= 0 && stack.slice(0, place).every((each) => near.contains(each) || bare(each));
  };
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const near = walk.currentNode.parentElement, says = walk.currentNode.textContent.trim();
    if (!says || near.closest('script, style, noscript, svg, .unseen, option, select, .toasts')) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const {left, top, right, bottom} of range.getClientRects()) {
      if (right - left > 2 && seen(near, (left + right) / 2, (top + bottom) / 2)) {
        const slack = (bottom - top) / 4;
        boxes.push({says, near, left: left + 2, top: top + slack, right: right - 2, bottom: bottom - slack});
      }
    }
  }
  const found = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    if (!apart && a.near !== b.near) found.push(`${a.says.slice(0, 30)} over ${b.says.slice(0, 30)}`);
  }));
  return found;
}"""


def small_targets(page: Page, finger: bool) -> list[str]:
    found: list[str] = page.evaluate(SMALL, [FINGER if finger else LEAST, LEAST])
    return found


def cut_off(page: Page) -> list[str]:
    """Texts that cannot be read whole, or that lie over each other."""
    found: list[str] = page.evaluate(CUT) + page.evaluate(OVERLAPPING)
    return found


def enlarge_letters(page: Page) -> None:
    """As somebody does who sets the browser's letters to twice their size."""
    sizes = {"standard": LARGE_LETTERS, "fixed": round(LARGE_LETTERS * 0.8)}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
