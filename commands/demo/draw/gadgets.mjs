// Pictures of the four gadget reviews.

import { arc, circle, fade, group, label, line, oval, palettes, path, poly, polar, rect, ring, scene, times } from './kit.mjs';

const p = palettes.gadgets;

const haloSensors = () => scene(p, { ground: p.deep, disc: [600, 1080, 900], discFill: '#6d28a8' },
  path('M-40,560 Q600,60 1240,560 V900 H-40 Z', '#9ca3af'), path('M-40,640 Q600,150 1240,640 V900 H-40 Z', '#4b5563'), path('M-40,560 Q600,60 1240,560 V590 Q600,92 -40,590 Z', '#e5e7eb'),
  path('M-40,880 Q600,420 1240,880 V960 H-40 Z', '#2f3743'),
  [[300, 570, -14, '#22c55e'], [600, 500, 0, '#ef4444'], [900, 570, 14, '#22c55e']].map(([x, y, a, tone]) => group(`rotate(${a} ${x} ${y})`, rect(x - 92, y - 62, 184, 124, '#0b0f17', 44), fade(0.22, circle(x, y, 120, tone)), circle(x, y, 34, tone), circle(x, y, 14, '#fff'), circle(x - 58, y, 11, '#374151'), circle(x + 58, y, 11, '#374151'))),
  line('M90,200 H420 l34,-70 l48,150 l44,-130 l26,50 H1110', p.bright, 10));

const emberBase = () => scene(p, { ground: '#eee3f8' },
  rect(0, 0, 1200, 800, '#eee3f8'), circle(622, 424, 284, p.shade), circle(600, 400, 284, p.paper), ring(600, 400, 262, '#e3d4f0', 10), rect(530, 300, 140, 120, p.ink, 16),
  line('M570,420 C560,350 520,330 480,-20', '#dc2626', 16), line('M632,420 C640,350 640,250 560,-20', '#2563eb', 16), rect(530, 420, 140, 76, p.metal, 10), [566, 634].map((x) => rect(x - 24, 432, 48, 52, p.accent, 6) + circle(x, 458, 14, p.paper) + line(`M${x - 8},${450} l16,16`, p.deep, 5)),
  rect(470, 560, 260, 52, '#bef264', 26), oval(600, 580, 34, 15, '#ecfccb'), rect(552, 560, 5, 52, '#4d7c0f'), rect(643, 560, 5, 52, '#4d7c0f'),
  [[404, 400], [796, 400]].map(([x, y]) => rect(x - 16, y - 44, 32, 88, '#d9c7ea', 16) + circle(x, y, 24, p.steel) + line(`M${x - 12},${y} h24 M${x},${y - 12} v24`, p.ink, 6)),
  group('rotate(34 1010 560)', rect(980, 300, 60, 260, p.accent, 26), rect(1000, 556, 20, 190, p.steel), rect(996, 736, 28, 30, p.ink)));

// An earbud: shell, stem and tip; the outer face is a flat disc.
const bud = (x, y, s, flip = 1) => group(`translate(${x} ${y}) scale(${s * flip} ${s})`,
  path('M-40,20 Q-60,230 -30,236 Q4,240 20,60 Z', '#e9def2'), circle(0, 0, 92, p.paper), path('M30,-88 A92,92 0 0 1 40,84 Q80,0 30,-88 Z', '#e4d6f0'), circle(-20, -6, 58, p.accent), path('M-64,-30 A58,58 0 0 1 -8,-62 A74,74 0 0 0 -64,-30 Z', '#c084fc'), oval(108, 34, 44, 58, p.ink, 'transform="rotate(-18 108 34)"'), oval(124, 38, 22, 34, '#4b2c6b', 'transform="rotate(-18 124 38)"'));

const pipsCase = () => scene(p, { table: 570, disc: [600, 340, 300] },
  oval(690, 664, 360, 46, p.shade),
  path('M270,440 Q270,180 600,180 Q930,180 930,440 Z', '#d9c4ec'), path('M320,440 Q326,232 600,232 Q874,232 880,440 Z', p.deep),
  bud(470, 390, 0.9, -1), bud(730, 390, 0.9),
  path('M250,440 Q250,430 270,430 H930 Q950,430 950,440 Q950,660 600,660 Q250,660 250,440 Z', p.accent), path('M720,430 H930 Q950,430 950,440 Q950,640 640,659 Q760,600 720,430 Z', '#7e22ce'), rect(250, 430, 700, 22, '#a855f7', 11), circle(600, 560, 9, '#4ade80'), rect(555, 430, 90, 22, p.deep, 8));

const pipsBuds = () => scene(p, { ground: '#f3a9d2', disc: [600, 400, 330], discFill: '#f8c6e1' },
  group('rotate(12 420 400)', group('translate(20 26)', fade(0.25, circle(420, 330, 150, p.deep))), bud(420, 330, 1.6, -1)), group('rotate(-10 790 430)', group('translate(20 26)', fade(0.25, circle(790, 380, 150, p.deep))), bud(790, 380, 1.6)),
  [[150, 160], [1060, 150], [1080, 660], [140, 640]].map(([x, y]) => path(`M${x},${y} q26,36 0,54 q-26,-18 0,-54 z`, p.accent)), line('M450,180 q26,-40 70,-30 M440,140 q40,-60 110,-40', p.deep, 8));

