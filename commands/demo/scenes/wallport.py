"""The WallPort 11, a wall charger of 24 × 32 × 10 cm, and its plug with seven pins."""

import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio as st

UP = (90, 0, 0)


def box():
    """The charger on the wall at y = 0, its middle at z = 0."""
    white = st.material("white", (0.78, 0.785, 0.78), 0.38, bump=(14, 0.1), vary=(0.4, 0.04))
    grey = st.material("grey", (0.2, 0.215, 0.21), 0.5, bump=(16, 0.15))
    dark = st.material("dark", (0.012, 0.014, 0.014), 0.5)
    glass = st.material("glass", (0.006, 0.008, 0.008), 0.12, coat=1)
    w, h, d = 24, 32, 9
    st.slab(w - 1, h - 1, 1.6, grey, (0, 0, 0), r=4, edge=0.2, rotation=UP)
    front = st.slab(w, h, d - 1.5, white, (0, -1.5, 0), r=4.6, edge=1.1, rotation=UP, segments=8)
    # A shallow groove for the ring of light, and the display's window.
    groove = st.lathe([(5.1, -1), (6.1, -1), (6.1, 0.35), (5.1, 0.35)], None, (0, -d, 5.4), UP, closed=True)
    st.cut(front, st.merge([groove, st.slab(11, 3.6, 3, None, (0, -d + 0.3, -5.6), r=0.7, rotation=UP)]))
    off = st.material("off", (0.42, 0.44, 0.43), 0.45)
    glow = st.material("ring", st.rgb("#12c98a"), 0.4, emission=1.9)
    steps = 200
    for lit, start, end in ((True, 0, 0.7), (False, 0.7, 1)):
        vertices, faces = [], []
        for i in range(steps + 1):
            a = math.pi / 2 - 2 * math.pi * (start + (end - start) * i / steps)
            vertices += [(r * math.cos(a), r * math.sin(a), 0) for r in (5.11, 6.09)]
            if i:
                faces.append((2 * i - 2, 2 * i - 1, 2 * i + 1, 2 * i))
        st.put(st.mesh("ring", vertices, faces, glow if lit else off), (0, -d + 0.2, 5.4), UP)
    bolt = [(0.5, 3.4), (-2.1, -0.5), (-0.3, -0.5), (-1.0, -3.4), (2.1, 0.9), (0.25, 0.9)]
    st.prism(bolt, 0.06, st.material("sign", (0.05, 0.06, 0.058), 0.5), (0, -d + 0.03, 5.4), edge=0.02, rotation=UP)
    st.slab(10.96, 3.56, 0.1, glass, (0, -d + 0.31, -5.6), r=0.68, rotation=UP)
    st.label("6.4 kWh", 2.1, st.material("digits", st.rgb("#7df5cb"), 0.4, emission=2.2), (0, -d + 0.2, -5.65), UP, thick=0.002)
    # Where the cable leaves, at the bottom.
    rubber = st.material("gland", (0.016, 0.017, 0.017), 0.6, bump=(10, 0.2))
    st.lathe([(0, 0), (1.9, 0), (1.9, -1.6), (1.35, -2.2), (1.15, -4.4), (0.7, -4.4)], rubber, (-5.2, -5, -15.9), edge=0.12)
    # The holder for the cable.
    st.slab(8, 9, 1, grey, (3.4, 0, -19.5), r=1.5, edge=0.2, rotation=UP)
    st.disc(2.6, 8.6, dark, (3.4, -0.5, -19.5), edge=0.2, rotation=UP)
    st.disc(4.2, 0.9, grey, (3.4, -9, -19.5), edge=0.3, rotation=UP)


def coil(rnd):
    """The cable: from the gland into loops that hang on the holder, and on to the plug beside them."""
    cable = st.material("cable", (0.018, 0.019, 0.019), 0.5, bump=(9, 0.12), vary=(0.6, 0.06))
    points = [(-5.2, -5, -18), (-5.2, -5, -22)]
    cx, top = 3.4, -16.2
    turns = 5
    for i in range(turns):
        y = -1.9 - i * 1.42
        height, wide = 25 + rnd.uniform(-3, 3), 9.5 + rnd.uniform(-1.2, 1.2)
        middle = top - height / 2
        shift = rnd.uniform(-0.8, 0.8)
        for a in (200, 250, 290, 335, 20, 62, 90, 118, 160):
            t = math.radians(a)
            pinch = 1.0 if math.sin(t) < 0.3 else 0.72
            points.append((cx + shift * (1 if math.sin(t) < 0.5 else 0.2) + wide * math.cos(t) * pinch, y - 0.16 * (a % 360) / 45 * 0.5 + rnd.uniform(-0.12, 0.12), middle + height / 2 * math.sin(t)))
    points += [(-6, -9.2, -30), (-1, -9.4, -42), (10, -8.6, -44), (19, -7, -37), (22.5, -5.6, -28), (22.5, -5.2, -23)]
    st.tube(points, 0.62, cable)


def holster():
    """The plug in its holster on the wall."""
    grey = st.material("holster", (0.2, 0.215, 0.21), 0.5, bump=(16, 0.15))
    black = st.material("grip", (0.016, 0.017, 0.017), 0.55, bump=(10, 0.2))
    st.slab(10, 13, 1.2, grey, (22.5, 0, -5), r=2, edge=0.25, rotation=UP)
    st.lathe([(0, 0), (3.9, 0), (4.3, 0.4), (4.3, 5.2), (3.7, 5.4), (3.6, 2), (0, 2)], grey, (22.5, -5.2, -7.8), edge=0.1)
    st.lathe([(0, 2.4), (3.3, 2.4), (3.3, -1.6), (2.7, -3.2), (2.1, -7.5), (2.15, -11.5), (1.7, -13.2), (1.1, -14.2), (0.9, -16.4), (0.6, -16.4)], black, (22.5, -5.2, -7.8), edge=0.15)


