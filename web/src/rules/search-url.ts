// Writes a search as the query string of an address, and reads it back
// (specification, part 1, 'Search URL query parameters'; open points SRCH-1, SRCH-5 to SRCH-9).
import { formatShort, fromIso, parseDate, toIso, type CalendarDate } from './dates'
import { boxFromText } from './map-box'
import { nearFromQuery, nearToQuery, type Near } from './near'
import { clampParty } from './party'

/** The parts of a search that an address contains. */
export interface SearchCriteria {
  channelId: string
  regionId: string
  parkId?: string
  /** The point from which the results of the region are sorted. */
  near?: Near
  /** An area of the map instead of the region: west, south, east, north (rules/map-box). */
  box?: string
  /** UTC midnight of the arrival day; undefined: any date. */
  arrivalDate?: string
  /** A choice of flexible dates instead of an arrival day (rules/when). */
  when?: string
  duration: number
  adults: number
  children: number
  under5s: number
  petFriendly: boolean
  /** Urns of the chosen offers. */
  offers: string[]
  /** Ids of the chosen boolean filters, operators included. */
  features: number[]
  /** The results are shown on the map. */
  view?: 'map'
}

/** The valid values of an address. */
export type CriteriaInUrl = Partial<SearchCriteria>

/** The first and the last possible arrival date; without a last one there is no limit. */
export interface ArrivalRange {
  first: CalendarDate
  last?: CalendarDate
}

/** The same search in all of a region: without a park, a point or an area of the map. */
export function inRegion(criteria: SearchCriteria, regionId: string): SearchCriteria {
  return { ...criteria, regionId, parkId: undefined, near: undefined, box: undefined }
}

/** The form of a choice of flexible dates. The server says which exist (rules/when). */
const WHEN = /^[a-z-]+-\d{4}(-\d\d|\.[A-Za-z-]+)?$/

/** The query string of a search, without '?'. `partysize` and unset values are omitted. */
export function searchToQuery(criteria: SearchCriteria): string {
  const date = fromIso(criteria.arrivalDate)
  const values: [string, string | undefined][] = [
    ['channel', criteria.channelId],
    ['region', criteria.regionId || undefined],
    ['park', criteria.parkId],
    ['near', nearToQuery(criteria.near)],
    ['box', criteria.box],
    ['date', date && formatShort(date)],
    ['when', date ? undefined : criteria.when],
    ['nights', String(criteria.duration)],
    ['adults', String(criteria.adults)],
    ['children', String(criteria.children)],
    ['infants', String(criteria.under5s)],
    ['dogs', takesPets(criteria) ? 'y' : ''],
    ['offers', criteria.offers.join(',') || undefined],
    ['features', criteria.features.join(',') || undefined],
    ['view', criteria.view],
  ]
  const query = new URLSearchParams()
  for (const [name, value] of values) if (value !== undefined) query.set(name, value)
  return query.toString()
}

/** The marketing parameters of a query string, with '&' before each. */
export function utmOf(query: string): string {
  const utm = [...new URLSearchParams(query)].filter(([name]) => name.startsWith('utm_'))
  return utm.length > 0 ? `&${new URLSearchParams(utm).toString()}` : ''
}

/** Reads a query string. Missing and invalid values are omitted, so that the current ones stay. */
export function queryToSearch(query: string, arrivals: ArrivalRange): CriteriaInUrl {
  const params = new URLSearchParams(query)
  const found: CriteriaInUrl = {
    channelId: params.get('channel') || undefined,
    regionId: params.get('region') || undefined,
    parkId: params.get('park') || undefined,
    near: nearFromQuery(params.get('near')),
    box: boxFromText(params.get('box')) && (params.get('box') ?? undefined),
    view: params.get('view') === 'map' ? 'map' : undefined,
    when: WHEN.exec(params.get('when') ?? '')?.[0],
    arrivalDate: arrivalIn(params.get('date'), arrivals),
    duration: wholeNumber(params.get('nights'), 1),
    petFriendly: yesOrNo(params.get('dogs')),
    offers: commaList(params.get('offers')),
    features: commaList(params.get('features'))
      ?.filter((id) => /^\d+$/.test(id))
      .map(Number),
    ...partyIn(params),
  }
  return withoutUndefined(found)
}

/** Dogs are ignored for eurocaravan. */
export function takesPets(criteria: { channelId: string; petFriendly: boolean }): boolean {
  return criteria.petFriendly && criteria.channelId !== 'eurocaravan'
}

/** Reads 'y' and 'n' in any case, and the empty value that `searchToQuery` writes for no dogs. */
function yesOrNo(value: string | null): boolean | undefined {
  const answers: Record<string, boolean> = { y: true, n: false, '': false }
  return value === null ? undefined : answers[value.toLowerCase()]
}

function arrivalIn(value: string | null, { first, last }: ArrivalRange): string | undefined {
  const date = parseDate(value)
  if (date === undefined || date < first || (last !== undefined && date > last)) return undefined
  return toIso(date)
}

function partyIn(params: URLSearchParams): Pick<CriteriaInUrl, 'adults' | 'children' | 'under5s'> {
  const adults = wholeNumber(params.get('adults'), 0)
  const children = wholeNumber(params.get('children'), 0)
  const under5s = wholeNumber(params.get('infants'), 0)
  const clamped = clampParty({
    adults: adults ?? 0,
    children: children ?? 0,
    under5s: under5s ?? 0,
  })
  return {
    adults: adults === undefined ? undefined : clamped.adults,
    children: children === undefined ? undefined : clamped.children,
    under5s: under5s === undefined ? undefined : clamped.under5s,
  }
}

function wholeNumber(value: string | null, min: number): number | undefined {
  if (value === null || !/^\s*[+-]?\d+\s*$/.test(value)) return undefined
  const number = Number.parseInt(value, 10)
  return number < min ? undefined : number
}

function commaList(value: string | null): string[] | undefined {
  return value === null ? undefined : value.split(',').filter((item) => item !== '')
}

/** The fields that have a value. */
export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>
}
