"""The Vellum 25, an e-paper monitor of 58.6 × 34.8 cm, its knurled dial, and a desk lamp."""

import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio as st
from PIL import Image, ImageDraw, ImageFont

SW, SH = 56.0, 31.5  # the panel
W, H = 58.4, 34.6
DIAL = 7.0  # the height of the dial above the middle
UP = (90, 0, 0)


def page(width=3200, height=1800):
    """Two columns of text and a figure in greys; its letters say nothing."""
    image = Image.new("L", (width, height), 214)
    d = ImageDraw.Draw(image)
    rnd = random.Random(11)
    vowels, others = "aeiou", "bcdfghlmnprstv"

    def word():
        return "".join(rnd.choice(others) + rnd.choice(vowels) + rnd.choice(["", "", rnd.choice("nrstl")]) for _ in range(rnd.choice([1, 1, 2, 2, 3])))

    def prose(x, y, w, rows, size, leading):
        font = ImageFont.truetype(st.FONTS % "Serif-Regular", size)
        for row in range(rows):
            last = row % 7 == 6
            words, limit = [word()], w * (rnd.uniform(0.4, 0.7) if last else 1)
            while True:
                following = word()
                if font.getlength(" ".join(words + [following])) > limit:
                    break
                words.append(following)
            if row % 7 == 0:
                words[0] = words[0].capitalize()
            if last:
                words[-1] += "."
            gap = font.getlength(" ") if last else (w - sum(map(font.getlength, words))) / max(1, len(words) - 1)
            cx = x
            for text in words:
                d.text((cx, y), text, fill=38, font=font)
                cx += font.getlength(text) + gap
            y += leading + (leading * 0.45 if last else 0)
        return y

    title = ImageFont.truetype(st.FONTS % "Serif-Bold", 96)
    left, right, cw = 240, 1690, 1270
    d.text((left, 150), word().capitalize() + " " + word() + word() + " " + word() + word(), fill=30, font=title)
    d.line([(left, 300), (right + cw, 300)], fill=90, width=4)
    prose(left, 350, cw, 21, 46, 61)
    y = prose(right, 350, cw, 7, 46, 61)
    d.rectangle([right, y + 20, right + cw, y + 520], fill=188)
    for i, v in enumerate((0.3, 0.44, 0.4, 0.58, 0.66, 0.61, 0.8, 0.9)):
        x = right + 70 + i * 145
        d.rectangle([x, y + 490 - v * 430, x + 96, y + 490], fill=(70, 120, 96)[i % 3])
    prose(right, y + 565, cw, 7, 46, 61)
    return image


def monitor(parent, knurls=72):
    """The monitor around the origin of parent, its screen towards local z."""
    case = st.material("case", (0.085, 0.093, 0.11), 0.48, bump=(22, 0.18), vary=(0.6, 0.05))
    paper = st.material("paper", (0.8, 0.8, 0.78), 0.8, image=st.picture(page()), bump=(60, 0.04), specular=0.12)
    print_ = st.material("mark", (0.6, 0.62, 0.65), 0.6)
    bright = st.material("marked", st.rgb("#4aa8ff"), 0.4, emission=1.2)
    steel = st.material("wheel", (0.32, 0.325, 0.34), 0.3, 1, vary=(3, 0.06))
    body = st.slab(W, H, 1.5, case, (0, 0, -1.5), r=1.1, edge=0.22, parent=parent, segments=6)
    cutter = st.slab(SW + 0.2, SH + 0.2, 1, None, (0, 0.15, -0.09), r=0.15, parent=parent)
    slot = st.slab(4, 4.5, 0.74, None, (W / 2 - 0.7, DIAL, -1.12), r=0.1, parent=parent)
    st.cut(body, cutter)
    st.cut(body, slot)
    st.panel(SW, SH, paper, (0, 0.15, -0.07), parent=parent)
    st.slab(SW + 0.19, SH + 0.19, 0.005, st.material("border", (0.5, 0.5, 0.49), 0.8), (0, 0.15, -0.09), parent=parent)
    # The dial: a wheel in a slot of the right edge, its axis from front to back.
    points = []
    for i in range(knurls * 4):
        a = 2 * math.pi * i / (knurls * 4)
        r = 2.15 if i % 4 < 2 else 2.05
        points.append((r * math.cos(a), r * math.sin(a)))
    st.prism(points, 0.62, steel, (W / 2 - 1.2, DIAL, -1.06), edge=0.025, segments=2, parent=parent)
    for i in range(4):
        st.slab(0.5 if i != 1 else 0.62, 0.09, 0.004, bright if i == 1 else print_, (W / 2 - 0.62, DIAL + 1.2 - i * 0.8, 0.0), r=0.04, parent=parent)
    return case


