/** The newspaper promotion: its gate, its dates, and whether the visitor has passed. */
export { Gate, loadGate } from './parts'
export { PromotionButton } from './PromotionButton'
export { ensurePromoDates, settlePromotion } from './gate'
export {
  SAVED_PROMOTION_FIELDS,
  promotionPassed,
  promotionReducer,
  selectBoxContent,
  selectPromoDates,
  selectPromoType,
  type PromotionRoot,
  type PromotionState,
} from './state'
