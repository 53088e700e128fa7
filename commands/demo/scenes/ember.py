"""The Ember, a round wall thermostat of 8.6 cm with a turning rim."""

import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio as st

R = 4.3


def thermostat(parent, text, ticks, bright=1.0):
    """The thermostat with its back on z = 0 of parent, facing z; of its 41 ticks some are lit."""
    white = st.material("white", (0.76, 0.75, 0.74), 0.42, bump=(30, 0.1), vary=(1.0, 0.04))
    gap = st.material("gap", (0.02, 0.02, 0.022), 0.6)
    glass = st.material("glass", (0.006, 0.006, 0.008), 0.1, coat=1, specular=0.6)
    metal = st.material("trim", (0.55, 0.54, 0.53), 0.25, 1)
    st.disc(R - 0.25, 0.5, gap, parent=parent)
    st.disc(R - 0.1, 0.35, white, edge=0.08, parent=parent)
    teeth, points = 150, []
    for i in range(teeth * 4):
        a = 2 * math.pi * i / (teeth * 4)
        r = R if i % 4 < 2 else R - 0.055
        points.append((r * math.cos(a), r * math.sin(a)))
    st.prism(points, 0.98, white, (0, 0, 0.5), edge=0.02, segments=2, parent=parent)
    bezel = [(R - 0.06, 1.47), (R - 0.12, 1.62), (R - 0.32, 1.74), (R - 0.62, 1.72), (R - 0.8, 1.58), (R - 0.82, 1.3)]
    st.smooth(st.lathe(bezel, white, edge=0.03, parent=parent), 70)
    st.lathe([(R - 0.81, 1.4), (R - 0.81, 1.56), (R - 0.86, 1.58), (R - 0.89, 1.55), (R - 0.89, 1.4)], metal, parent=parent)
    st.disc(R - 0.88, 0.1, glass, (0, 0, 1.42), edge=0.03, parent=parent)
    top = 1.522
    lit = st.material("lit", st.rgb("#ff8a2b"), 0.4, emission=2.6 * bright)
    unlit = st.material("unlit", st.rgb("#4a3a3a"), 0.4, emission=0.25 * bright)
    for i in range(41):
        a = math.radians(210 - i * 6)
        last = i == ticks
        r = 2.82 if not last else 2.72
        st.slab(0.5 if last else 0.3, 0.11 if last else 0.065, 0.004, lit if i <= ticks else unlit,
                (r * math.cos(a), r * math.sin(a), top), r=0.03, rotation=(0, 0, math.degrees(a)), parent=parent)
    white = st.material("digits", (1, 0.97, 0.93), 0.4, emission=1.5 * bright)
    st.label(text, 2.1 if len(text) > 2 else 2.6, white, (0, 0.1, top), parent=parent, thick=0.002)
    flame = st.material("lamp", st.rgb("#ff8a2b"), 0.4, emission=2.6 * bright)
    st.disc(0.1, 0.004, flame, (0, -2.1, top), parent=parent)


def wall(color, s):
    mat = st.material("plaster", color, 0.75, bump=(1.6, 0.5), specular=0.25)
    st.panel(40 * s, 30 * s, mat, (0, 0, 0), (90, 0, 0))


def dial():
    st.reset(ambient=0.12)
    wall(st.rgb("#b59ccf"), 12)
    thermostat(st.group((0, 0, 0), (90, 0, 0)), "21.5", 27)
    st.light((-22, -26, 20), (0, 0, 0), 16, 16, 2.9, (1, 0.97, 0.93))
    st.light((-21, -38, 7), (0, 0, 0), 12, 18, 0.3)  # what the glass reflects
    st.light((26, -14, -4), (0, 0, 0), 14, 20, 0.5, (0.9, 0.93, 1))
    st.light((4, -6, 24), (0, 0, 0), 26, 4, 1.0)
    st.camera((10.5, -27, 2.6), (0.3, -0.9, -0.1), lens=70, fstop=11, focus=(0, -1.5, 0))


