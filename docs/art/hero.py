"""Draw the explorer's map of the home page: python docs/art/hero.py > pyramido_site/static/site/img/map.svg

In one file: each part is drawn on top of those before it. The pyramid is a real one: four stages of 5x4, 4x3, 3x2 and
2x1 blocks, each set in by one quadrant. The gems are those of the board (needs Node.js).
"""

import math
import random
import re
import subprocess
import sys
from pathlib import Path

rnd = random.Random(11)
A, B, H = 22.5, 13, 31  # quadrant half-width, half-height, stage height
CX, CY = 300, 186  # screen position of quadrant corner (0,0) at stage 1 top


def P(x, y, z=0):
    """Return the screen position of a point of the pyramid, in quadrants and stages."""
    return (CX + (x - y) * A, CY + (x + y) * B - z * H)


def f(v):
    """Return a number for SVG, with at most one decimal."""
    return ("%.1f" % v).rstrip("0").rstrip(".")


def pts(ps):
    """Return the points of a polygon for SVG."""
    return " ".join(f"{f(a)},{f(b)}" for a, b in ps)


def smooth(ps, closed=True):
    """Return a path of Bézier curves through the points."""
    n = len(ps)
    d = f"M{f(ps[0][0])} {f(ps[0][1])}"
    rng = range(n if closed else n - 1)
    for i in rng:
        p0 = ps[(i - 1) % n] if closed or i > 0 else ps[i]
        p1 = ps[i]
        p2 = ps[(i + 1) % n]
        p3 = ps[(i + 2) % n] if closed or i + 2 < n else p2
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        d += f"C{f(c1[0])} {f(c1[1])} {f(c2[0])} {f(c2[1])} {f(p2[0])} {f(p2[1])}"
    return d + ("Z" if closed else "")


out = []
W, HT = 640, 560
# parchment
edge = []


def jag(x0, y0, x1, y1, n):
    """Add a jagged edge of the sheet, in `n` segments."""
    for i in range(n):
        t = i / n
        nx, ny = (y1 - y0), (x0 - x1)
        l = math.hypot(nx, ny)
        k = rnd.uniform(-3.2, 3.2)
        edge.append((x0 + (x1 - x0) * t + nx / l * k, y0 + (y1 - y0) * t + ny / l * k))


jag(14, 20, 626, 12, 26)
jag(626, 12, 630, 544, 22)
jag(630, 544, 10, 550, 26)
jag(10, 550, 14, 20, 22)
out.append(f'<path class="map-sheet" d="{smooth(edge)}"/>')
# stains and folds
out.append(
    '<ellipse class="map-stain" cx="548" cy="470" rx="74" ry="52"/><ellipse class="map-stain" cx="90" cy="96" rx="60" ry="44"/>'
)
out.append('<path class="map-fold" d="M214 17 211 548M426 15 429 547M14 284 628 280"/>')
# frame with ticks
out.append(
    '<rect class="map-frame" x="34" y="36" width="572" height="490" rx="2"/><rect class="map-frame thin" x="41" y="43" width="558" height="476" rx="1"/>'
)
t = []
for i in range(1, 14):
    t.append(f"M{f(34 + 572 * i / 14)} 36v7M{f(34 + 572 * i / 14)} 526v-7")
for i in range(1, 12):
    t.append(f"M34 {f(36 + 490 * i / 12)}h7M606 {f(36 + 490 * i / 12)}h-7")
out.append(f'<path class="map-frame" d="{"".join(t)}"/>')
out.append(
    '<clipPath id="map-clip"><rect x="42" y="44" width="556" height="474"/></clipPath><g clip-path="url(#map-clip)">'
)


# contours
def contour(cx, cy, rx, ry, seed, n=18, amp=0.09):
    """Return a contour line around a point, as an irregular ellipse."""
    r = random.Random(seed)
    ph = [r.uniform(0, 6.28) for _ in range(3)]
    ps = []
    for i in range(n):
        a = 2 * math.pi * i / n
        k = 1 + amp * (math.sin(2 * a + ph[0]) + 0.7 * math.sin(3 * a + ph[1]) + 0.4 * math.sin(5 * a + ph[2]))
        ps.append((cx + rx * k * math.cos(a), cy + ry * k * math.sin(a)))
    return smooth(ps)


