"""The Monolith Mini, a computer of 11.8 × 11.8 × 20.8 cm on feet of 1.5 cm, and a loaf of bread."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bpy
import studio as st
from mathutils import Vector, noise

W, H, FOOT = 11.8, 20.8, 1.5
FACE = -W / 2  # the side that the camera sees
UP = (90, 0, 0)  # turns an outline's x and y into that side's


def hole(x, z, w, h, depth, r=0.1):
    return st.slab(w, h, 2, None, (x, FACE + depth, z), r=r, rotation=UP)


def floor(x, z, w, h, depth, mat, r=0.1):
    """The bottom of a hole."""
    st.slab(w + 0.02, h + 0.02, 0.02, mat, (x, FACE + depth + 0.01, z), r=r, rotation=UP)


class Parts:
    def __init__(self):
        self.dark = st.material("dark", (0.008, 0.008, 0.01), 0.55)
        self.rubber = st.material("rubber", (0.02, 0.02, 0.022), 0.7, bump=(25, 0.2))
        self.steel = st.material("steel", (0.6, 0.6, 0.62), 0.28, 1)
        self.blue = st.material("tongue", st.rgb("#1f56d8"), 0.4)
        self.black = st.material("tongue", (0.03, 0.03, 0.034), 0.4)
        self.gold = st.material("gold", (0.9, 0.62, 0.25), 0.3, 1)
        self.paint = st.material("paint", (0.8, 0.8, 0.79), 0.42, bump=(38, 0.12), vary=(1.2, 0.04), specular=0.45)
        self.plate = st.material("plate", (0.07, 0.075, 0.085), 0.42, 0.7, vary=(2, 0.05))


def column(parts, holes):
    """The sleeve with its grille on top, its base and feet; holes are cut into the near side."""
    z0 = FOOT
    sleeve = st.slab(W, W, H, parts.paint, (0, 0, z0), r=1.5, edge=0.18, segments=5)
    slots = [st.slab(0.42, 8.6 if abs(i) < 5 else 7.6, 3, None, (i * 0.84, 0, z0 + H - 0.7), r=0.21) for i in range(-5, 6)]
    st.cut(sleeve, st.merge(slots + holes))
    st.slab(9.4, 8.8, 0.02, parts.dark, (0, 0, z0 + H - 0.69))
    st.slab(W - 1.0, W - 1.0, 0.5, parts.plate, (0, 0, z0 - 0.4), r=1.2, edge=0.08)
    for x in (-3.9, 3.9):
        for y in (-3.9, 3.9):
            st.disc(0.8, FOOT - 0.35, parts.rubber, (x, y, 0), edge=0.1)
    # The power button on the top edge.
    st.disc(0.62, 0.12, parts.steel, (W / 2 - 1.5, W / 2 - 1.4, z0 + H - 0.02), edge=0.04)


def usb_a(parts, x, z, depth=0.5, tongue=None, base=0.0):
    """A wide USB port whose hole has been cut already: its metal lining and tongue."""
    y = FACE + base
    frame = st.slab(1.36, 0.6, 0.5, parts.steel, (x, y + 0.46, z), r=0.08, rotation=UP)
    st.cut(frame, st.slab(1.24, 0.48, 2, None, (x, y + 0.4, z), r=0.05, rotation=UP))
    st.slab(1.14, 0.2, 0.36, tongue or parts.black, (x, y + 0.42, z + 0.08), r=0.02, edge=0.02, rotation=UP)


def usb_c(parts, x, z, base=0.0):
    y = FACE + base
    frame = st.slab(0.98, 0.4, 0.5, parts.steel, (x, y + 0.46, z), r=0.2, rotation=UP)
    st.cut(frame, st.slab(0.87, 0.29, 2, None, (x, y + 0.4, z), r=0.145, rotation=UP))
    st.slab(0.66, 0.08, 0.36, parts.black, (x, y + 0.42, z), r=0.03, rotation=UP)


def loaf(at, turn):
    """A long loaf with slashes and flour; its crust's relief and colours are computed by vertex."""
    along, around = 300, 220
    vertices, colors = [], []
    for i in range(along + 1):
        u = -1 + 2 * i / along
        s = math.sin(u * math.pi / 2)  # closer together at the ends
        end = max(0.0, 1 - abs(s) ** 2.7) ** 0.55
        for j in range(around):
            a = 2 * math.pi * j / around
            c, n = math.cos(a), math.sin(a)
            x = 10.6 * s
            y = 5.6 * end * math.copysign(abs(c) ** 0.85, c)
            z = (6.2 if n > 0 else 2.4) * end ** (0.85 if n > 0 else 0.5) * math.copysign(abs(n) ** (0.95 if n > 0 else 0.45), n)
            p = Vector((x, y, z))
            out = Vector((x / 60, y / 5.6, z / 5)).normalized()
            bulge = noise.noise(p * 0.16) * 0.5 + noise.noise(p * 0.45) * 0.16 + noise.noise(p * 1.6) * 0.05
            fine = noise.noise(p * 5) * 0.025 + noise.noise(p * 12) * 0.014
            top = max(0.0, min(1.0, (z - 1.2) / 2.5))
            slash, lip, tone = 0.0, 0.0, 0.0
            for k in (-6.6, -2.2, 2.2, 6.6):
                d = (x - k - 0.62 * y + 0.25 * noise.noise(p * 0.8)) * 0.85
                reach = max(0.0, 1 - (abs(y) / 4.3) ** 4)
                inside = math.exp(-(d / 0.85) ** 4) * reach * top
                slash = max(slash, inside)
                lip = max(lip, math.exp(-((d - 1.12) / 0.28) ** 2) * reach * top)
            torn = noise.noise(p * 2.2) * 0.16 + noise.noise(p * 6) * 0.07 + noise.noise(p * 14) * 0.03
            p += out * (bulge + fine + slash * (-0.42 + torn) + lip * (0.34 + 0.12 * noise.noise(p * 1.5)))
            vertices.append((p.x, p.y, p.z + 2.3))
            # Colours: crust from gold at the sides to brown on top, pale slashes, dark lips, flour.
            mix = 0.5 + 0.5 * noise.noise(p * 0.5) + 0.25 * noise.noise(p * 3)
            brown = max(0.0, min(1.0, 0.25 + 0.45 * top + 0.35 * (mix - 0.5)))
            crust = Vector((0.47, 0.2, 0.058)).lerp(Vector((0.2, 0.062, 0.016)), brown)
            crust = crust.lerp(Vector((0.62, 0.36, 0.15)), max(0.0, min(1.0, (1.0 - z) / 3)) * 0.6)
            pale = Vector((0.66, 0.41, 0.18)).lerp(Vector((0.46, 0.22, 0.07)), max(0.0, min(1.0, 0.5 + 2.2 * torn + 0.5 * noise.noise(p * 1.1))))
            color = crust.lerp(pale, min(1.0, slash * 1.25))
            color = color.lerp(Vector((0.075, 0.024, 0.008)), min(1.0, lip * 0.75))
            dust = noise.noise(p * 0.55 + Vector((7, 1, 3))) + 0.7 * noise.noise(p * 4) + 0.5 * noise.noise(p * 11) + 0.35 * noise.noise(p * 24)
            flour = max(0.0, min(0.75, (dust - 0.12) * 0.9)) * (1 - slash) * (1 - min(1, lip)) * max(0.0, min(1.0, (z + 1.2) / 2))
            colors.append(color.lerp(Vector((0.82, 0.76, 0.66)), flour))
    n = around
    faces = [(i * n + j, (i + 1) * n + j, (i + 1) * n + (j + 1) % n, i * n + (j + 1) % n) for i in range(along) for j in range(n)]
    mat = st.material("crust", (1, 1, 1), 0.58, bump=(16, 0.35), specular=0.3)
    obj = st.mesh("loaf", vertices, faces, mat)
    layer = obj.data.color_attributes.new("crust", "FLOAT_COLOR", "POINT")
    for item, color in zip(layer.data, colors):
        item.color = (*color, 1)
    node = mat.node_tree.nodes.new("ShaderNodeVertexColor")
    node.layer_name = "crust"
    mat.node_tree.links.new(node.outputs[0], mat.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
    st.smooth(obj, 180)
    st.put(obj, at, (0, 0, turn))


def front():
    st.reset(ambient=0.2)
    st.backdrop(30, st.rgb("#bccde2"), depth=1.1)
    parts = Parts()
    holes, z = [], FOOT + 17.6
    grooves = [hole(x * 0.78, FOOT + 5.6, 0.3, 8, 0.3, 0.15) for x in range(-6, 7)]
    ports = [(1.2, parts.black), (3.3, parts.blue)]
    holes = [hole(x, z, 1.38, 0.62, 0.55, 0.09) for x, _ in ports] + [hole(-3.9, z, 0.3, 0.3, 0.12, 0.149)]
    stand = st.group((-6.4, 1, 0), (0, 0, 0))
    column(parts, grooves + holes)
    for x in range(-6, 7):
        floor(x * 0.78, FOOT + 5.6, 0.3, 8, 0.28, parts.dark, 0.15)
    for x, tongue in ports:
        floor(x, z, 1.38, 0.62, 0.54, parts.dark)
        usb_a(parts, x, z, tongue=tongue)
    st.disc(0.13, 0.05, st.material("lamp", (0.35, 0.75, 1), 0.3, emission=2.5), (-3.9, FACE + 0.11, z), rotation=UP)
    for obj in list(bpy.context.scene.collection.objects):
        if obj.parent is None and obj.name.split(".")[0] not in ("backdrop", "group", "softbox"):
            obj.parent = stand
    stand.rotation_euler.z = math.radians(24)
    loaf((10.6, 2.6, 0), -14)
    st.rig(28, key=2.1, fill=0.45, rim=1.8, top=0.5, center=(0, 0, 8))
    st.camera((3, -84, 30), (2.4, 0, 10.6), lens=70, fstop=5.6, focus=(-4, -5, 11))


def back():
    st.reset(ambient=0.2)
    st.backdrop(30, st.rgb("#8296b4"), depth=1.1)
    parts = Parts()
    stand = st.group()
    r = 0.24  # the depth of the plate that holds the ports
    holes = [hole(0, FOOT + 9.3, 9.2, 16.6, r + 0.7, 0.5)]
    column(parts, holes)
    plate = st.slab(9.18, 16.58, 0.5, parts.plate, (0, FACE + r + 0.5, FOOT + 9.3), r=0.49, rotation=UP)
    ports = [hole(x, z, 1.38, 0.62, r + 0.55, 0.09) for z in (FOOT + 13.6, FOOT + 12.2) for x in (-2.9, 0)]
    ports += [hole(2.9, z, 1.0, 0.42, r + 0.55, 0.2) for z in (FOOT + 13.6, FOOT + 12.2)]
    ports += [hole(-2.75, FOOT + 9.9, 1.5, 1.2, r + 0.45, 0.06)]
    ports += [hole(x, FOOT + 9.9, 1.56, 0.62, r + 0.4, 0.2) for x in (0, 2.75)]
    ports += [hole((i - 5) * 0.7, FOOT + 6.6, 0.3, 3, r + 0.4, 0.15) for i in range(11)]
    st.cut(plate, st.merge(ports))
    ink = st.material("print", (0.72, 0.74, 0.77), 0.6)
    for i, (x, z) in enumerate((x, z) for z in (13.6, 12.2) for x in (-2.9, 0, 2.9)):
        (usb_c if x > 2 else usb_a)(parts, x, FOOT + z, base=r)
        st.label(str(i + 1), 0.55, ink, (x - 1.05 + (0.15 if x > 2 else 0), FACE + r - 0.002, FOOT + z), UP, bold=True, thick=0.001)
    for x in (0, 2.75):
        st.slab(1.2, 0.16, 0.3, parts.black, (x, FACE + r + 0.38, FOOT + 9.9), r=0.03, rotation=UP)
        frame = st.slab(1.54, 0.6, 0.4, parts.steel, (x, FACE + r + 0.4, FOOT + 9.9), r=0.19, rotation=UP)
        st.cut(frame, st.slab(1.44, 0.5, 2, None, (x, FACE + r + 0.36, FOOT + 9.9), r=0.15, rotation=UP))
    for i in range(8):
        st.slab(0.06, 0.36, 0.04, parts.gold, (-2.75 + (i - 3.5) * 0.13, FACE + r + 0.4, FOOT + 10.2), rotation=UP)
    frame = st.slab(1.48, 1.18, 0.4, parts.steel, (-2.75, FACE + r + 0.42, FOOT + 9.9), r=0.05, rotation=UP)
    st.cut(frame, st.slab(1.32, 1.02, 2, None, (-2.75, FACE + r + 0.38, FOOT + 9.9), r=0.04, rotation=UP))
    for x in (-3.42, -2.08):
        st.slab(0.14, 0.1, 0.03, st.material("lamp", (0.2, 0.9, 0.4), 0.3, emission=1.5), (x, FACE + r + 0.002, FOOT + 10.62), rotation=UP)
    st.slab(9.1, 16.4, 0.02, parts.dark, (0, FACE + r + 0.49, FOOT + 9.3), rotation=UP)
    # The lever, and thumb screws beside it.
    st.slab(5.2, 0.9, 0.5, parts.steel, (0, FACE + r, FOOT + 16.2), r=0.44, edge=0.12, rotation=UP)
    for x in (-3.7, 3.7):
        st.disc(0.36, 0.2, parts.steel, (x, FACE + r, FOOT + 16.2), edge=0.06, rotation=UP)
    # The mains plug and its cable.
    st.slab(2.9, 2.3, 0.2, parts.black, (-2.2, FACE + r, FOOT + 3), r=0.3, edge=0.05, rotation=UP)
    st.slab(2.3, 1.75, 2.4, parts.rubber, (-2.2, FACE + r, FOOT + 3), r=0.35, edge=0.15, rotation=UP, taper=0.86)
    st.slab(1.0, 1.0, 1.4, parts.rubber, (-2.2, FACE + r - 2.3, FOOT + 3), r=0.49, edge=0.1, rotation=UP, taper=0.75)
    x, y, z = -2.2, FACE + r - 3.4, FOOT + 3
    st.disc(0.4, 0.16, parts.steel, (2.9, FACE + r, FOOT + 3.1), edge=0.05, rotation=UP)
    st.disc(0.17, 0.17, parts.dark, (2.9, FACE + r, FOOT + 3.1), rotation=UP)
    cable = st.tube([(x, y, z), (x - 0.1, y - 1.6, z - 0.5), (x - 1.2, y - 3.2, 0.9), (x - 5, y - 3.6, 0.36), (x - 14, y + 2, 0.36), (x - 34, y + 4, 0.36)], 0.36, parts.rubber)
    for obj in list(bpy.context.scene.collection.objects):
        if obj.parent is None and obj.name.split(".")[0] not in ("backdrop", "group", "softbox"):
            obj.parent = stand
    stand.rotation_euler.z = math.radians(-27)
    st.rig(24, key=2.0, fill=0.5, rim=2.2, top=0.6, center=(0, 0, 10))
    st.camera((0, -70, 30), (-1.6, 0, 10.9), lens=67, fstop=5.6, focus=(0, -6, 13))


if __name__ == "__main__":
    st.main({"monolith-mini-front": front, "monolith-mini-back": back})
