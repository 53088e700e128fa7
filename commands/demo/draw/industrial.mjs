// Pictures of the three industrial reviews.

import { arc, circle, clip, fade, group, label, line, oval, palettes, path, poly, polar, rect, ring, scene, times } from './kit.mjs';

const p = palettes.industrial;

// A thick straight limb between two joints.
const limb = (x1, y1, x2, y2, w, fill) => line(`M${x1},${y1} L${x2},${y2}`, fill, w);
const joint = (x, y, r, cap = p.accent) => circle(x, y, r, p.paper) + circle(x, y, r * 0.68, cap) + circle(x, y, r * 0.25, p.paper);

// An impeller seen from above: curved blades on a hub.
const impeller = (x, y, r) => circle(x, y, r, p.steel) + circle(x, y, r * 0.94, p.metal) + times(9, (i) =>
  group(`rotate(${i * 40} ${x} ${y})`, path(`M${x},${y - r * 0.2} Q${x + r * 0.46},${y - r * 0.36} ${x + r * 0.3},${y - r * 0.92} Q${x + r * 0.2},${y - r * 0.5} ${x - r * 0.1},${y - r * 0.24} Z`, p.paper),
    path(`M${x + r * 0.3},${y - r * 0.92} Q${x + r * 0.46},${y - r * 0.36} ${x + r * 0.05},${y - r * 0.2} L${x + r * 0.14},${y - r * 0.16} Q${x + r * 0.6},${y - r * 0.36} ${x + r * 0.38},${y - r * 0.88} Z`, p.steel))) +
  circle(x, y, r * 0.3, p.steel) + circle(x, y, r * 0.26, p.paper) + circle(x, y, r * 0.12, p.ink);

// A milling cutter in its holder, the tip at x, y.
const tool = (x, y, s = 1) => group(`translate(${x} ${y}) scale(${s})`,
  rect(-70, -330, 140, 90, p.ink, 8), path('M-56,-240 H56 L40,-130 H-40 Z', p.steel), path('M-56,-240 H-10 L-14,-130 H-40 Z', p.metal), rect(-44, -136, 88, 26, p.ink, 6),
  rect(-18, -110, 36, 110, p.metal), times(4, (i) => path(`M-18,${-84 + i * 24} L18,${-104 + i * 24} V${-92 + i * 24} L-18,${-72 + i * 24} Z`, p.steel)));

const benchFront = () => scene(p, { table: 660, disc: [600, 370, 310] },
  poly('300,700 920,700 1060,760 420,760', p.shade),
  rect(290, 120, 560, 580, p.paper, 26), rect(820, 120, 90, 580, '#e9d8ca', 26), rect(800, 120, 60, 580, '#e9d8ca'),
  rect(290, 590, 620, 110, p.deep, 22), rect(290, 590, 620, 40, p.deep), rect(330, 700, 70, 18, p.ink, 6), rect(800, 700, 70, 18, p.ink, 6),
  rect(330, 170, 420, 370, p.ink, 20), clip('chamber', rect(344, 184, 392, 342, '#000', 12), rect(344, 184, 392, 342, '#57331f'), rect(470, 184, 140, 60, p.steel), tool(540, 396, 0.62),
    rect(400, 470, 280, 70, p.steel), oval(540, 470, 96, 22, p.metal), path('M492,466 V420 L516,400 H564 L588,420 V466 Z', p.bright), rect(372, 420, 46, 110, p.metal, 10), rect(662, 420, 46, 110, p.metal, 10),
    fade(0.12, poly('344,184 500,184 344,430', '#fff'))),
  rect(724, 320, 14, 90, p.accent, 7),
  rect(786, 180, 100, 150, p.ink, 12), rect(798, 194, 76, 64, '#7c4a2d', 4), line('M806,240 l18,-22 l16,12 l24,-28', p.bright, 5), times(6, (i) => circle(810 + (i % 3) * 26, 282 + Math.floor(i / 3) * 24, 8, i ? p.steel : '#22c55e')), circle(836, 380, 26, '#facc15'), circle(836, 380, 17, '#dc2626'),
  label(600, 656, '5', p.bright, 40));

