// Writes the compressed forms of the site's files beside them: app.js.br and app.js.gz, which the server sends as they are
// (httpapi/pages/asset.go).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = join(import.meta.dirname, 'dist/site');
const texts = /\.(js|mjs|css|json|svg|txt|xml|webmanifest)$/;

/** Smaller files hardly shrink. */
const from = 512; // bytes

const forms = {
  br: (data) =>
    promisify(brotliCompress)(data, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gz: (data) => promisify(gzip)(data, { level: constants.Z_BEST_COMPRESSION }),
};

const files = readdirSync(folder, { recursive: true }).filter((name) => texts.test(name));
await Promise.all(
  files.flatMap((name) => {
    const data = readFileSync(join(folder, name));
    if (data.length < from) return [];
    return Object.entries(forms).map(async ([ending, compress]) => {
      const compressed = await compress(data);
      if (compressed.length < data.length) writeFileSync(join(folder, `${name}.${ending}`), compressed);
    });
  }),
);
