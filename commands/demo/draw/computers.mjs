// Pictures of the four computer reviews.

import { box, circle, group, label, line, lines, oval, palettes, path, poly, rect, ring, scene, times } from './kit.mjs';

const p = palettes.computers;

// A page of text with a heading, a small chart and paragraphs.
const page = (x, y, w, h, tone = p.steel) => rect(x, y, w, h, p.paper, 6) +
  rect(x + w * 0.1, y + h * 0.09, w * 0.5, h * 0.05, p.ink, 4) +
  lines(x + w * 0.1, y + h * 0.22, w * 0.8, h * 0.065, h * 0.022, tone, [1, 0.94, 0.98, 0.6]) +
  lines(x + w * 0.1, y + h * 0.55, w * 0.8, h * 0.065, h * 0.022, tone, [0.97, 1, 0.9, 0.95, 0.45]);

// A keyboard's keys: rows of equal keys, the last with a long space bar.
const keys = (x, y, w, rows, columns, fill, accents = {}) => {
  const step = w / columns, size = step * 0.86, r = step * 0.13;
  let out = '';
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < columns; c++) {
      if (row === rows - 1 && c > 3 && c < 9) continue;
      out += rect(x + c * step, y + row * step, size, size, accents[`${row}.${c}`] ?? fill, r);
    }
  }
  return out + rect(x + 4 * step, y + (rows - 1) * step, step * 4.86, size, fill, r);
};

const slateSide = () => scene(p, { ground: '#274a9f', table: 560, tableFill: p.deep, disc: [470, 330, 230], discFill: '#3459b3' },
  poly('300,586 900,586 1010,650 420,650', '#172c6b'),
  group('rotate(-14 356 540)', rect(344, 150, 20, 392, p.metal, 9), rect(358, 160, 8, 360, p.ink, 4)),
  path('M338,534 H896 Q914,536 914,548 Q914,556 900,560 L360,572 Q332,572 332,552 Z', p.metal),
  path('M350,556 L912,550 Q912,557 900,560 L360,572 Q340,572 336,560 Z', p.steel),
  circle(356, 543, 15, p.paper), circle(356, 543, 6, p.steel),
  rect(400, 572, 46, 9, p.ink, 4), rect(820, 563, 46, 9, p.ink, 4),
  [0, 46, 92].map((x) => line(`M${400 + x},492 c-16,-24 16,-42 0,-66 s16,-42 0,-66`, p.bright, 7)),
  rect(996, 440, 106, 120, p.paper, 14), rect(1020, 440, 82, 120, '#dfe8f6', 14), line('M1102,470 q42,4 34,40 q-6,28 -36,26', '#dfe8f6', 14),
  oval(1049, 444, 50, 8, p.steel));

const slatePorts = () => scene(p, { table: 520, disc: [860, 300, 250] },
  poly('-20,560 1000,560 1100,640 60,640', p.shade),
  path('M-20,330 H960 Q1024,332 1040,400 Q1046,470 960,490 L-20,540 Z', p.metal),
  path('M-20,330 H960 Q1010,332 1030,372 L-20,372 Z', '#cdd8e8'),
  path('M-20,474 L1040,430 Q1030,476 960,490 L-20,540 Z', p.steel),
  [110, 270, 430].map((x) => rect(x, 400, 104, 36, p.ink, 18) + rect(x + 16, 414, 72, 8, p.steel, 4)),
  rect(596, 398, 118, 40, p.ink, 4), rect(604, 404, 102, 12, p.accent, 2),
  circle(782, 418, 22, p.ink), circle(782, 418, 10, '#000'),
  rect(850, 410, 100, 16, p.ink, 3),
  group('translate(0 0)', rect(290, 560, 64, 60, p.paper, 10), rect(302, 530, 40, 34, p.steel, 8), rect(282, 600, 80, 96, p.accent, 18), line('M322,690 C322,790 420,800 560,780', p.accent, 26)));

