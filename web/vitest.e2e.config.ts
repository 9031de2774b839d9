import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The files that take longest, longest first. The last file to end would otherwise run alone. Files
 * that use a processor (those of the brands) and files that wait take turns.
 */
const longest = `
  rp trouble mt wallet tabs refund events consent bf sn budgets flags map privacy wordpress crash
  mocks journey keyboard family import browse rendered panels anonymous`
  .trim()
  .split(/\s+/)

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(basename(moduleId, '.e2e.ts'))
      return at < 0 ? longest.length : at
    }
    return Promise.resolve(files.toSorted((one, other) => rank(one) - rank(other)))
  }
}

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
    expect: { poll: { timeout: 30_000, interval: 100 } },
    // The files of a process share its browser and its servers (e2e/site.ts).
    isolate: false,
    globalSetup: ['clock.setup.ts', 'pictures.setup.ts'],
    setupFiles: ['files.setup.ts'],
    // A file uses about half a processor: it waits for answers, and for what a server does later.
    // Five keep two processors at work.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // A browser on a busy machine may miss a deadline once; twice is a fault.
    retry: process.env.CI ? 1 : 0,
    env: { TZ: 'America/New_York' },
  },
})
