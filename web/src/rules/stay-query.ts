// The one rule for links at prices: a price leads to the park with the channel, the date, the
// nights and the party for which it holds.
import { parseDate, toIso } from './dates'
import { inRegion, searchToQuery, type SearchCriteria } from './search-url'
import { ADULTS_DEFAULT } from './settings'

/**
 * A stay on sale at a park, as the server writes it: its arrival is dd/mm/yyyy. The region is that of
 * the park; where it is not known, the park's page uses the park's own.
 */
export interface PricedStay {
  channel: string
  regn?: string
  date: string
  nights: number
}

/** The query of a park's address for a stay that a search has found, with the party of the search. */
export function foundStayQuery(criteria: SearchCriteria, stay: PricedStay): string {
  const { channel, regn, date, nights } = stay
  const day = parseDate(date)
  return searchToQuery({
    // The park may have been found on another channel, which may not have the region.
    ...(channel === criteria.channelId ? criteria : inRegion(criteria, regn ?? '')),
    channelId: channel,
    arrivalDate: day && toIso(day),
    when: undefined,
    duration: nights,
  })
}

/**
 * The query of a park's address for a stay whose price is shown without a search: such prices are
 * for two adults, in some lists with dogs.
 */
export function fromStayQuery(stay: PricedStay, { dogs = false } = {}): string {
  return foundStayQuery(
    {
      channelId: stay.channel,
      regionId: stay.regn ?? '',
      duration: stay.nights,
      adults: ADULTS_DEFAULT,
      children: 0,
      under5s: 0,
      petFriendly: dogs,
      offers: [],
      features: [],
    },
    stay,
  )
}
