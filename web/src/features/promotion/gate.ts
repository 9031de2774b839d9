import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { wordCount } from '../../rules/promotion'
import { promoDataCall } from './calls'
import {
  passEnded,
  type PromoPrice,
  promotionPassed,
  selectHasPassed,
  selectPromoPriceOf,
  selectPromoType,
  type PromotionRoot,
} from './state'

/** What the gate dispatches. */
export type GateThunk<Value> = (
  dispatch: ThunkDispatch<PromotionRoot, unknown, UnknownAction>,
  getState: () => PromotionRoot,
) => Value

/**
 * Loads the dates of the channel's promotion for the chosen newspaper. The answer also says whether the
 * visitor has passed the gate.
 */
export function loadPromoDates(): GateThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const promo = selectPromoType(getState())
    if (!promo) return
    await dispatch(promoDataCall.run({ promo, newspaper: getState().promotion.selectedNewspaper }))
  }
}

/** The price of a stay with the code words; it waits for the dates of a reader. */
export function promoPrice(
  date: string,
  price: string,
): GateThunk<Promise<PromoPrice | undefined>> {
  return async (dispatch, getState) => {
    const current = () => selectPromoPriceOf(getState())(date, price)
    // A newer call for the dates may have replaced this one.
    while (current()?.pending) await dispatch(loadPromoDates())
    return current()
  }
}

/** Loads the dates where the visitor may see them and those of this promotion are not there yet. */
export function ensurePromoDates(): GateThunk<void> {
  return (dispatch, getState) => {
    const state = getState()
    const { datesOf } = state.promotion
    if (!selectHasPassed(state) || state.app.promotion?.open === 'N') return
    if (datesOf !== selectPromoType(state)) void dispatch(loadPromoDates())
  }
}

/**
 * Marks the gate as passed when the visitor has passed it in another tab, or when the promotion asks
 * for no code words any more; and the pass as ended when the server does not know it any more. The
 * saved state of this tab does not know either.
 */
export function settlePromotion(passed: boolean): GateThunk<void> {
  return (dispatch, getState) => {
    const { app, promotion } = getState()
    const asksNoWords = app.promotion && wordCount(app.promotion) === 0
    if (passed || asksNoWords) {
      if (!selectHasPassed(getState())) dispatch(promotionPassed())
    } else if (app.promotion && selectHasPassed({ promotion })) dispatch(passEnded())
  }
}
