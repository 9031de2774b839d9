import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { front, siteCode } from './front.config.ts'

const server = process.env.HOLIDAYMAKER_DEV_SERVER ?? 'http://127.0.0.1:8080'

/** What every page needs: the entry with all that it imports, and the parts that nearly all pages draw. */
const everyPage =
  /src\/(?:app\/main|ui\/(?:Checkbox|Field|Html|Notice|PriceText|Stepper|Tag))\.tsx$|lucide-react\/dist\/esm\/icons\/(?:chevron-(?:down|left|right)|search)\./

/** What every page needs that can begin a booking, or go on with one. */
const startsBooking =
  /src\/(?:app\/booking-slices|features\/booking\/(?:holds|start-booking|step-paths))\.tsx?$/

/** Keeps the file for which the folder of the build is under version control. */
const placeholder: Plugin = {
  name: 'placeholder',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.gitkeep', source: '' })
  },
}

// The build goes where the Go server embeds it.
export default defineConfig({
  ...front,
  plugins: [...front.plugins, tailwindcss(), placeholder],
  build: {
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // What every page needs is one file, and what a booking needs another: many small ones compress worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', test: everyPage },
            { name: 'booking', test: startsBooking },
          ],
        },
      },
    },
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      ['/api', '/json-files', '/images', '/content', '/cms', '/sim', `/${siteCode}`].map((path) => [
        path,
        server,
      ]),
    ),
  },
})
