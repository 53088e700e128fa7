// Pictures of the four computer reviews.

import { arc, box, circle, clip, group, label, line, lines, oval, palettes, path, poly, rect, ring, scene, times } from './kit.mjs';

const p = palettes.computers;

// A page of text with a heading, a small chart and paragraphs.
const page = (x, y, w, h, tone = p.steel) => rect(x, y, w, h, p.paper, 6) +
  rect(x + w * 0.1, y + h * 0.09, w * 0.5, h * 0.05, p.ink, 4) +
  lines(x + w * 0.1, y + h * 0.22, w * 0.8, h * 0.065, h * 0.022, tone, [1, 0.94, 0.98, 0.6]) +
  lines(x + w * 0.1, y + h * 0.55, w * 0.8, h * 0.065, h * 0.022, tone, [0.97, 1, 0.9, 0.95, 0.45]);

const bars = (x, y, w, h, tones, heights) => heights.map((share, i) => {
  const step = w / heights.length;
  return rect(x + i * step, y + h * (1 - share), step * 0.62, h * share, tones[i % tones.length], 3);
}).join('');

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

const slateFront = () => scene(p, { table: 590, disc: [600, 360, 300] },
  poly('250,640 1010,640 1110,700 330,700', p.shade),
  rect(262, 116, 676, 448, p.ink, 20),
  rect(280, 134, 640, 412, p.deep, 6),
  clip('screen', rect(280, 134, 640, 412, '#000', 6),
    poly('280,134 620,134 280,546', '#234497'),
    page(340, 178, 262, 368), rect(640, 178, 230, 170, p.paper, 6), rect(640, 368, 230, 180, p.accent, 6),
    bars(664, 200, 190, 124, [p.accent, p.bright], [0.35, 0.5, 0.42, 0.7, 0.62, 0.95]),
    line('M664,470 C700,470 704,420 740,430 S800,480 846,400', p.paper, 8)),
  circle(600, 125, 4, p.steel),
  path('M196,564 H1004 L1030,610 Q1032,626 1012,626 H188 Q168,626 170,610 Z', p.metal),
  path('M170,606 H1030 Q1032,626 1012,626 H188 Q168,626 170,606 Z', p.steel),
  path('M520,564 H680 L672,580 Q670,586 662,586 H538 Q530,586 528,580 Z', p.steel));

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

const slateKeyboard = () => {
  const key = (column, row, fill = p.ink, span = 1) => rect(-150 + column * 130, -140 + row * 130, span * 130 - 18, 112, fill, 17);
  const arrow = (column, row, d) => key(column, row, p.accent) + group(`translate(${-94 + column * 130} ${-84 + row * 130})`, line(d, p.paper, 9));
  return scene(p, { ground: p.metal },
    group('rotate(-11 600 400)',
      rect(-250, -190, 1800, 880, '#a3b5d0', 40),
      times(4, (row) => times(12, (column) => key(column, row, row === 0 && column === 2 ? p.accent : p.ink))),
      key(0, 4), key(1, 4), key(2, 4, p.ink, 4), key(6, 4), key(7, 4), key(9, 4), key(10, 4),
      // The full-size arrow keys are the point of the picture.
      arrow(8, 4, 'M-20,10 l20,-22 l20,22'), arrow(7, 5, 'M10,-20 l-22,20 l22,20'), arrow(8, 5, 'M-20,-10 l20,22 l20,-22'), arrow(9, 5, 'M-10,-20 l22,20 l-22,20'),
      rect(110, 720, 560, 420, '#c6d3e7', 24)));
};

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

const loaf = (x, y) => path(`M${x},${y} v-78 q-30,-70 60,-74 h120 q88,4 58,74 v78 z`, '#e8b777') + path(`M${x + 190},${y} v-78 q26,-68 -10,-74 q88,4 58,74 v78 z`, '#d49c58') +
  [40, 88, 136].map((dx) => line(`M${x + dx},${y - 128} q14,20 4,40`, '#f6d9a8', 9)).join('');

const monolithFront = () => scene(p, { table: 580, disc: [560, 350, 290] },
  poly('440,640 760,640 960,700 560,720', p.shade),
  box(420, 180, 230, 460, 120, '#e6edf7', p.paper, p.steel),
  times(9, (i) => poly(`${450 + i * 24},${166} ${458 + i * 24},${166} ${514 + i * 24},${134} ${506 + i * 24},${134}`, p.metal)),
  times(12, (i) => rect(448 + i * 15, 470, 6, 140, p.metal, 3)),
  circle(462, 222, 9, p.bright), rect(556, 214, 26, 14, p.ink, 3), rect(596, 214, 26, 14, p.accent, 3),
  rect(446, 640, 30, 12, p.ink), rect(596, 640, 30, 12, p.ink),
  loaf(842, 640), poly('842,640 1078,640 1150,676 900,676', p.shade));

