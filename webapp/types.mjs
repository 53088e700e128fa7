// Writes src/lib/api-types.ts: the schemas of the API's description as TypeScript types. `npm run types` writes it;
// `npm run types -- --check` fails when it is out of date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import openapiTS, { astToString } from 'openapi-typescript';

const folder = import.meta.dirname;
const file = join(folder, 'src/lib/api-types.ts');

const description = execFileSync('go', ['run', './httpapi/openapi/print'], { cwd: join(folder, '..'), maxBuffer: 2 ** 26 });
const { openapi, info, components } = JSON.parse(description);
const types = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: components.schemas } },
  { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
);
const text = `// Generated from the API's description (httpapi/openapi/source) by \`npm run types\`. Do not edit.\n\n${astToString(types).trimEnd()}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('src/lib/api-types.ts is out of date. Run: cd webapp && npm run types\n');
  process.exit(1);
}
