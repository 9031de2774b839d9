import { createSelector } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import { nearestPricedDay, priceCalendar, type PriceCalendarEntry } from '../../rules/calendar'
import { addDays, formatShort, type CalendarDate } from '../../rules/dates'
import { ALL_REGIONS, cheapestPerDate, type MinPrices } from '../../rules/price-lookup'
import { selectAvailability, selectToday } from '../catalogue'
import { selectPromoDates } from '../promotion'
import {
  arrivalOf,
  isSliceLoaded,
  selectForm,
  selectRequestedStay,
  usePrices,
  type PricesState,
  type SearchRoot,
} from '../search'
import { LOAD_ERROR } from './load-error'

/** The prices of the UK's regions for /results/all-regions. */
export interface UkPrices extends Pick<PricesState, 'error' | 'retry'> {
  /** The requested arrival day. */
  requested: CalendarDate | undefined
  /** The day whose prices are shown: the requested one, or the nearest with prices. */
  shown: CalendarDate | undefined
  /** The cheapest price of each arrival day in any region. */
  calendar: PriceCalendarEntry[]
  minPrices: MinPrices
  /** The prices by date are loaded, so the strip of dates can be shown. */
  byDateLoaded: boolean
  /** The prices of the shown date are loaded, so the tiles of the regions can be shown. */
  byRegionLoaded: boolean
}

const selectUkMinPrices = (state: SearchRoot) => selectAvailability(state, 'ukcaravan').minPrices
const selectTomorrow = (state: SearchRoot) => addDays(selectToday(state), 1)

const selectUkCalendar = createSelector(
  selectUkMinPrices,
  selectRequestedStay,
  selectTomorrow,
  selectPromoDates,
  (minPrices, stay, tomorrow, promoDates) =>
    priceCalendar(cheapestPerDate(minPrices, ALL_REGIONS, stay).values(), tomorrow, promoDates),
)

/**
 * The parts of the cached prices that the page needs: all dates, and the shown date in all regions.
 */
export const selectUkPriceSlices = createSelector(
  selectForm,
  selectUkCalendar,
  selectTomorrow,
  (state: SearchRoot) => state.data.priceSlices,
  (form, calendar, tomorrow, loaded) => {
    const nights = form.duration
    const byDate = { channel: 'ukcaravan', region: ALL_REGIONS, nights }
    const from = arrivalOf(form) ?? tomorrow
    const byDateLoaded = isSliceLoaded(loaded, byDate)
    const shown = (byDateLoaded && nearestPricedDay(calendar, from)) || from
    const byRegion = { channel: 'ukcaravan', date: formatShort(shown), nights }
    return {
      byDate,
      byRegion,
      shown,
      byDateLoaded,
      byRegionLoaded: isSliceLoaded(loaded, byRegion),
    }
  },
)

/** Loads the cheapest price of each date, and those of every region on the shown date. */
export function useUkPrices(): UkPrices {
  const requested = arrivalOf(useSelector(selectForm))
  const minPrices = useSelector(selectUkMinPrices)
  const calendar = useSelector(selectUkCalendar)
  const { byDate, byRegion, ...state } = useSelector(selectUkPriceSlices)
  const { error, retry } = usePrices([byDate, byRegion], LOAD_ERROR)
  return { requested, calendar, minPrices, ...state, error, retry }
}
