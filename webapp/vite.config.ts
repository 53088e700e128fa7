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
    alias: { '@': path('./src') },
  },
  build: {
    outDir: 'dist/site',
    manifest: true, // httpapi/pages/dashboard.go reads the dashboard's files from it
    emptyOutDir: true, // only site/: dist/README.md beside it is committed
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: fonts or scripts
    rolldownOptions: {
      // The second is for pages that show the past (httpapi/pages/asof.go finds it by its name).
      input: { index: path('./index.html'), 'past-bar': path('./src/past-bar/past-bar.ts') },
      output: {
        codeSplitting: {
          // What every page loads: packages that rarely change, and the entry with all that it imports. The other chunks are Vite's.
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//, priority: 1 },
            { name: 'site', test: /src\/main\.tsx$/ },
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
    isolate: false, // setup.ts resets each test; a worker imports each module once
    maxWorkers: '100%', // not one less, which is half of two
    // Creating a page in jsdom takes longer than most tests of plain logic.
    projects: [
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          setupFiles: ['src/testing/setup.ts'],
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
        },
      },
      { extends: true, test: { name: 'logic', environment: 'node', include: ['src/**/*.test.ts'], exclude: ['src/**/*.dom.test.ts'] } },
    ],
  },
});