def front():
    st.reset(ambient=0.2)
    st.backdrop(46, st.rgb("#9fb2cb"), depth=1.0)
    lift = 10.5
    tilt = st.group((0, 0, lift + H / 2), (84, 0, 0))
    case = monitor(tilt)
    alu = st.material("stand", (0.42, 0.44, 0.47), 0.36, 0.9, vary=(0.8, 0.05))
    st.slab(25, 19, 0.9, alu, (0, 5, 0), r=2.2, edge=0.2)
    st.slab(8, 1.6, 26, alu, (0, 8.6, 0.5), r=0.75, edge=0.2, rotation=(7, 0, 0))
    st.disc(2.4, 6, case, (0, 8.2, lift + H / 2), rotation=(84, 0, 0), edge=0.2)
    # The lamp: a foot, two arms and a shade that looks at the page.
    black = st.material("lamp", (0.02, 0.021, 0.024), 0.38, bump=(18, 0.1), vary=(0.6, 0.05))
    steel = st.material("joint", (0.6, 0.6, 0.62), 0.25, 1)
    x, y = -41, -9
    st.disc(8.2, 1.7, black, (x, y, 0), edge=0.5)
    elbow, head = (x - 4, y + 3, 27), (x + 12, y - 2, 49)
    st.tube([(x, y, 1), ((x + elbow[0]) / 2, (y + elbow[1]) / 2, 14), elbow], 0.6, steel)
    st.tube([elbow, ((elbow[0] + head[0]) / 2, (elbow[1] + head[1]) / 2, (elbow[2] + head[2]) / 2), head], 0.6, steel)
    st.disc(1.4, 3.2, black, (elbow[0], elbow[1] + 1.6, elbow[2]), rotation=UP, edge=0.25)
    shade = st.group(head, (0, 0, 0))
    st.aim(shade, (0, 0, lift + H * 0.5))
    white = st.material("inner", (0.85, 0.84, 0.8), 0.6)
    profile = [(0, 6.5), (2.2, 6.5), (2.9, 5.6), (3.3, 1.5), (4.4, -0.5), (7.0, -6.5)]
    st.smooth(st.lathe(profile, black, parent=shade, edge=0.2), 50)
    st.smooth(st.lathe([(r * 0.96, z - 0.12) for r, z in profile[1:]], white, parent=shade), 50)
    st.lathe([(6.72, -6.4), (7.04, -6.4), (7.04, -6.65), (6.72, -6.65)], black, closed=True, parent=shade, edge=0.06)
    bulb = st.material("bulb", (1, 0.78, 0.5), 0.4, emission=6)
    st.smooth(st.lathe([(0, -4.2), (1.6, -3.8), (2.3, -2.4), (2.0, -0.8), (1.0, 1)], bulb, parent=shade), 80)
    direction = shade.rotation_euler.to_matrix() @ st.Vector((0, 0, -1))
    at = st.Vector(head) + direction * 6.3
    st.light(tuple(at), (0, 0, lift + H * 0.5), 8, 8, 2.4, (1, 0.83, 0.62), spread=125)
    st.rig(44, key=1.35, fill=0.4, rim=1.8, top=0.4, center=(0, 0, 22))
    st.camera((30, -150, 36), (-7.5, 0, 26.6), lens=57, fstop=5.6, focus=(4, -2, 28))


def side():
    st.reset(ambient=0.18)
    st.backdrop(46, st.rgb("#8093ae"), depth=1.4)
    tilt = st.group((0, 0, 28), (86, 0, 0))
    monitor(tilt)
    st.light((-60, -70, 75), (20, 0, 30), 50, 50, 2.4, (1, 0.95, 0.88))
    st.light((95, -18, 45), (28, 0, 30), 26, 60, 1.5, (0.94, 0.97, 1))
    st.light((60, 60, 50), (28, 0, 30), 20, 60, 1.8)
    st.light((20, -50, 90), (25, 0, 30), 40, 20, 0.4)
    st.camera((53, -46, 40), (25.6, 0, 34.6), lens=98, fstop=5.6, focus=(28.6, 0, 35))


if __name__ == "__main__":
    st.main({"vellum-25-front": front, "vellum-25-side": side})