const benchSpindle = () => scene(p, { ground: '#7c2d12', disc: [640, 380, 340], discFill: '#9a3412' },
  tool(640, 600, 1.75), rect(100, 610, 1000, 260, p.metal), rect(100, 610, 540, 60, '#7c2d12'), rect(100, 664, 560, 240, '#c4ab99'), rect(640, 600, 470, 24, p.paper),
  times(12, (i) => { const a = 230 + i * 9, r = 120 + (i * 53) % 190; const [x, y] = polar(620, 640, r, a).split(',').map(Number); return line(`M${x},${y} q${-14 - i},${-22} ${-34},${-10 + (i % 3) * 8}`, i % 3 ? p.bright : p.paper, 9); }));

const benchTrunnion = () => scene(p, { table: 680, disc: [600, 400, 330], discFill: '#f3c49c' },
  rect(160, 300, 130, 380, p.paper, 20), rect(910, 300, 130, 380, '#eadccf', 20), rect(130, 650, 940, 60, p.deep, 14),
  path('M225,380 H330 L390,520 H810 L870,380 H975 V460 H920 L860,590 H340 L280,460 H225 Z', p.steel),
  [225, 975].map((x) => circle(x, 420, 78, p.accent) + circle(x, 420, 30, p.paper)),
  group('rotate(-24 600 450)', oval(600, 474, 230, 62, p.steel), oval(600, 450, 230, 62, p.metal), oval(600, 450, 190, 48, p.paper),
    path('M520,440 V330 L560,290 H640 L680,330 V440 Q600,470 520,440 Z', p.bright), path('M640,290 L680,330 V440 Q660,450 630,454 V300 Z', '#e09b12'), oval(600, 316, 36, 12, p.deep)),
  line(arc(225, 420, 118, 300, 410), p.deep, 10), line('M350,344 l-6,38 l-34,-14', p.deep, 10), line(arc(560, 240, 120, 310, 405), p.deep, 10), line('M658,114 l-8,40 l-38,-12', p.deep, 10));

const benchPart = () => scene(p, { ground: p.accent, disc: [560, 400, 330], discFill: '#f0742c' },
  circle(586, 428, 250, '#c2410c'), impeller(560, 400, 250),
  group('rotate(-14 560 400)', rect(906, 40, 70, 720, p.ink, 8), times(23, (i) => rect(i % 5 ? 950 : 938, 70 + i * 29, i % 5 ? 16 : 28, 5, p.metal)),
    path('M976,40 H840 L540,110 V150 L860,142 H976 Z', p.ink), path('M996,600 V740 H846 L540,690 V650 L860,658 V600 Z', '#54301c'), rect(990, 630, 54, 76, '#54301c', 10), rect(888, 630, 76, 44, p.bright, 4)));

const arm = (cap = p.accent) => [
  rect(360, 640, 220, 60, p.ink, 12), rect(400, 570, 140, 80, p.steel, 16),
  limb(470, 560, 400, 330, 96, p.paper), limb(486, 556, 424, 344, 30, '#eadccf'), limb(400, 330, 680, 210, 80, p.paper), limb(408, 348, 680, 230, 24, '#eadccf'), limb(680, 210, 760, 350, 62, p.paper),
  joint(470, 560, 72, cap), joint(400, 330, 64, cap), joint(680, 210, 54, cap),
  ring(760, 356, 46, p.bright, 16), circle(760, 356, 36, p.ink),
].join('');

const elbowArm = () => scene(p, { table: 660, disc: [600, 350, 310], discFill: '#f3c49c' },
  poly('380,700 600,700 900,760 520,760', p.shade), arm(),
  rect(736, 396, 48, 40, p.ink, 6), rect(712, 430, 96, 22, p.steel, 6), rect(712, 446, 20, 70, p.ink, 6), rect(788, 446, 20, 70, p.ink, 6), rect(732, 486, 56, 64, p.bright, 6),
  line(arc(760, 356, 78, 50, 130), p.bright, 10), fade(0.55, line(arc(760, 356, 104, 58, 122), p.bright, 8)),
  rect(850, 620, 200, 80, p.deep, 8), times(3, (i) => rect(866 + i * 60, 586, 48, 40, p.bright, 5)));