const pipsBattery = () => scene(p, { ground: p.deep, disc: [600, 400, 330], discFill: '#6d28a8' },
  line('M180,400 H1040', '#8b4cc7', 5, 'stroke-dasharray="4 16"'),
  circle(240, 400, 118, p.paper), circle(240, 400, 88, p.accent), path('M170,360 A88,88 0 0 1 250,314 A110,110 0 0 0 170,360 Z', '#c084fc'), line(arc(240, 400, 146, -40, 40), p.bright, 11), poly('352,308 318,294 350,268', p.bright),
  circle(500, 400, 84, p.steel), circle(500, 392, 84, '#e5e7eb'), circle(500, 392, 66, '#cbd5e1'), label(500, 412, '+', p.ink, 64), path('M560,452 l64,52 l-30,26 l-58,-52 Z', '#fde68a'),
  circle(760, 400, 104, '#e9def2'), circle(760, 400, 82, p.ink), circle(760, 400, 64, '#3f1d5e'), line('M724,372 h30 l16,30 h30', p.bright, 6), circle(724, 372, 8, '#fbbf24'), circle(800, 402, 8, '#fbbf24'), rect(740, 436, 40, 16, '#4ade80', 4),
  path('M960,330 H1000 Q1090,330 1090,400 Q1090,470 1000,470 H960 Z', p.ink), oval(960, 400, 30, 70, '#4b2c6b'), oval(960, 400, 15, 34, p.ink));

const lantern = (x, y, s) => group(`translate(${x} ${y}) scale(${s})`,
  line('M-70,-300 Q0,-420 70,-300', '#6b7280', 14), rect(-100, -310, 200, 60, p.accent, 20), rect(-86, -256, 172, 190, '#fef3c7', 10), times(4, (i) => rect(-92, -238 + i * 46, 184, 10, '#fcd34d', 5)), rect(-110, -72, 220, 90, p.deep, 22), circle(0, -28, 28, p.bright), line('M0,-28 v-20', p.paper, 7), rect(-90, 14, 180, 14, p.ink, 6));

const lanternNight = () => scene(p, { ground: '#22103a', table: 560, tableFill: '#180a2b' },
  circle(930, 130, 54, '#f3e8ff'), circle(908, 114, 50, '#22103a'), poly('0,560 240,330 420,470 640,300 900,500 1040,420 1200,540 1200,560', '#301652'),
  circle(620, 540, 330, '#3b1b62'), circle(620, 540, 220, '#5a2f6d'), circle(620, 540, 130, '#8a5a5c'),
  poly('60,640 300,300 560,640', '#7e22ce'), poly('300,300 560,640 440,640', '#5b1a94'), poly('300,300 240,640 360,640', '#fde68a'), poly('300,300 290,640 240,640', '#581c87'), line('M300,300 L20,690 M300,300 L590,690', '#a78bca', 4),
  poly('0,640 1200,600 1200,800 0,800', '#2b1345'), oval(640, 664, 190, 26, '#6d4560'), lantern(640, 640, 0.62),
  path('M800,668 v-26 q0,-20 26,-20 h60 v46 z', '#94a3b8'), rect(820, 610, 60, 16, '#cbd5e1', 6),
  times(34, (i) => line(`M${(i * 173) % 1200},${(i * 97) % 560} l-16,52`, '#7c5aa5', 4)));

const lanternParts = () => scene(p, { table: 640, disc: [470, 370, 280] },
  oval(520, 690, 250, 34, p.shade), lantern(430, 650, 1.42),
  poly('720,690 1090,690 1190,720 840,720', p.shade), group('rotate(-16 900 560)', rect(716, 430, 380, 210, p.ink, 16), times(8, (i) => rect(734 + (i % 4) * 88, 448 + Math.floor(i / 4) * 90, 78, 80, i % 2 ? '#312e81' : '#3730a3', 4)), rect(900, 428, 8, 30, p.bright)), line('M1000,640 L1040,706', p.steel, 14),
  circle(1030, 170, 60, '#fbbf24'), times(8, (i) => line(`M${polar(1030, 170, 82, i * 45)} L${polar(1030, 170, 108, i * 45)}`, '#fbbf24', 10)), fade(0.95, oval(960, 230, 90, 40, p.paper), circle(930, 210, 48, p.paper), circle(1000, 220, 36, p.paper)));

export const pictures = {
  'halo-sensors': haloSensors,
  'ember-base': emberBase,
  'pips-3-case': pipsCase, 'pips-3-buds': pipsBuds, 'pips-3-battery': pipsBattery,
  'lantern-night': lanternNight, 'lantern-parts': lanternParts,
};
