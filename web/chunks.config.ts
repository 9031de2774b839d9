import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const icon = (name: string) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`

/**
 * The scripts that several pages share, each with the modules that it is made of; what these import
 * goes with them. Left alone, the bundler writes a file for each set of pages that share a module: 48
 * files for a park's page in place of 7, which together are 13 % larger (ADR 110).
 */
const shared: Record<string, readonly string[]> = {
  // What every page needs.
  main: [
    'src/app/main.tsx',
    'src/features/page/Page.tsx',
    'src/features/page/PageHeader.tsx',
    'src/ui/BareSelect.tsx',
    'src/ui/Checkbox.tsx',
    'src/ui/Html.tsx',
    'src/ui/Notice.tsx',
    'src/ui/Skeleton.tsx',
    'src/ui/SubmitError.tsx',
    'src/ui/Tag.tsx',
    'src/ui/lifetime.ts',
    'src/rules/money.ts',
    'src/rules/plural.ts',
    icon('chevron-down'),
    icon('chevron-left'),
    icon('chevron-right'),
    icon('search'),
  ],
  // What is searched for, on the pages with a search and on those that lead to parks.
  search: [
    'src/app/search-slices.ts',
    'src/features/site-reviews/LazySiteReviews.tsx',
    'src/rules/chunked.ts',
    'src/rules/day-text.ts',
    'src/rules/when.ts',
  ],
  // What these pages show of parks; home only further down.
  parks: [
    'src/features/calendar/DateStrip.tsx',
    'src/features/calendar/NightsChips.tsx',
    'src/features/calendar/SeasonLink.tsx',
    'src/features/park-card/Badge.tsx',
    'src/features/park-card/Feature.tsx',
    'src/features/park-card/Score.tsx',
    'src/features/park-card/park-links.ts',
    'src/features/park-data/details.ts',
    'src/features/park-data/load.ts',
    'src/features/search/run.ts',
    'src/features/search/usePrices.ts',
    'src/features/search/useWriteAddress.ts',
    'src/features/shortlist/SaveButton.tsx',
    'src/ui/PriceText.tsx',
    'src/ui/useDropdown.ts',
    'src/rules/park-units.ts',
    icon('map'),
    icon('sliders-horizontal'),
  ],
  // What a booking begins and continues with.
  booking: [
    'src/app/booking-slices.ts',
    'src/features/booking/start-booking.ts',
    'src/features/booking/step-paths.ts',
  ],
  // Home and the pages of texts.
  texts: ['src/ui/Accordion.tsx', icon('play')],
}

/** Where a module really is, as the bundler names it: node_modules may be a link. */
const pathOf = (module: string) => realpathSync(fileURLToPath(new URL(module, import.meta.url)))

/** The shared scripts as the bundler takes them. */
export const sharedScripts = Object.entries(shared).map(([name, modules]) => {
  const paths = new Set(modules.map(pathOf))
  return { name, test: (id: string) => paths.has(id) }
})

/** Stops the build when a module of the list was renamed or is used no more. */
export const sharedScriptsExist: Plugin = {
  name: 'shared-scripts-exist',
  apply: 'build',
  generateBundle(_, bundle) {
    const built = new Set(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
    )
    const missing = Object.values(shared)
      .flat()
      .filter((module) => !built.has(pathOf(module)))
    if (missing.length > 0)
      throw new Error(`no script needs ${missing.join(', ')} (chunks.config.ts)`)
  },
}
