import tailwindcss from '@tailwindcss/vite'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { front, siteCode } from './front.config.ts'
import { placeholder } from './placeholder.config.ts'

/** What the office may load before its first screen, in bytes of Brotli: scripts and styles. */
const BUDGET = 160_000

/** Stops the build when the entry, what it imports and the styles are larger than the budget. */
const budget: Plugin = {
  name: 'office-budget',
  apply: 'build',
  generateBundle: {
    // Vite itself still writes into the scripts before.
    order: 'post',
    handler(_, bundle) {
      const first = new Set<string>()
      const add = (name: string) => {
        const file = bundle[name]
        if (!file || first.has(name)) return
        first.add(name)
        if (file.type === 'chunk') file.imports.forEach(add)
      }
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.css') || (file.type === 'chunk' && file.isEntry)) add(name)
      }
      const sizes = [...first].map((name) => weightOf(bundle[name]))
      const sum = sizes.reduce((total, size) => total + size, 0)
      if (sum > BUDGET) {
        throw new Error(`the office loads ${sum} bytes before its first screen, of ${BUDGET}`)
      }
    },
  },
}

function weightOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): number {
  if (!file) return 0
  return brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length
}

/** The icon of the brand's documents: a file of the bundle, because the office serves nothing else. */
const icon: Plugin = {
  name: 'office-icon',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(
        '%ICON%',
        `../src/brands/${siteCode.toLowerCase()}/public/${siteCode}/favicon.ico`,
      ),
  },
}

const server = process.env.HOLIDAYMAKER_OFFICE ?? 'http://127.0.0.1:8081'

// The back office: a page, a bundle and a listener of its own. internal/office embeds the folder to
// which it is written.
export default defineConfig({
  ...front,
  root: fileURLToPath(new URL('office', import.meta.url)),
  plugins: [...front.plugins, tailwindcss(), placeholder, icon, budget],
  publicDir: false,
  build: {
    outDir: '../../internal/office/dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { checks: { pluginTimings: false } },
    assetsInlineLimit: 0,
  },
  server: { fs: { allow: ['../..'] }, proxy: { '/api': server, '/sign-in': server } },
})
