import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { regionPriceList } from '../../rules/calendar'
import { formatShort, type CalendarDate } from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'
import { cheapestPerRegion } from '../../rules/price-lookup'
import { inRegion, searchToQuery } from '../../rules/search-url'
import { AppLink, LoadingError } from '../../ui'
import { selectAvailability, selectRegionsOf, useDayText } from '../catalogue'
import { selectCriteria, selectRequestedStay, usePrices, type SearchRoot } from '../search'

const FAILED = 'The prices in other regions could not be loaded. Please try again.'

/** Below a UK park's dates: the prices of the same stay in the regions. */
export function ParkRegions({ day }: { day: CalendarDate }) {
  const stay = useSelector(selectRequestedStay)
  const criteria = useSelector(selectCriteria)
  const { minPrices } = useSelector((state: SearchRoot) => selectAvailability(state, 'ukcaravan'))
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, 'ukcaravan'))
  const date = formatShort(day)
  const { nights } = stay
  const { shortDay } = useDayText()
  const { loaded, error, retry } = usePrices([{ channel: 'ukcaravan', date, nights }], FAILED)
  const list = useMemo(
    () => regionPriceList(cheapestPerRegion(minPrices, date, stay), regions),
    [minPrices, date, stay, regions],
  )
  if (error) {
    return (
      <div className="mt-4">
        <LoadingError fetching={false} error={error} onRetry={retry} />
      </div>
    )
  }
  if (list.length === 0) {
    // As high as the closed list, so that nothing below moves.
    return (
      <p className="mt-4 flex min-h-11 items-center text-muted">
        {loaded ? `No prices from ${shortDay(day)} in other regions.` : null}
      </p>
    )
  }
  return (
    <details className="mt-4">
      <summary className="fold">{`Prices from ${shortDay(day)} in other regions`}</summary>
      <ul className="tabular mt-1 grid gap-x-7 sm:grid-cols-2">
        {list.map(({ id, name, price }) => (
          <li key={id} className="border-b border-line">
            <AppLink
              href={`/results?${searchToQuery(inRegion({ ...criteria, channelId: 'ukcaravan' }, id))}`}
              className="flex min-h-11 items-center justify-between gap-3 hover:underline"
            >
              <span>{name}</span>
              <span>
                <span className="text-small text-muted">From</span> <b>{formatMoneyUp(price)}</b>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
