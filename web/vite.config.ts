import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { afterPaint } from './after-paint.config.ts'
import { sharedScripts, sharedScriptsExist } from './chunks.config.ts'
import { front, icons, siteCode } from './front.config.ts'
import { mocks, recorded } from './mocks.config.ts'
import { pageScripts } from './page-scripts.config.ts'

const server = process.env.HOLIDAYMAKER_DEV_SERVER ?? 'http://127.0.0.1:8080'

/** Writes .gitkeep again, because each build empties the folder, which must stay under version control. */
const placeholder: Plugin = {
  name: 'placeholder',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.gitkeep', source: '' })
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
    mocks,
  ],
  build: {
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true,
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
