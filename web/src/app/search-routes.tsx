import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page'

const results = () => import('../features/results/pages')
const park = lazyPage(() => import('../features/park/pages'), 'ParkPage')

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
  { path: '/results', element: lazyPage(results, 'ResultsPage') },
  { path: '/results/all-regions', element: lazyPage(results, 'AllRegionsPage') },
  { path: '/results/all-dates', element: lazyPage(results, 'AllDatesPage') },
  ...parkPaths.map((path) => ({ path, element: park })),
]
