/** How the visitor came to the site: marketing parameters and the affiliate's click. */
export {
  campaignReducer,
  landed,
  savedUtm,
  selectUtm,
  utmRestored,
  type CampaignRoot,
  type CampaignState,
} from './campaign'
export { Campaign } from './Campaign'