const elbowGripper = () => scene(p, { ground: '#53260f', disc: [600, 430, 330], discFill: '#6d3415' },
  path('M470,-40 H730 V150 Q730,200 680,200 H520 Q470,200 470,150 Z', p.paper), rect(640, -40, 90, 232, '#eadccf'), rect(452, 120, 296, 48, p.ink, 24), rect(466, 132, 268, 24, p.bright, 12), fade(0.25, rect(430, 104, 340, 80, p.bright, 40)),
  rect(520, 200, 160, 70, p.steel, 10), rect(380, 264, 440, 86, p.ink, 22), circle(600, 307, 20, p.accent),
  path('M400,350 H470 V470 L500,500 V620 H450 V530 L400,480 Z', p.steel), path('M800,350 H730 V470 L700,500 V620 H750 V530 L800,480 Z', p.metal), rect(488, 500, 16, 120, p.ink), rect(696, 500, 16, 120, p.ink),
  rect(504, 470, 192, 200, '#d9a15a', 16), rect(640, 470, 56, 200, '#bd8440', 12), rect(470, 560, 260, 56, '#c98f48', 10), rect(550, 430, 100, 44, '#bd8440', 8), circle(590, 560, 46, '#8f5f2a'), circle(590, 560, 28, '#53260f'));

const elbowCell = () => scene(p, { ground: p.soft },
  times(5, (i) => rect(i * 240 + 116, 0, 4, 800, '#f8e6d6')), times(3, (i) => rect(0, i * 240 + 156, 1200, 4, '#f8e6d6')),
  circle(560, 430, 330, '#fbd9b8'), ring(560, 430, 330, p.accent, 5, 'stroke-dasharray="18 14"'), circle(560, 430, 150, p.soft),
  rect(700, 120, 250, 200, p.deep, 14), times(12, (i) => circle(738 + (i % 4) * 58, 160 + Math.floor(i / 4) * 60, 20, i < 7 ? p.bright : '#7c2d12')),
  circle(250, 300, 96, p.steel), circle(250, 300, 76, p.metal), circle(250, 300, 20, p.ink), rect(150, 284, 30, 140, p.ink, 8),
  rect(440, 640, 260, 130, p.paper, 16), ring(520, 705, 40, p.steel, 10), rect(590, 680, 84, 50, p.metal, 8),
  limb(560, 430, 690, 520, 70, p.ink), limb(690, 520, 800, 300, 54, p.ink), limb(560, 430, 690, 520, 54, p.paper), limb(690, 520, 800, 300, 40, p.paper), joint(560, 430, 70), joint(690, 520, 44), circle(800, 290, 34, p.ink), ring(800, 290, 30, p.bright, 10),
  rect(1020, 60, 14, 680, '#facc15'), times(9, (i) => rect(1020, 92 + i * 76, 14, 38, p.ink)),
  circle(1110, 420, 40, p.accent), path('M1056,470 Q1056,390 1110,390 Q1164,390 1164,470 Q1140,500 1110,500 Q1080,500 1056,470 Z', p.accent), circle(1110, 424, 34, p.ink));

