// How the server's copy of the app is built (build/render.js): one classic script that defines `app` and loads nothing else, for
// the server's JavaScript engine (httpapi/render).
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
    conditions: ['browser'],
  },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'build',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2022', // with private fields: compiled to weak maps, they would leak every page's data in this engine
    minify: true,
    rolldownOptions: { output: { format: 'iife', name: 'app', entryFileNames: 'render.js', codeSplitting: false } },
  },
});
