import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page'

const browse = () => import('../features/browse/pages')
const regions = lazyPage(browse, 'RegionsPage', { data: ({ regionsData }) => regionsData })
const dogFriendly = lazyPage(browse, 'DogFriendlyPage', {
  data: ({ dogFriendlyData }) => dogFriendlyData,
})
const operators = lazyPage(browse, 'OperatorsPage', { data: ({ operatorsData }) => operatorsData })
const operatorRegions = lazyPage(browse, 'OperatorRegionsPage', {
  data: ({ operatorRegionsData }) => operatorRegionsData,
})
const parks = lazyPage(browse, 'ParksPage', { data: ({ parksData }) => parksData })

/** The pages that lead to parks without a search. */
export const browseRoutes: RouteObject[] = [
  { path: '/channel/:channelCode', ...operators },
  { path: '/region/:channelCode', ...regions },
  { path: '/dog-friendly/:channelCode', ...dogFriendly },
  { path: '/:operatorId/region/:channelCode', ...operatorRegions },
  { path: '/holidays/:channelId/:regionId/:slug', ...parks },
  { path: '/boating-holidays/:channelId/:regionId/:slug', ...parks },
  { path: '/area/:channelId/:regionId/:townId/:slug', ...parks },
]
