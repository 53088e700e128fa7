// Pictures of the three automotive reviews.

import { arc, circle, clip, fade, group, label, line, oval, palettes, path, poly, polar, rect, ring, scene, times } from './kit.mjs';

const p = palettes.automotive;

// A parked car from the left, its wheels on y = 0, about 620 wide.
const car = (x, y, body, glass) => group(`translate(${x} ${y})`,
  path('M0,-40 Q-6,-110 60,-122 L150,-138 Q220,-224 330,-226 Q440,-226 500,-146 Q590,-138 612,-104 Q628,-70 616,-40 Z', body),
  path('M176,-142 Q232,-204 318,-206 V-142 Z', glass), path('M334,-206 Q420,-208 470,-142 H334 Z', glass),
  rect(300, -118, 44, 8, p.ink, 4), path('M600,-112 q18,8 20,26 h-34 z', p.paper), rect(-2, -98, 20, 26, '#ef6a5a', 6),
  [130, 486].map((cx) => circle(cx, -44, 62, p.ink) + circle(cx, -44, 34, p.metal) + circle(cx, -44, 12, p.steel)));

// The charger's face, w wide, with its ring of light.
const charger = (x, y, w) => { const s = w / 260; return group(`translate(${x} ${y}) scale(${s})`,
  rect(14, 16, 260, 380, p.shade, 48), rect(0, 0, 260, 380, p.paper, 48), path('M48,380 H212 Q260,380 260,332 V250 Q130,300 0,250 V332 Q0,380 48,380 Z', '#e0efe7'),
  ring(130, 128, 66, '#d3e6dc', 16), line(arc(130, 128, 66, 0, 250), p.accent, 16), path('M140,90 l-34,46 h22 l-8,32 l36,-48 h-24 z', p.ink),
  rect(70, 222, 120, 40, p.ink, 8), label(130, 251, '6.4 kWh', p.bright, 24), rect(96, 340, 68, 40, p.ink, 10)); };

const wallportGarage = () => scene(p, { ground: '#0f3b30', table: 610, tableFill: '#0b2c24' },
  times(9, (i) => rect(0, 66 + i * 62, 1200, 3, '#123f34')),
  rect(90, 90, 300, 230, '#07201a', 10), clip('window', rect(104, 104, 272, 202, '#000', 6), rect(104, 104, 272, 202, '#164e63'), circle(310, 160, 34, '#fef3c7'), circle(296, 150, 32, '#164e63'), times(9, (i) => circle(124 + (i * 83) % 240, 124 + (i * 47) % 110, 3, '#cffafe')), poly('104,306 200,220 270,270 340,230 376,260 376,306', '#0b2c24')), rect(236, 104, 8, 202, '#07201a'),
  group('translate(905 170)', charger(0, 0, 150)),
  line('M980,380 C980,600 880,660 782,556', p.bright, 12),
  oval(480, 668, 370, 26, '#071e18'), car(170, 660, p.accent, '#a7f3d0'), circle(770, 556, 16, p.ink), circle(770, 556, 8, p.bright));

const nightglassFront = () => scene(p, { table: 640, disc: [600, 390, 300] },
  poly('0,0 1200,0 1200,110 0,210', '#bfe0ce'), poly('0,0 1200,0 1200,60 0,140', '#9fcdb5'),
  rect(520, 110, 160, 40, p.steel, 14), path('M556,150 H644 L632,270 H568 Z', p.ink),
  rect(306, 262, 620, 270, p.shade, 135), rect(280, 240, 620, 270, p.ink, 135), rect(280, 240, 620, 120, '#16382e', 60),
  rect(770, 290, 90, 170, '#0d2119', 40), times(6, (i) => rect(790, 318 + i * 20, 50, 8, '#2b5a4b', 4)),
  circle(590, 375, 180, '#0d2119'), circle(590, 375, 156, p.steel), circle(590, 375, 140, '#0d2119'), circle(590, 375, 98, p.deep), circle(590, 375, 58, '#0d2119'),
  path('M516,330 A88,88 0 0 1 600,286 A110,110 0 0 0 516,330 Z', p.bright), circle(630, 408, 14, '#34d399'), circle(350, 375, 13, '#ef4444'));

