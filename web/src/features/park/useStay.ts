import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { useRequest } from '../../api'
import { formatShort } from '../../rules/dates'
import {
  filterUnits,
  flagCheapest,
  hasAccomFilters,
  showsAlternatives,
} from '../../rules/park-units'
import { onPromoDates } from '../../rules/promotion'
import {
  parkResultsCall,
  selectDateEntries,
  selectHasParkResults,
  type ParkRoot,
} from '../park-data'
import { arrivalOf, selectFilters, selectForm, selectOfferDates, type SearchRoot } from '../search'

type Root = SearchRoot & ParkRoot

/** The park's dates for the form's stay, the units on the chosen date, and the other dates. */
export function useStay(parkId: string) {
  const form = useSelector(selectForm)
  const { accom } = useSelector(selectFilters)
  const allEntries = useSelector((state: Root) => selectDateEntries(state, parkId))
  const offerDates = useSelector(selectOfferDates)
  const entries = useMemo(() => onPromoDates(allEntries, offerDates), [allEntries, offerDates])
  const loaded = useSelector((state: Root) => selectHasParkResults(state, parkId))
  const searchId = useSelector((state: Root) => state.data.parkResults[parkId]?.searchId)
  const request = useRequest(parkResultsCall.idOf({ parkId }))
  const arrival = arrivalOf(form)
  const selected = arrival && formatShort(arrival)
  const entry = entries.find(({ date }) => date === selected)
  const units = useMemo(() => filterUnits(entry?.units ?? [], accom), [entry, accom])
  const filtersActive = hasAccomFilters(accom)
  // Dates without units after filtering are not alternatives.
  const withUnits = useMemo(
    () =>
      filtersActive ? entries.filter((one) => filterUnits(one.units, accom).length > 0) : entries,
    [entries, accom, filtersActive],
  )
  const alternatives = useMemo(
    () =>
      showsAlternatives(withUnits, selected)
        ? flagCheapest(withUnits.filter(({ date }) => date !== selected))
        : [],
    [withUnits, selected],
  )
  return {
    ...request,
    entries,
    /** Stays are on sale in the loaded months, but none on a date of the promotion. */
    offOffer: allEntries.length > 0 && entries.length === 0,
    loaded,
    searchId,
    arrival,
    /** The units of the chosen date before any filter. */
    unfiltered: entry?.units ?? [],
    units,
    filtersActive,
    alternatives,
  }
}

export type StayShown = ReturnType<typeof useStay>
