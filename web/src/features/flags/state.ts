import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { FlagSettings } from '../../api'
import { CARD_PROVIDER_FLAG_DEFAULT } from '../../rules/settings'
import { initCall } from '../catalogue'

/** The flags that the product uses, with their values where they are unknown. */
export const defaults = {
  isWorldpayOn: CARD_PROVIDER_FLAG_DEFAULT,
  isPaypalOn: true,
  maintenanceMode: false,
}

export type FlagKey = keyof typeof defaults

/** The values of flags by key. */
export type FlagValues = Readonly<Partial<Record<FlagKey, boolean>>>

export interface FlagsState {
  /** Where the flags are read; undefined before init. */
  settings: FlagSettings | undefined
  /** The last known values. The first one comes with the page, from the server. */
  values: FlagValues
  /** Whether the browser has read the flags itself; then init no longer sets them. */
  live: boolean
}

const flags = createSlice({
  name: 'flags',
  initialState: { settings: undefined, values: {}, live: false } as FlagsState,
  reducers: {
    /** Flags were read and evaluated. Those that they do not contain stay as they were. */
    flagsEvaluated(state, { payload }: PayloadAction<FlagValues>) {
      state.live = true
      state.values = { ...state.values, ...payload }
    },
  },
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload: { flags: settings } }) => {
      state.settings = settings
      if (state.live) return
      const { isWorldpayOn, isPaypalOn } = settings
      state.values = { isWorldpayOn, isPaypalOn }
    })
  },
})

export const flagsReducer = flags.reducer
export const { flagsEvaluated } = flags.actions

export interface RootWithFlags {
  flags: FlagsState
}

/** The value of a flag now. */
export const selectFlag = (state: RootWithFlags, key: FlagKey): boolean =>
  state.flags.values[key] ?? defaults[key]