cs = "".join(contour(322, 330, 262 + i * 30, 182 + i * 24, 5, amp=0.04 + 0.008 * i) for i in range(4))
out.append(f'<path class="map-contour" d="{cs}"/>')
cs = "".join(contour(520, 470, 16 + i * 17, 10 + i * 12, 9) for i in range(3)) + "".join(
    contour(104, 150, 12 + i * 15, 9 + i * 12, 21) for i in range(3)
)
out.append(f'<path class="map-contour" d="{cs}"/>')
# river
r = [(30, 384), (70, 398), (112, 432), (150, 440), (186, 474), (250, 486), (300, 540)]
out.append(
    f'<path class="map-river" d="{smooth(r, False)}"/><path class="map-river-line" d="{smooth([(x, y - 5) for x, y in r], False)}"/>'
)


# mountains
def mountain(x, y, s):
    """Return a mountain of the scale `s`."""
    return (
        f'<path class="map-hill" d="M{f(x - 20 * s)} {f(y)}Q{f(x - 9 * s)} {f(y - 9 * s)} {f(x - 3 * s)} {f(y - 25 * s)}Q{f(x)} {f(y - 31 * s)} {f(x + 5 * s)} {f(y - 22 * s)}Q{f(x + 11 * s)} {f(y - 8 * s)} {f(x + 23 * s)} {f(y)}"/>'
        f'<path class="map-hatch" d="M{f(x)} {f(y - 27 * s)}q{f(2 * s)} {f(9 * s)} {f(-2 * s)} {f(15 * s)}m{f(5 * s)} {f(-11 * s)}q{f(3 * s)} {f(9 * s)} {f(1 * s)} {f(17 * s)}m{f(5 * s)} {f(-11 * s)}q{f(2 * s)} {f(6 * s)} {f(2 * s)} {f(12 * s)}"/>'
    )


for x, y, s in [(86, 112, 1.15), (122, 126, 0.9), (62, 132, 0.75), (156, 104, 0.7)]:
    out.append(mountain(x, y, s))


# trees: canopy clusters
def tree(x, y, s, c=""):
    """Return a tree of the scale `s`."""
    return f'<g transform="translate({f(x)} {f(y)}) scale({f(s)})"><path class="trunk" d="M0 0v-7"/><path class="crown{c}" d="M-8-6c-5-1-5-8 0-9 0-6 8-8 11-3 6-1 8 7 3 9-2 5-11 6-14 3z"/><path class="vein" d="M-4-11q3-3 6 0M2-8q3-2 5 0"/></g>'


spots = []


def scatter(cx, cy, rx, ry, n, seed):
    """Scatter `n` trees over an ellipse."""
    r = random.Random(seed)
    for _ in range(n):
        a = r.uniform(0, 6.28)
        k = math.sqrt(r.random())
        spots.append((cx + rx * k * math.cos(a), cy + ry * k * math.sin(a), r.uniform(0.8, 1.35)))


scatter(82, 222, 36, 46, 15, 1)
scatter(76, 318, 30, 34, 11, 2)
scatter(566, 250, 30, 40, 13, 3)
scatter(566, 404, 30, 54, 14, 13)
scatter(452, 492, 70, 14, 13, 4)
scatter(226, 92, 36, 14, 7, 6)
scatter(440, 84, 30, 12, 6, 7)
for x, y, s in sorted(spots, key=lambda p: p[1]):
    out.append(tree(x, y, s, " pale" if int(x * 7) % 3 == 0 else ""))
# compass rose
cx, cy = 545, 112
rays = ""
for i in range(16):
    a = math.pi * i / 8
    l = 40 if i % 4 == 0 else (27 if i % 2 == 0 else 17)
    if i % 2 == 0:
        w = 7 if i % 4 == 0 else 5
        px, py = math.sin(a), -math.cos(a)
        qx, qy = math.cos(a), math.sin(a)
        tip = (cx + px * l, cy + py * l)
        k = w / (1.0)
        l1 = (cx + (px * 1 + qx) * k * 0.72, cy + (py * 1 + qy) * k * 0.72)
        r1 = (cx + (px - qx) * k * 0.72, cy + (py - qy) * k * 0.72)
        rays += f'<path class="rose-dark" d="M{f(cx)} {f(cy)}L{f(l1[0])} {f(l1[1])}L{f(tip[0])} {f(tip[1])}Z"/><path class="rose-light" d="M{f(cx)} {f(cy)}L{f(r1[0])} {f(r1[1])}L{f(tip[0])} {f(tip[1])}Z"/>'
