// One picture an article.

import { arc, box, circle, clip, fade, group, line, lines, palettes, path, poly, rect, ring, scene, times } from './kit.mjs';

const councilMinutes = () => { const p = palettes.ai; return scene(p, { table: 690, ground: p.ground },
  [0, 1].map((side) => group(`translate(${side * 860} 0)`, rect(0, 0, 340, 690, p.table), [0, 1, 2].map((row) => rect(0, 216 + row * 226, 340, 20, p.deep) +
    times(9, (i) => { const h = 130 + ((i * 37 + row * 29 + side * 17) % 56); return rect(14 + i * 35, 216 + row * 226 - h, 28, h, [p.accent, p.paper, p.deep, p.bright, p.steel][(i * 2 + row + side) % 5], 3) + rect(20 + i * 35, 240 + row * 226 - h, 16, 26, p.soft, 2); })))),
  circle(600, 380, 220, p.soft), rect(430, 520, 340, 24, p.deep), rect(456, 544, 20, 146, p.deep), rect(724, 544, 20, 146, p.deep),
  box(480, 390, 200, 130, 60, p.ink, '#3b2a78', '#150b33'), circle(508, 420, 8, '#4ade80'), times(6, (i) => rect(590 + i * 14, 414, 6, 80, '#3b2a78', 3)), rect(500, 470, 70, 8, p.accent, 4),
  // What it heard comes out as lines.
  times(13, (i) => { const h = [20, 44, 70, 36, 88, 54, 100, 60, 84, 40, 62, 30, 16][i]; return rect(450 + i * 24, 250 - h / 2, 10, h, p.accent, 5); }),
  poly('440,700 620,690 650,790 450,800', p.paper), lines(462, 716, 150, 18, 7, p.steel, [1, 0.9, 0.95, 0.6])); };

const onePassword = () => { const p = palettes.security; return scene(p, { ground: p.deep },
  times(4, (row) => times(6, (c) => { const x = 60 + c * 186, y = 40 + row * 190, open = row === 1 && c === 3; return rect(x, y, 150, 160, open ? p.ink : '#b91845', 14) +
    rect(x + 52, y + 22, 46, 116, open ? p.bright : p.paper, 22) + circle(x + 75, y + 50, 14, p.ink) + circle(x + 75, y + 50, 6, open ? '#fff' : p.steel) + circle(x + 75, y + 106, 16, open ? p.accent : p.bright); })),
  group('rotate(-32 620 480) translate(14 18)', fade(0.35, ring(420, 480, 92, p.ink, 46) + rect(500, 456, 380, 48, p.ink, 10) + rect(790, 490, 36, 70, p.ink, 6) + rect(844, 490, 36, 50, p.ink, 6))),
  group('rotate(-32 620 480)', ring(420, 480, 92, '#fbbf24', 46), rect(500, 456, 380, 48, '#fbbf24', 10), rect(790, 490, 36, 70, '#fbbf24', 6), rect(844, 490, 36, 50, '#fbbf24', 6), rect(520, 464, 350, 10, '#fde68a', 5))); };