const nightglassBack = () => scene(p, { ground: '#0e4a3a', disc: [600, 400, 320], discFill: '#13604b' },
  path('M556,0 H644 L632,200 H568 Z', p.ink),
  rect(206, 204, 820, 420, '#0a3529', 190), rect(180, 180, 820, 420, p.ink, 190), rect(180, 180, 820, 160, '#16382e', 80),
  clip('view', rect(330, 232, 480, 316, '#000', 14), rect(330, 232, 480, 316, '#bae6d3'), circle(690, 300, 34, '#fff7d6'), poly('330,400 450,320 540,370 640,300 810,390 810,420 330,420', p.accent), rect(330, 400, 480, 150, '#4b6b60'),
    poly('556,400 584,400 760,550 380,550', p.ink), poly('567,410 573,410 576,440 564,440', p.paper), poly('563,456 577,456 582,500 558,500', p.paper), poly('556,516 584,516 590,552 550,552', p.paper),
    rect(602, 386, 46, 34, '#ef6a5a', 8)),
  rect(348, 250, 20, 20, '#ef4444', 10),
  times(3, (i) => circle(888, 302 + i * 84, 30, '#21493d') + circle(888, 302 + i * 84, 10, i ? p.metal : p.bright)), times(5, (i) => rect(236, 310 + i * 36, 50, 12, '#21493d', 6)));

const nightglassNight = () => scene(p, { ground: '#061a15', table: 470, tableFill: '#0a261f' },
  times(7, (i) => rect(20 + i * 175, 120 + (i * 67) % 130, 120, 360, '#0b2c24')), times(20, (i) => rect(40 + (i * 131) % 1120, 190 + (i * 71) % 220, 16, 22, i % 3 ? '#14483b' : '#fde68a')),
  poly('360,470 840,470 1300,800 -100,800', '#0e3128'), poly('592,490 608,490 614,540 586,540', '#9fcdb5'),
  [130, 1070].map((x) => rect(x - 5, 120, 10, 380, '#14483b') + oval(x, 120, 40, 12, '#fde68a') + fade(0.13, poly(`${x - 30},124 ${x + 30},124 ${x + 160},560 ${x - 160},560`, '#fde68a'))),
  // The car ahead, and the frame that has found its plate.
  path('M400,660 V560 Q404,520 450,510 L486,420 Q494,400 516,400 H684 Q706,400 714,420 L750,510 Q796,520 800,560 V660 Z', '#1d5a4a'), path('M512,500 L534,436 Q538,428 548,428 H652 Q662,428 666,436 L688,500 Z', '#08201a'),
  rect(430, 540, 84, 34, '#ef6a5a', 12), rect(686, 540, 84, 34, '#ef6a5a', 12), rect(420, 656, 70, 44, '#030d0a', 10), rect(710, 656, 70, 44, '#030d0a', 10),
  rect(532, 588, 136, 44, p.paper, 6), label(600, 620, 'DM 0000', p.ink, 28),
  line('M504,596 v-36 h36 M660,560 h36 v36 M696,624 v36 h-36 M540,660 h-36 v-36', p.bright, 7),
  circle(80, 60, 14, '#ef4444'), rect(108, 50, 90, 20, '#2b5a4b', 10));

const wheel = (x, y, r, fill, tone) => ring(x, y, r, fill, 46) + line(`M${x - r + 10},${y + 10} H${x + r - 10} M${x},${y} V${y + r}`, fill, 44) + circle(x, y + 14, 76, tone) + circle(x, y + 14, 30, fill);

