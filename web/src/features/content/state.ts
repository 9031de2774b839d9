import {
  createAction,
  createReducer,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import type { RequestsState } from '../../api'
import { loadArticle } from './Article'
import { guideCall, loadItems, pageCall, pageKey, type PageQuery } from './calls'
import type { ContentPageData, Item, TravelGuide } from './wire'

/** A travel guide with its things to do. */
export interface Guide extends TravelGuide {
  things: Item[]
}

/** What the CMS has answered; null means that it has no such page or guide. */
export interface ContentState {
  /** Content pages, by id or slug. */
  pages: Readonly<Record<string, ContentPageData | null>>
  /** Travel guides, by the region's name. */
  guides: Readonly<Record<string, Guide | null>>
  /** The regions whose guide could not be loaded. */
  failedGuides: Readonly<Record<string, true>>
}

export interface ContentRoot {
  requests: RequestsState
  content?: ContentState
}

type Load = (
  dispatch: ThunkDispatch<ContentRoot, unknown, UnknownAction>,
  getState: () => ContentRoot,
) => Promise<void>

const initialState: ContentState = { pages: {}, guides: {}, failedGuides: {} }

const pageLoaded = createAction<{ key: string; page: ContentPageData | null }>(
  'CONTENT/PAGE_LOADED',
)
const guideStarted = createAction<{ region: string }>('CONTENT/GUIDE_STARTED')
const guideLoaded = createAction<{ region: string; guide: Guide | null }>('CONTENT/GUIDE_LOADED')
const guideFailed = createAction<{ region: string }>('CONTENT/GUIDE_FAILED')

export const contentReducer = createReducer(initialState as ContentState, (builder) => {
  builder.addCase(pageLoaded, (state, { payload: { key, page } }) => {
    state.pages = { ...state.pages, [key]: page }
  })
  builder.addCase(guideStarted, (state, { payload: { region } }) => {
    const { [region]: _, ...others } = state.failedGuides
    state.failedGuides = others
  })
  builder.addCase(guideLoaded, (state, { payload: { region, guide } }) => {
    state.guides = { ...state.guides, [region]: guide }
  })
  builder.addCase(guideFailed, (state, { payload: { region } }) => {
    state.failedGuides = { ...state.failedGuides, [region]: true }
  })
})

export function selectContent(state: ContentRoot): ContentState {
  return state.content ?? initialState
}

/** Loads a content page, once. */
export function loadPage(query: PageQuery): Load {
  return async (dispatch, getState) => {
    const key = pageKey(query)
    if (selectContent(getState()).pages[key] !== undefined) return
    const result = await dispatch(pageCall.run(query))
    if (result.ok) {
      if (result.data) await loadArticle(result.data.content.rendered)
      dispatch(pageLoaded({ key, page: result.data ?? null }))
    } else if (result.error.status === 404) dispatch(pageLoaded({ key, page: null }))
  }
}

/** Loads the travel guide of a region, once. */
export function loadGuide(region: string): Load {
  return async (dispatch, getState) => {
    if (selectContent(getState()).guides[region] !== undefined) return
    dispatch(guideStarted({ region }))
    const result = await dispatch(guideCall.run({ region }))
    const guide = result.ok ? guideOfRegion(result.data, region) : undefined
    if (!result.ok && result.error.status !== 404) {
      // A cancelled call is made again by the page.
      if (result.error.status !== -1) dispatch(guideFailed({ region }))
      return
    }
    if (!guide) {
      dispatch(guideLoaded({ region, guide: null }))
      return
    }
    const things = await dispatch(loadItems({ postType: 'things-to-do', ids: guide.thingsToDo }))
    if (things.ok) {
      const texts = [guide.intro, ...things.data.map(({ acf }) => acf.text)]
      await loadArticle(texts.join(''))
      dispatch(guideLoaded({ region, guide: { ...guide, things: things.data } }))
    } else if (things.error.status !== -1) dispatch(guideFailed({ region }))
  }
}

/** The guide, if it is the region's. Letter case does not matter. */
function guideOfRegion(guide: TravelGuide | undefined, region: string): TravelGuide | undefined {
  const isSame = guide?.regionName.trim().toLowerCase() === region.trim().toLowerCase()
  return isSame ? guide : undefined
}
