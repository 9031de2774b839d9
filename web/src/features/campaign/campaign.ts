import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { chosen, consentRead } from '../consent'

/** The greatest length of a marketing parameter. */
const LONGEST = 200

/** Where the marketing parameters are saved after consent. */
export const UTM_KEY = 'campaign'

/** How the visitor came to the site. It is in memory; after consent, late parts save and send it. */
export interface CampaignState {
  /** The marketing parameters by name, such as utm_source. Those of the latest landing count. */
  utm: Readonly<Record<string, string>>
  /** The affiliate network's id of the click. */
  awc: string | undefined
}

const initialState: CampaignState = { utm: {}, awc: undefined }

const campaign = createSlice({
  name: 'campaign',
  initialState,
  reducers: {
    /** A document was opened at an address with this query. */
    landed(state, action: PayloadAction<string>) {
      for (const [name, value] of new URLSearchParams(action.payload)) {
        if (name.startsWith('utm_')) state.utm = { ...state.utm, [name]: value.slice(0, LONGEST) }
        else if (name === 'awc' && value) state.awc = value
      }
    },
    /** The parameters of earlier documents, saved after consent. */
    utmRestored(state, action: PayloadAction<CampaignState['utm']>) {
      state.utm = { ...action.payload, ...state.utm }
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(
      (action) => chosen.match(action) || consentRead.match(action),
      (state, action: PayloadAction<string>) =>
        action.payload === 'rejected' ? initialState : state,
    )
  },
})

export const campaignReducer = campaign.reducer
export const { landed, utmRestored } = campaign.actions

export interface CampaignRoot {
  campaign: CampaignState
}

/** The marketing parameters of this visit. */
export const selectUtm = (state: CampaignRoot) => state.campaign.utm
/** Whether the visitor came by a campaign or an affiliate. */
export const selectCameByCampaign = ({ campaign: { utm, awc } }: CampaignRoot) =>
  awc !== undefined || Object.keys(utm).length > 0

/** Reads the marketing parameters that this tab has saved. */
export function savedUtm(): CampaignState['utm'] {
  try {
    const saved = JSON.parse(sessionStorage.getItem(UTM_KEY) ?? '{}') as CampaignState['utm']
    return Object.fromEntries(Object.entries(saved).filter(([name]) => name.startsWith('utm_')))
  } catch {
    return {}
  }
}
