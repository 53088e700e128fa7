// Looks up what readers load in the build itself: a chunk brings all of its modules.
import { join, relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The dashboard, which no page for readers links to. */
const dashboard = 'src/app/routes/admin.tsx';

const notForReaders = [
  /^src\/features\/(admin|activity|analytics|api-keys|media|messages|overview|settings|time-travel)/,
  /^src\/(components\/(admin-list|editor|media|palette)|app\/palette)/,
  /^node_modules\/(zod|@hookform\/resolvers|@codemirror|recharts)\//,
];

test('no page for readers, and nothing that a click on it loads, brings code of the dashboard', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const built = (await build({ root, logLevel: 'silent', build: { write: false, minify: false } })) as Rolldown.RolldownOutput;
  const chunks = new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const path = (id: string) => relative(root, id);

  const followed = new Map<string, string>(); // chunks, and how each is reached
  const follow = (name: string, from: string) => {
    const chunk = chunks.get(name);
    if (!chunk || followed.has(name)) return;
    const way = `${from} → ${name}`;
    followed.set(name, way);
    for (const imported of chunk.imports) follow(imported, way);
    for (const imported of chunk.dynamicImports) if (path(chunks.get(imported)?.facadeModuleId ?? '') !== dashboard) follow(imported, way);
  };
  for (const [name, { moduleIds }] of chunks) if (moduleIds.map(path).includes('src/main.tsx')) follow(name, 'every page');

  const found = [...followed].flatMap(([name, way]) =>
    (chunks.get(name)?.moduleIds ?? [])
      .map(path)
      .filter((module) => notForReaders.some((pattern) => pattern.test(module)))
      .map((module) => `${module}: ${way}`),
  );
  expect(found).toEqual([]);
  const reached = [...followed.keys()].flatMap((name) => chunks.get(name)?.moduleIds ?? []).map(path);
  expect(reached).toEqual(
    expect.arrayContaining(['src/app/routes/review.tsx', 'src/components/gallery/lightbox.tsx', 'src/app/routes/login.tsx']),
  );
});
