import type { PromotionState } from './state'

/** The fields that are saved for the tab. */
export const SAVED_PROMOTION_FIELDS: readonly (keyof PromotionState)[] = [
  'codeWordsValidated',
  'selectedNewspaper',
  'availableDates',
  'availableDatesOf',
  'codeWords',
]
