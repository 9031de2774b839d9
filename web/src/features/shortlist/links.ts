import type { ShortlistPark } from '../../api/schema'
import { foundStayQuery, fromStayQuery } from '../../rules/stay-query'
import { inRegion, searchToQuery, type SearchCriteria } from '../../rules/search-url'
import { parkPath } from '../park-card'

/**
 * The address of a park's page or prices: of the stay that was found there, or else with the
 * search's party and date. Channel and region are the park's.
 */
export function shortlistedPath(
  park: ShortlistPark,
  criteria: SearchCriteria,
  kind?: 'prices',
): string {
  const channel = park.stay?.channel ?? park.channels[0] ?? criteria.channelId
  const search = {
    ...inRegion(criteria, park.regn), // saved from many searches, so the last one's region may be another
    channelId: channel,
    view: undefined,
  }
  const query = park.stay ? foundStayQuery(search, park.stay) : searchToQuery(search)
  return parkPath({ ...park, channel }, query, kind)
}

/** The address of the stay of the park's cheapest price; undefined where nothing is on sale. */
export function cheapestPath({ fromStay, ...park }: ShortlistPark): string | undefined {
  return fromStay
    ? parkPath(
        { ...park, channel: fromStay.channel },
        fromStayQuery({ ...fromStay, regn: park.regn }),
        'prices',
      )
    : undefined
}
