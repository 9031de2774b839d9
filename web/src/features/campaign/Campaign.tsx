import { lazy } from 'react'
import { useSelector } from 'react-redux'
import { LazyPart } from '../../ui'
import { selectCameByCampaign } from './campaign'

const CampaignTracking = lazy(() => import('./CampaignTracking'))

/**
 * Saves and reports how the visitor came, where a campaign or an affiliate brought them. Only then is
 * its code loaded. Where it cannot be loaded, the page stays without it.
 */
export function Campaign() {
  return useSelector(selectCameByCampaign) ? (
    <LazyPart>
      <CampaignTracking />
    </LazyPart>
  ) : null
}