const monolithBack = () => scene(p, { ground: '#2f58b8', table: 600, tableFill: p.deep, disc: [600, 360, 280], discFill: '#3d69cc' },
  poly('480,650 800,650 960,700 620,700', '#172c6b'),
  box(460, 200, 260, 450, 70, p.metal, '#dbe5f3', p.steel),
  [500, 570, 640].map((x) => line(`M${x + 30},140 c-18,-22 18,-40 0,-62 s18,-40 0,-62`, p.bright, 8)),
  rect(486, 226, 208, 64, p.ink, 10), line('M520,258 h90', p.bright, 12), circle(646, 258, 18, p.bright),
  [320, 360].map((y) => rect(494, y, 56, 22, p.ink, 4) + rect(566, y, 56, 22, p.ink, 4)), rect(640, 320, 46, 62, p.ink, 4), rect(648, 346, 30, 30, p.steel, 2),
  rect(494, 408, 64, 26, p.ink, 6), rect(572, 408, 64, 26, p.ink, 6), circle(664, 421, 13, p.ink),
  times(8, (i) => rect(494 + i * 25, 462, 10, 80, p.steel, 5)),
  rect(494, 570, 84, 56, p.ink, 8), circle(520, 598, 6, p.metal), circle(536, 584, 6, p.metal), circle(552, 598, 6, p.metal),
  line('M520,640 C520,760 380,700 250,760', p.ink, 16));

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

const vellumFront = () => scene(p, { table: 600, disc: [640, 340, 300] },
  poly('60,600 196,190 660,600', '#f6f2dc', 'opacity="0.75"'),
  poly('500,650 820,650 960,700 600,700', p.shade),
  rect(590, 520, 100, 120, p.steel), path('M470,640 h340 q20,0 20,18 h-380 q0,-18 20,-18', p.metal),
  rect(300, 130, 680, 410, '#54627c', 12), rect(318, 148, 644, 374, '#e9e9e4', 4),
  rect(370, 196, 250, 28, '#3b4048', 4), lines(370, 256, 250, 24, 9, '#8b9098', [1, 0.95, 0.98, 0.9, 1, 0.96, 0.5, 0, 1, 0.94]),
  lines(660, 200, 250, 24, 9, '#8b9098', [1, 0.92, 1, 0.6]), rect(660, 306, 250, 130, '#c9cac6', 4), poly('660,436 740,350 800,400 850,360 910,436', '#8b9098'), circle(864, 340, 16, '#f4f4f0'),
  lines(660, 456, 250, 24, 9, '#8b9098', [1, 0.7]),
  line('M120,640 L150,330 L210,170', p.ink, 16), oval(120, 640, 90, 16, p.ink), group('rotate(-38 210 170)', path('M160,170 h100 l36,70 h-172 z', p.accent)), circle(150, 330, 16, p.steel));

const vellumSide = () => scene(p, { ground: '#8fa6c9' },
  rect(-60, -60, 820, 940, '#ecece7'), rect(760, -60, 110, 940, '#54627c'), rect(870, -60, 40, 940, '#3d4a62'),
  rect(60, 90, 430, 44, '#3b4048', 6), lines(60, 190, 600, 50, 17, '#8b9098', [1, 0.95, 0.98, 0.92, 1, 0.4, 0, 1, 0.96, 0.9, 0.99, 0.7]),
  rect(898, 226, 112, 348, '#2b3750', 24), times(17, (i) => rect(904, 238 + i * 19.4, 106, 9, i === 5 ? p.bright : p.steel, 4)),
  [290, 360, 430, 500].map((y, i) => rect(800, y, i === 1 ? 48 : 30, 10, i === 1 ? p.bright : p.metal, 5)),
  line(arc(1010, 400, 110, 40, 140), p.paper, 9), line('M1062,470 l20,16 l10,-24', p.paper, 9));

export const pictures = {
  'slate-14-front': slateFront, 'slate-14-side': slateSide, 'slate-14-keyboard': slateKeyboard, 'slate-14-ports': slatePorts,
  'monolith-mini-front': monolithFront, 'monolith-mini-back': monolithBack, 'monolith-mini-inside': monolithInside,
  'duet-16-open': duetOpen, 'duet-16-upright': duetUpright, 'duet-16-keyboard': duetKeyboard,
  'vellum-25-front': vellumFront, 'vellum-25-side': vellumSide,
};
