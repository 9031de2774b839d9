import { createSelector } from '@reduxjs/toolkit'
import { shallowEqual } from 'react-redux'
import { brand } from '../../brands'
import {
  calendarMonths,
  isArrivalPickable,
  priceCalendar,
  type ArrivalRules,
} from '../../rules/calendar'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatShort,
  parseDate,
  type CalendarDate,
} from '../../rules/dates'
import { withOperators } from '../../rules/filter-list'
import { placeIn } from '../../rules/near'
import {
  ALL_REGIONS,
  cheapestPerDate,
  lookupNights,
  type MinPrices,
  type RequestedStay,
} from '../../rules/price-lookup'
import { LIMITED_CHANNEL } from '../../rules/promotion'
import { isRegionValid, regionLabel, regionList, unavailableRegions } from '../../rules/regions'
import { takesPets, type ArrivalRange, type SearchCriteria } from '../../rules/search-url'
import {
  selectAvailability,
  selectRegionsByChannel,
  selectRegionsOf,
  selectToday,
} from '../catalogue'
import { selectPromoDates } from '../promotion'
import { arrivalOf, isDurationAvailable, partyOf, type SearchFormState } from './form'
import { selectHasSlice, sliceOf } from './availability'
import type { ResultsRoot, SearchRoot } from './state'

export const selectForm = (state: SearchRoot): SearchFormState => state.search
// Parts of the form, for components that are not to be rendered again when another part changes.
export const selectFormChannel = (state: SearchRoot) => state.search.channelId
export const selectNear = (state: SearchRoot) => state.search.near
export const selectBox = (state: SearchRoot) => state.search.box
/** Whether the search is for holidays with dogs. */
export const selectTakesPets = (state: SearchRoot): boolean => takesPets(state.search)
export const selectResultsState = (state: SearchRoot) => state.searchResults
export const selectFilters = (state: SearchRoot) => state.filters
export const selectSelectedFilters = (state: ResultsRoot) => state.filters.bFiltersStateArray
export const selectSelectedOffers = (state: ResultsRoot) => state.offers.selectedOffers
export const selectFilterList = (state: ResultsRoot) => state.data.filterList

/**
 * What is searched for: form, offers and features. The object stays the same until one of its values
 * changes, so that the links of the cards are not computed again.
 */
export const selectCriteria = createSelector(
  selectForm,
  selectSelectedOffers,
  selectSelectedFilters,
  (state: SearchRoot) => state.session.resultsView,
  (form, offers, features, view): SearchCriteria => {
    const { channelId, regionId, parkId, near, box, when, duration } = form
    const { adults, children, under5s } = form
    const petFriendly = takesPets(form)
    return {
      channelId,
      regionId,
      parkId,
      near,
      box,
      arrivalDate: when ? undefined : form.arrivalDate,
      when,
      duration,
      adults,
      children,
      under5s,
      petFriendly,
      offers,
      features,
      view: view === 'map' ? view : undefined,
    }
  },
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
)

/** Whether the search is for all regions. Such searches have their own page. */
export const isOfAllRegions = ({ regionId, parkId, box, when }: SearchCriteria): boolean =>
  regionId === ALL_REGIONS && (parkId ?? box ?? when) === undefined

/** The regions of the form's channel, in the order of the Where field. */
export const selectRegionList = createSelector(
  (state: SearchRoot) => state.search.channelId,
  (state: SearchRoot) => selectRegionsOf(state, state.search.channelId),
  regionList,
)

/**
 * The text of the Where field: the name of the park, the area of the map, the point, or the
 * region.
 */
export const selectPlaceLabel = (state: SearchRoot): string => {
  const { parkId, parkName, near, box, channelId, regionId } = state.search
  if (parkId && parkName) return parkName
  if (box) return 'This area'
  if (near) return near.own ? 'Near you' : near.name
  return regionLabel(regionId || undefined, selectRegionsOf(state, channelId))
}

const selectUnavailableRegions = createSelector(selectRegionsByChannel, unavailableRegions)

/** Whether channel and region are set and neither excluded by the brand nor unavailable. */
export const selectIsRegionValid = (state: SearchRoot): boolean =>
  isRegionValid(state.search, {
    excludedChannels: brand.search.excludedChannels,
    excludedRegions: brand.search.excludedRegions,
    unavailableRegions: selectUnavailableRegions(state),
  })

const noDates: ReadonlySet<string> = new Set()

/**
 * The dates (dd/mm/yyyy) to which arrivals are limited: those of the promotion, on the UK channel while
 * it is on. Otherwise there are none, and nothing is limited.
 */
export const selectOfferDates = (state: ResultsRoot): ReadonlySet<string> =>
  state.search.channelId === LIMITED_CHANNEL ? selectPromoDates(state) : noDates

