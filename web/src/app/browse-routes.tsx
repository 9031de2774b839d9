import type { RouteObject } from 'react-router'
import { lazyContentPage, lazyPage } from './lazy-page'

const browse = () => import('../features/browse/pages')
const place = ({ browsePlace }: Awaited<ReturnType<typeof browse>>) => browsePlace
const regions = lazyPage(browse, 'RegionsPage', { data: ({ regionsData }) => regionsData, place })
const dogFriendly = lazyPage(browse, 'DogFriendlyPage', {
  data: ({ dogFriendlyData }) => dogFriendlyData,
  place,
})
const operators = lazyPage(browse, 'OperatorsPage', {
  data: ({ operatorsData }) => operatorsData,
  place,
})
const operatorRegions = lazyPage(browse, 'OperatorRegionsPage', {
  data: ({ operatorRegionsData }) => operatorRegionsData,
  place,
})
const parks = lazyPage(browse, 'ParksPage', { data: ({ parksData }) => parksData, place })

const deals = () => import('../features/browse/deals.pages')

/** The pages that lead to parks without a search. */
export const browseRoutes: RouteObject[] = [
  {
    path: '/last-minute-deals',
    ...lazyPage(deals, 'LateDealsPage', { data: ({ lateDealsData }) => lateDealsData }),
  },
  {
    path: '/offers',
    ...lazyContentPage(deals, 'OffersPage', { data: ({ offersData }) => offersData }),
  },
  { path: '/channel/:channelCode', ...operators },
  { path: '/region/:channelCode', ...regions },
  { path: '/dog-friendly/:channelCode', ...dogFriendly },
  { path: '/:operatorId/region/:channelCode', ...operatorRegions },
  { path: '/holidays/:channelId/:regionId/:slug', ...parks },
  { path: '/boating-holidays/:channelId/:regionId/:slug', ...parks },
  { path: '/area/:channelId/:regionId/:townId/:slug', ...parks },
]