out.append(
    f'<g class="map-rose"><circle cx="{cx}" cy="{cy}" r="31"/><circle cx="{cx}" cy="{cy}" r="34" class="thin"/>{rays}<path class="rose-n" d="M{cx - 5} {cy - 45}v-12l9 12v-12"/></g>'
)
# trail from the river to the pyramid, and its start
trail = [(122, 490), (146, 490), (166, 470), (170, 446), (192, 436), (214, 452), (238, 452)]
out.append(f'<path class="map-trail" d="{smooth(trail, False)}"/>')
out.append(
    '<g class="map-tent"><path d="M70 498 92 466l24 32z"/><path class="flap" d="M86 498 92 472l10 26z"/><path class="pole" d="M92 466v-9l9 4-9 3"/></g>'
)
# shadow under pyramid
g = [P(-0.4, -0.4, -1.05), P(10.6, -0.4, -1.05), P(10.6, 8.4, -1.05), P(-0.4, 8.4, -1.05)]
out.append(f'<polygon class="pyr-shadow" points="{pts([(x + 8, y + 9) for x, y in g])}"/>')
# pyramid
cols = {1: ["bbogg", "bpogg", "rppoo", "rrpbo"], 2: ["grrb", "gorb", "oobb"], 3: ["ppo", "pgg"], 4: ["br"]}
name = dict(o="orange", b="blue", p="purple", g="green", r="red")
icons = random.Random(4)
out.append('<g class="pyramid">')
for s in range(1, 5):
    nc, nr = 6 - s, 5 - s
    cells = [(c, r) for r in range(nr) for c in range(nc)]
    cells.sort(key=lambda q: (q[0] + q[1], q[0]))
    for c, r in cells:
        x = (s - 1) + 2 * c
        y = (s - 1) + 2 * r
        z = s - 1
        vis_left = r == nr - 1
        vis_right = c == nc - 1
        col = name[cols[s][r][c]]
        top = [P(x, y, z), P(x + 2, y, z), P(x + 2, y + 2, z), P(x, y + 2, z)]
        gtxt = "<g>"
        if vis_left:
            gtxt += f'<polygon class="left" points="{pts([P(x, y + 2, z), P(x + 2, y + 2, z), P(x + 2, y + 2, z - 1), P(x, y + 2, z - 1)])}"/>'
        if vis_right:
            gtxt += f'<polygon class="right" points="{pts([P(x + 2, y, z), P(x + 2, y + 2, z), P(x + 2, y + 2, z - 1), P(x + 2, y, z - 1)])}"/>'
        gtxt += f'<polygon class="top {col}" points="{pts(top)}"/>'
        a, b = P(x + 1, y, z), P(x + 1, y + 2, z)
        d, e = P(x, y + 1, z), P(x + 2, y + 1, z)
        gtxt += (
            f'<path class="seam" d="M{f(a[0])} {f(a[1])}L{f(b[0])} {f(b[1])}M{f(d[0])} {f(d[1])}L{f(e[0])} {f(e[1])}"/>'
        )
        # weathering on sides
        if vis_left and icons.random() < 0.6:
            u = icons.uniform(0.3, 1.5)
            p = P(x + u, y + 2, z)
            gtxt += f'<path class="crack" d="M{f(p[0])} {f(p[1])}l2 6-3 5 2 5"/>'
        if vis_right and icons.random() < 0.6:
            u = icons.uniform(0.3, 1.5)
            p = P(x + 2, y + u, z)
            gtxt += f'<path class="crack" d="M{f(p[0])} {f(p[1])}l-3 5 2 5-2 6"/>'
        # icons
        quads = [(0, 0), (1, 0), (0, 1), (1, 1)]
        icons.shuffle(quads)
        n = icons.choice([1, 2, 1, 2, 1, 1]) if s < 4 else 1
        for qx, qy in quads[:n]:
            # only visible ones
            X, Y = x + qx, y + qy
            if s < 4:
                lo, hx, hy = s, s + 2 * (5 - s), s + 2 * (4 - s)
                if lo <= X < hx and lo <= Y < hy:
                    continue
            m = P(X + 0.5, Y + 0.5, z)
            gtxt += (
                f'<ellipse class="socket" cx="{f(m[0])}" cy="{f(m[1])}" rx="14" ry="8.2"/>'
                f'<use href="#gem-{col}" transform="translate({f(m[0])} {f(m[1] - 3)}) scale(1 .8)" x="-11" y="-11" width="22" height="22"/>'
            )
        out.append(gtxt + "</g>")