def front():
    st.reset(ambient=0.16)
    rnd = random.Random(3)
    grout = st.material("grout", (0.42, 0.44, 0.43), 0.85)
    st.panel(600, 500, grout, (0, 0.32, 0), UP)
    tones = [st.material("tile", (0.62 + v, 0.71 + v, 0.66 + v), 0.16, bump=(0.25, 0.35), coat=0.3) for v in (-0.02, 0, 0.025)]
    tw, th = 20, 10
    for row in range(-6, 4):
        for column in range(-4, 6):
            x = column * tw + (row % 2) * tw / 2
            st.slab(tw - 0.3, th - 0.3, 0.6, rnd.choice(tones), (x, 0.6, row * th + 3), r=0.12, edge=0.1,
                    rotation=(90 + rnd.uniform(-0.25, 0.25), rnd.uniform(-0.2, 0.2), 0), segments=2)
    box()
    coil(rnd)
    holster()
    st.light((-75, -80, 75), (0, 0, -5), 60, 60, 2.7, (1, 0.97, 0.93))
    st.light((90, -60, 10), (0, 0, -10), 60, 80, 0.7, (0.92, 0.97, 1))
    st.light((10, -30, 95), (0, 0, 0), 90, 16, 1.0)
    st.camera((-34, -118, 2), (4.6, -3, -13.6), lens=47, fstop=5.6, focus=(0, -9, 0))


def outline(r, flat, steps=96):
    """A circle of radius r whose top is cut off flat at y = flat."""
    a0 = math.asin(flat / r)
    points = [(r * math.cos(a), r * math.sin(a)) for a in (math.pi - a0 + (math.pi + 2 * a0) * i / steps for i in range(steps + 1))]
    return points


def plug():
    st.reset(ambient=0.14)
    st.backdrop(9, st.rgb("#9dbfae"), depth=4.5)
    black = st.material("shell", (0.02, 0.022, 0.022), 0.42, bump=(22, 0.15), vary=(0.8, 0.06))
    rubber = st.material("rubber", (0.014, 0.015, 0.015), 0.7, bump=(14, 0.35))
    core = st.material("core", (0.62, 0.64, 0.63), 0.45, bump=(30, 0.1))
    dark = st.material("dark", (0.006, 0.006, 0.006), 0.6)
    brass = st.material("contact", (0.72, 0.68, 0.6), 0.22, 1)
    green = st.material("accent", st.rgb("#0d8f65"), 0.45, bump=(22, 0.12))
    # Built with the pins looking to z; then laid down, so that they look at the camera.
    z = 3.75
    stand = st.group((0, 0, z), (90, 0, -22))
    shell = st.prism(outline(3.45, 2.45), 5.2, black, (0, 0, -5.2), edge=0.18, parent=stand)
    hollow = st.prism(outline(3.12, 2.14), 4, None, (0, 0, -2.6), parent=stand)
    st.cut(shell, hollow)
    pins = [(-1.05, 1.12, 0.34, 0.2), (1.05, 1.12, 0.34, 0.2)]
    pins += [(x, y, 0.52, 0.33) for x, y in ((-1.75, -0.12), (0, -0.12), (1.75, -0.12), (-0.92, -1.62), (0.92, -1.62))]
    body = st.prism(outline(2.82, 1.86), 2.6, core, (0, 0, -2.65), edge=0.12, parent=stand)
    holes = st.merge([st.disc(r, 4, None, (x, y, -1.9), steps=64) for x, y, r, _ in pins])
    holes.parent = stand
    st.cut(body, holes)
    for x, y, r, inner in pins:
        st.disc(r + 0.01, 0.02, dark, (x, y, -1.91), parent=stand)
        sleeve = [(inner + 0.1, -1.9), (inner + 0.1, -0.42), (inner + 0.06, -0.36), (inner, -0.4), (inner, -1.9)]
        st.smooth(st.lathe(sleeve, brass, (x, y, 0), steps=64, parent=stand), 40)
        st.lathe([(r + 0.16, -0.08), (r + 0.16, 0.0), (r + 0.02, 0.0), (r + 0.02, -0.08)], core, (x, y, 0), steps=64, edge=0.02, parent=stand)
    # Collar, grip and cable behind.
    st.prism(outline(3.75, 2.85), 0.9, black, (0, 0, -5.6), edge=0.25, parent=stand)
    st.lathe([(0, -5.5), (3.3, -5.5), (3.15, -6.2), (2.5, -8.5), (2.2, -11.5), (2.25, -15), (1.9, -17), (0, -17)], rubber, edge=0.3, parent=stand)
    st.lathe([(2.72, -7.6), (2.78, -7.7), (2.66, -8.3), (2.55, -8.3)], green, edge=0.05, parent=stand)
    st.lathe([(1.5, -16.8), (1.3, -18.5), (1.0, -21), (0.7, -21)], rubber, edge=0.1, parent=stand)
    st.tube([(0, 0, -19), (0.6, -0.4, -23), (4, -2.2, -29), (13, -2.95, -33), (40, -2.95, -24)], 0.8, rubber, parent=stand)
    st.rig(10, key=2.0, fill=0.55, rim=2.6, top=0.7, center=(0, 2, 3))
    st.camera((3.6, -33, 9.5), (1.0, 0, 3.3), lens=72, fstop=9, focus=(0.2, -0.6, 3.6))


if __name__ == "__main__":
    st.main({"wallport-11-front": front, "wallport-11-plug": plug})
