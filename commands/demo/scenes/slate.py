"""The Slate 14 laptop: 31.2 × 21.8 × 1.34 cm of magnesium."""

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio as st
from PIL import Image, ImageDraw, ImageFont

W, D, BASE, LID = 31.2, 21.8, 0.86, 0.46
U = 1.84  # the distance from key to key
ROWS = [  # widths in keys, and the characters
    ([1] * 15, " " * 15),
    ([1] * 13 + [2], "`1234567890-= "),
    ([1.5] + [1] * 12 + [1.5], " QWERTYUIOP[]\\"),
    ([1.75] + [1] * 11 + [2.25], " ASDFGHJKL;' "),
    ([2.25] + [1] * 10 + [0.6], " ZXCVBNM,./ "),
    ([1.25, 1, 1.25, 5.5, 1.25, 1], "      "),
]


def desktop():
    """A desktop with a document and two charts; its letters say nothing."""
    w, h = 1792, 1120
    image = Image.new("RGB", (w, h))
    for y in range(h):
        ImageDraw.Draw(image).line([(0, y), (w, y)], fill=(18 + y // 40, 40 + y // 28, 96 + y // 18))
    d = ImageDraw.Draw(image)
    d.polygon([(0, h), (0, 620), (760, 0), (1180, 0)], fill=(34, 66, 142))
    d.polygon([(w, h), (900, h), (w, 420)], fill=(28, 92, 170))
    rnd = random.Random(7)

    def window(x, y, ww, hh, fill="#fbfcfe"):
        d.rounded_rectangle([x, y, x + ww, y + hh], 14, fill=fill)
        d.rounded_rectangle([x, y, x + ww, y + 40], 14, fill="#dfe6ef")
        d.rectangle([x, y + 26, x + ww, y + 40], fill="#dfe6ef")
        for i in range(3):
            d.ellipse([x + 18 + i * 26, y + 13, x + 32 + i * 26, y + 27], fill="#a9b6c8")

    def prose(x, y, ww, rows, size, tone):
        font = ImageFont.truetype(st.FONTS % "Serif-Regular", size)
        for row in range(rows):
            line, limit = "", ww * (0.55 if row % 6 == 5 else rnd.uniform(0.94, 1))
            while font.getlength(line) < limit:
                line += "".join(rnd.choice("aeiournstlmc") for _ in range(rnd.randint(2, 9))) + " "
            d.text((x, y + row * size * 1.55), line.strip()[:-1], fill=tone, font=font)

    window(110, 90, 800, 950)
    d.rectangle([180, 176, 600, 206], fill="#1f2a44")
    prose(180, 250, 640, 12, 22, "#3d4656")
    d.rectangle([180, 690, 420, 712], fill="#1f2a44")
    prose(180, 740, 640, 8, 22, "#3d4656")
    window(970, 90, 710, 440)
    for i, v in enumerate([.34, .5, .42, .68, .6, .82, .93]):
        d.rectangle([1030 + i * 88, 490 - v * 320, 1088 + i * 88, 490], fill="#2563eb" if i % 2 else "#5ab4f0")
    d.line([(1010, 492), (1650, 492)], fill="#8b97a9", width=3)
    window(970, 590, 710, 450)
    for i in range(5):
        d.line([(1020, 700 + i * 70), (1640, 700 + i * 70)], fill="#e2e8f0", width=2)
    d.line([(1030, 930), (1130, 890), (1230, 905), (1330, 820), (1430, 840), (1530, 740), (1620, 715)], fill="#2563eb", width=8, joint="curve")
    d.line([(1030, 960), (1130, 945), (1230, 900), (1330, 910), (1430, 870), (1530, 880), (1620, 850)], fill="#f2a33a", width=8, joint="curve")
    return image


def laptop(angle, glow=1.0):
    """The open laptop, its front edge at y = -D / 2; angle is the lid's, 180 lies flat."""
    metal = st.material("magnesium", (0.36, 0.385, 0.42), 0.4, 0.85, vary=(3, 0.05))
    plain = st.material("lid", (0.36, 0.385, 0.42), 0.42, 0.85, vary=(3, 0.05))
    dark = st.material("well", (0.03, 0.032, 0.037), 0.5, bump=(40, 0.1))
    cap = st.material("key", (0.022, 0.024, 0.029), 0.46, bump=(70, 0.14), vary=(1.5, 0.06), specular=0.45)
    blue = st.material("arrow key", st.rgb("#1f56d8"), 0.44, bump=(70, 0.14), specular=0.4)
    ink = st.material("legend", (0.62, 0.65, 0.7), 0.6)
    rubber = st.material("rubber", (0.02, 0.02, 0.022), 0.75, bump=(30, 0.2))
    black = st.material("bezel", (0.012, 0.012, 0.014), 0.42, bump=(60, 0.08))

    base = st.slab(W, D, BASE, metal, (0, 0, 0.12), r=1.1, edge=0.16)
    kx, ky, kh = 15 * U + 0.14, 5.72 * U + 0.16, 0.16
    top = BASE + 0.12
    center_y = D / 2 - 2.35 - ky / 2
    st.cut(base, st.slab(kx, ky, 1, None, (0, center_y, top - kh), r=0.28))
    st.slab(kx - 0.004, ky - 0.004, 0.02, dark, (0, center_y, top - kh), r=0.27)
    tx, ty, ty0 = 12.4, 7.2, -D / 2 + 0.75
    st.cut(base, st.slab(tx, ty, 1, None, (0, ty0 + ty / 2, top - 0.05), r=0.5))
    st.slab(tx - 0.07, ty - 0.07, 0.045, st.material("pad", (0.34, 0.365, 0.4), 0.33, 0.8, vary=(2, 0.04)), (0, ty0 + ty / 2, top - 0.05), r=0.47, edge=0.02)
    # The thumb notch in the front edge.
    st.cut(base, st.slab(4.2, 0.6, 0.5, None, (0, -D / 2, top - 0.16), r=0.25))
    for x in (-W / 2 + 2.2, W / 2 - 2.2):
        for y in (-D / 2 + 1.8, D / 2 - 1.8):
            st.disc(0.6, 0.13, rubber, (x, y, 0), edge=0.03)

    def key(x, y, w, h, mat, text):
        st.slab(w * U - 0.2, h * U - 0.2, 0.24, mat, (x, y, top - kh + 0.02), r=0.16, edge=0.06, taper=0.965, segments=3)
        if text.strip():
            st.label(text, 0.52, ink, (x, y, top - kh + 0.262), thick=0.001)

    left, y = -7.5 * U, center_y + ky / 2 - 0.08
    for widths, text in ROWS:
        h = 0.62 if len(widths) == 15 else 1
        x = left
        for w, char in zip(widths, text):
            key(x + w * U / 2, y - h * U / 2, w, h, cap, char)
            x += w * U
        y -= h * U
    # The arrow keys, a little apart from the others.
    ay = y - 0.1 * U
    for x, dy, char in ((13.5, 1.5, "↑"), (12.5, 0.5, "←"), (13.5, 0.5, "↓"), (14.5, 0.5, "→")):
        key(left + x * U, ay + dy * U, 1, 1, blue, " ")
        st.label(char, 0.8, st.material("arrow", (0.9, 0.93, 1), 0.6), (left + x * U, ay + dy * U, top - kh + 0.262), thick=0.001)

    st.disc(0.5, W - 7, dark, (-(W - 7) / 2, D / 2 - 0.55, top - 0.1), edge=0.05, rotation=(0, 90, 0))
    hinge = st.group((0, D / 2 - 0.55, top + 0.12), (180 - angle, 0, 0))
    # Lying flat, the lid reaches from the hinge to positive y, with the screen upwards.
    depth = D - 1.1
    st.slab(W, depth, LID, plain, (0, depth / 2 + 0.35, -LID), r=1.1, edge=0.14, parent=hinge)
    st.slab(W - 0.5, depth - 0.5, 0.03, black, (0, depth / 2 + 0.35, 0), r=0.9, edge=0.01, parent=hinge)
    sw = 29.6
    sh = sw * 1120 / 1792
    screen = st.material("screen", (0.01, 0.01, 0.012), 0.5, image=st.picture(desktop()), emission=glow, specular=0.35)
    st.panel(sw, sh, screen, (0, depth / 2 + 0.55, 0.034), parent=hinge)
    st.disc(0.12, 0.012, st.material("lens", (0.02, 0.03, 0.05), 0.1, coat=1), (0, depth - 0.02, 0.03), parent=hinge)


def front():
    st.reset(ambient=0.22)
    st.backdrop(30, st.rgb("#c5d2e2"), depth=1.2)
    laptop(108, glow=0.9)
    st.rig(30, key=2.0, fill=0.5, rim=2.0, top=0.5, center=(0, 2, 6))
    st.camera((-30, -86, 40), (-1.4, 3.2, 8.5), lens=69, fstop=5.6, focus=(-6, 6, 9))


def keyboard():
    st.reset(ambient=0.18)
    st.backdrop(30, st.rgb("#c5d2e2"), depth=1.2)
    laptop(118, glow=0.7)
    st.rig(30, key=2.0, fill=0.35, rim=2.6, top=0.7, center=(4, 2, 1))
    st.camera((16.5, -23, 15.5), (7.0, 1.9, 0.8), lens=62, fstop=8, focus=(9.6, 0.6, 1))


if __name__ == "__main__":
    st.main({"slate-14-front": front, "slate-14-keyboard": keyboard})
