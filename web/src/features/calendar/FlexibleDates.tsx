import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { DateChoice, DateChoices } from '../../api/schema'
import { formatMedium, monthOf, parseDate } from '../../rules/dates'
import { holidayOf, whenText } from '../../rules/when'
import { BareSelect, classes } from '../../ui'
import { selectPromoOf } from '../promotion'
import {
  arrivalOf,
  dateChosen,
  monthChosen,
  selectForm,
  selectOfferDates,
  whenChosen,
  type SearchRoot,
} from '../search'
import { choicesCall } from './calls'
import { schoolCouncil } from './council'

/**
 * Flexible dates instead of an arrival day; the calendar goes to their month. The results show each
 * park on its cheapest date. When the choices cannot be loaded, only exact dates remain.
 */
export function FlexibleDates() {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const { loaded, choose } = useChoices(form.channelId)
  const { choices = [], councils = [] } = loaded ?? {}
  const council = councils.find(({ id }) => id === loaded?.council)
  const chosen = choices.find(({ when }) => when === form.when)
  const isLimited = useSelector((state: SearchRoot) => selectOfferDates(state).size > 0)
  const groups = [
    {
      label: `School holidays in ${council?.name ?? 'England'}`,
      list: choices.filter(({ when }) => holidayOf(when)),
    },
    { label: 'Weekends', list: choices.filter(({ when }) => when.startsWith('weekend-')) },
    { label: 'Months', list: choices.filter(({ when }) => when.startsWith('day-')) },
  ]
  return (
    <div className="mt-4 flex flex-wrap gap-3 short:mt-0">
      <Choice
        label="Dates"
        className="flex-[1_1_24rem]"
        value={form.when ?? ''}
        isSet={Boolean(form.when)}
        onChange={(when) => {
          dispatch(when ? whenChosen(when) : dateChosen(arrivalOf(form)))
          const from = parseDate(choices.find((choice) => choice.when === when)?.from ?? '')
          if (from) dispatch(monthChosen(monthOf(from)))
        }}
      >
        <option value="">An exact day, from the calendar</option>
        {form.when && !chosen ? <option value={form.when}>{whenText(form.when)}</option> : null}
        {groups.map(({ label, list }) =>
          list.length > 0 ? (
            <optgroup key={label} label={label}>
              {list.map((choice) => (
                <option key={choice.when} value={choice.when}>
                  {[whenText(holidayOf(choice.when) ?? choice.when), elsewhereText(choice)]
                    .filter(Boolean)
                    .join(': ')}
                </option>
              ))}
            </optgroup>
          ) : null,
        )}
      </Choice>
      {/* Has its room before the councils are loaded, so that the calendar below does not move. */}
      {!loaded || councils.length > 0 ? (
        <Choice
          label="School holidays of"
          className="flex-[1_1_12rem]"
          value={council?.id ?? ''}
          onChange={choose}
        >
          <option value="">Most of England</option>
          {[...new Set(councils.map(({ nation }) => nation))].map((nation) => (
            <optgroup key={nation} label={nation}>
              {councils
                .filter((one) => one.nation === nation)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </Choice>
      ) : null}
      {chosen?.elsewhere ? <Hint>{`${elsewhereText(chosen).replace('off', 'Off')}.`}</Hint> : null}
      {council ? (
        <Hint>These are the dates that we know. Your school can tell you if it has others.</Hint>
      ) : null}
      {isLimited && form.when ? <Hint>Only arrivals on your offer dates.</Hint> : null}
    </div>
  )
}

/** 'off here, in term elsewhere 6 Feb to 12 Feb'; empty where the others are off too. */
function elsewhereText({ elsewhere = [] }: DateChoice): string {
  const day = (text: string) => formatMedium(parseDate(text) ?? '').slice(0, -5)
  const weeks = elsewhere.map(({ from, to }) => `${day(from)} to ${day(to)}`)
  return weeks.length > 0 ? `off here, in term elsewhere ${weeks.join(' and ')}` : ''
}

function Choice({
  label,
  className,
  value,
  isSet,
  onChange,
  children,
}: {
  label: string
  className: string
  value: string
  isSet?: boolean
  onChange: (value: string) => void
  children: React.ReactNode
}) {
  return (
    <label className={classes('block min-w-0', className)}>
      <span className="mb-1 block font-bold">{label}</span>
      <span className="relative block">
        <BareSelect
          value={value}
          onChange={(event) => onChange(event.target.value)}
          chevron="top-1/2 right-3 -translate-y-1/2"
          className={classes(
            'h-12 w-full truncate rounded-field border-[1.5px] border-field bg-surface pr-10 pl-3 font-semibold',
            isSet && 'border-ink',
          )}
        >
          {children}
        </BareSelect>
      </span>
    </label>
  )
}

function Hint({ children }: { children: string }) {
  return <span className="block basis-full text-small text-muted">{children}</span>
}

/** The choices of a channel, none until they are loaded, and the handler that chooses a council. */
function useChoices(channel: string) {
  const dispatch = useAppDispatch()
  const promo = useSelector((state: SearchRoot) => selectPromoOf(state, channel))
  const stored = schoolCouncil.use()[0]
  /** Where the browser stores nothing, the choice holds as long as this calendar. */
  const [unstored, setUnstored] = useState<string>()
  const council = unstored ?? stored
  /** The visitor has chosen another council, whose choices are not loaded yet. */
  const hasMoved = useRef(false)
  const [loaded, setLoaded] = useState<DateChoices & { channel: string }>()
  useEffect(() => {
    const abort = new AbortController()
    void dispatch(choicesCall.run({ channel, promo, council }, { signal: abort.signal })).then(
      (answer) => {
        if (abort.signal.aborted) return
        if (answer.ok) {
          setLoaded({ ...answer.data, channel })
          if (hasMoved.current) dispatch(followCouncil(answer.data.choices))
        }
        hasMoved.current = false
      },
    )
    return () => abort.abort()
  }, [dispatch, channel, promo, council])
  return {
    loaded: loaded?.channel === channel ? loaded : undefined,
    choose: (id: string) => {
      hasMoved.current = true
      setUnstored(schoolCouncil.write(id ? [id] : []) ? undefined : id)
    },
  }
}

/** Chooses the same holiday of the council whose choices these are, or an exact day if it has none. */
function followCouncil(choices: readonly DateChoice[]) {
  return (
    dispatch: ReturnType<typeof useAppDispatch>,
    getState: () => Parameters<typeof selectForm>[0],
  ) => {
    const form = selectForm(getState())
    const holiday = holidayOf(form.when)
    if (!holiday) return
    const same = choices.find(({ when }) => holidayOf(when) === holiday)
    dispatch(same ? whenChosen(same.when) : dateChosen(arrivalOf(form)))
  }
}
