import type { SearchFormState } from './form'

/**
 * The fields that are saved for the tab: the visitor's choices, but not what is open on the screen,
 * nor the day, which may have changed since.
 */
export const SAVED_FORM_FIELDS: readonly Exclude<
  keyof SearchFormState,
  'partySizeModal' | 'tomorrow'
>[] = [
  'channelId',
  'regionId',
  'parkId',
  'parkName',
  'near',
  'box',
  'arrivalDate',
  'when',
  'isArrivalDateAvailable',
  'duration',
  'month',
  'adults',
  'children',
  'under5s',
  'petFriendly',
  'searchNeeded',
  'cottageDates',
  'isPartyInvalid',
  'caravanNightsOptions',
  'availableDurations',
]
