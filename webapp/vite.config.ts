// How the web app is built (dist/site), served while developing, and tested.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The running server that `npm run dev` reads from.
const server = { target: process.env.CANDOR_URL ?? 'http://127.0.0.1:8080' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const entry = path('./src/main.tsx');

interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
}

/** Lists our own modules that one imports, itself or through others; with dynamic imports, if `whole`. What isn't wanted is not followed, nor are packages, which import all that they have. */
function modulesOf(root: string, graph: Graph, wanted: (id: string) => boolean, whole = false): Set<string> {
  const found = new Set<string>();
  const follow = (id: string) => {
    if (found.has(id) || id.includes('/node_modules/') || !wanted(id)) return;
    found.add(id);
    const info = graph.getModuleInfo(id);
    info?.importedIds.forEach(follow);
    if (whole) info?.dynamicallyImportedIds.forEach(follow);
  };
  follow(root);
  return found;
}

/** Lists our own modules that the app's entry imports without a dynamic import between them: every page loads them. */
function modulesOfEveryPage(graph: Graph): Set<string> {
  return modulesOf(entry, graph, () => true);
}

/** Returns the chunks of our own modules that the dashboard's first screen consists of: one for those that no other screen has, one for the rest. */
function chunksOfDashboard(graph: Graph): Map<string, string> {
  const dashboard = path('./src/app/routes/admin.tsx');
  const others = modulesOf(entry, graph, (id) => id !== dashboard, true);
  return new Map([...modulesOf(dashboard, graph, () => true)].map((id) => [id, others.has(id) ? 'common' : 'dashboard']));
}

let ofEveryPage: Set<string> | undefined;
let ofDashboard: Map<string, string> | undefined;

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
    manifest: true, // httpapi/pages/dashboard.go reads in it what the dashboard's chunk needs
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
            // Two for the dashboard's first screen, rather than some thirty: what only the dashboard has, and what other screens have, too.
            { debugName: 'dashboard', name: (id, graph) => (ofDashboard ??= chunksOfDashboard(graph)).get(id) ?? (/@tanstack\/.*\/(useMutation|mutationObserver)\.js$|lucide-react\/.*\/icons\/(external-link|sliders-horizontal)\.m?js$/.test(id) ? 'common' : null), includeDependenciesRecursively: false },
            // One for what screens begin with, which is loaded when the first link is reached, or with a screen. What the home page has is above.
            { name: 'queries', test: /src\/(app\/(offline-data|screen-queries|list-queries|name-kinds|parse-id|parse-slug)|features\/(articles\/api\/articles?|names\/api\/name|pages\/api\/page|reviews\/api\/((latest-)?reviews?|compared)|search\/api\/search)\.ts|lib\/(description|head-image|linked-data))/ },
            // One more for every review, article and history, whose parts would each be named in what every reader loads.
            { name: 'item', test: /src\/(components\/(corrections|gallery\/(?!lightbox|use-swipe)|history\/(marked-words|word-diff))|lib\/(corrections|name-(path|data)|links))/ },
            // One that lists and reviews begin with, and that the home page loads with the first product that is chosen.
            { name: 'tray', test: /src\/features\/reviews\/components\/compare-tray/, includeDependenciesRecursively: false },
            // And one each for what lists share, and for tags, brands and authors.
            { name: 'lists', test: /src\/(app\/(use-paged-list|use-pages|missing-list-page)|components\/list\/|lib\/(list-|intl)|features\/(reviews|articles)\/api\/(review|article)-(pages|list)|features\/reviews\/components\/review-cards|hooks\/use-list-head)/ },
            { name: 'names', test: /src\/app\/(name-page|routes\/(tag|brand|author))\./ },
            // Three more for the dashboard: its icons, and what it loads after its first screen. Packages are named here, because the graph doesn't tell which of
            // their modules a screen uses.
            { name: 'icons', test: /node_modules\/lucide-react\// },
            { name: 'dialogs', test: /node_modules\/(@radix-ui\/(?!react-toast\/)|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|get-nonce|tslib)/, includeDependenciesRecursively: false },
            { name: 'questions', test: /src\/(components\/(admin-list\/delete-dialog|editor\/correction-|ui\/((confirm-)?dialog|question-panel|notice-slot)\.)|features\/(admin\/components\/shortcuts-dialog|time-travel\/)|hooks\/use-return-focus)/, includeDependenciesRecursively: false },
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
