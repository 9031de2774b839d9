import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { front } from './front.config.ts'

/** The engine has no document, so HTML is parsed as Node would. */
const parserWithoutDocument = [
  {
    find: /^html-dom-parser$/,
    replacement: fileURLToPath(
      new URL('node_modules/html-dom-parser/esm/index.mjs', import.meta.url),
    ),
  },
]

/** Components read the state once, so they need no subscription to it. */
const stateIsReadOnce = [
  {
    find: 'use-sync-external-store/with-selector.js',
    replacement: fileURLToPath(new URL('src/app/select-once.ts', import.meta.url)),
  },
]

// The front end for the server's JavaScript engine: one script that leaves the
// functions of src/app/server.tsx in the global `page`.
export default defineConfig({
  ...front,
  publicDir: false,
  resolve: {
    alias: [...front.resolve.alias, ...parserWithoutDocument, ...stateIsReadOnce],
    // Without the field 'browser', which would replace the parser again.
    mainFields: ['module', 'main'],
    conditions: ['browser', 'module', 'import', 'default'],
  },
  define: { ...front.define, __SERVER__: 'true', 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../internal/web/render/dist',
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: 'src/app/server.tsx',
      formats: ['iife'],
      name: 'page',
      fileName: () => 'page.js',
    },
  },
})