const monolithInside = () => scene(p, { table: 640, disc: [600, 400, 330] },
  // The sleeve hovers above what it covers.
  box(470, 90, 200, 140, 110, '#e6edf7', p.paper, p.steel), poly('470,230 670,230 780,175 780,190 670,246 470,246', p.ink),
  [520, 620, 740].map((x) => line(`M${x},262 v50`, p.accent, 5, 'stroke-dasharray="4 14"')),
  poly('470,690 690,690 860,740 620,740', p.shade),
  rect(470, 330, 190, 360, p.deep, 10), poly('660,330 770,275 770,635 660,690', '#c6d3e7'), times(9, (i) => poly(`${668 + i * 11},${326 - i * 5.5} ${673 + i * 11},${323.5 - i * 5.5} ${673 + i * 11},${683.5 - i * 5.5} ${668 + i * 11},${686 - i * 5.5}`, p.steel)), poly('470,330 580,275 770,275 660,330', '#3457ad'),
  rect(494, 352, 34, 150, p.bright, 4), rect(540, 352, 34, 150, p.bright, 4), times(5, (i) => rect(500, 364 + i * 27, 22, 16, p.deep) + rect(546, 364 + i * 27, 22, 16, p.deep)),
  rect(594, 356, 46, 46, p.metal, 4), rect(594, 414, 46, 88, p.accent, 4),
  circle(565, 600, 76, p.ink), times(7, (i) => group(`rotate(${i * 360 / 7} 565 600)`, path('M565,600 q34,-18 26,-66 q-34,6 -26,66', p.steel))), circle(565, 600, 18, p.metal));

const duetOpen = () => scene(p, { table: 470, disc: [600, 280, 280] },
  poly('210,690 1010,690 1120,760 260,760', p.shade),
  rect(290, 60, 620, 350, p.ink, 16), rect(306, 76, 588, 318, '#1a3270'),
  page(330, 100, 220, 270), rect(576, 100, 294, 126, p.accent, 6), rect(576, 244, 140, 126, p.bright, 6), rect(730, 244, 140, 126, p.paper, 6),
  rect(330, 410, 540, 18, p.steel, 6),
  poly('290,428 910,428 970,600 230,600', p.ink), poly('312,440 888,440 942,588 258,588', '#21408f'),
  poly('360,456 560,456 548,572 330,572', p.paper), poly('590,456 842,456 880,572 584,572', p.bright),
  poly('230,600 970,600 966,616 234,616', p.steel),
  poly('270,640 930,640 990,724 210,724', p.paper), poly('210,724 990,724 986,738 214,738', p.metal),
  times(4, (r) => times(14, (c) => { const s = 1 + r * 0.035; return rect(600 + (c - 7) * 45 * s, 649 + r * 18, 38 * s, 14, p.steel, 3); })));

const duetUpright = () => scene(p, { ground: p.accent, table: 610, tableFill: p.deep, disc: [600, 340, 300], discFill: '#4a80f0' },
  poly('330,650 880,650 1000,700 460,700', '#172c6b'),
  poly('250,120 592,80 592,640 250,600', p.ink), poly('950,120 608,80 608,640 950,600', '#1c2c55'),
  poly('268,138 578,101 578,618 268,582', p.paper), poly('932,138 622,101 622,618 932,582', '#e9f0fa'),
  rect(592, 80, 16, 560, p.steel, 6),
  group('skewY(-6)', rect(300, 196, 160, 24, p.ink, 4), lines(300, 250, 240, 27, 10, p.metal, [1, 0.95, 1, 0.9, 0.97, 1, 0.6, 0, 1, 0.93, 0.98, 0.5])),
  group('translate(1200 0) scale(-1 1) skewY(-6) translate(840 0) scale(-1 1)', rect(300, 200, 240, 130, p.bright, 6), lines(300, 360, 240, 27, 10, p.metal, [1, 0.95, 1, 0.9, 0.97, 0.4, 0, 0.8])),
  poly('360,690 840,690 890,752 310,752', p.paper), times(3, (r) => times(12, (c) => rect(600 + (c - 6) * (37 + r * 2), 699 + r * 17, 30, 12, p.steel, 3))));

const duetKeyboard = () => scene(p, { ground: p.deep },
  group('rotate(8 600 400)',
    rect(90, 110, 1050, 620, p.ink, 30), rect(116, 136, 998, 568, '#21408f', 8), circle(980, 240, 150, '#2c52ad'), rect(900, 470, 190, 200, '#2c52ad', 10),
    rect(126, 186, 850, 400, '#172c6b', 26), rect(100, 150, 850, 400, p.paper, 26),
    keys(136, 186, 778, 5, 14, p.metal, { '1.4': '#dfe8f6', '2.9': p.accent }),
    ring(160, 520, 12, p.bright, 5), ring(890, 520, 12, p.bright, 5)),
  // The letter that got lost.
  group('rotate(24 1010 640)', rect(970, 610, 92, 92, '#0b1530', 16), rect(960, 594, 92, 92, p.bright, 16), label(1006, 658, 'e', p.ink, 56)));

export const pictures = {
  'slate-14-side': slateSide, 'slate-14-ports': slatePorts,
  'monolith-mini-inside': monolithInside,
  'duet-16-open': duetOpen, 'duet-16-upright': duetUpright, 'duet-16-keyboard': duetKeyboard,
};