const batteryBakery = () => { const p = palettes.automotive, brick = '#c8694a', joint = '#9c4a33'; return scene(p, { ground: '#efe3d3', table: 690, tableFill: '#c9ad8c' },
  rect(170, 60, 860, 630, joint), times(11, (row) => times(8, (i) => rect(174 + i * 122 - (row % 2) * 60, 64 + row * 57, 116, 51, (i * 3 + row) % 5 ? brick : '#d87f5f', 3))), rect(0, 60, 170, 630, '#efe3d3'), rect(1030, 60, 170, 630, '#efe3d3'), rect(130, 40, 940, 34, '#7c3a28', 6),
  path('M330,620 V400 Q330,180 600,180 Q870,180 870,400 V620 Z', '#7c3a28'), path('M370,620 V404 Q370,220 600,220 Q830,220 830,404 V620 Z', '#241310'), path('M450,620 V470 Q450,340 600,340 Q750,340 750,470 V620 Z', '#5a2413'), path('M520,620 V520 Q520,440 600,440 Q680,440 680,520 V620 Z', '#a8431a'),
  rect(320, 612, 560, 26, p.ink, 6), poly('400,600 800,600 860,640 340,640', '#d9a15a'), rect(575, 636, 50, 170, '#b97f3d'),
  box(440, 470, 270, 130, 56, p.accent, '#34d399', p.deep), rect(470, 498, 210, 34, p.ink, 8), times(4, (i) => rect(480 + i * 50, 505, 40, 20, i < 3 ? '#5eead4' : '#ef4444', 4)), times(7, (i) => circle(478 + i * 33, 566, 12, p.deep)), rect(540, 446, 90, 14, p.ink, 6)); };

const matteAgain = () => { const p = palettes.computers; return scene(p, { table: 620, disc: [600, 330, 300] },
  poly('240,660 1000,660 1120,720 340,720', p.shade), rect(230, 90, 740, 500, p.ink, 22),
  clip('gloss', rect(250, 110, 350, 460, '#000'), rect(250, 110, 350, 460, '#0b1430'), rect(300, 130, 200, 250, '#fef9c3'), rect(394, 130, 12, 250, '#0b1430'), rect(300, 248, 200, 12, '#0b1430'), poly('250,110 420,110 250,420', '#ffffff', 'opacity="0.18"'), circle(510, 430, 70, '#31426f'), path('M390,580 Q400,500 510,500 Q620,500 630,580 Z', '#31426f'), line('M484,424 l20,6 M520,430 l20,-6', '#0b1430', 7), line('M496,462 q14,-8 28,0', '#0b1430', 6)),
  rect(600, 110, 350, 460, '#f4f6f8'), rect(640, 160, 190, 30, p.ink, 5), lines(640, 226, 270, 34, 13, p.steel, [1, 0.94, 0.98, 0.7, 0, 1, 0.92, 0.97, 0.5]), rect(600, 110, 8, 460, p.accent),
  path('M170,590 H1030 L1060,640 Q1060,654 1042,654 H158 Q140,654 140,640 Z', p.metal), path('M140,636 H1060 Q1060,654 1042,654 H158 Q140,654 140,636 Z', p.steel)); };

const fortyChargers = () => { const p = palettes.automotive, broken = [3, 7, 12, 14, 19, 22, 25, 28, 31, 36, 38]; return scene(p, { ground: '#0e4a3a' },
  times(24, (i) => line(`M${86 + (i % 8) * 132},${36 + Math.floor(i / 8) * 290 + (i % 2) * 96} l-16,54`, '#1f6b56', 5)),
  times(5, (row) => times(8, (c) => { const i = row * 8 + c, dark = broken.includes(i), x = 100 + c * 132, y = 60 + row * 144; return fade(dark ? 0.42 : 1,
    rect(x, y, 62, 104, dark ? '#5b7a6e' : p.paper, 12), rect(x + 11, y + 12, 40, 26, dark ? '#16382e' : p.ink, 4), dark ? line(`M${x + 22},${y + 19} l18,12 m0,-12 l-18,12`, '#9db5ab', 4) : path(`M${x + 34},${y + 50} l-15,24 h11 l-4,18 l17,-26 h-11 z`, p.accent), line(`M${x + 62},${y + 40} q26,6 18,36 q-6,22 -18,20`, dark ? '#5b7a6e' : p.bright, 6), rect(x - 6, y + 104, 74, 9, dark ? '#3d5a50' : '#8fd6b8', 4)); }))); };

