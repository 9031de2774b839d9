import { useSelector } from 'react-redux'
import { channelsInOrder } from '../../rules/channels'
import { hasRegions } from '../../rules/regions'
import { selectChannels, selectRegionsByChannel } from '../catalogue'

/** The channels to choose from, in their order; one without regions is disabled. */
export function useChannelOptions() {
  const channels = channelsInOrder(useSelector(selectChannels))
  const regions = useSelector(selectRegionsByChannel)
  return channels.map(({ code, name }) => ({
    code,
    name,
    disabled: !hasRegions(regions[code]),
  }))
}
