import { createAction, createSlice } from '@reduxjs/toolkit'
import { brand } from '../../brands'
import { defineCall, type Block, type InitData, type Promotion } from '../../api'
import { parseDate, type CalendarDate } from '../../rules/dates'

/**
 * GET /api/initial: everything that the first page needs. Other reducers also read
 * `initCall.success`.
 */
export const initCall = defineCall<void, InitData>({
  name: 'GET_INIT_DATA',
  path: '/api/initial',
  send: () => ({ siteCode: brand.siteCode }),
})

/** The application has started; the call of initial data follows. */
export const appInit = createAction('APP_INIT')

/** The initial data has been loaded and the address has been applied: pages can be rendered. */
export const appReady = createAction('APP_READY')

/** What init has brought for all pages; `ready` says that pages can be rendered. */
export interface AppState {
  ready: boolean
  promotion: Promotion | undefined
  /** The server's date in Europe/London. The browser's own clock is not used. */
  today: CalendarDate | undefined
  /** The map tiles to show. Without them, maps show the product's own base map. */
  mapTiles: InitData['mapTiles']
  /** Whether visitors can watch prices. */
  priceWatch: boolean
  /** Whether visitors can see all bookings of their address by a link in an e-mail. */
  myHolidays: boolean
  /** Whether guests can keep a page of their booking on the phone. */
  pocket: boolean
  /** Whether visitors may pay by PayPal. */
  wallet: boolean
}

const app = createSlice({
  name: 'app',
  initialState: {
    ready: false,
    promotion: undefined,
    today: undefined,
    mapTiles: undefined,
    priceWatch: false,
    myHolidays: false,
    pocket: false,
    wallet: false,
  } as AppState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload }) => {
      state.promotion = payload.promotion
      state.today = parseDate(payload.today)
      state.mapTiles = payload.mapTiles
      state.priceWatch = payload.priceWatch ?? false
      state.myHolidays = payload.myHolidays ?? false
      state.pocket = payload.pocket ?? false
      state.wallet = payload.wallet ?? false
    })
    builder.addCase(appReady, (state) => {
      state.ready = true
    })
  },
})

export interface HomepageState {
  content: Block[]
}

const homepage = createSlice({
  name: 'homepage',
  initialState: { content: [] } as HomepageState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload }) => {
      state.content = payload.homepageLayout
    })
  },
})

export const appReducer = app.reducer
export const homepageReducer = homepage.reducer

interface RootWithApp {
  app: AppState
  homepage: HomepageState
}

export const selectReady = (state: RootWithApp) => state.app.ready
/** Today's date in London; '' before init. */
export const selectToday = (state: RootWithApp): CalendarDate => state.app.today ?? ''
export const selectMapTiles = (state: RootWithApp) => state.app.mapTiles
export const selectPocket = (state: RootWithApp) => state.app.pocket
export const selectPriceWatch = (state: RootWithApp) => state.app.priceWatch
export const selectMyHolidays = (state: RootWithApp) => state.app.myHolidays
export const selectWallet = (state: RootWithApp) => state.app.wallet
export const selectHomepage = (state: RootWithApp) => state.homepage.content
