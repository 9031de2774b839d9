import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { epochOf, statedInstant } from '../e2e/clock.ts'
import { brandBuild } from './brand.config.ts'

/** Tests that replace window.location, which is only possible outside of a VM context. */
const replaceLocation = [
  'src/app/app.test.tsx',
  'src/features/booking/frame.test.tsx',
  'src/features/my-booking/my-booking.test.tsx',
]

/** Tests that need no document. They share a process, its modules and its clock. */
const rules = ['src/rules/**/*.test.ts', 'src/brands/*.test.ts', 'src/test/*.test.ts']

/** Tests of what a page shows. */
const page = { environment: 'jsdom', setupFiles: ['src/test/setup.ts'] }

const { alias, define, plugin } = brandBuild('MT')

/** When the run happens. Fake clocks start there, and src/test/clock.ts shifts the real one. */
const start = epochOf(statedInstant())

export default defineConfig({
  plugins: [react(), plugin],
  resolve: { alias },
  define: { ...define, __FEATURE_ICONS__: '"/icons.svg"', __SERVER__: 'false' },
  // The map's data is outside this folder, in internal/content/picture/basemap.
  server: { fs: { allow: ['..'] } },
  test: {
    // Its state is part of a page: a test that reloads a page reloads it, too.
    server: { deps: { inline: ['@growthbook/growthbook'] } },
    // A CommonJS package that requires ES modules, which a VM context cannot load.
    deps: { optimizer: { client: { enabled: true, include: ['html-react-parser'] } } },
    maxWorkers: '100%',
    // Only a test that fails takes that long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    setupFiles: ['src/test/clock.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    fakeTimers: { now: start },
    env: { TZ: 'America/New_York', TEST_START: String(start), TEST_BEGAN: String(Date.now()) },
    // A file in a VM context has its own modules, too, and takes half the time of a file in a process.
    projects: [
      {
        extends: true,
        test: { name: 'rules', environment: 'node', isolate: false, include: rules },
      },
      {
        extends: true,
        test: {
          ...page,
          name: 'vm',
          pool: 'vmForks',
          include: ['{src,office}/**/*.test.{ts,tsx}'],
          exclude: [...replaceLocation, ...rules],
        },
      },
      { extends: true, test: { ...page, name: 'process', include: replaceLocation } },
    ],
  },
})
