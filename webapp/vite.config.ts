// How the web app is built (dist/site), served while developing, and tested.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The running server that `npm run dev` reads from.
const server = { target: process.env.CANDOR_URL ?? 'http://127.0.0.1:8080' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

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
        // Two chunks that every reader has, rather than a dozen small ones that compress worse.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack(?!.*([iI]nfiniteQuery(Observer\b|\.js)|useMutation\.js|mutationObserver\.js|useMutationState\.js|useQueries\.js|queriesObserver\.js))|zustand|clsx)\// },
            { name: 'shared', test: /vite\/preload-helper|src\/(app\/(heads|parse-(id|slug)|use-categories)|features\/(articles\/api\/articles?\.|categories\/api|pages\/api|reviews\/(api\/reviews?\.|types)|articles\/components\/article-meta|reviews\/components\/review-card)|components\/(layout\/(category-menu|drawer|footer|header|logo|nav-links|page|theme-toggle)|ui\/(badge|button|category-icon|picture|ring|score|search-box|skeleton|stars|state))|hooks\/use-(disclosure|head|now)|lib\/(?!video|links|content-calls|draft-calls|preview-calls|markdown-call|media|send-file|overview|item-history|corrections|site-settings|version-calls)|stores\/(theme|toasts))/ },
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
