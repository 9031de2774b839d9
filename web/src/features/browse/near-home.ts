import { defineCall } from '../../api'
import type { NearHome, NearStay } from '../../api/schema'
import { pageNumber } from '../../rules/page-number'
import type { Party } from '../../rules/party'
import { queryToSearch, type SearchCriteria } from '../../rules/search-url'
import { ADULTS_DEFAULT } from '../../rules/settings'
import { foundStayQuery } from '../../rules/stay-query'
import { parkPath } from '../park-card'
import { USUAL_NIGHTS } from './StayFields'

/** The path of the page. */
export const NEAR_HOME = '/near-home'

/** What the address of the page says: the names are those of a search, and two of its own. */
export interface NearHomeAddress extends Party {
  /** The first half of a postcode; '' before the visitor has entered one. */
  from: string
  /** The longest drive, in minutes ('120') or in miles ('60mi'). */
  reach: string
  nights: number
  /** A choice of flexible dates (rules/when); '' for any date. */
  when: string
  dogs: boolean
  /** Beginning with 1. */
  page: number
}

/** The length of the longest first half of a postcode: no more of it is read, or sent. */
export const POSTCODE_HALF = 4

/** The choices of 'How far', with their texts. */
export const REACHES: readonly { value: string; label: string }[] = [
  { value: '60', label: '1 hour' },
  { value: '90', label: '1½ hours' },
  { value: '120', label: '2 hours' },
  { value: '180', label: '3 hours' },
  { value: '240', label: '4 hours' },
  { value: '30mi', label: '30 miles' },
  { value: '60mi', label: '60 miles' },
  { value: '100mi', label: '100 miles' },
  { value: '150mi', label: '150 miles' },
]
const USUAL_REACH = '120'

/** Reads the query of the page. What it cannot be is replaced by what is usual. */
export function readNearHome(query: string): NearHomeAddress {
  const found = new URLSearchParams(query)
  const search = queryToSearch(query, { first: '' })
  const reach = found.get('reach') ?? ''
  return {
    from: (found.get('from') ?? '').trim().toUpperCase().slice(0, POSTCODE_HALF),
    reach: REACHES.some(({ value }) => value === reach) ? reach : USUAL_REACH,
    nights: search.duration ?? USUAL_NIGHTS,
    when: search.when ?? '',
    adults: search.adults ?? ADULTS_DEFAULT,
    children: search.children ?? 0,
    under5s: search.under5s ?? 0,
    dogs: search.petFriendly ?? false,
    page: pageNumber(found),
  }
}

/** The address of the page. */
export function nearHomeAddress(to: NearHomeAddress): string {
  const query = new URLSearchParams({
    from: to.from,
    reach: to.reach,
    nights: String(to.nights),
    ...(to.when ? { when: to.when } : {}),
    adults: String(to.adults),
    children: String(to.children),
    infants: String(to.under5s),
    ...(to.dogs ? { dogs: 'y' } : {}),
    ...(to.page > 1 ? { page: String(to.page) } : {}),
  })
  return `${NEAR_HOME}?${query.toString()}`
}

/** GET /api/nearhome: a page of the cheapest stays within a drive. */
export const nearHomeCall = defineCall<NearHomeAddress, NearHome>({
  name: 'NEAR_HOME',
  path: '/api/nearhome',
  send: ({ from, reach, nights, when, adults, children, under5s, dogs, page }) => ({
    postcode: from || undefined,
    within: reach.endsWith('mi') ? undefined : reach,
    miles: reach.endsWith('mi') ? reach.slice(0, -2) : undefined,
    nights,
    when: when || undefined,
    adults,
    children,
    under5s,
    petFriendly: dogs ? 'Y' : undefined,
    page,
  }),
  key: nearHomeAddress,
  once: true,
})

/** 'About 1 h 20 min from YO1, 43 miles', or without 'About' where the drive was measured. */
export function driveText({ minutes, miles, about }: NearStay, from: string): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const time = [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean)
  return `${about ? 'About ' : ''}${time.join(' ')} from ${from}, ${miles === 1 ? '1 mile' : `${miles} miles`}`
}

/** The prices of a stay's park on its date, for the party of the page. */
export function nearStayPath(stay: NearStay, address: NearHomeAddress): string {
  const { adults, children, under5s, dogs } = address
  const criteria: SearchCriteria = {
    channelId: stay.channel,
    regionId: stay.regn,
    duration: stay.nights,
    adults,
    children,
    under5s,
    petFriendly: dogs,
    offers: [],
    features: [],
  }
  return parkPath(stay, foundStayQuery(criteria, stay), 'prices')
}
