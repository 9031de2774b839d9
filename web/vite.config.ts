import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { minify, type MinifyOptions } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { afterPaint } from './after-paint.config.ts'
import { front, icons, siteCode } from './front.config.ts'
import { mocks, recorded } from './mocks.config.ts'
import { pageScripts } from './page-scripts.config.ts'

const server = process.env.HOLIDAYMAKER_DEV_SERVER ?? 'http://127.0.0.1:8080'

/** The modules that every page needs: the entry with its imports, and components that nearly all pages use. */
const everyPage =
  /src\/(?:app\/main|features\/(?:page\/Page(?:Header)?|site-reviews\/LazySiteReviews)|ui\/(?:Checkbox|Html|Notice|PriceText|Skeleton|Tag))\.tsx$|src\/ui\/useDropdown\.ts$|src\/rules\/(?:day-text|when)\.ts$|lucide-react\/dist\/esm\/icons\/(?:chevron-(?:down|left|right)|search)\./

/** The modules of every page on which a booking can begin or continue. */
const startsBooking =
  /src\/(?:app\/booking-slices|features\/booking\/(?:holds|lazy-parts|start-booking|step-paths))\.tsx?$/

/** What both results and a park's page need: in one file it compresses better. */
const stay =
  /src\/(?:features\/(?:park-card\/|shortlist\/SaveButton|calendar\/(?:NightsChips|DateStrip|SeasonLink)|search\/usePrices|park-data\/load)|rules\/(?:chunked|park-units))|lucide-react\/dist\/esm\/icons\/map\./

/** What home and the pages of texts need: in one file it compresses better. */
const texts = /src\/ui\/Accordion\.tsx$|lucide-react\/dist\/esm\/icons\/play\./

/** The controls of filters. */
const filters = /src\/ui\/(?:CheckOption|PriceRange|Stepper)\.tsx$/

/** Writes .gitkeep again, because each build empties the folder, which must stay under version control. */
const placeholder: Plugin = {
  name: 'placeholder',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.gitkeep', source: '' })
  },
}

/**
 * Adds to the names of scripts what changes their code after they are named: the plugins below, and the
 * packages that these use. Browsers keep a script under its name for a year.
 */
const namedByPlugins: Plugin = {
  name: 'named-by-plugins',
  apply: 'build',
  augmentChunkHash: () =>
    ['vite.config.ts', 'after-paint.config.ts', 'package-lock.json']
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .join(process.env.MINIFY),
}

/**
 * Keeps scripts from loading the style sheet of every page together with a late part: the server has
 * put it into the document.
 */
const styleIsThere: Plugin = {
  name: 'style-is-there',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const files = /\.f=(\[[^\]]+\])/.exec(file.code)?.[1]
        const sheets = JSON.parse(files ?? '[]') as string[]
        file.code = file.code.replaceAll(
          /__vite__mapDeps\(\[([\d,]+)\]\)/g,
          (_call, list: string) => {
            const others = list.split(',').filter((at) => !/\/main-/.test(sheets[Number(at)] ?? ''))
            return others.length > 0 ? `__vite__mapDeps([${others.join()}])` : '[]'
          },
        )
      }
    },
  },
}

const minifyOptions: MinifyOptions = {
  module: true,
  compress: {
    ecma: 2020,
    passes: 3,
    unsafe_arrows: true,
    pure_getters: true,
    keep_fargs: false,
  },
}

/**
 * Makes the minified scripts about 1 % smaller, which the budgets of the pages need. It takes most
 * of the time of a build, so the builds of tests that do not weigh scripts leave it out.
 */
function smaller(name: string, order: 'post' | null, wanted: (chunk: string) => boolean): Plugin {
  return {
    name,
    apply: (_, { command }) => command === 'build' && process.env.MINIFY !== 'once',
    enforce: 'post',
    generateBundle: {
      order,
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        await Promise.all(
          chunks.map(async (chunk) => {
            if (!wanted(chunk.name)) return
            chunk.code = (await minify(chunk.code, minifyOptions)).code ?? chunk.code
          }),
        )
      },
    },
  }
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
    namedByPlugins,
    // The second run chooses shorter names for what the first one has left.
    smaller('smaller', null, () => true),
    smaller('smaller-again', null, () => true),
    styleIsThere,
    afterPaint,
    // What the scripts read of the main one has shorter names, too.
    smaller('smaller-after-paint', 'post', (chunk) => chunk !== 'main'),
    mocks,
  ],
  build: {
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      checks: { pluginTimings: false },
      // One file for what every page needs, and one for bookings: many small files compress worse.
      output: {
        // Hashes cannot be compressed, and the main script has the names of all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'main', test: everyPage },
            { name: 'booking', test: startsBooking },
            { name: 'stay', test: stay },
            { name: 'texts', test: texts },
            { name: 'filters', test: filters },
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
        process.env.VITE_MOCKS === 'record' ? { target: server, configure: recorded } : server,
      ]),
    ),
  },
})