out.append("</g>")


# moss and vines over the near edges
def vine(x, y, z, side, n, seed):
    """Return a vine that hangs from a point of the pyramid."""
    r = random.Random(seed)
    p = P(x, y, z)
    d = f"M{f(p[0])} {f(p[1])}"
    lv = ""
    cx, cy = p
    for i in range(n):
        nx = cx + r.uniform(-4, 4)
        ny = cy + r.uniform(6, 9)
        d += f"Q{f(cx + r.uniform(-4, 4))} {f((cy + ny) / 2)} {f(nx)} {f(ny)}"
        sgn = 1 if i % 2 else -1
        lv += f'<path class="leaf" d="M{f(nx)} {f(ny)}q{f(sgn * 7)} -5 {f(sgn * 11)} 1q{f(-sgn * 5)} 5 {f(-sgn * 11)} -1z"/>'
        cx, cy = nx, ny
    return f'<g class="vine"><path d="{d}"/>{lv}</g>'


out.append(
    vine(1.6, 8, 0, "l", 5, 3)
    + vine(10, 3, 0, "r", 4, 4)
    + vine(5.2, 7, 1, "l", 3, 5)
    + vine(9, 5.5, 1, "r", 3, 8)
    + vine(4.4, 8, 0, "l", 3, 12)
)
# doorway in the left face of stage 1, under block 3
p1, p2 = P(6.35, 8, -0.02), P(7.65, 8, -0.02)
q1, q2 = P(6.35, 8, -1), P(7.65, 8, -1)
out.append(
    f'<polygon class="door" points="{pts([P(6.35, 8, -0.25), P(6.6, 8, -0.08), P(7.4, 8, -0.08), P(7.65, 8, -0.25), q2, q1])}"/>'
)
p = P(7, 8, -1)
out.append(f'<path class="map-cross" d="m{f(p[0] - 17)} {f(p[1] + 6)} 15 13m0-13-15 13"/>')
# light and mythical gem above
tx, ty = P(5, 4, 3)
ty -= 46
rl = ""
for i in range(12):
    a = 2 * math.pi * i / 12 + 0.13
    rl += f"M{f(tx + math.cos(a) * 27)} {f(ty + math.sin(a) * 27)}L{f(tx + math.cos(a) * (34 if i % 2 else 41))} {f(ty + math.sin(a) * (34 if i % 2 else 41))}"
out.append(
    f'<path class="rays" d="{rl}"/><use href="#gem-mythical" x="{f(tx - 25)}" y="{f(ty - 25)}" width="50" height="50"/>'
)
out.append("</g>")


# foreground leaves, over the frame
def frond(x, y, rot, s, c):
    """Return a palm frond."""
    lv = "".join(
        f'<path d="M0 {-12 - i * 13}q{sg * (26 - i * 2)} {-16} {sg * (36 - i * 4)} {2}q{-sg * 14} {8} {-sg * (36 - i * 4)} {4}z"/>'
        for i in range(6)
        for sg in (1, -1)
    )
    return f'<g class="frond {c}" transform="translate({x} {y}) rotate({rot}) scale({s})"><path class="rib" d="M0 0Q3-50 0-104"/>{lv}<path d="M0-84q8-16 0-34q-8 18 0 34z"/></g>'


