import type { ReactNode } from 'react'
import { useSelector, useStore } from 'react-redux'
import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../api'
import { nightsBetween, parseDate, toIso } from '../../rules/dates'
import { shortDay } from '../../rules/day-text'
import { filterRows } from '../../rules/filters'
import { formatMoneyUp } from '../../rules/money'
import { nightsHelp } from '../../rules/nights'
import { plural } from '../../rules/plural'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { searchToQuery, takesPets } from '../../rules/search-url'
import { AppLink, Button } from '../../ui'
import { CalendarIcon, SearchIcon } from '../../ui/icons'
import { NightsChips } from '../calendar'
import {
  arrivalOf,
  isDurationAvailable,
  resetAllFilters,
  resetOffers,
  resetPlace,
  selectChosenFilters,
  selectCriteria,
  selectForm,
  selectPriceCalendar,
  selectResultsState,
  selectSearchPath,
  type SearchRoot,
} from '../search'
import { useActiveFilters } from './ActiveFilters'

const NOTHING = 'No results. Please try adjusting your date, nights or location.'

/** The largest number of other dates, and of filters to remove, that are suggested. */
const SUGGESTIONS = 3

/**
 * Shown when there are no results, with suggestions: to remove filters where they are the reason,
 * otherwise other nights, dates and places.
 */
export function NoResults({ filtered }: { filtered: boolean }) {
  return (
    <div className="card p-5 lg:p-7">
      <h2 className="display text-h3">{NOTHING}</h2>
      {filtered ? <FewerFilters /> : <OtherStays />}
    </div>
  )
}

/** How many results there would be without each filter. */
function FewerFilters() {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const { results } = useSelector(selectResultsState)
  const chosen = useSelector(selectChosenFilters)
  const ways = useActiveFilters()
    .map((filter) => ({ ...filter, left: filterRows(results, filter.without(chosen)).length }))
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => b.left - a.left)
    .slice(0, SUGGESTIONS)
  return (
    <>
      <p className="mt-1.5 text-muted">
        {plural(results.length, 'holiday')} found, and none passes all of your filters.
      </p>
      <ul className="mt-5 flex flex-wrap gap-3">
        {ways.map(({ key, label, left, remove }) => (
          <li key={key}>
            <Button variant="secondary" onClick={remove}>
              Without {label}: {plural(left, 'holiday')}
            </Button>
          </li>
        ))}
        <li>
          <Button
            variant={ways.length > 0 ? 'quiet' : 'secondary'}
            onClick={() => {
              dispatch(resetAllFilters(takesPets(form)))
              dispatch(resetOffers())
            }}
          >
            Reset filters
          </Button>
        </li>
      </ul>
    </>
  )
}

/** Available nights, the nearest dates with prices, and the whole of the UK. */
function OtherStays() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
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
    .slice(0, SUGGESTIONS - 1)
  const uk = form.channelId === 'ukcaravan'
  const startAgain = () => {
    dispatch(resetPlace())
    void navigate(selectSearchPath(store.getState()))
  }
  return (
    <>
      {isDurationAvailable(form) ? null : (
        <div className="mt-3">
          <p className="mb-3 text-lead">{nightsHelp(form.duration, form.availableDurations)}</p>
          <NightsChips wrap />
        </div>
      )}
      <ul className="mt-5 grid gap-3 empty:hidden md:grid-cols-3">
        {near.map(({ day, price }) => (
          <WayOut
            key={day}
            to={`/results?${searchToQuery({ ...criteria, arrivalDate: toIso(day) })}`}
            icon={<CalendarIcon size={20} />}
            title={`Arrive ${shortDay(day)}`}
            text={`From ${formatMoneyUp(price)}`}
          />
        ))}
        {uk && form.regionId === ALL_REGIONS ? null : (
          <li>
            <button type="button" onClick={startAgain} className={wayOut}>
              <WayOutText
                icon={<SearchIcon size={20} />}
                title={uk ? 'Look in All of the UK' : 'Look at UK Holiday Parks'}
                text="Every region with its cheapest price"
              />
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

const wayOut =
  'flex h-full w-full items-start gap-3 rounded-field border-[1.5px] border-field p-4 text-left hover:border-ink'

function WayOut({ to, ...words }: { to: string; icon: ReactNode; title: string; text: string }) {
  return (
    <li>
      <AppLink href={to} className={wayOut}>
        <WayOutText {...words} />
      </AppLink>
    </li>
  )
}

function WayOutText({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <>
      <span aria-hidden="true" className="mt-0.5">
        {icon}
      </span>
      <span>
        <span className="block font-bold">{title}</span>
        <span className="block text-small text-muted">{text}</span>
      </span>
    </>
  )
}
