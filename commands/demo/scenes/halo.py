"""The Halo, a titanium ring in size 9 (18.9 mm inside, 7.1 mm wide), and its charging case."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio as st

INNER, OUTER, WIDTH = 0.945, 1.185, 0.71


def ring(parent, sensors=True):
    """The ring around the z axis, centred on the origin."""
    titanium = st.material("titanium", (0.4, 0.4, 0.415), 0.27, 1, bump=(1, 0.25), vary=(0.8, 0.08), stretch=(0.5, 0.5, 60))
    resin = st.material("resin", (0.012, 0.012, 0.015), 0.12, coat=1, specular=0.6)
    half = WIDTH / 2
    outside = [(OUTER - 0.0 - 0.04 * (z / half) ** 2, z) for z in (half * (-0.8 + 0.16 * i) for i in range(11))]
    profile = [(INNER + 0.075, -half), (OUTER - 0.13, -half), *outside, (OUTER - 0.13, half), (INNER + 0.075, half)]
    st.lathe(profile, titanium, closed=True, edge=0.03, steps=256, parent=parent)
    lining = [(INNER + 0.09, -half + 0.012), (INNER + 0.03, -half + 0.02), (INNER + 0.005, -half + 0.1), (INNER, 0),
              (INNER + 0.005, half - 0.1), (INNER + 0.03, half - 0.02), (INNER + 0.09, half - 0.012)]
    st.smooth(st.lathe(lining, resin, closed=True, steps=256, parent=parent), 60)
    if not sensors:
        return
    glass = st.material("window", (0.004, 0.004, 0.006), 0.06, coat=1, specular=0.8)
    frame = st.material("frame", (0.1, 0.1, 0.11), 0.3, 0.9)
    for angle, color in ((-106, "#1eea62"), (-76, "#ff2a22"), (-46, "#1eea62")):
        a = math.radians(angle)
        # Local z looks at the ring's axis, local y along it.
        spot = st.group(((INNER + 0.015) * math.cos(a), (INNER + 0.015) * math.sin(a), 0), (90, 0, angle - 90), parent)
        st.slab(0.36, 0.5, 0.055, frame, r=0.16, edge=0.03, parent=spot)
        st.slab(0.3, 0.44, 0.065, glass, r=0.14, edge=0.03, parent=spot)
        lamp = st.material("diode", st.rgb(color), 0.3, emission=5)
        st.slab(0.1, 0.1, 0.067, lamp, r=0.03, parent=spot)
        dark = st.material("photodiode", (0.05, 0.06, 0.09), 0.15, 0.6)
        for y in (-0.14, 0.14):
            st.slab(0.12, 0.08, 0.0665, dark, (0, y, 0), r=0.01, parent=spot)


def upright():
    st.reset(ambient=0.12)
    st.backdrop(2.6, st.rgb("#b9a9c9"), depth=1.6)
    stand = st.group((0, 0, OUTER - 0.002), (90, 0, -36))
    ring(stand)
    st.rig(2.6, key=1.8, fill=0.5, rim=2.4, top=0.8, center=(0, 0, 1.1))
    st.camera((-0.6, -10.5, 4.3), (0.05, 0, 1.2), lens=96, fstop=11, focus=(0.1, -0.3, 0.7))


def case():
    st.reset(ambient=0.15)
    st.backdrop(6, st.rgb("#bba6d0"), depth=1.3)
    shell = st.material("shell", (0.72, 0.7, 0.73), 0.45, bump=(45, 0.15), vary=(0.8, 0.05))
    inside = st.material("inside", (0.035, 0.03, 0.042), 0.6, bump=(60, 0.2), sheen=0.4)
    steel = st.material("steel", (0.6, 0.6, 0.63), 0.25, 1)
    r, rim = 3.1, 1.45

    def dome(n, height, radius, power):
        """A quarter of a superellipse, from the axis to the rim."""
        points = []
        for i in range(n + 1):
            a = math.pi / 2 * i / n
            points.append((radius * math.sin(a) ** power, height * math.cos(a) ** power))
        return points

    stand = st.group((0, 0, 0), (0, 0, 14))
    bowl = [(x, rim - z) for x, z in dome(24, rim, r, 0.82)]
    bowl += [(r - 0.16, rim), (2.75, rim), (2.72, rim - 0.1)]
    st.smooth(st.lathe(bowl, shell, edge=0.03, parent=stand))
    tray = [(0, 0.62), (0.86, 0.62), (1.3, 0.62), (1.42, rim - 0.16), (2.75, rim - 0.1)]
    st.lathe(tray, inside, edge=0.05, parent=stand)
    post = [(0, 1.5), (0.5, 1.5), (0.82, 1.4), (0.86, 1.2), (0.86, 0.6)]
    st.lathe(post, inside, edge=0.06, parent=stand)
    ring(st.group((0, 0, 0.66 + WIDTH / 2 + 0.08), (5, -4, 20), stand), sensors=False)
    for y in (0,):
        st.disc(0.09, 0.03, steel, (0, 0, 1.49), parent=stand)
    # The hinge and the lid.
    st.disc(0.16, 1.5, steel, (-0.75, r - 0.02, rim + 0.02), edge=0.03, rotation=(0, 90, 0), parent=stand)
    hinge = st.group((0, r - 0.02, rim + 0.04), (72, 0, 0), stand)
    # The lid is built as it lies when it is open by 180 degrees, hollow side up.
    outer = [(x, -z) for x, z in dome(24, 1.3, r, 0.82)] + [(r - 0.1, 0.0), (2.8, 0.0)]
    st.smooth(st.lathe(outer, shell, (0, r + 0.1, 0), edge=0.03, parent=hinge))
    hollow = [(x, -z) for x, z in dome(24, 1.05, 2.8, 0.82)]
    st.smooth(st.lathe(hollow, inside, (0, r + 0.1, 0.0), parent=hinge), 60)
    lit, unlit = st.material("lamp", st.rgb("#a35cff"), 0.3, emission=3), st.material("off", (0.35, 0.33, 0.37), 0.5)
    for i in range(4):
        a = math.radians(-90 + (i - 1.5) * 7)
        st.disc(0.07, 0.03, lit if i < 3 else unlit, ((r - 0.075) * math.cos(a), (r - 0.075) * math.sin(a), rim - 0.5), rotation=(90, 0, math.degrees(a) + 90), parent=stand, edge=0.01)
    st.rig(6.4, key=1.9, fill=0.5, rim=2.2, top=0.5, center=(0, 0, 1.5))
    st.camera((-2.5, -24, 13.5), (0.1, 0.7, 3.35), lens=62, fstop=9, focus=(0, -0.9, 1.4))


if __name__ == "__main__":
    st.main({"halo-ring": upright, "halo-case": case})
