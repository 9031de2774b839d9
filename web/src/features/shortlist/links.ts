import type { ShortlistPark } from '../../api/schema'
import { parkPath } from '../park-card'

/** The address of a park's page or prices, with the search. A park of another channel has its own. */
export function shortlistedPath(park: ShortlistPark, searchQuery: string, kind?: 'prices'): string {
  const query = new URLSearchParams(searchQuery)
  const channel = park.stay?.channel ?? park.channels[0] ?? query.get('channel') ?? ''
  if (channel !== query.get('channel')) {
    query.set('channel', channel)
    query.set('region', park.regn)
  }
  for (const name of ['park', 'near', 'box', 'view']) query.delete(name)
  return parkPath({ ...park, channel }, query.toString(), kind)
}
