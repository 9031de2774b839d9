/**
 * Calendars with prices. The arrival calendar is only loaded when needed, by `loadPriceCalendar`.
 */
export { DateStrip, type StripDay } from './DateStrip'
export { Legend } from './Legend'
export { NightsChips } from './NightsChips'
export { SeasonLink } from './SeasonLink'
export { SeasonStrip } from './SeasonStrip'
export { WeekRows } from './WeekRows'

/** The arrival calendar, in a chunk of its own. */
export const loadPriceCalendar = () => import('./PriceCalendar')
