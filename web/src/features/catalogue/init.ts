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

/** The application starts; the init call follows. */
export const appInit = createAction('APP_INIT')

/** The page stands as the server drew it, and reacts to nothing yet. */
export const pageDrawn = createAction('PAGE_DRAWN')

/** The server says that there is no page at a path. */
export const pageMissing = createAction<string>('PAGE_MISSING')

/** A page that the server drew reacts, and has its saved state back. */
export const pageAlive = createAction('PAGE_ALIVE')

/** Init has succeeded and the URL's query has been applied: pages may be drawn. */
export const appReady = createAction('APP_READY')

export interface AppState {
  ready: boolean
  promotion: Promotion | undefined
  /** The server's date in Europe/London. The browser's own clock is not used. */
  today: CalendarDate | undefined
  /** The page is as the server drew it: forms and links are the browser's own. */
  drawn: boolean
  /** The path at which, as the server says, there is no page. */
  missing: string | undefined
  /** The server whose tiles the maps show; without one they show our own base. */
  mapTiles: InitData['mapTiles']
}

const app = createSlice({
  name: 'app',
  initialState: {
    ready: false,
    promotion: undefined,
    today: undefined,
    drawn: false,
    missing: undefined,
    mapTiles: undefined,
  } as AppState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload }) => {
      state.promotion = payload.promotion
      state.today = parseDate(payload.today)
      state.mapTiles = payload.mapTiles
    })
    builder.addCase(appReady, (state) => {
      state.ready = true
    })
    builder.addCase(pageDrawn, (state) => {
      state.drawn = true
    })
    builder.addCase(pageMissing, (state, { payload }) => {
      state.missing = payload
    })
    builder.addCase(pageAlive, (state) => {
      state.drawn = false
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

/** Whether the page is as the server drew it. What then needs a press must be a link or a form. */
export const selectDrawn = (state: RootWithApp) => state.app.drawn
export const selectMissing = (state: RootWithApp) => state.app.missing
export const selectReady = (state: RootWithApp) => state.app.ready
/** Today's date in London; '' before init. */
export const selectToday = (state: RootWithApp): CalendarDate => state.app.today ?? ''
export const selectMapTiles = (state: RootWithApp) => state.app.mapTiles
export const selectHomepage = (state: RootWithApp) => state.homepage.content
