// Draws the demo pictures: each picture's SVG is rasterised by a headless Chromium and written
// as WebP to ../content/images. See README.md beside this file.
//
//   node draw.mjs              every picture
//   node draw.mjs halo lamp    those whose name contains one of the words

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { width, height } from './kit.mjs';
import * as computers from './computers.mjs';
import * as automotive from './automotive.mjs';
import * as industrial from './industrial.mjs';
import * as gadgets from './gadgets.mjs';
import * as articles from './articles.mjs';

const quality = 0.72; // the lowest at which flat areas and edges still look clean at full size
const chromium = process.env.CHROMIUM ?? 'chromium';
const target = path.join(import.meta.dirname, '../content/images');

const all = Object.assign({}, ...[computers, automotive, industrial, gadgets, articles].map((m) => m.pictures));
const words = process.argv.slice(2);
const names = Object.keys(all).filter((name) => !words.length || words.some((w) => name.includes(w)));
const svgs = Object.fromEntries(names.map((name) => [name, all[name]()]));

// The page draws one picture after another on a canvas and leaves the results in its text.
const page = `<!doctype html><meta charset="utf-8"><pre id="out"></pre><script>
const svgs = ${JSON.stringify(svgs).replaceAll('</', '<\\/')};
const draw = async () => {
  const done = {};
  for (const [name, svg] of Object.entries(svgs)) {
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
    try { await image.decode(); } catch { throw new Error(name + ' is not a valid SVG'); }
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
    canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
    done[name] = canvas.toDataURL('image/webp', ${quality}).split(',')[1];
  }
  return done;
};
draw().then((done) => JSON.stringify(done), (err) => 'error: ' + err.message).then((text) => { out.textContent = text; });
</script>`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-pictures-'));
try {
  const file = path.join(folder, 'page.html');
  fs.writeFileSync(file, page);
  const dom = execFileSync(chromium, ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}/profile`,
    '--virtual-time-budget=60000', '--dump-dom', `file://${file}`], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  const text = dom.match(/<pre id="out">([^<]*)<\/pre>/)?.[1] ?? '';
  if (!text.startsWith('{')) throw new Error(text || 'the browser drew nothing');
  fs.mkdirSync(target, { recursive: true });
  let total = 0;
  for (const [name, base64] of Object.entries(JSON.parse(text))) {
    const bytes = Buffer.from(base64, 'base64');
    total += bytes.length;
    fs.writeFileSync(path.join(target, `${name}.webp`), bytes);
  }
  console.log(`${names.length} pictures, ${Math.round(total / 1024)} KB`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
