import type { RouteObject } from '../router'
import { lazyPage } from './lazy-page'
import { parkPaths } from './park-paths'

const results = () => import('../features/results/pages')
const allRegions = () => import('../features/results/all-regions.pages')
const allDates = () => import('../features/results/all-dates.pages')
const shortlist = () => import('../features/shortlist/pages')
const slices = ['search'] as const
const park = lazyPage(slices, () => import('../features/park/pages'), 'ParkPage', {
  data: ({ parkData }) => parkData,
  fillSearch: ({ fillParkSearch }) => fillParkSearch,
})

/** The results and park pages, each feature in a separate chunk. */
export const searchRoutes: RouteObject[] = [
  {
    path: '/results',
    ...lazyPage(slices, results, 'ResultsPage', { data: (pages) => pages.resultsData }),
  },
  {
    path: '/results/all-regions',
    ...lazyPage(slices, allRegions, 'AllRegionsPage', { data: (pages) => pages.allRegionsData }),
  },
  { path: '/results/all-dates', ...lazyPage(slices, allDates, 'AllDatesPage') },
  {
    path: '/shortlist',
    ...lazyPage(slices, shortlist, 'ShortlistPage', { data: (pages) => pages.shortlistData }),
  },
  ...parkPaths.map((path) => ({ path, ...park })),
]
