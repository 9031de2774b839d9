import tailwindcss from '@tailwindcss/vite'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { afterPaint } from './after-paint.config.ts'
import { sharedScripts, sharedScriptsExist } from './chunks.config.ts'
import { front, icons, siteCode } from './front.config.ts'
import { mocks, recorded } from './mocks.config.ts'
import { pageScripts } from './page-scripts.config.ts'
import { placeholder } from './placeholder.config.ts'
import { scriptInventory } from './script-inventory.config.ts'

const server = process.env.HOLIDAYMAKER_DEV_SERVER ?? 'http://127.0.0.1:8080'

const maps = fileURLToPath(new URL('../bin/maps', import.meta.url))

/**
 * Writes the source maps beside the binary, each with its script, for the error-reporting service:
 * they are not part of the site.
 */
const mapsApart: Plugin = {
  name: 'maps-apart',
  apply: 'build',
  generateBundle: {
    // Vite itself still writes into the scripts before.
    order: 'post',
    async handler(_, bundle) {
      await rm(maps, { recursive: true, force: true })
      await mkdir(maps, { recursive: true })
      for (const [name, file] of Object.entries(bundle)) {
        const isMap = file.type === 'asset' && name.endsWith('.map')
        if (file.type === 'chunk') await writeFile(join(maps, basename(name)), file.code)
        else if (isMap) await writeFile(join(maps, basename(name)), file.source)
        if (isMap) delete bundle[name]
      }
    },
  },
}

// The Go server embeds the folder to which the build is written.
export default defineConfig({
  ...front,
  plugins: [
    ...front.plugins,
    tailwindcss(),
    icons.plugin,
    placeholder,
    pageScripts,
    sharedScriptsExist,
    afterPaint,
    scriptInventory,
    mapsApart,
    mocks,
  ],
  build: {
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: 'hidden',
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: sharedScripts } },
    },
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      ['/api', '/json-files', '/images', '/content', '/cms', '/sim', `/${siteCode}`].map((path) => [
        path,
        process.env.VITE_MOCKS === 'record' ? { target: server, configure: recorded } : server,
      ]),
    ),
  },
})
