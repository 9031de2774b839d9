import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { useNavigate } from '../../router'
import { addDays, monthOf, sameDayOfMonth, toIso, type CalendarDate } from '../../rules/dates'
import { IconButton } from '../../ui'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons'
import { selectToday, useDayText } from '../catalogue'
import {
  arrivalOf,
  selectCriteria,
  dateChosen,
  selectForm,
  selectMonths,
  useSearchLinks,
} from '../search'
import { FilteredResults } from './FilteredResults'
import { ResultsHeading, useResultsTitle } from './ResultsFrame'
import { useSearchAddress } from './useSearchAddress'

/** How many days before and after the date are searched: as many as a search allows. */
const FLEX = 14

/** All dates of a channel without cached prices: a search around the date, one month at a time. */
export function SearchByMonth() {
  const title = useResultsTitle()
  useSearchAddress({ searches: true, flex: FLEX })
  return (
    <FilteredResults
      renderHeading={(texts) => (
        <div className="w-full lg:w-auto">
          <ResultsHeading title={title} texts={texts} toggle={false} />
          <MonthSteps />
        </div>
      )}
    />
  )
}

/** The searched days, with buttons to the previous and the next month. */
function MonthSteps() {
  const { shortDay } = useDayText()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const criteria = useSelector(selectCriteria)
  const { queryOf } = useSearchLinks()
  const months = useSelector(selectMonths)
  const tomorrow = addDays(useSelector(selectToday), 1)
  const arrival = arrivalOf(useSelector(selectForm)) ?? tomorrow
  const last = addDays(arrival, FLEX)
  const month = monthOf(arrival)
  const isFirst = month <= monthOf(tomorrow)
  const isLast = month >= (months.at(-1) ?? month)

  const step = (by: number) => {
    const day = notBefore(sameDayOfMonth(arrival, by), tomorrow)
    dispatch(dateChosen(day))
    navigate(`?${queryOf({ ...criteria, arrivalDate: toIso(day) })}`, {
      state: { keepScroll: true },
    })
  }
  return (
    <div className="mt-4 flex items-center justify-between gap-3 lg:justify-start">
      <IconButton
        icon={ChevronLeftIcon}
        label="Previous month"
        aria-disabled={isFirst || undefined}
        onClick={() => isFirst || step(-1)}
      />
      <p
        aria-live="polite"
        className="text-center font-bold lg:min-w-[250px]"
      >{`${shortDay(notBefore(addDays(arrival, -FLEX), tomorrow))} to ${shortDay(last)}`}</p>
      <IconButton
        icon={ChevronRightIcon}
        label="Next month"
        aria-disabled={isLast || undefined}
        onClick={() => isLast || step(1)}
      />
    </div>
  )
}

function notBefore(day: CalendarDate, first: CalendarDate): CalendarDate {
  return day < first ? first : day
}
