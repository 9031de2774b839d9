import type { RouteObject } from 'react-router'

/** The paths under which a park's page stands. */
const parkPaths = [
  '/boating-holidays/:parkId/:slug',
  '/holidays/:parkId/:slug',
  '/boat/:parkId/:slug',
  '/boat-result/:parkId/:slug',
  '/park-result/:parkId/:slug',
]

/** The results and park pages, each feature in a chunk of its own. */
export const searchRoutes: RouteObject[] = [
  {
    path: '/results',
    lazy: async () => ({ Component: (await import('../features/results/pages')).ResultsPage }),
  },
  {
    path: '/results/all-regions',
    lazy: async () => ({ Component: (await import('../features/results/pages')).AllRegionsPage }),
  },
  {
    path: '/results/all-dates',
    lazy: async () => ({ Component: (await import('../features/results/pages')).AllDatesPage }),
  },
  ...parkPaths.map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('../features/park/pages')).ParkPage }),
  })),
]
