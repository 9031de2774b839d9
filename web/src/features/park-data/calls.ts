/** The calls about parks (groups 'Catalogue' and 'Prices and search' of internal/api/operations.go). */
import { defineCall } from '../../api'
import { brand } from '../../brands'
import type { ParkResults, ParkResultsQuery, Parks, Review, Reviews } from '../../api/schema'

/** GET /api/parks: the parks of a region, by name; or a page of them. */
export const parksCall = defineCall<
  {
    region: string
    channel?: string
    opId?: string
    townId?: string
    dogs?: string
    page?: number
    features?: number[]
    sort?: string
    /** The prices are those on the offer dates of the visitor, a reader of the promotion. */
    promo?: '1'
  },
  Parks
>({
  name: 'GET_PARKS',
  path: '/api/parks',
  key: ({ region, channel, opId, townId, dogs, page, features, sort }) =>
    page === undefined
      ? [region, channel, opId, townId, dogs].filter(Boolean).join('/')
      : [region, channel, opId, townId, dogs, features, sort, page].join('/'),
  once: true,
})

/** GET /api/parkresults: the units for a range of arrival dates. */
export const parkResultsCall = defineCall<ParkResultsQuery, ParkResults>({
  name: 'GET_PARK_RESULTS',
  path: '/api/parkresults',
  send: (query) => ({ ...query }),
  key: ({ parkId }) => parkId,
  latest: true,
})

/** GET /api/tripadvisor: a park's reviews. */
export const parkReviewsCall = defineCall<
  { parkId: string },
  { reviews: Review[]; bubbles: string }
>({
  name: 'GET_PARK_REVIEWS',
  path: '/api/tripadvisor',
  key: ({ parkId }) => parkId,
  read: (data) => {
    const { reviews, bubbles } = data as Reviews
    return { reviews: reviews ?? [], bubbles: bubbles ?? '' }
  },
  once: true,
})

/** A picture from the content host, for one or more accommodation types. */
export interface ExtraDataItem {
  code: string | string[]
  image: string
}

/**
 * The content host's pictures of a park's accommodation types. `folder` is 'new', or the first
 * letter of the park's id.
 */
export const extraDataCall = defineCall<{ parkId: string; folder: string }, ExtraDataItem[]>({
  name: 'GET_PARK_EXTRA_DATA',
  path: ({ parkId, folder }) =>
    `${brand.api.contentHost}/json/accom-types/${encodeURIComponent(folder)}/${encodeURIComponent(parkId)}.json`,
  send: () => ({}),
  key: ({ parkId, folder }) => `${folder}/${parkId}`,
  bare: true,
  once: true,
})

/** GET /api/getcottagedates: the arrival days of cottages. */
export const cottageDatesCall = defineCall<
  {
    region: string
    park?: string
    near?: number[]
    nights: number
    partySize: number
    petFriendly: boolean
  },
  { dates: string[]; nights: number }
>({ name: 'GET_COTTAGE_DATES', path: '/api/getcottagedates', latest: true })