def room():
    st.reset(ambient=0.3)
    wall(st.rgb("#d9cde2"), 25)
    thermostat(st.group((0, 0, 0), (90, 0, 0)), "21", 25, bright=0.9)
    rnd = random.Random(5)
    oak = st.material("oak", st.rgb("#a8743f"), 0.5, mottle=(0.5, 0.25, "#8a5a2c"), stretch=(0.15, 2, 2))
    shelf_x, shelf_z = 39, -11
    st.slab(46, 19, 2.2, oak, (shelf_x, -9.5, shelf_z - 2.2), r=0.2, edge=0.15)
    paper = st.material("paper", (0.75, 0.7, 0.6), 0.8)
    x = shelf_x - 10
    for tone, w, h, d in (("#d8d2c4", 2.0, 18, 13), ("#5b3a8c", 2.6, 20, 14), ("#c9bda6", 1.8, 17, 13), ("#b0637c", 2.8, 21, 14),
                          ("#2f2547", 2.6, 20, 15), ("#c98a52", 3.0, 22, 16), ("#8f8aa8", 2.2, 18, 14), ("#6d5a92", 3.0, 21, 16)):
        cover = st.material("cover", st.rgb(tone), 0.55, bump=(12, 0.15))
        y = -1.5 - d / 2
        st.slab(w, d, h, cover, (x + w / 2, y, shelf_z), r=0.35, edge=0.1, rotation=(0, rnd.uniform(-0.4, 0.4), 0))
        st.slab(w - 0.5, d - 0.5, 0.03, paper, (x + w / 2, y, shelf_z + h))
        x += w + 0.15
    # The plant: a pot and leaves that bend outwards.
    px, py = shelf_x - 16, -11
    pot = st.material("pot", (0.72, 0.68, 0.64), 0.5, bump=(10, 0.2))
    st.lathe([(0, 0), (3.9, 0), (4.8, 8.4), (4.45, 8.4), (4.3, 7.4), (0, 7.4)], pot, (px, py, shelf_z), edge=0.12)
    leaf = st.material("leaf", st.rgb("#5c7f4f"), 0.42, mottle=(0.35, 0.3, "#3c5e3c"), specular=0.4)
    for i in range(17):
        turn, lean, length = i * 137.5 + rnd.uniform(-15, 15), rnd.uniform(0.3, 0.95), rnd.uniform(10, 16)
        vertices, faces, n = [], [], 14
        for k in range(n + 1):
            t = k / n
            bend = lean * (0.35 + 0.9 * t)
            out, up = length * t * math.sin(bend), length * t * math.cos(bend)
            w = 2.2 * math.sin(math.pi * min(1, t * 0.97 + 0.03)) ** 0.8
            vertices += [(out, -w, up + 0.25 * w), (out, 0, up), (out, w, up + 0.25 * w)]
            if k:
                a = 3 * k
                faces += [(a - 3, a - 2, a + 1, a), (a - 2, a - 1, a + 2, a + 1)]
        obj = st.mesh("leaf", vertices, faces, leaf)
        st.smooth(obj, 180)
        st.put(obj, (px, py, shelf_z + 7), (0, 0, turn))
    # A window to the left, and the light of the room.
    st.light((-90, -150, 70), (20, 0, 0), 90, 120, 2.0, (1, 0.95, 0.88), spread=120)
    st.light((150, -170, 40), (40, 0, -10), 160, 120, 0.35, (0.9, 0.93, 1))
    st.light((-30, -10, 60), (0, 0, 0), 30, 12, 0.7)
    st.camera((-5, -60, 4), (14.2, 0, -0.5), lens=40, fstop=5.6, focus=(0, -1.6, 0))


if __name__ == "__main__":
    st.main({"ember-wall": room, "ember-dial": dial})
