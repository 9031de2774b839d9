import { useSelector } from 'react-redux'
import type { ParkDetails } from '../../api/schema'
import { selectForm, selectSearchQuery } from '../search'

/** The visitor's search in the whole of a park's region: its channel, and its query string. */
export function useRegionQuery(park: ParkDetails | undefined): { channel: string; query: string } {
  const { channelId } = useSelector(selectForm)
  const query = new URLSearchParams(useSelector(selectSearchQuery))
  if (!park) return { channel: channelId, query: query.toString() }
  const channel = park.channels.includes(channelId) ? channelId : (park.channels[0] ?? channelId)
  query.set('channel', channel)
  query.set('region', park.regn)
  for (const other of ['park', 'near', 'box']) query.delete(other)
  return { channel, query: query.toString() }
}
