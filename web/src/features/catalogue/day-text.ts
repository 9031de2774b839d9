import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { shortDay, stayText } from '../../rules/day-text'
import { yearOf, type CalendarDate } from '../../rules/dates'
import { selectToday } from './init'

/** The texts of days (rules/day-text) as of today: other years are named. */
export function useDayText() {
  const thisYear = yearOf(useSelector(selectToday))
  return useMemo(
    () => ({
      shortDay: (day: CalendarDate) => shortDay(day, thisYear),
      /** The year of a day, '' if it is the current one. */
      otherYear: (day: CalendarDate) => (yearOf(day) === thisYear ? '' : String(yearOf(day))),
      stayText: (date: string, nights: number) => stayText(date, nights, thisYear),
    }),
    [thisYear],
  )
}
