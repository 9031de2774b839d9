/** The newspaper promotion: its gate, its dates, and whether the visitor has passed. */
export { Gate, loadGate } from './parts'
export { SAVED_PROMOTION_FIELDS } from './saved'
export { EverybodysPrices } from './EverybodysPrices'
export { PromoNote } from './PromoNote'
export { PromotionButton } from './PromotionButton'
export { ensurePromoDates, loadPromoDates, promoPrice, settlePromotion } from './gate'
export {
  promotionReducer,
  selectBeforeSaving,
  selectBoxContent,
  selectHasPassed,
  selectIsReader,
  selectMustPass,
  selectPromoDates,
  selectPromoOf,
  selectPromoPriceOf,
  selectPromoType,
  selectUkDates,
  type PromoPrice,
  type PromotionRoot,
  type PromotionState,
} from './state'
