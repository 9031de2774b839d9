import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'

/**
 * Replaces Vite's helper that requests the style sheets and scripts of a script before the script itself:
 * here there is one style sheet, and `modulePreload` is off, so that it has nothing to request. The
 * build stops when it would have something, or when Vite's helper has another name (ADR 110).
 */
export const withoutPreload: Plugin = {
  name: 'without-preload',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  generateBundle: {
    // Vite itself still writes into the scripts before.
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      if (!chunks.some(({ moduleIds }) => moduleIds.includes(helper)))
        throw new Error('Vite’s helper for preloading has another name (preload.config.ts)')
      const wanting = chunks.find(({ code }) => code.includes('__vite__mapDeps'))
      if (wanting) throw new Error(`${wanting.fileName} has files to preload (preload.config.ts)`)
    },
  },
}