const twoPersonCell = () => { const p = palettes.industrial; const person = (x, y, coat, skin, hair) => group(`translate(${x} ${y})`, rect(-58, 240, 46, 96, p.ink), rect(12, 240, 46, 96, p.ink), path('M-80,250 V90 Q-80,10 0,10 Q80,10 80,90 V250 Z', coat), circle(0, -50, 56, skin), path('M-58,-54 Q-60,-116 0,-116 Q60,-116 58,-54 Q30,-84 -6,-80 Q-40,-78 -58,-54 Z', hair)); return scene(p, { table: 650, disc: [600, 340, 320], discFill: '#f3c49c' },
  rect(0, 710, 1200, 22, '#facc15'), person(250, 410, p.deep, '#c98d62', p.ink), person(960, 410, '#57331f', '#f0c29c', '#b45309'),
  rect(400, 470, 400, 26, p.ink, 6), rect(380, 496, 440, 130, p.accent, 10), rect(400, 516, 120, 90, p.deep, 6), rect(540, 516, 120, 90, p.deep, 6), [430, 770].map((x) => rect(x - 8, 624, 16, 30, p.ink) + circle(x, 668, 26, p.ink) + circle(x, 668, 10, p.metal)),
  line('M500,440 L470,290', p.paper, 60), line('M470,290 L630,200', p.paper, 52), line('M630,200 L690,310', p.paper, 42), rect(450, 430, 110, 44, p.ink, 8), [[500, 436, 42], [470, 290, 40], [630, 200, 34]].map(([x, y, r]) => circle(x, y, r, p.paper) + circle(x, y, r * 0.66, p.accent) + circle(x, y, r * 0.25, p.paper)), ring(692, 318, 28, '#fbbf24', 11), rect(668, 346, 48, 16, p.ink, 4), rect(670, 360, 12, 44, p.ink), rect(702, 360, 12, 44, p.ink), rect(680, 388, 24, 40, '#fbbf24', 3), rect(650, 436, 120, 34, '#fde68a', 4)); };

const yearsOfUpdates = () => { const p = palettes.gadgets; return scene(p, { ground: p.accent, disc: [600, 400, 340], discFill: '#a855f7' },
  rect(366, 166, 500, 560, '#6b21a8', 30), times(3, (i) => rect(350 - i * 8, 150 + i * 10, 500, 540, ['#e4d6f0', '#efe6f6', p.paper][i], 30)), path('M334,250 V200 Q334,170 364,170 H804 Q834,170 834,200 V250 Z', p.bright),
  times(6, (i) => rect(392 + i * 74, 130, 18, 84, p.ink, 9)),
  // Seven years: four of them already gone.
  times(7, (i) => { const x = 400 + (i % 4) * 122, y = 330 + Math.floor(i / 4) * 150, gone = i < 4; return circle(x + (i > 3 ? 61 : 0), y, 48, gone ? '#e4d6f0' : p.accent) + (gone ? line(`M${x - 18},${y - 18} l36,36 m0,-36 l-36,36`, '#b79fce', 9) : line(`M${x + 41},${y + 2} l15,16 l28,-32`, p.paper, 10)); }),
  lines(420, 590, 330, 30, 12, '#d9c4ec', [1, 0.6]), path('M834,560 V680 Q834,710 804,710 H690 Z', '#d9c4ec'), path('M834,560 Q760,590 740,600 Q760,660 690,710 Z', '#f3e8fb')); };