const seamUnit = () => scene(p, { table: 620, disc: [560, 360, 300] },
  poly('320,690 760,690 920,750 470,750', p.shade),
  rect(320, 190, 380, 470, p.accent, 26), rect(620, 190, 120, 470, p.deep, 26), rect(610, 190, 40, 470, p.deep), rect(350, 150, 340, 30, p.ink, 15), rect(370, 160, 20, 50, p.ink), rect(650, 160, 20, 50, p.ink),
  rect(360, 236, 210, 130, p.ink, 12), rect(376, 252, 120, 70, '#7c4a2d', 4), label(436, 300, '1.2', p.bright, 38), circle(535, 286, 24, p.metal), line('M535,286 v-20', p.ink, 6), times(5, (i) => rect(378 + i * 34, 336, 24, 14, i === 1 ? p.bright : p.steel, 3)),
  times(8, (i) => rect(364, 420 + i * 22, 202, 10, p.deep, 5)), circle(590, 600, 10, '#22c55e'),
  poly('468,610 500,552 532,610', '#facc15'), rect(497, 574, 6, 20, p.ink, 3), circle(500, 601, 3.5, p.ink),
  [380, 660].map((x) => circle(x, 672, 40, p.ink) + circle(x, 672, 17, p.metal)),
  line('M740,300 C940,260 1010,420 900,520 C820,600 860,700 960,690', p.ink, 22),
  group('translate(960 690) rotate(-28)', rect(-10, -24, 130, 44, p.ink, 18), path('M110,-20 H190 L240,-6 V6 L190,18 H110 Z', p.steel), rect(40, 16, 20, 44, p.ink, 8)));

const seamTorch = () => scene(p, { ground: '#2a130a', disc: [520, 560, 300], discFill: '#45200f' },
  rect(-20, 600, 1240, 60, p.steel), rect(-20, 660, 1240, 160, '#8a6f5e'), rect(-20, 600, 530, 14, p.bright),
  group('rotate(-38 520 596)', path('M540,566 L620,556 V636 L540,626 Z', '#d97706'), rect(616, 540, 150, 112, p.metal, 12), rect(616, 540, 150, 40, p.paper, 12), rect(760, 516, 420, 160, p.ink, 60), rect(800, 516, 300, 56, '#54301c', 28), path('M880,660 h90 l40,130 h-90 Z', '#54301c'), rect(1160, 548, 300, 96, '#1a0b05'), circle(690, 596, 18, p.accent)),
  times(18, (i) => { const a = 262 + i * 11; return line(`M${polar(512, 592, 50 + (i % 3) * 22, a)} L${polar(512, 592, 104 + (i * 37) % 120, a)}`, i % 3 ? p.bright : '#fff7d6', i % 2 ? 7 : 4); }),
  circle(512, 594, 44, '#fde68a'), circle(512, 594, 26, '#fffdf5'));

const seamBead = () => scene(p, { ground: p.metal },
  poly('0,0 1200,0 1200,250 0,470', '#e6d5c8'), poly('0,470 1200,250 1200,800 0,800', '#bfa593'), [[120, '#8f8fc0', 0.35], [84, '#b98ac0', 0.4], [58, '#e58f4e', 0.6], [42, '#f7c873', 0.9]].map(([d, tone, opacity]) => fade(opacity, poly(`0,${471 - d} 1200,${251 - d} 1200,${251 + d} 0,${471 + d}`, tone))),
  times(34, (i) => { const x = 20 + i * 36, y = 471 - i * 6.6; return group(`rotate(-10 ${x} ${y})`, oval(x + 6, y + 4, 34, 36, '#7d5f4c'), oval(x, y, 34, 34, i % 2 ? '#f4ebe4' : '#e4d6cb'), path(`M${x - 20},${y - 24} Q${x - 34},${y} ${x - 20},${y + 24} Q${x - 26},${y} ${x - 20},${y - 24} Z`, '#a58a78')); }),
  group('rotate(-10 800 600)', rect(560, 590, 520, 76, p.paper, 8), times(25, (i) => rect(580 + i * 20, 590, 4, i % 5 ? 20 : 36, p.ink)), times(5, (i) => label(582 + i * 100, 652, i, p.ink, 20))));

export const pictures = {
  'bench-5-front': benchFront, 'bench-5-spindle': benchSpindle, 'bench-5-trunnion': benchTrunnion, 'bench-5-part': benchPart,
  'elbow-6-arm': elbowArm, 'elbow-6-gripper': elbowGripper, 'elbow-6-cell': elbowCell,
  'seam-1500-unit': seamUnit, 'seam-1500-torch': seamTorch, 'seam-1500-bead': seamBead,
};
