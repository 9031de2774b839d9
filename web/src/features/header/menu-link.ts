import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { selectRegionsOf } from '../catalogue'
import { channelAndRegionChosen, chooseChannel, type SearchRoot } from '../search'

/**
 * Called for an internal link of a channel's menu: chooses the channel, and the region whose id is the
 * first number in the address. A link to a content page ('/a/') does not change the region.
 */
export function menuLinkFollowed(channelId: string, url: string) {
  return (
    dispatch: ThunkDispatch<SearchRoot, unknown, UnknownAction>,
    getState: () => SearchRoot,
  ): void => {
    const regions = selectRegionsOf(getState(), channelId)
    const number = /\d+/.exec(url)?.[0]
    if (url.includes('/a/')) {
      dispatch(channelAndRegionChosen({ channelId, regionId: getState().search.regionId }))
    } else if (number !== undefined && regions[number]) {
      dispatch(channelAndRegionChosen({ channelId, regionId: number }))
    } else {
      dispatch(chooseChannel(channelId))
    }
  }
}
