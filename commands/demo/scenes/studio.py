"""The studio of the rendered demo pictures: backdrop, lights, camera, materials and shapes.

One Blender unit is one centimetre. The subject stands on z = 0 around the origin; the camera is at
negative y. Every size of the rig is a multiple of the subject's size, so that a ring and a monitor
are lit alike. See README.md beside this file.
"""

import math
import os
import sys
import tempfile
import time

import bmesh
import bpy
from mathutils import Vector

WIDTH, HEIGHT = 1200, 800
MAX_BYTES = 90 * 1024
IMAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "content", "images")
FONTS = "/usr/share/fonts/truetype/liberation/Liberation%s.ttf"


# Scene, lights and camera

def reset(exposure=0.0, ambient=0.25, samples=48, look="Medium High Contrast", clamp=2.0):
    """Empties the scene and sets Cycles up for clean light paths: no caustics, few bounces."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    c = scene.cycles
    c.device, c.samples, c.use_denoising = "CPU", samples, False  # Debian's Blender has no denoiser
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, 0.06, 8
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces = 4, 1, 2
    c.transmission_bounces, c.transparent_max_bounces = 2, 4
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.blur_glossy = clamp, 1.0
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = look
    scene.view_settings.exposure = exposure
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (1, 1, 1, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = ambient


def aim(obj, target):
    obj.rotation_euler = (Vector(target) - obj.location).to_track_quat("-Z", "Y").to_euler()


def light(location, target, width, height, strength, color=(1, 1, 1), spread=180):
    """Adds a softbox; strength is the light that falls on the target, whatever the distance."""
    data = bpy.data.lights.new("softbox", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", width, height
    data.spread = math.radians(spread)
    data.color = color
    data.energy = strength * math.pi * (Vector(location) - Vector(target)).length_squared
    obj = add("softbox", data)
    obj.location = location
    obj.visible_camera = False
    aim(obj, target)
    return obj


def rig(s, key=2.2, fill=0.5, rim=1.6, top=0.6, center=(0, 0, 0), side=-1):
    """The usual lights around a subject of size s: a key from one side, fill, rim and overhead."""
    x, y, z = center

    def at(a, b, c):
        return (x - side * a * s, y + b * s, z + c * s)

    light(at(-1.9, -0.9, 1.9), center, 1.9 * s, 1.9 * s, key, (1, 0.975, 0.94))
    light(at(2.3, -1.2, 1.0), center, 2.2 * s, 1.8 * s, fill, (0.92, 0.96, 1))
    light(at(1.3, 1.9, 1.4), center, 0.5 * s, 1.8 * s, rim, (0.95, 0.98, 1))
    light(at(0, 0.3, 2.6), center, 2.4 * s, 1.6 * s, top)


def camera(location, target, lens=85, fstop=8, focus=None, shift=(0, 0)):
    """Looks from location at target; focus is the point in focus (by default the target)."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.shift_x, data.shift_y = lens, *shift
    data.clip_start, data.clip_end = 0.1, 5000
    data.dof.use_dof = True
    data.dof.focus_distance = (Vector(focus or target) - Vector(location)).length
    data.dof.aperture_fstop = fstop / 100  # Blender takes the unit for a metre
    data.dof.aperture_blades = 9
    obj = add("camera", data)
    obj.location = location
    aim(obj, target)
    if focus:
        direction = obj.rotation_euler.to_matrix() @ Vector((0, 0, -1))
        data.dof.focus_distance = (Vector(focus) - Vector(location)).dot(direction)
    bpy.context.scene.camera = obj


def backdrop(s, color, depth=1.6, roughness=0.6):
    """A seamless paper sweep: a floor that bends up into a wall behind a subject of size s."""
    r = 1.2 * s
    profile = [(-6 * s, 0), (depth * s, 0)]
    profile += [(depth * s + r * math.sin(a), r - r * math.cos(a)) for a in (i * math.pi / 48 for i in range(1, 25))]
    profile.append((depth * s + r, 9 * s))
    w = 9 * s
    vertices = [(x, y, z) for y, z in profile for x in (-w, w)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)]
    obj = mesh("backdrop", vertices, faces, material("backdrop", color, roughness, specular=0.3))
    smooth(obj)
    return obj


