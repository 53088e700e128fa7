// How the server's own copy of the app is built (dist/server/render.js): one classic script that leaves `app` behind,
// with nothing to load later, in the JavaScript that the server's engine speaks (httpapi/render).
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));

/** The router can load a framework's modules by name while running. There are none here, and the engine has no import(). */
const nothingToImport = {
  name: 'nothing-to-import',
  transform: (code: string, id: string) =>
    id.includes('/react-router/') ? code.replace(/\bimport\((?=\s*(\/\*[^*]*\*\/\s*)*[\w.]+\.module\s*\))/g, 'Promise.reject(') : undefined,
};

/** React gathers a page by adding to one text thousands of times, each of which this engine copies: a list costs a tenth. */
const gatherInAList = {
  name: 'gather-in-a-list',
  transform: (code: string, id: string) => {
    if (!id.includes('react-dom-server-legacy')) return undefined;
    const changes: [RegExp, string][] = [
      [/result = ""(?=,\s*readyToStream)/, 'result = []'],
      [/\(result \+= chunk\)/, 'result.push(chunk)'],
      [/return result;(?=\s*\}\s*exports\.renderToStaticMarkup)/, 'return result.join("");'],
    ];
    return changes.reduce((text, [from, to]) => {
      if (!from.test(text)) throw new Error(`react-dom has changed, look at renderToStringImpl again: ${String(from)}`);
      return text.replace(from, to);
    }, code);
  },
};

/** See src/server-icon.ts. */
const keptIcons = {
  name: 'kept-icons',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    source === './Icon.mjs' && importer?.endsWith('/createLucideIcon.mjs') ? fileURLToPath(new URL('./src/server-icon.ts', import.meta.url)) : undefined,
};

export default defineConfig({
  plugins: [react(), keptIcons, nothingToImport, gatherInAList],
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
