// How the server's own copy of the app is built (dist/server/render.js): one classic script that leaves `app` behind,
// with nothing to load later, in the JavaScript that the server's engine speaks (httpapi/render).
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));

export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // The part of react-dom/server with renderToString: the streaming one beside it needs streams and channels.
      { find: 'react-dom/server', replacement: join(reactDom, 'cjs/react-dom-server-legacy.browser.production.js') },
    ],
    conditions: ['browser'],
  },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2022', // with private fields: made into weak maps, in this engine they would keep every page's data for ever
    minify: true,
    rolldownOptions: { output: { format: 'iife', name: 'app', entryFileNames: 'render.js', codeSplitting: false } },
  },
});