# Materials

def rgb(text):
    """The linear colour of "#rrggbb"."""
    parts = [int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def material(name, color, roughness=0.5, metallic=0.0, bump=None, vary=None, coat=0.0, specular=0.5,
             stretch=(1, 1, 1), emission=None, image=None, mottle=None, sheen=0.0):
    """A principled material.

    bump is (scale, strength) of fine noise on the surface, vary (scale, amount) of noise in the
    roughness, mottle (scale, amount, second colour) of noise in the colour; stretch scales the noise
    by axis (brushed metal); image is a texture on the UV map; emission its or the colour's glow.
    """
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    p = nodes["Principled BSDF"]
    color = rgb(color) if isinstance(color, str) else color
    p.inputs["Base Color"].default_value = (*color, 1)
    p.inputs["Roughness"].default_value = roughness
    p.inputs["Metallic"].default_value = metallic
    p.inputs["Specular"].default_value = specular
    p.inputs["Clearcoat"].default_value = coat
    p.inputs["Clearcoat Roughness"].default_value = 0.06
    p.inputs["Sheen"].default_value = sheen

    def noise(scale, detail=1):
        where, mapping, tex = (nodes.new(n) for n in ("ShaderNodeTexCoord", "ShaderNodeMapping", "ShaderNodeTexNoise"))
        mapping.inputs["Scale"].default_value = stretch
        tex.inputs["Scale"].default_value, tex.inputs["Detail"].default_value = scale, detail
        links.new(where.outputs["Object"], mapping.inputs[0])
        links.new(mapping.outputs[0], tex.inputs["Vector"])
        return tex.outputs["Fac"]

    if vary:
        r = nodes.new("ShaderNodeMapRange")
        r.inputs["To Min"].default_value, r.inputs["To Max"].default_value = roughness - vary[1], roughness + vary[1]
        links.new(noise(vary[0]), r.inputs["Value"])
        links.new(r.outputs[0], p.inputs["Roughness"])
    if mottle:
        ramp = nodes.new("ShaderNodeValToRGB")
        ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.5 - mottle[1], 0.5 + mottle[1]
        second = rgb(mottle[2]) if isinstance(mottle[2], str) else mottle[2]
        ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (*color, 1), (*second, 1)
        links.new(noise(mottle[0], 5), ramp.inputs[0])
        links.new(ramp.outputs[0], p.inputs["Base Color"])
    if bump:
        b = nodes.new("ShaderNodeBump")
        b.inputs["Strength"].default_value, b.inputs["Distance"].default_value = bump[1], 0.02
        links.new(noise(bump[0]), b.inputs["Height"])
        links.new(b.outputs[0], p.inputs["Normal"])
    if image:
        tex = nodes.new("ShaderNodeTexImage")
        tex.image = image
        tex.extension = "EXTEND"
        if emission:
            links.new(tex.outputs[0], p.inputs["Emission"])
        else:
            links.new(tex.outputs[0], p.inputs["Base Color"])
    elif emission:
        p.inputs["Emission"].default_value = (*color, 1)
    if emission:
        p.inputs["Emission Strength"].default_value = emission
    return m


def picture(image):
    """A Pillow image as a Blender image."""
    folder = tempfile.mkdtemp(prefix="demo-texture-")
    file = os.path.join(folder, "texture.png")
    image.convert("RGB").save(file)
    result = bpy.data.images.load(file)
    result.pack()
    os.remove(file)
    os.rmdir(folder)
    return result


# Shapes

def add(name, data):
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def mesh(name, vertices, faces, mat):
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    b = bmesh.new()
    b.from_mesh(data)
    bmesh.ops.recalc_face_normals(b, faces=b.faces)
    b.to_mesh(data)
    b.free()
    obj = add(name, data)
    if mat:
        data.materials.append(mat)
    return obj


def smooth(obj, angle=35):
    for polygon in obj.data.polygons:
        polygon.use_smooth = True
    obj.data.use_auto_smooth, obj.data.auto_smooth_angle = True, math.radians(angle)


def bevel(obj, width, segments=4, angle=35):
    if width:
        m = obj.modifiers.new("bevel", "BEVEL")
        m.width, m.segments, m.limit_method, m.angle_limit = width, segments, "ANGLE", math.radians(angle)
        m.harden_normals = True
    smooth(obj)
    return obj


def rounded(w, d, r, steps=10):
    """The outline of a w by d rectangle with corners of radius r around the origin."""
    r = min(r, w / 2 - 1e-4, d / 2 - 1e-4)
    if r <= 0:
        return [(w / 2, -d / 2), (w / 2, d / 2), (-w / 2, d / 2), (-w / 2, -d / 2)]
    points = []
    for cx, cy, start in ((1, -1, -90), (1, 1, 0), (-1, 1, 90), (-1, -1, 180)):
        for i in range(steps + 1):
            a = math.radians(start + 90 * i / steps)
            points.append((cx * (w / 2 - r) + r * math.cos(a), cy * (d / 2 - r) + r * math.sin(a)))
    return points


def prism(points, h, mat, at=(0, 0, 0), edge=0.0, rotation=(0, 0, 0), segments=4, taper=1.0, parent=None):
    """An outline in x and y, raised by h, its edges rounded by edge."""
    n = len(points)
    vertices = [(x, y, 0) for x, y in points] + [(x * taper, y * taper, h) for x, y in points]
    faces = [tuple(range(n)), tuple(range(n, 2 * n))] + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    obj = mesh("prism", vertices, faces, mat)
    put(obj, at, rotation, parent)
    return bevel(obj, edge, segments)


def slab(w, d, h, mat, at=(0, 0, 0), r=0.0, edge=0.0, rotation=(0, 0, 0), **more):
    """A box of w by d by h, standing on at, with vertical corners of radius r."""
    return prism(rounded(w, d, r), h, mat, at, edge, rotation, **more)


def disc(radius, h, mat, at=(0, 0, 0), edge=0.0, rotation=(0, 0, 0), steps=128, **more):
    points = [(radius * math.cos(2 * math.pi * i / steps), radius * math.sin(2 * math.pi * i / steps)) for i in range(steps)]
    return prism(points, h, mat, at, edge, rotation, **more)


def lathe(profile, mat, at=(0, 0, 0), rotation=(0, 0, 0), steps=160, edge=0.0, closed=False, parent=None, segments=4):
    """Turns a profile of (radius, z) around the z axis; a closed one makes a ring."""
    n = len(profile)
    vertices = []
    for i in range(steps):
        a = 2 * math.pi * i / steps
        vertices += [(r * math.cos(a), r * math.sin(a), z) for r, z in profile]
    faces = []
    for i in range(steps):
        a, b = i * n, (i + 1) % steps * n
        faces += [(a + j, b + j, b + (j + 1) % n, a + (j + 1) % n) for j in range(n if closed else n - 1)]
    obj = mesh("lathe", vertices, faces, mat)
    b = bmesh.new()
    b.from_mesh(obj.data)
    bmesh.ops.remove_doubles(b, verts=b.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(b, faces=b.faces)
    b.to_mesh(obj.data)
    b.free()
    put(obj, at, rotation, parent)
    return bevel(obj, edge, segments)


def tube(points, radius, mat, parent=None, smoothness=24):
    """A cable along smooth curves through points."""
    data = bpy.data.curves.new("tube", "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution, data.use_fill_caps = "3D", radius, 8, True
    data.resolution_u = smoothness
    spline = data.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for p, co in zip(spline.bezier_points, points):
        p.co = co
        p.handle_left_type = p.handle_right_type = "AUTO"
    obj = add("tube", data)
    data.materials.append(mat)
    put(obj, (0, 0, 0), (0, 0, 0), parent)
    return obj


def label(text, size, mat, at=(0, 0, 0), rotation=(0, 0, 0), bold=False, parent=None, thick=0.004):
    """A line of Liberation Sans, centred on at."""
    data = bpy.data.curves.new("label", "FONT")
    data.body, data.size, data.extrude = text, size, thick
    data.font = bpy.data.fonts.load(FONTS % ("Sans-Bold" if bold else "Sans-Regular"), check_existing=True)
    data.align_x, data.align_y = "CENTER", "CENTER"
    obj = add("label", data)
    data.materials.append(mat)
    put(obj, at, rotation, parent)
    return obj


def panel(w, h, mat, at=(0, 0, 0), rotation=(0, 0, 0), parent=None):
    """A flat w by h rectangle with a UV map, for a screen."""
    obj = mesh("panel", [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)], [(0, 1, 2, 3)], mat)
    layer = obj.data.uv_layers.new()
    corners = {0: (0, 0), 1: (1, 0), 2: (1, 1), 3: (0, 1)}
    for loop in obj.data.loops:
        layer.data[loop.index].uv = corners[loop.vertex_index]
    put(obj, at, rotation, parent)
    return obj


def put(obj, at, rotation=(0, 0, 0), parent=None):
    obj.location = at
    obj.rotation_euler = [math.radians(a) for a in rotation]
    obj.parent = parent


def group(at=(0, 0, 0), rotation=(0, 0, 0), parent=None):
    """An empty to hang parts on and turn them together."""
    obj = add("group", None)
    put(obj, at, rotation, parent)
    return obj


def cut(obj, cutter):
    """Takes the cutter's volume away from obj, before obj's edges are rounded."""
    rounding = obj.modifiers.get("bevel")
    kept = rounding and (rounding.width, rounding.segments)
    if rounding:
        obj.modifiers.remove(rounding)
    m = obj.modifiers.new("cut", "BOOLEAN")
    m.object, m.operation, m.solver = cutter, "DIFFERENCE", "EXACT"
    cutter.hide_render = True
    if kept:
        bevel(obj, *kept)
    return obj


def merge(objects):
    """Joins objects without parents and modifiers into one, to cut with."""
    b = bmesh.new()
    for obj in objects:
        part = obj.data.copy()
        part.transform(obj.matrix_basis)
        b.from_mesh(part)
        bpy.data.objects.remove(obj)
    data = bpy.data.meshes.new("merged")
    b.to_mesh(data)
    b.free()
    return add("merged", data)


# Output

def passes(folder):
    """Has Blender write the linear picture and its albedo and normals as EXR files to folder."""
    scene = bpy.context.scene
    scene.view_layers[0].cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source, out = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeOutputFile")
    out.base_path = folder
    out.format.file_format, out.format.color_depth, out.format.color_mode = "OPEN_EXR", "32", "RGB"
    out.file_slots.clear()
    for name, socket in (("color", "Image"), ("albedo", "Denoising Albedo"), ("normal", "Denoising Normal")):
        out.file_slots.new(name + "-")
        tree.links.new(source.outputs[socket], out.inputs[-1])


def denoise(halves, radius=9, patch=2, strength=0.7):
    """Filters two independent renders of one picture by non-local means.

    Each half is (color, albedo, normal). A pixel becomes the mean of the pixels around it that look
    alike; how alike is measured in the other half, in units of the noise, which is what the halves
    differ by. Albedo and normals guard the edges and textures that the noise would hide.
    """
    import cv2
    import numpy as np

    def box(x, r):
        return cv2.blur(x, (2 * r + 1, 2 * r + 1))

    colors = [np.log1p(8 * np.clip(h[0], 0, 16)) for h in halves]
    variance = box((colors[0] - colors[1]) ** 2 / 2, 3).mean(axis=2) + 1e-5
    features = []
    for i, floor in ((1, 2e-4), (2, 4e-4)):
        a, b = halves[0][i], halves[1][i]
        features.append(((a + b) / 2, box((a - b) ** 2 / 4, 2).mean(axis=2) + floor))
    sums = [np.zeros_like(c) for c in colors]
    weights = [np.zeros_like(variance) for _ in colors]
    h, w = variance.shape
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if max(abs(dx), abs(dy)) > 2 and (dx % 3 or dy % 3):
                continue  # every third pixel is enough farther out
            here = (slice(max(0, -dy), h - max(0, dy)), slice(max(0, -dx), w - max(0, dx)))
            there = (slice(max(0, dy), h - max(0, -dy)), slice(max(0, dx), w - max(0, -dx)))
            apart = 0
            for f, v in features:
                apart = np.maximum(apart, ((f[here] - f[there]) ** 2).mean(axis=2) / (4 * (v[here] + v[there])))
            for i in range(2):
                other = colors[1 - i]
                v, u = variance[here], variance[there]
                d = ((other[here] - other[there]) ** 2).mean(axis=2) - (v + np.minimum(v, u))
                d = box(d / (strength * (v + u)), patch)
                weight = np.exp(-np.maximum(d, apart))
                weights[i][here] += weight
                sums[i][here] += weight[..., None] * colors[i][there]
    result = sum(s / k[..., None] for s, k in zip(sums, weights)) / 2
    return (np.exp(result) - 1) / 8


def shoot(samples, target):
    """Renders the scene twice with half the samples, denoises it and writes target (PNG)."""
    os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
    import cv2
    import numpy as np
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory(prefix="demo-render-") as folder:
        passes(folder)
        scene.cycles.samples = samples // 2
        halves = []
        for seed in (1, 2):
            scene.cycles.seed = seed
            bpy.ops.render.render()
            files = [os.path.join(folder, "%s-%04d.exr" % (n, scene.frame_current)) for n in ("color", "albedo", "normal")]
            halves.append([cv2.imread(f, cv2.IMREAD_UNCHANGED).astype(np.float32) for f in files])
        file = os.path.join(folder, "clean.exr")
        cv2.imwrite(file, denoise(halves).astype(np.float32))
        scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "PNG", "RGB"
        image = bpy.data.images.load(file)
        image.save_render(target, scene=scene)


def compress(source, target):
    """Writes a PNG as WebP of at most MAX_BYTES."""
    from PIL import Image
    image = Image.open(source)
    if image.size != (WIDTH, HEIGHT):
        image = image.resize((WIDTH, HEIGHT), Image.LANCZOS)
    for quality in range(90, 40, -3):
        image.save(target, "WEBP", quality=quality, method=6)
        if os.path.getsize(target) <= MAX_BYTES:
            break
    print("%s: %d bytes at quality %d" % (os.path.basename(target), os.path.getsize(target), quality))


def main(pictures):
    """Renders the pictures named after "--" (all without a name).

    preview=FOLDER writes small and coarse PNG files to a folder instead (percent=25, samples=24);
    keep=FOLDER keeps the PNG of a full render there; percent=80 renders smaller and enlarges the result.
    """
    words = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    options = dict(w.split("=", 1) for w in words if "=" in w)
    for name in [w for w in words if "=" not in w] or list(pictures):
        start = time.time()
        pictures[name]()
        scene = bpy.context.scene
        scene.render.resolution_percentage = int(options.get("percent", 25 if "preview" in options else 100))
        if "preview" in options:
            scene.render.image_settings.file_format = "PNG"
            scene.render.filepath = os.path.join(options["preview"], name + ".png")
            scene.cycles.samples = int(options.get("samples", 24))
            bpy.ops.render.render(write_still=True)
            continue
        with tempfile.TemporaryDirectory(prefix="demo-picture-") as folder:
            png = os.path.join(options.get("keep", folder), name + ".png")
            shoot(int(options.get("samples", scene.cycles.samples)), png)
            compress(png, os.path.join(IMAGES, name + ".webp"))
        print("%s took %d seconds" % (name, time.time() - start))
