"""Contrast of text as it is rendered, also over gradients and pictures (WCAG 2.2, 1.4.3).

Each text is compared with the pixels behind it: the page is photographed without its text, and the picture is read in
a page of its own, since the site's content security policy allows nothing of the kind.
"""

from __future__ import annotations

import base64
from typing import Any

from playwright.sync_api import Page

ATTEMPTS = 5
"""How often a page is photographed until nothing moves meanwhile."""
AA, AA_LARGE = 4.5, 3.0
"""Least contrast of text, and of large text (24 px, or 18.66 px in bold)."""
HIDDEN = """*, *::before, *::after { transition: none !important; animation: none !important;
  caret-color: transparent !important; }
.contrast-hidden, .contrast-hidden * { color: transparent !important; text-shadow: none !important; }
.contrast-hidden text, .contrast-hidden tspan { fill: transparent !important; stroke: none !important; }"""

# Each visible text with its colour and the boxes of its lines, in pixels of the page.
TEXTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const onTop = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (hit === element || element.contains(hit) || hit.contains(element));
  };
  const found = [];
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1); // its shadow lies on what is behind it
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const exempt = "script, style, noscript, option, :disabled, [aria-disabled=true], [inert]";
    if (!node.data.trim() || element.closest(exempt)) continue;
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    let [opacity, clipped] = [1, false];
    const frames = [];
    for (let one = element; one; one = one.parentElement) {
      const { opacity: own, overflow } = getComputedStyle(one);
      opacity *= Number(own);
      clipped ||= one.clientWidth === 1 && one.clientHeight === 1;
      if (overflow !== "visible" && one !== document.body) frames.push(one.getBoundingClientRect());
    }
    if (clipped) continue;
    const colour = rgba(element instanceof SVGElement ? style.fill : style.color);
    if (!colour[3]) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    for (const box of range.getClientRects()) {
      if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.width <= 1 || box.height <= 1) continue;
      if (frames.some(frame => box.top < frame.top || box.bottom > frame.bottom)) continue; // cut off by a list
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (y < innerHeight && !onTop(element, x, y)) continue;
      const above = element instanceof SVGElement ? 0.2 * box.height : 0; // the box of a line, not of its digits
      found.push({
        text: node.data.trim().slice(0, 40),
        where: element.closest("[class]")?.getAttribute("class") || element.localName,
        large, colour: [colour[0], colour[1], colour[2], colour[3] * opacity],
        box: [box.left, box.top + above, box.width, box.height - 2 * above],
      });
    }
  }
  return found;
}"""

# The least contrast of each text with some thousand pixels of its boxes; the two worst of a hundred may be
# edges of a picture.
MEASURED = """async ([picture, texts]) => {
  const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(bitmap, 0, 0);
  const linear = value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = (r, g, b) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return texts.map(({ box: [x, y, width, height], colour: [r, g, b, a] }) => {
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const [w, h] = [Math.min(Math.ceil(width), bitmap.width - left), Math.min(Math.ceil(height), bitmap.height - top)];
    if (w < 1 || h < 1) return 21;
    const pixels = canvas.getImageData(left, top, w, h).data;
    const contrasts = [];
    const step = 4 * Math.ceil(pixels.length / 4 / 997);
    for (let at = 0; at < pixels.length; at += step) {
      const [pr, pg, pb] = [pixels[at], pixels[at + 1], pixels[at + 2]];
      const one = light(pr + (r - pr) * a, pg + (g - pg) * a, pb + (b - pb) * a);
      const other = light(pr, pg, pb);
      contrasts.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
    }
    contrasts.sort((one, other) => one - other);
    return contrasts[Math.floor(contrasts.length / 50)];
  });
}"""


HIDE = """() => new Promise((done) => {
  document.documentElement.classList.add("contrast-hidden");
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""


def too_faint(page: Page) -> list[str]:
    """Return the texts of the page whose contrast is too low, each with where it stands and what was measured.

    Disabled controls are exempt (WCAG 1.4.3), and so is what something else covers: of a page with an open dialog,
    only the dialog is measured. A text counts if it is too faint in every one of some pictures: on a busy machine
    Chromium has photographed single texts that were hidden a moment before.
    """
    page.add_style_tag(content=HIDDEN)
    page.evaluate("scrollTo(0, 0)")
    found = measured(page)
    for _ in range(ATTEMPTS):
        if found:
            found = {text: contrast for text, contrast in measured(page).items() if text in found}
    return [f"{contrast:.2f} {text!r} in {where!r}" for (text, where), contrast in found.items()]


def measured(page: Page) -> dict[tuple[str, str], float]:
    """Return the contrast of the texts in which it is too low, by the text and where it stands."""
    texts, picture = photographed(page)
    reader = page.context.browser.new_page() if page.context.browser else page.context.new_page()
    try:
        contrasts: list[float] = reader.evaluate(MEASURED, [base64.b64encode(picture).decode(), texts])
    finally:
        reader.close()
    return {
        (text["text"], text["where"]): contrast
        for text, contrast in zip(texts, contrasts, strict=True)
        if contrast < (AA_LARGE if text["large"] else AA)
    }


def photographed(page: Page) -> tuple[list[dict[str, Any]], bytes]:
    """Return the page's texts and a picture of what is behind them. Where a text moved, came or went meanwhile, such
    as the bell's number when news is read, both are taken again; a page that never rests is an error.
    """
    for _ in range(ATTEMPTS):
        texts: list[dict[str, Any]] = page.evaluate(TEXTS)
        page.evaluate(HIDE)  # and wait until the page has been painted without them
        picture = page.screenshot(full_page=True, animations="disabled")
        page.evaluate("document.documentElement.classList.remove('contrast-hidden')")
        if places(page.evaluate(TEXTS)) == places(texts):
            return texts, picture
    raise AssertionError(f"{page.url} moves while it is photographed")


def places(texts: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What must not change: all but the words, because clocks run."""
    return [(text["where"], text["colour"], text["box"]) for text in texts]
