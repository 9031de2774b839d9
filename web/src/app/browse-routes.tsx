import type { RouteObject } from '../router'
import { lazyPage } from './lazy-page'

const slices = ['search'] as const
const browse = () => import('../features/browse/pages')
const fillSearch = ({ fillBrowseSearch }: Awaited<ReturnType<typeof browse>>) => fillBrowseSearch
const regions = lazyPage(slices, browse, 'RegionsPage', {
  data: ({ regionsData }) => regionsData,
  fillSearch,
})
const dogFriendly = lazyPage(slices, browse, 'DogFriendlyPage', {
  data: ({ dogFriendlyData }) => dogFriendlyData,
  fillSearch,
})
const operators = lazyPage(slices, browse, 'OperatorsPage', {
  data: ({ operatorsData }) => operatorsData,
  fillSearch,
})
const operatorRegions = lazyPage(slices, browse, 'OperatorRegionsPage', {
  data: ({ operatorRegionsData }) => operatorRegionsData,
  fillSearch,
})
const parks = lazyPage(slices, browse, 'ParksPage', {
  data: ({ parksData }) => parksData,
  fillSearch,
})

const lateDeals = () => import('../features/browse/late-deals.pages')
const nearHome = () => import('../features/browse/near-home.pages')
const priceMap = () => import('../features/browse/price-map.pages')
const offers = () => import('../features/browse/offers.pages')

/** The pages that lead to parks without a search. */
export const browseRoutes: RouteObject[] = [
  {
    path: '/last-minute-deals',
    ...lazyPage(slices, lateDeals, 'LateDealsPage', { data: ({ lateDealsData }) => lateDealsData }),
  },
  {
    path: '/offers',
    ...lazyPage(['search', 'content'], offers, 'OffersPage', {
      data: ({ offersData }) => offersData,
    }),
  },
  {
    path: '/near-home',
    ...lazyPage(slices, nearHome, 'NearHomePage', { data: ({ nearHomeData }) => nearHomeData }),
  },
  {
    path: '/britain-by-price',
    ...lazyPage(slices, priceMap, 'PriceMapPage', { data: ({ priceMapData }) => priceMapData }),
  },
  { path: '/channel/:channelCode', ...operators },
  { path: '/region/:channelCode', ...regions },
  { path: '/dog-friendly/:channelCode', ...dogFriendly },
  { path: '/:operatorId/region/:channelCode', ...operatorRegions },
  { path: '/holidays/:channelId/:regionId/:slug', ...parks },
  { path: '/boating-holidays/:channelId/:regionId/:slug', ...parks },
  { path: '/area/:channelId/:regionId/:townId/:slug', ...parks },
]
