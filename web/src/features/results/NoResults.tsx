import { MapPin as MapPinIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSelector, useStore } from 'react-redux'
import { useNavigate } from '../../router'
import { useAppDispatch } from '../../api'
import type { Suggestions } from '../../api/schema'
import { t } from '../../brands'
import { placeWord } from '../../rules/channels'
import { parseDate, toIso } from '../../rules/dates'
import { filterRows } from '../../rules/filters'
import { formatMoney } from '../../rules/money'
import { nightsHelp } from '../../rules/nights'
import { plural } from '../../rules/plural'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { noOfferText, onPromoDates } from '../../rules/promotion'
import { inRegion, type SearchCriteria } from '../../rules/search-url'
import { AppLink, Button, Skeleton } from '../../ui'
import { CalendarIcon, CloseIcon, PhoneIcon, SearchIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { NightsChips } from '../calendar'
import {
  isDurationAvailable,
  resetRegion,
  selectChosenFilters,
  selectCriteria,
  selectForm,
  selectOfferDates,
  selectOfferedResults,
  selectOffersNeverMeet,
  selectResultsState,
  selectSearchPath,
  useSearchLinks,
  type SearchRoot,
} from '../search'
import { useActiveFilters, useClearFilters } from './ActiveFilters'
import { useSuggestions } from './suggestions'

export { suggestionsData } from './suggestions'

/** The largest number of filters for which a button to remove it is shown. */
const SUGGESTED_FILTERS = 3

/**
 * What to do when there are no results: remove filters (`filtered`: without them there are results),
 * choose other nights, look at other places or dates, ring, or follow a suggestion.
 */
export function NoResults({ filtered }: { filtered: boolean }) {
  return (
    <>
      {filtered ? <FewerFilters /> : <OffOffer />}
      {filtered ? null : <OtherNights />}
      <OtherWays />
      <SuggestionLists />
    </>
  )
}

/** Suggestions below a small number of results. */
export function MoreHolidays() {
  return (
    <section aria-labelledby="more-holidays" className="card mt-7 p-card lg:p-7">
      <h2 id="more-holidays" className="display text-h3">
        Only a few holidays fit. These come close.
      </h2>
      <SuggestionLists />
    </section>
  )
}

/** Buttons that remove a filter, with the number of results there would be without it. */
function FewerFilters() {
  const clear = useClearFilters({ all: true })
  const results = useSelector(selectOfferedResults)
  const chosen = useSelector(selectChosenFilters)
  const removals = useActiveFilters()
    .map((filter) => ({ ...filter, count: filterRows(results, filter.without(chosen)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, SUGGESTED_FILTERS)
  return (
    <>
      <p className="mt-1.5 text-muted">{`${plural(results.length, 'holiday')} found, but none matches all of your filters.`}</p>
      <ul className="mt-5 flex flex-wrap gap-3">
        {removals.map(({ key, label, count, remove }, index) => (
          <li key={key}>
            <Button
              variant={index === 0 ? 'primary' : 'secondary'}
              onClick={remove}
            >{`Without ${label}: ${plural(count, 'holiday')}`}</Button>
          </li>
        ))}
        <li>
          <Button variant={removals.length > 0 ? 'quiet' : 'secondary'} onClick={clear}>
            Reset filters
          </Button>
        </li>
      </ul>
    </>
  )
}

/** Says that there are holidays, but none on a date of the promotion. */
function OffOffer() {
  const { results } = useSelector(selectResultsState)
  const { duration, when } = useSelector(selectForm)
  const neverMeet = useSelector(selectOffersNeverMeet)
  const isLimited = useSelector(selectOfferDates).size > 0
  if (results.length === 0 && !(when && isLimited)) return null
  return (
    <p className="mt-1.5 text-muted">
      {neverMeet
        ? noOfferText(duration)
        : when
          ? 'None of your offer dates then has a holiday. Please choose other dates.'
          : `${plural(results.length, 'holiday')} found, but none starts on one of your offer dates. Please choose another date in the calendar.`}
    </p>
  )
}

/** The available numbers of nights, when the search has another. */
function OtherNights() {
  const form = useSelector(selectForm)
  if (isDurationAvailable(form)) return null
  return (
    <div className="mt-3">
      <p className="mb-3 text-lead">{nightsHelp(form.duration, form.availableDurations)}</p>
      <NightsChips wrap />
    </div>
  )
}

/** All of the UK, the season's prices, and the telephone number. */
function OtherWays() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
  const form = useSelector(selectForm)
  const criteria = useSelector(selectCriteria)
  const { queryOf } = useSearchLinks()
  const phone = t('support.phone')
  const uk = form.channelId === 'ukcaravan'
  const startAgain = () => {
    dispatch(resetRegion())
    navigate(selectSearchPath(store.getState()))
  }
  return (
    <ul className={`mt-5 ${gridClasses}`}>
      {uk && form.regionId === ALL_REGIONS ? null : (
        <li>
          <button type="button" onClick={startAgain} className={otherWayClasses}>
            <OtherWayText
              icon={<SearchIcon size={20} />}
              title={uk ? 'Look in All of the UK' : 'Look at UK Holiday Parks'}
              text="Every region with its cheapest price"
            />
          </button>
        </li>
      )}
      <OtherWay
        to={`/results/all-dates?${queryOf(criteria)}`}
        icon={<CalendarIcon size={20} />}
        title="See the whole season"
        text="The prices of every week"
      />
      <OtherWay
        to={`tel:${phone}`}
        icon={<PhoneIcon size={20} />}
        title={`Ring us on ${phone}`}
        text={t('support.hours')}
      />
    </ul>
  )
}

/** The nearest dates, the nearest regions, and the search without one of its conditions. */
function SuggestionLists() {
  const criteria = useSelector(selectCriteria)
  const { found, fetching } = useSuggestions()
  if (fetching) {
    return (
      <div role="status" className="mt-7">
        <span className="sr-only">Looking for other dates and places</span>
        <div className={gridClasses}>
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} className="h-20" />
          ))}
        </div>
      </div>
    )
  }
  if (!found) return null
  return (
    <>
      <Together together={found.together} />
      <Without without={found.without} criteria={criteria} />
      <Nights nights={found.nights} criteria={criteria} />
      <Dates dates={found.dates} criteria={criteria} />
      <Regions regions={found.regions} criteria={criteria} />
    </>
  )
}