out.append(
    frond(596, 556, -24, 1.0, "deep")
    + frond(626, 548, 8, 0.9, "mid")
    + frond(560, 562, -52, 0.85, "mid")
    + frond(18, 560, 30, 0.95, "deep")
    + frond(44, 566, 62, 0.75, "mid")
    + frond(6, 540, 2, 0.7, "mid")
)
gems = subprocess.run(
    ["node", "gems.mjs"], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
).stdout
prism = "".join(
    f'<stop offset="{i / 4}" stop-color="{c}"/>'
    for i, c in enumerate(["#fff", "#ffd1ec", "#cfe3ff", "#d6ffe9", "#fff4c4"])
)
defs = f'<defs><linearGradient id="art-prism" x1="0" y1="0" x2="1" y2="1">{prism}</linearGradient>{gems}</defs>'
LOOK = {
    "map-sheet": 'fill="#efdfb9" stroke="#b99f6c" stroke-width="1.5"',
    "map-stain": 'fill="#c79f5d" opacity=".13"',
    "map-fold": 'fill="none" stroke="#a98c57" opacity=".35"',
    "map-frame": 'fill="none" stroke="#7a6238" stroke-width="1.6"',
    "map-frame thin": 'fill="none" stroke="#7a6238" stroke-width=".7"',
    "map-contour": 'fill="none" stroke="#a88c58" stroke-width=".9" opacity=".5"',
    "map-river": 'fill="none" stroke="#9dbfc4" stroke-width="13" stroke-linecap="round" opacity=".75"',
    "map-river-line": 'fill="none" stroke="#5d8c97" opacity=".7"',
    "map-hill": 'fill="#e7d3a5" stroke="#6d5733" stroke-width="1.5" stroke-linecap="round"',
    "map-hatch": 'fill="none" stroke="#6d5733" stroke-width=".9" stroke-linecap="round"',
    "trunk": 'stroke="#5b472a" stroke-width="1.6"',
    "crown": 'fill="#6f9564" stroke="#2f5139" stroke-width="1.1"',
    "crown pale": 'fill="#8fae74" stroke="#2f5139" stroke-width="1.1"',
    "vein": 'fill="none" stroke="#2f5139" stroke-width=".8" opacity=".7" stroke-linecap="round"',
    "map-rose": 'fill="none" stroke="#6d5733" stroke-width="1.2"',
    "thin": 'stroke-width=".5"',
    "rose-dark": 'fill="#6d4a22" stroke="none"',
    "rose-light": 'fill="#f7ecd0" stroke="#6d4a22" stroke-width=".7"',
    "rose-n": 'stroke="#6d4a22" stroke-width="1.8" stroke-linejoin="round"',
    "map-trail": 'fill="none" stroke="#a23322" stroke-width="3" stroke-dasharray="9 7" stroke-linecap="round"',
    "map-cross": 'stroke="#a23322" stroke-width="4.5" stroke-linecap="round"',
    "map-tent": 'fill="#f3e3bd" stroke="#5b472a" stroke-width="1.6" stroke-linejoin="round"',
    "flap": 'fill="#5b472a"',
    "pole": 'fill="#a23322" stroke-width="1.3"',
    "pyr-shadow": 'fill="#3c2a10" opacity=".22"',
    "pyramid": 'stroke-linejoin="round"',
    "left": 'fill="#b4996a" stroke="#6d5733" stroke-width=".9"',
    "right": 'fill="#8f7549" stroke="#5c4827" stroke-width=".9"',
    "top orange": 'fill="#e3a95c" stroke="#7f4714" stroke-width=".9"',
    "top blue": 'fill="#7fabcf" stroke="#1f4565" stroke-width=".9"',
    "top purple": 'fill="#ab8cc4" stroke="#432a60" stroke-width=".9"',
    "top green": 'fill="#8cb67b" stroke="#2b4b28" stroke-width=".9"',
    "top red": 'fill="#d67c69" stroke="#62211a" stroke-width=".9"',
    "seam": 'fill="none" stroke="#2a1608" stroke-width=".7" opacity=".4"',
    "socket": 'fill="#3a2412" stroke="#e0b659" stroke-width="1.6" opacity=".9"',
    "crack": 'fill="none" stroke="#59431f" stroke-width=".8" opacity=".6"',
    "vine": 'fill="none" stroke="#2f5d43" stroke-width="1.6"',
    "leaf": 'fill="#4f7f4f" stroke="#24462f" stroke-width=".6"',
    "door": 'fill="#2b1d0d"',
    "rays": 'stroke="#b4601a" stroke-width="2.2" stroke-linecap="round"',
    "frond deep": 'fill="#244a37" stroke="#173324" stroke-width=".7" stroke-linejoin="round"',
    "frond mid": 'fill="#3a6b4c" stroke="#173324" stroke-width=".7" stroke-linejoin="round"',
    "rib": 'fill="none" stroke-width="2.4"',
}
body = re.sub(r'class="([^"]+)"', lambda m: LOOK[m[1]], "\n".join(out))
sys.stdout.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-26 0 {W + 52} 584">{defs}\n{body}\n</svg>\n')
