// The drawing kit of the demo pictures: palettes and a few shape helpers that return SVG text.
// A picture is 1200 × 800 units. Light falls from the upper left, shadows lie flat to the lower
// right, and there are no outlines and no gradients: flat areas stay sharp and small as WebP.

export const width = 1200, height = 800;

// One palette a subject. ground is the wall, table what things stand on, soft the disc behind
// them; metal tones are tinted with the subject's hue so that everything sits in one light.
export const palettes = {
  computers:  { ground: '#d9e6f7', table: '#bcd3f0', soft: '#ecf3fc', shade: '#9cbbe2', accent: '#2563eb', bright: '#38bdf8', deep: '#1e3a8a', ink: '#101d3c', paper: '#fafcff', metal: '#b4c3da', steel: '#7d92b4' },
  automotive: { ground: '#d5ecdf', table: '#b3dcc5', soft: '#e9f6ee', shade: '#90c6a9', accent: '#059669', bright: '#5eead4', deep: '#065f46', ink: '#0a2a21', paper: '#f8fdfa', metal: '#b2cbbf', steel: '#779a8a' },
  industrial: { ground: '#fae3d0', table: '#f2c8a5', soft: '#fdf1e6', shade: '#e0aa80', accent: '#ea580c', bright: '#fbbf24', deep: '#9a3412', ink: '#3a1b0e', paper: '#fffaf5', metal: '#d8c2b2', steel: '#a58a78' },
  gadgets:    { ground: '#ecdff7', table: '#d7bdee', soft: '#f6effb', shade: '#bd9adf', accent: '#9333ea', bright: '#f472b6', deep: '#5b1a94', ink: '#2a1140', paper: '#fdfaff', metal: '#cbbadb', steel: '#9781ae' },
  ai:         { ground: '#e3dffa', table: '#c7bff3', soft: '#f1eefd', shade: '#a79be8', accent: '#7c3aed', bright: '#c4b5fd', deep: '#4c1d95', ink: '#1f1147', paper: '#fbfaff', metal: '#beb8dc', steel: '#8a82b3' },
  security:   { ground: '#fbdfe3', table: '#f5bcc6', soft: '#fdeff1', shade: '#e697a6', accent: '#e11d48', bright: '#fda4af', deep: '#9f1239', ink: '#3f0a1a', paper: '#fffafb', metal: '#dfbdc4', steel: '#ad8089' },
  slate:      { ground: '#dfe5ec', table: '#c2ccd8', soft: '#eff3f7', shade: '#a2b0c1', accent: '#475569', bright: '#fbbf24', deep: '#334155', ink: '#131c2b', paper: '#fbfcfe', metal: '#b6c1ce', steel: '#7c8b9d' },
};

export const rect = (x, y, w, h, fill, r = 0, more = '') => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
export const circle = (x, y, r, fill, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const oval = (x, y, rx, ry, fill, more = '') => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const poly = (points, fill, more = '') => `<polygon points="${points}" fill="${fill}" ${more}/>`;
export const line = (d, stroke, w = 6, more = '') => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const ring = (x, y, r, stroke, w, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${w}" ${more}/>`;
export const group = (transform, ...parts) => `<g transform="${transform}">${parts.flat(Infinity).join('')}</g>`;
export const fade = (opacity, ...parts) => `<g opacity="${opacity}">${parts.flat(Infinity).join('')}</g>`;
export const label = (x, y, text, fill, size, more = '') => `<text x="${x}" y="${y}" fill="${fill}" font-family="Liberation Sans, Arial, sans-serif" font-size="${size}" font-weight="600" text-anchor="middle" ${more}>${text}</text>`;

// clip shows parts only inside shape, an SVG element. The id must be unique in its picture.
export const clip = (id, shape, ...parts) => `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${parts.flat(Infinity).join('')}</g>`;

// times returns n parts, each made from its index.
export const times = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');

// lines draws a block of text as bars, with the lengths given as shares of w.
export const lines = (x, y, w, gap, thick, fill, lengths) => lengths.map((share, i) => rect(x, y + i * gap, w * share, thick, fill, thick / 2)).join('');

// polar returns "x,y" of the point at a distance and an angle (degrees, clockwise from the top).
export const polar = (x, y, r, degrees) => {
  const a = (degrees - 90) * Math.PI / 180;
  return `${(x + r * Math.cos(a)).toFixed(1)},${(y + r * Math.sin(a)).toFixed(1)}`;
};

// arc returns the path of a circle's part from one angle to another, clockwise.
export const arc = (x, y, r, from, to) => `M${polar(x, y, r, from)} A${r},${r} 0 ${to - from > 180 ? 1 : 0} 1 ${polar(x, y, r, to)}`;

// box is a block seen from slightly right and above: front face at x, y and depth d.
export const box = (x, y, w, h, d, front, top, side) =>
  poly(`${x},${y} ${x + d},${y - d * 0.5} ${x + w + d},${y - d * 0.5} ${x + w},${y}`, top) +
  poly(`${x + w},${y} ${x + w + d},${y - d * 0.5} ${x + w + d},${y + h - d * 0.5} ${x + w},${y + h}`, side) +
  rect(x, y, w, h, front);

// cog is a gear wheel or a knurled knob.
export const cog = (x, y, r, depth, teeth, fill) => path(Array.from({ length: teeth * 4 }, (_, i) =>
  `${i ? 'L' : 'M'}${polar(x, y, i % 4 < 2 ? r : r - depth, (i - 0.5) * 90 / teeth)}`).join(' ') + 'Z', fill);

// scene puts a subject on its ground: a wall, a table from y = table down, and a disc [x, y, r].
export function scene(p, { ground = p.ground, table, tableFill = p.table, disc, discFill = p.soft } = {}, ...parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    rect(0, 0, width, height, ground) +
    (disc ? circle(...disc, discFill) : '') +
    (table ? rect(0, table, width, height - table, tableFill) : '') +
    parts.flat(Infinity).join('') + '</svg>';
}