interface CurrentSearch {
  criteria: SearchCriteria
}

/** What each condition of a search on a channel is called, and the change that removes it. */
const conditionsOf = (
  channel: string,
): Readonly<Record<string, { title: string; change: Partial<SearchCriteria> } | undefined>> => ({
  dogs: { title: 'Without dogs', change: { petFriendly: false } },
  box: { title: 'Outside this area, too', change: { box: undefined } },
  park: { title: `Other ${placeWord(channel)}s in the region`, change: { parkId: undefined } },
})

function Without({ without, criteria }: Pick<Suggestions, 'without'> & CurrentSearch) {
  const { pathOf } = useSearchLinks()
  const conditions = conditionsOf(criteria.channelId)
  return (
    <List title="Search with fewer conditions">
      {without.flatMap(({ condition, count }) => {
        const removal = conditions[condition]
        return removal ? (
          <OtherWay
            key={condition}
            to={pathOf({ ...criteria, ...removal.change })}
            icon={<CloseIcon size={20} />}
            title={removal.title}
            text={plural(count, 'holiday')}
          />
        ) : (
          []
        )
      })}
    </List>
  )
}

/** Units that a park sells together for the requested nights. Their page is no part of this script. */
function Together({ together = [] }: Pick<Suggestions, 'together'>) {
  return (
    <List title="Together it fits">
      {together.map(({ parkId, parkName, text, price, page }) => (
        <li key={parkId}>
          <a href={page} rel="nofollow" className={otherWayClasses}>
            <OtherWayText
              icon={<MapPinIcon size={20} />}
              title={parkName}
              text={`${text}: ${formatMoney(price)} in all`}
            />
          </a>
        </li>
      ))}
    </List>
  )
}

function Nights({ nights = [], criteria }: Pick<Suggestions, 'nights'> & CurrentSearch) {
  const { pathOf } = useSearchLinks()
  return (
    <List title="Another number of nights">
      {nights.map((other) => (
        <OtherWay
          key={other.nights}
          to={pathOf({ ...criteria, duration: other.nights })}
          icon={<CalendarIcon size={20} />}
          title={plural(other.nights, 'night')}
          text={`${plural(other.count, 'holiday')} from ${formatMoney(other.price)}`}
        />
      ))}
    </List>
  )
}

function Dates({ dates, criteria }: Pick<Suggestions, 'dates'> & CurrentSearch) {
  const { shortDay } = useDayText()
  const { pathOf } = useSearchLinks()
  const offerDates = useSelector(selectOfferDates)
  return (
    <List title="Nearest dates">
      {onPromoDates(dates, offerDates).flatMap(({ date, count, price }) => {
        const day = parseDate(date)
        return day ? (
          <OtherWay
            key={day}
            to={pathOf({ ...criteria, arrivalDate: toIso(day) })}
            icon={<CalendarIcon size={20} />}
            title={`Arrive ${shortDay(day)}`}
            text={`${plural(count, 'holiday')} from ${formatMoney(price)}`}
          />
        ) : (
          []
        )
      })}
    </List>
  )
}

function Regions({ regions, criteria }: Pick<Suggestions, 'regions'> & CurrentSearch) {
  const { pathOf } = useSearchLinks()
  return (
    <List title="Nearby regions">
      {regions.map(({ id, name, miles, count, price }) => (
        <OtherWay
          key={id}
          to={pathOf(inRegion(criteria, id))}
          icon={<MapPinIcon size={20} />}
          title={name}
          text={`${plural(count, 'holiday')} from ${formatMoney(price)}${miles === undefined ? '' : `, ${plural(miles, 'mile')} away`}`}
        />
      ))}
    </List>
  )
}

/** A list with its heading; nothing where it is empty. */
function List({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <>
      <h3 className="mt-7 mb-3 text-lead font-bold">{title}</h3>
      <ul className={gridClasses}>{children}</ul>
    </>
  )
}

const gridClasses = 'grid gap-3 md:grid-cols-2 xl:grid-cols-3'

const otherWayClasses =
  'flex h-full w-full items-start gap-3 rounded-field border-[1.5px] border-field p-4 text-left hover:border-ink'

function OtherWay({ to, ...words }: { to: string; icon: ReactNode; title: string; text: string }) {
  return (
    <li>
      <AppLink href={to} className={otherWayClasses}>
        <OtherWayText {...words} />
      </AppLink>
    </li>
  )
}

function OtherWayText({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
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
