import { useDispatch, useSelector } from 'react-redux'
import { Link } from 'react-router'
import { nightsBetween, parseDate, toIso } from '../../rules/dates'
import { shortDay } from '../../rules/day-text'
import { formatMoneyUp } from '../../rules/money'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { searchToQuery, takesPets } from '../../rules/search-url'
import { Button } from '../../ui'
import { CalendarIcon, SearchIcon } from '../../ui/icons'
import {
  arrivalOf,
  resetAllFilters,
  resetOffers,
  selectCriteria,
  selectForm,
  selectPriceCalendar,
} from '../search'

const NOTHING = 'No results. Please try adjusting your date, nights or location.'

/** Nothing to show, and ways out that the prices know of. */
export function NoResults({ filtered }: { filtered: boolean }) {
  const dispatch = useDispatch()
  const form = useSelector(selectForm)
  const criteria = useSelector(selectCriteria)
  const calendar = useSelector(selectPriceCalendar)
  const arrival = arrivalOf(form)
  const near = calendar
    .flatMap((entry) => {
      const day = parseDate(entry.date)
      return day && arrival && day !== arrival ? [{ day, price: entry.price }] : []
    })
    .toSorted(
      (a, b) =>
        Math.abs(nightsBetween(arrival ?? '', a.day)) -
        Math.abs(nightsBetween(arrival ?? '', b.day)),
    )
    .slice(0, 2)
  const uk = form.channelId === 'ukcaravan' && form.regionId !== ALL_REGIONS
  return (
    <div className="card p-5 lg:p-7">
      <h2 className="display text-h3">{NOTHING}</h2>
      {near.length > 0 || uk ? (
        <ul className="mt-5 grid gap-3 md:grid-cols-3">
          {near.map(({ day, price }) => (
            <WayOut
              key={day}
              to={`/results?${searchToQuery({ ...criteria, arrivalDate: toIso(day) })}`}
              icon={<CalendarIcon size={20} />}
              title={`Arrive ${shortDay(day)}`}
              text={`From ${formatMoneyUp(price)}`}
            />
          ))}
          {uk ? (
            <WayOut
              to={`/results/all-regions?${searchToQuery({ ...criteria, regionId: ALL_REGIONS, parkId: undefined })}`}
              icon={<SearchIcon size={20} />}
              title="Look in All of the UK"
              text="Every region with its cheapest price"
            />
          ) : null}
        </ul>
      ) : null}
      {filtered ? (
        <Button
          variant="quiet"
          className="mt-4"
          onClick={() => {
            dispatch(resetAllFilters(takesPets(form)))
            dispatch(resetOffers())
          }}
        >
          Reset filters
        </Button>
      ) : null}
    </div>
  )
}

function WayOut({
  to,
  icon,
  title,
  text,
}: {
  to: string
  icon: React.ReactNode
  title: string
  text: string
}) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full items-start gap-3 rounded-field border-[1.5px] border-field p-4 hover:border-ink"
      >
        <span aria-hidden="true" className="mt-0.5">
          {icon}
        </span>
        <span>
          <span className="block font-bold">{title}</span>
          <span className="block text-small text-muted">{text}</span>
        </span>
      </Link>
    </li>
  )
}
