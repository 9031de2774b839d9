/** Calendars of prices. The arrival calendar itself is loaded when it is wanted: `loadPriceCalendar`. */
export { DateStrip, type StripDay } from './DateStrip'
export { NightsChips } from './NightsChips'
export { SeasonStrip } from './SeasonStrip'

/** The arrival calendar, in a chunk of its own. */
export const loadPriceCalendar = () => import('./PriceCalendar')
