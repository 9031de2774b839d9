import { createAction, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { HeroTextData, Promotion } from '../../api'
import { brand } from '../../brands'
import { decimalPounds, toPence, type Pence } from '../../rules/money'
import {
  boxContent,
  LIMITED_CHANNEL,
  promoTypeOf,
  promotionalPrice,
  wordCount,
  type BoxContent,
  type PromoType,
} from '../../rules/promotion'
import { routeChanged } from '../page'
import { initCall, type AppState, type HomepageState } from '../catalogue'
import { promoDataCall, validateCodeWordsCall, type PromoDate } from './calls'

export interface PromotionState {
  /** Whether the visitor may search for the promotion's dates. It never becomes false again. */
  codeWordsValidated: boolean
  /** The code of the chosen newspaper; '' while none is chosen. */
  selectedNewspaper: string
  /** The arrival dates of the promotion; empty until the visitor may see them. */
  availableDates: PromoDate[]
  /** The promotion to which these dates belong. */
  availableDatesOf: PromoType | ''
  /** Those of the UK, whichever channel is chosen now; undefined until they are loaded. */
  ukDates: PromoDate[] | undefined
  /** The pass of a visitor who had passed has ended: the gate is shown again. */
  passEnded: boolean
  /** The promotion whose dates are loaded or being loaded. */
  datesOf: string
  /** The code words as typed. */
  codeWords: string[]
  /** Whether the word at the same position was refused and not changed since. */
  invalidWords: boolean[]
  newspaperError: boolean
  /** The visitor has just passed: this page says thank you. */
  thanked: boolean
}

/** The promotion asks for nothing, or the server says that the visitor has passed the gate. */
export const promotionPassed = createAction('PROMOTION/PASSED')

/** The server says that the pass of this visitor has ended. */
export const passEnded = createAction('PROMOTION/PASS_ENDED')

function endPass(state: PromotionState) {
  state.passEnded = state.codeWordsValidated
  forgetDates(state)
}

/** The dates that are known are those of a visitor who had not passed, or of an earlier pass. */
function forgetDates(state: PromotionState) {
  state.availableDates = []
  state.availableDatesOf = ''
  state.ukDates = undefined
}

const slice = createSlice({
  name: 'PROMOTION',
  initialState: {
    codeWordsValidated: false,
    selectedNewspaper: '',
    availableDates: [],
    availableDatesOf: '',
    ukDates: undefined,
    passEnded: false,
    datesOf: '',
    codeWords: [],
    invalidWords: [],
    newspaperError: false,
    thanked: false,
  } as PromotionState,
  reducers: {
    EDIT_CODE_WORD: (state, { payload }: PayloadAction<{ at: number; word: string }>) => {
      state.codeWords[payload.at] = payload.word
      state.invalidWords[payload.at] = false
    },
    SELECT_NEWSPAPER: (state, { payload: code }: PayloadAction<string>) => {
      state.selectedNewspaper = code
      state.newspaperError = false
    },
    /** The code words were refused. */
    FLAG_CODE_WORDS: (state, { payload: invalid }: PayloadAction<boolean[]>) => {
      state.invalidWords = invalid
    },
    FLAG_NEWSPAPER: (state, { payload: wrong }: PayloadAction<boolean>) => {
      state.newspaperError = wrong
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(initCall.success, (state, { payload }) => {
        if (wordCount(payload.promotion) === 0) state.codeWordsValidated = true
      })
      .addCase(promotionPassed, (state) => {
        state.codeWordsValidated = true
        state.passEnded = false
        state.datesOf = ''
        forgetDates(state)
      })
      .addCase(passEnded, endPass)
      .addCase(validateCodeWordsCall.success, (state) => {
        state.codeWordsValidated = true
        state.passEnded = false
        state.datesOf = ''
        forgetDates(state)
        state.invalidWords = []
        state.thanked = true
      })
      .addCase(routeChanged, (state) => {
        state.thanked = false
      })
      .addCase(promoDataCall.request, (state, { payload }) => {
        state.datesOf = payload.promo
      })
      .addCase(promoDataCall.success, (state, { payload, meta }) => {
        // The visitor may have passed the gate in another tab, or the pass may have ended.
        if (payload.passed === false) {
          endPass(state)
          return
        }
        if (payload.passed) {
          state.codeWordsValidated = true
          state.passEnded = false
        }
        state.availableDates = payload.DATES ?? []
        state.availableDatesOf = meta.request.params.promo as PromoType
        if (state.availableDatesOf === 'ukpromo') state.ukDates = state.availableDates
      })
      .addCase(promoDataCall.failure, (state, { meta }) => {
        state.datesOf = ''
        // There are none until the next attempt: nothing waits for them.
        const promo = meta.request.params.promo as PromoType
        if (state.availableDatesOf === promo) return
        state.availableDatesOf = promo
        state.availableDates = []
      })
  },
})

export const promotionReducer = slice.reducer
export const {
  EDIT_CODE_WORD: codeWordEdited,
  SELECT_NEWSPAPER: newspaperChosen,
  FLAG_CODE_WORDS: codeWordsFlagged,
  FLAG_NEWSPAPER: newspaperFlagged,
} = slice.actions

/** The parts of the application's state that the promotion reads. */
export interface PromotionRoot {
  app: AppState
  homepage: HomepageState
  promotion: PromotionState
  search: { channelId: string }
}

/** What decides for whom the promotion is on. */
type ReadersRoot = Pick<PromotionRoot, 'app' | 'promotion'>

export const selectPromotion = (state: PromotionRoot): Promotion | undefined => state.app.promotion
export const selectGate = (state: PromotionRoot): PromotionState => state.promotion
export const selectPromoType = (state: PromotionRoot): PromoType | undefined =>
  promoTypeOf(state.search.channelId)

/** Whether the visitor may search for the promotion's dates now. */
export const selectHasPassed = ({ promotion }: Pick<PromotionRoot, 'promotion'>): boolean =>
  promotion.codeWordsValidated && !promotion.passEnded

/** Whether the visitor has entered the code words of a promotion that is open. */
export const selectIsReader = (state: ReadersRoot): boolean =>
  state.app.promotion?.open === 'Y' && wordCount(state.app.promotion) > 0 && selectHasPassed(state)

/**
 * The parameter `promo` of calls that offer stays on a channel: with it, a reader is offered those on the
 * offer dates of the own pass.
 */
export const selectPromoOf = (state: ReadersRoot, channel: string): '1' | undefined =>
  channel === LIMITED_CHANNEL && selectIsReader(state) ? '1' : undefined

/** What a list of a channel's prices for everybody adds to its text for a reader, who pays less; else ''. */
export function selectBeforeSaving(state: ReadersRoot, channel: string): string {
  const percentOff = state.app.promotion?.percentOff
  return percentOff && selectPromoOf(state, channel)
    ? `, before the ${percentOff}% off with your code words`
    : ''
}

/** What the search box shows. */
export const selectBoxContent = (state: ReadersRoot): BoxContent =>
  boxContent(brand.siteCode, state.app.promotion, selectHasPassed(state))

/** Whether the visitor must pass the gate before searching. */
export const selectMustPass = (state: ReadersRoot): boolean => selectBoxContent(state) === 'gate'

/** The values of booking_mode that mean 'on'. */
const on: ReadonlySet<unknown> = new Set([true, 1, '1', 'Y', 'y'])

/** Whether booking mode is on: the HeroText block says so. */
export const selectBookingMode = (state: Pick<PromotionRoot, 'homepage'>): boolean => {
  const hero = state.homepage.content.find(({ type }) => type === 'HeroText')
  const mode: unknown = (hero?.data as Partial<HeroTextData> | undefined)?.booking_mode
  return on.has(mode)
}

/** Whether the button 'Search For Your Holiday' is shown. */
export const selectHasPromotionButton = (state: PromotionRoot): boolean =>
  state.app.promotion?.open === 'Y' && selectBookingMode(state)

const noDates: ReadonlySet<string> = new Set()

/** What the dates of the promotion depend on. */
type DatesRoot = Pick<PromotionRoot, 'app' | 'promotion' | 'search'>

/**
 * The arrival dates (dd/mm/yyyy) of the promotion while it is on: open, passed, and with dates.
 * Otherwise, and until the dates of the channel's own promotion are loaded, there are none.
 */
export const selectPromoDates: (state: DatesRoot) => ReadonlySet<string> = createSelector(
  (state: DatesRoot) => state.app.promotion?.open,
  selectHasPassed,
  (state: DatesRoot) => state.promotion.availableDates,
  (state: DatesRoot) => state.promotion.availableDatesOf === promoTypeOf(state.search.channelId),
  (open, validated, dates, areOfChannel) =>
    open === 'Y' && validated && areOfChannel && dates.length > 0
      ? new Set(dates.map(({ date }) => date))
      : noDates,
)

/**
 * The dates (dd/mm/yyyy) to which arrivals in the UK are limited, whichever channel is chosen; undefined
 * where nothing is limited. A reader has none until they are loaded.
 */
export const selectUkDates: (
  state: Pick<DatesRoot, 'app' | 'promotion'>,
) => ReadonlySet<string> | undefined = createSelector(
  (state: ReadersRoot) => state.app.promotion?.open === 'Y' && selectHasPassed(state),
  selectIsReader,
  (state: ReadersRoot) => state.promotion.ukDates,
  (isOn, isReader, dates) => {
    if (dates === undefined) return isReader ? noDates : undefined
    return isOn && dates.length > 0 ? new Set(dates.map(({ date }) => date)) : undefined
  },
)

/** Whether a reader's dates for the channel are not there yet. */
const selectAwaitsDates = (state: DatesRoot): boolean => {
  const promo = promoTypeOf(state.search.channelId)
  return selectIsReader(state) && promo !== undefined && state.promotion.availableDatesOf !== promo
}

/** The price of a stay with the code words: where the stay is on a date of the promotion. */
export interface PromoPrice {
  /** In pounds, as the server writes amounts. */
  price: string
  /** What the stay costs less, in pence. */
  saving: Pence
  /** Whether the stay is on a date of the promotion is not known yet: the price only keeps its room. */
  pending: boolean
}

/** A function from arrival date (dd/mm/yyyy) and price to the price with the code words. */
export const selectPromoPriceOf = createSelector(
  selectPromoDates,
  selectAwaitsDates,
  (state: DatesRoot) => state.app.promotion?.percentOff,
  (dates, pending, percentOff) =>
    (date: string, unitPrice: string): PromoPrice | undefined => {
      const full = toPence(unitPrice)
      if (full === undefined || !(pending || dates.has(date))) return undefined
      const pence = promotionalPrice(full, percentOff)
      return { price: decimalPounds(pence), saving: full - pence, pending }
    },
)