/** The chosen arrival day, if it is not one of the dates to which arrivals are limited. */
export const selectArrivalOffOffer = (state: SearchRoot): CalendarDate | undefined => {
  const arrival = state.search.when ? undefined : arrivalOf(state.search)
  const dates = selectOfferDates(state)
  return arrival && dates.size > 0 && !dates.has(formatShort(arrival)) ? arrival : undefined
}

/** Whether the Search button is enabled. */
export const selectCanSearch = (state: SearchRoot): boolean => {
  const form = state.search
  return (
    (form.arrivalDate ?? form.when) !== undefined &&
    selectArrivalOffOffer(state) === undefined &&
    isDurationAvailable(form) &&
    !form.isPartyInvalid &&
    selectIsRegionValid(state)
  )
}

/**
 * The stay for which prices are looked up. The object stays the same until the stay changes, so
 * that prices are not looked up again.
 */
export const selectRequestedStay = createSelector(
  selectForm,
  (form): RequestedStay => {
    const { partySize, petFriendly } = partyOf(form)
    return { nights: lookupNights(form.duration), partySize, pets: petFriendly }
  },
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
)

const selectPricesOf = createSelector(
  (state: SearchRoot) => state.search.channelId,
  (state: SearchRoot) => selectAvailability(state, state.search.channelId),
  (_channel, availability) => availability,
)

/** The cheapest entry per arrival date (dd/mm/yyyy) of the form's place. */
export const selectCheapestPerDate = createSelector(
  (state: SearchRoot): MinPrices => selectPricesOf(state).minPrices,
  (state: SearchRoot) => placeIn(selectPricesOf(state).minPrices, state.search),
  selectRequestedStay,
  cheapestPerDate,
)

/** The form's price calendar, from tomorrow on, on the dates to which arrivals are limited. */
export const selectPriceCalendar = createSelector(
  selectCheapestPerDate,
  selectToday,
  selectOfferDates,
  (entries, today, offerDates) =>
    priceCalendar(entries.values(), addDays(today || '1970-01-01', 1), offerDates),
)

/** Whether stays of the chosen nights are on sale here, but none on the dates of the promotion. */
export const selectOffersNeverMeet = (state: SearchRoot): boolean =>
  selectOfferDates(state).size > 0 &&
  selectCheapestPerDate(state).size > 0 &&
  selectPriceCalendar(state).length === 0

/** The months that the calendars show. */
export const selectMonths = createSelector(
  selectToday,
  (state: SearchRoot) => selectPricesOf(state).months,
  (today, months) => calendarMonths(today || '1970-01-01', months),
)

/** The first and the last arrival date that an address may have. */
export const selectArrivalRange = (state: SearchRoot): ArrivalRange => {
  const last = selectPricesOf(state).months.at(-1)
  return {
    first: addDays(selectToday(state) || '1970-01-01', 1),
    last: last && addDays(firstOfMonth(addMonths(last, 1)), -1),
  }
}

/** Whether the prices of the form's place and nights are loaded. */
const selectHasPrices = (state: SearchRoot): boolean => selectHasSlice(state, sliceOf(state.search))

/** What decides which arrival days can be chosen. */
export const selectArrivalRules = createSelector(
  (state: SearchRoot) => state.search.channelId,
  selectToday,
  selectHasPrices,
  selectCheapestPerDate,
  selectPromoDates,
  (channelId, today, dataAvailable, entries, promoDates): ArrivalRules => ({
    channelId,
    today,
    dataAvailable,
    hasPrice: (date) => entries.has(date),
    promoDates,
  }),
)

/**
 * The day that replaces the default one, tomorrow, where that is not a date of the promotion: the
 * first that has a price, once prices are loaded.
 */
export const selectFirstOffer = (state: SearchRoot): CalendarDate | undefined => {
  const arrival = selectArrivalOffOffer(state)
  if (arrival === undefined || arrival !== state.search.tomorrow) return undefined
  return selectHasPrices(state) ? parseDate(selectPriceCalendar(state)[0]?.date) : undefined
}

/** Whether the chosen arrival day is available; true when none is chosen. */
export const selectIsArrivalAvailable = (state: SearchRoot): boolean => {
  const arrival = arrivalOf(state.search)
  return arrival === undefined || isArrivalPickable(arrival, selectArrivalRules(state))
}

/** The price of the chosen arrival day, in pounds. */
export const selectArrivalPrice = (state: SearchRoot): number | undefined => {
  const arrival = arrivalOf(state.search)
  return arrival === undefined
    ? undefined
    : selectCheapestPerDate(state).get(formatShort(arrival))?.cheapestPrice
}

const selectChannelOperators = createSelector(
  (state: ResultsRoot) => state.search.channelId,
  (state: ResultsRoot) => state.data.operators,
  (channelId, { byId, channelOperatorIds }) =>
    (channelOperatorIds[channelId] ?? []).flatMap((opId) => byId[opId] ?? []),
)

/** All filters, followed by one for each operator of the channel. */
export const selectAllFilters = createSelector(
  selectFilterList,
  selectChannelOperators,
  ({ Filters }, operators) => withOperators(Filters, operators),
)
