// How the web app is built (dist/site), served while developing, and tested.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The running server that `npm run dev` reads from.
const server = { target: process.env.CANDOR_URL ?? 'http://127.0.0.1:8080' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const entry = path('./src/main.tsx');

/** Lists our own modules that the app's entry imports, itself or through others, without a dynamic import between them: every page loads them. */
function modulesOfEveryPage(graph: { getModuleInfo(id: string): { importedIds: string[] } | null }): Set<string> {
  const found = new Set<string>();
  const follow = (id: string) => {
    if (found.has(id) || id.includes('/node_modules/')) return; // packages import all that they have
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(follow);
  };
  follow(entry);
  found.delete(entry); // it waits for the code of the screen, which imports the rest
  return found;
}

let ofEveryPage: Set<string> | undefined;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      { find: '@', replacement: path('./src') },
      // The package's exports only name its copy for development, whose checks and warnings every reader would load.
      { find: /^react-router$/, replacement: path('./node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true, // only site/: dist/README.md beside it is committed
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: fonts or scripts
    rolldownOptions: {
      // The second is for pages that show the past (httpapi/past.go finds it by its name).
      input: { index: path('./index.html'), 'past-bar': path('./src/past-bar/past-bar.ts') },
      output: {
        // Two chunks that every reader has, rather than a dozen small ones that compress worse. What only some pages need is never in them.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack(?!.*([iI]nfiniteQuery(Observer\b|\.js)|useMutation\.js|mutationObserver\.js|useMutationState\.js|useQueries\.js|queriesObserver\.js))|zustand|clsx)\// },
            { debugName: 'site', name: (id, graph) => ((ofEveryPage ??= modulesOfEveryPage(graph)).has(id) ? 'site' : null) },
            // One more for every review, article and history, whose parts would each be named in what every reader loads.
            { name: 'item', test: /src\/(components\/(corrections|gallery\/(?!lightbox|use-swipe)|history\/(marked-words|word-diff))|lib\/(corrections|site-settings))/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/media': server } },
  test: {
    restoreMocks: true,
    testTimeout: 60_000,
    pool: 'threads',
    isolate: false, // setup.ts begins every test anew; what is imported is imported once a worker
    maxWorkers: '100%', // not one less, which is half of two
    // A page in jsdom takes as long to make as most tests of plain logic take in all.
    projects: [
      { extends: true, test: { name: 'screens', environment: 'jsdom', setupFiles: ['src/testing/setup.ts'], include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'] } },
      { extends: true, test: { name: 'logic', environment: 'node', include: ['src/**/*.test.ts'], exclude: ['src/**/*.dom.test.ts'] } },
    ],
  },
});
