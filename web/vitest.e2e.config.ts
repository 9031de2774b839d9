import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Journeys in a real browser against the real binary. The tests are in /e2e and use
// the packages of this folder.
export default defineConfig({
  root: here('../e2e'),
  resolve: {
    alias: {
      'playwright-core': here('node_modules/playwright-core/index.mjs'),
      'axe-core': here('node_modules/axe-core/axe.js'),
    },
  },
  server: { fs: { allow: [here('..')] } },
  test: {
    include: [process.env.SCREENS ? 'screens.shots.ts' : '**/*.e2e.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine draws late; what is polled for comes within this time.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // A browser on a busy machine may miss a deadline once; twice is a fault.
    retry: process.env.CI ? 1 : 0,
    env: { TZ: 'America/New_York' },
  },
})
