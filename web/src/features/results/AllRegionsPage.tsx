import { useEffect, useEffectEvent, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { takesPets } from '../../rules/search-url'
import { Button, LazyPart, LoadingError } from '../../ui'
import { Page, useEntryState } from '../page'
import { SeasonLink } from '../calendar'
import { SearchBox } from '../search-box'
import {
  ensureSearch,
  isOfAllRegions,
  searchKey,
  selectCanSearch,
  selectCriteria,
  selectForm,
  selectSearchQuery,
  type SearchRoot,
} from '../search'
import { FilteredResults, loadFilteredResults } from './lazy-list'
import { MapResults } from './lazy-map'
import { ListLoading } from './ListFrame'
import { PriceStrip, RegionPrices } from './RegionPrices'
import { BehindGate, ResultsHeading } from './ResultsFrame'
import { useSearchAddress } from './useSearchAddress'
import { useUkPrices } from './useUkPrices'

/**
 * /results/all-regions: the UK regions with their cheapest price on the date; on request, all
 * parks.
 */
export function AllRegionsPage() {
  return (
    <BehindGate path="/results/all-regions">
      <AllRegions />
    </BehindGate>
  )
}

function AllRegions() {
  const form = useSelector(selectForm)
  const onMap = useSelector(selectCriteria).view === 'map'
  const [listOpened = false, setListOpened] = useEntryState<boolean>('showsAll')
  const showsAll = listOpened || onMap
  const [pressed, setPressed] = useState(false)
  const prices = useUkPrices()
  const query = useSelector(selectSearchQuery)
  useSearchAddress({ searches: false, belongs: isOfAllRegions })
  useAllHolidays(showsAll)
  const dogs = takesPets(form) ? ' + dogs' : ''
  const stay = `${plural(form.duration, 'night')}, ${plural(partySizeOf(form), 'guest')}${dogs}`
  if (onMap) {
    return (
      <Page title="Holidays in the UK" path="/results/all-regions">
        <SearchBox />
        <MapResults
          renderHeading={(texts) => <ResultsHeading title="Holidays in the UK" texts={texts} />}
        />
      </Page>
    )
  }
  return (
    <Page title="Holidays in the UK" path="/results/all-regions">
      <SearchBox />
      <div className="page-width pt-5 pb-section lg:pt-7">
        <ResultsHeading title="Holidays in the UK" texts={['', stay]} />
        {prices.error ? (
          <div className="mt-4">
            <LoadingError fetching={false} error={prices.error} onRetry={prices.retry} />
          </div>
        ) : null}
        <PriceStrip prices={prices} />
        <SeasonLink query={query} />
        <RegionPrices prices={prices} stay={stay}>
          {showsAll ? null : (
            <div className="mt-7 text-center">
              <Button
                size="lg"
                onPointerEnter={preload}
                onFocus={preload}
                onClick={() => {
                  setPressed(true)
                  setListOpened(true)
                }}
              >
                Show all holidays in the UK
              </Button>
            </div>
          )}
        </RegionPrices>
        {showsAll ? (
          <section className="mt-11" aria-label="All holidays in the UK">
            <LazyPart
              wanted
              loading={<ListLoading heading={<ListHeading texts={[]} focused={pressed} />} />}
            >
              <FilteredResults
                renderHeading={(texts) => <ListHeading texts={texts} focused={pressed} />}
              />
            </LazyPart>
          </section>
        ) : null}
      </div>
    </Page>
  )
}

/** Without its code, the list says so when it is shown. */
const preload = () => void loadFilteredResults().catch(() => {})

/** The heading of the list. It replaces the pressed button, and gets its focus. */
function ListHeading({
  texts: [found = '', dates = '', hidden = ''],
  focused,
}: {
  texts: string[]
  focused: boolean
}) {
  return (
    <div>
      <h2 ref={focused ? takeFocus : undefined} tabIndex={-1} className="display text-h2">
        All holidays in the UK
      </h2>
      <p role="status" className="mt-1.5 min-h-6 text-muted">
        <b className="text-ink">{found}</b> <span>{dates}</span> <span>{hidden}</span>
      </p>
    </div>
  )
}

/**
 * Focuses the heading, unless the visitor has gone on to another control while the list's code was loading.
 * One function for all renders, so that React calls it only when the heading appears.
 */
function takeFocus(heading: HTMLElement | null) {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}

/** While the list of all parks is shown, it is searched again whenever the form changes. */
function useAllHolidays(shown: boolean) {
  const dispatch = useAppDispatch()
  const valid = useSelector(selectCanSearch)
  const criteria = useSelector(selectCriteria)
  const key = useSelector((state: SearchRoot) => searchKey(selectCriteria(state)))
  const load = useEffectEvent(() => {
    if (shown && valid && isOfAllRegions(criteria))
      void dispatch(ensureSearch({ keepResults: true }))
  })
  useEffect(() => load(), [shown, valid, key])
}