const lumenView = () => scene(p, { ground: '#083344', table: 330, tableFill: '#0c3f39' },
  circle(820, 210, 46, '#fef3c7'), poly('0,330 180,210 330,300 520,180 700,310 900,230 1200,330', '#0a3d46'),
  poly('560,330 640,330 1080,700 120,700', '#07231f'), poly('596,340 604,340 608,380 592,380', '#cbd5d1'), poly('590,400 610,400 618,460 582,460', '#cbd5d1'), poly('578,490 622,490 636,570 564,570', '#cbd5d1'),
  label(520, 468, '50', p.bright, 120), line('M700,470 V420 Q700,392 730,392 H790', p.bright, 20), line('M768,364 l30,28 l-30,28', p.bright, 20), ring(404, 430, 36, '#fb7185', 9), label(404, 441, '50', p.paper, 30),
  path('M0,640 Q600,520 1200,640 V800 H0 Z', '#03110f'), path('M0,670 Q600,552 1200,670 V690 Q600,574 0,690 Z', '#0d2b26'),
  rect(520, 606, 170, 30, '#16443b', 10), wheel(420, 860, 240, '#0f2a25', '#1c4a40'), path('M-40,0 H60 Q20,300 -40,420 Z M1240,0 H1140 Q1180,300 1240,420 Z', '#03110f'));

const lumenUnit = () => scene(p, { table: 520, disc: [640, 300, 270] },
  poly('560,440 430,40 900,40 700,440', '#c9f5e4', 'opacity="0.85"'), label(664, 180, '50', p.accent, 130), line('M600,236 h130', p.accent, 10),
  poly('300,650 960,650 1090,720 440,720', p.shade),
  poly('300,500 400,410 890,410 960,500', '#1f4539'), rect(300, 500, 660, 150, p.ink, 22), rect(300, 500, 660, 50, '#16382e', 22),
  poly('500,480 545,432 745,432 780,480', '#0a1a15'), poly('520,472 554,440 736,440 760,472', p.bright),
  circle(900, 600, 13, '#34d399'), times(9, (i) => rect(340 + i * 22, 580, 9, 44, '#2b5a4b', 4)), rect(330, 650, 60, 12, '#06140f'), rect(870, 650, 60, 12, '#06140f'), line('M300,600 C180,600 180,700 -20,690', p.ink, 18));

const lumenDouble = () => scene(p, { ground: '#fdf3cf', table: 400, tableFill: '#d9e4d0' },
  circle(860, 190, 220, '#fdeaa6'), circle(860, 190, 130, '#fde080'), circle(860, 190, 78, '#fffbe8'),
  times(12, (i) => line(`M${polar(860, 190, 250, i * 30)} L${polar(860, 190, 300, i * 30)}`, '#fde080', 14)),
  poly('0,400 200,300 380,380 560,310 760,400', '#bcd4b4'), poly('540,400 660,400 1180,800 20,800', '#c3c9bf'), poly('594,420 606,420 614,480 586,480', p.paper), poly('580,510 620,510 634,600 566,600', p.paper),
  fade(0.55, label(470, 560, '50', '#7fb89c', 190), label(494, 586, '50', '#9ccbb4', 190)), fade(0.5, line('M660,560 V500 Q660,470 690,470 H740', '#7fb89c', 22), line('M684,586 V526 Q684,496 714,496 H764', '#9ccbb4', 22)),
  // The unit's own reflection is the sharpest thing on the glass.
  fade(0.8, poly('800,470 1090,470 1120,560 770,560', '#3d5a50'), poly('850,486 1040,486 1052,512 838,512', '#94b3a6')),
  path('M0,700 Q600,620 1200,700 V800 H0 Z', p.ink));

export const pictures = {
  'wallport-11-garage': wallportGarage,
  'nightglass-2-front': nightglassFront, 'nightglass-2-back': nightglassBack, 'nightglass-2-night': nightglassNight,
  'lumen-hud-view': lumenView, 'lumen-hud-unit': lumenUnit, 'lumen-hud-double': lumenDouble,
};