const messagesFromAbove = () => { const p = palettes.slate; return scene(p, { ground: '#152238' },
  circle(960, 190, 360, '#1b2c48'), circle(960, 190, 230, '#233858'), times(40, (i) => circle((i * 197) % 1200, (i * 89) % 480, 2 + (i % 3), '#93a9c9')),
  group('rotate(-24 960 190)', rect(730, 156, 150, 68, '#3b82f6', 6), rect(1040, 156, 150, 68, '#3b82f6', 6), times(4, (i) => rect(758 + i * 32, 156, 5, 68, '#1e3a8a') + rect(1068 + i * 32, 156, 5, 68, '#1e3a8a')), rect(880, 182, 160, 16, '#cbd5e1'), rect(906, 130, 108, 120, '#e2e8f0', 12), rect(906, 206, 108, 44, '#fbbf24', 8), path('M920,262 Q960,318 1000,262 Z', '#cbd5e1')),
  [0, 1, 2].map((i) => line(arc(470, 500, 90 + i * 64, 30, 66), '#fbbf24', 9, `opacity="${1 - i * 0.25}"`)), line('M900,276 L610,412', '#fbbf24', 5, 'stroke-dasharray="3 18"'),
  poly('0,620 170,520 330,640 560,560 760,660 980,560 1200,640 1200,800 0,800', '#0f1a2c'), path('M180,800 L260,640 Q300,600 420,610 Q520,620 560,700 L620,800 Z', '#33475f'), path('M420,610 Q520,620 560,700 L620,800 H500 Z', '#26374d'),
  path('M356,610 V520 Q356,470 404,470 Q452,470 452,520 V610 Z', '#e11d48'), circle(404, 436, 36, '#f0c29c'), path('M366,436 Q364,394 404,394 Q444,394 442,436 Q404,412 366,436 Z', '#fbbf24'), line('M440,520 L484,500 L492,470', '#e11d48', 26), rect(478, 424, 34, 58, '#f8fafc', 6, 'transform="rotate(24 495 453)"'), rect(482, 430, 26, 42, '#38bdf8', 3, 'transform="rotate(24 495 453)"'), rect(370, 606, 26, 24, '#0b1220'), rect(412, 606, 26, 24, '#0b1220')); };

const localFirst = () => { const p = palettes.slate; return scene(p, { ground: '#d7e3e8', table: 640, tableFill: '#9fb4ab' },
  circle(930, 150, 70, '#fde68a'), path('M-40,640 V330 Q200,40 520,120 Q760,180 820,640 Z', '#6c857b'), path('M300,110 Q560,60 700,260 Q800,420 820,640 H600 Z', '#57706a'),
  path('M300,640 V460 Q300,290 480,290 Q660,290 660,460 V640 Z', '#43524f'), path('M336,640 V464 Q336,326 480,326 Q624,326 624,464 V640 Z', '#131c2b'),
  rect(0, 640, 1200, 14, '#4b5b57'), times(20, (i) => rect(i * 64, 654, 34, 12, '#6b5a48')),
  path('M430,624 V440 Q430,400 470,400 H1040 Q1110,400 1150,500 L1180,590 Q1184,624 1150,624 Z', '#0f766e'), path('M430,624 V440 Q430,400 470,400 H624 V624 Z', '#0b4f4a'), path('M1010,430 H1046 Q1090,430 1120,510 H1010 Z', '#cffafe'), rect(430, 570, 742, 16, '#fbbf24'), [500, 680, 860, 1060].map((x) => circle(x, 630, 24, '#131c2b') + circle(x, 630, 9, p.metal)),
  // In the lit window somebody goes on writing.
  rect(660, 430, 290, 110, '#fef3c7', 12), circle(716, 476, 26, '#7c4a2d'), path('M676,540 Q680,502 716,502 Q752,502 756,540 Z', p.deep), rect(786, 452, 120, 74, p.paper, 6), lines(800, 468, 90, 15, 6, p.steel, [1, 0.85, 0.95]), rect(770, 526, 152, 14, p.steel, 4),
  [470, 540].map((x) => rect(x, 440, 48, 76, '#0a3b38', 8))); };

export const pictures = {
  'council-minutes': councilMinutes, 'one-password': onePassword, 'battery-bakery': batteryBakery, 'matte-again': matteAgain, 'forty-chargers': fortyChargers,
  'two-person-cell': twoPersonCell, 'years-of-updates': yearsOfUpdates, 'messages-from-above': messagesFromAbove, 'local-first': localFirst,
};
