import { createAction, createReducer } from '@reduxjs/toolkit'

/** The page is the server's HTML and does not react yet. */
export const pageServerRendered = createAction('PAGE_SERVER_RENDERED')

/** The server says that a path has no page. */
export const pageMissing = createAction<string>('PAGE_MISSING')

/** The server says that this visitor has passed the promotion gate. */
export const passedGate = createAction('PAGE_PASSED_GATE')

/** The script has hydrated a page that the server rendered, and has restored the saved state. */
export const pageHydrated = createAction('PAGE_HYDRATED')

/** What the server has said about the page of the document. */
export interface DocumentState {
  /** The page is the server's HTML: only forms and links of the browser work. */
  serverRendered: boolean
  /** The path for which the server has no page. */
  missingPath: string | undefined
  /** The visitor has passed the promotion gate. */
  passedGate: boolean
}

const initialState: DocumentState = {
  serverRendered: false,
  missingPath: undefined,
  passedGate: false,
}

export const documentReducer = createReducer(initialState, (builder) => {
  builder
    .addCase(pageServerRendered, (state) => {
      state.serverRendered = true
    })
    .addCase(pageHydrated, (state) => {
      state.serverRendered = false
    })
    .addCase(pageMissing, (state, { payload }) => {
      state.missingPath = payload
    })
    .addCase(passedGate, (state) => {
      state.passedGate = true
    })
})

/** The part of the state that says how the page came. */
export interface RootWithDocument {
  document: DocumentState
}

/**
 * Whether the page is the server's HTML. Until the script takes over, a control must be a link or a
 * form.
 */
export const selectServerRendered = (state: RootWithDocument) => state.document.serverRendered
export const selectMissingPath = (state: RootWithDocument) => state.document.missingPath
