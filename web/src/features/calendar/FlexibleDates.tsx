import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { DateChoice } from '../../api/schema'
import { monthOf, parseDate } from '../../rules/dates'
import { whenText } from '../../rules/when'
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

/** The groups of choices, by the first word of the choice. */
const GROUPS: readonly { label: string; has: (kind: string) => boolean }[] = [
  { label: 'School holidays in England', has: (kind) => kind !== 'day' && kind !== 'weekend' },
  { label: 'Weekends', has: (kind) => kind === 'weekend' },
  { label: 'Months', has: (kind) => kind === 'day' },
]

/**
 * Flexible dates instead of an arrival day; the calendar goes to their month. The results show each
 * park on its cheapest date. When the choices cannot be loaded, only exact dates remain.
 */
export function FlexibleDates() {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const choices = useChoices(form.channelId)
  const choiceTexts = choices.flatMap(({ when }) => whenText(when) ?? [])
  const chosenText = whenText(form.when)
  const isLimited = useSelector((state: SearchRoot) => selectOfferDates(state).size > 0)
  return (
    <label className="mt-4 block short:mt-0">
      <span className="mb-1 block font-bold">Dates</span>
      <span className="relative block">
        <BareSelect
          value={form.when ?? ''}
          onChange={(event) => {
            const when = event.target.value
            dispatch(when ? whenChosen(when) : dateChosen(arrivalOf(form)))
            const from = parseDate(choices.find((choice) => choice.when === when)?.from ?? '')
            if (from) dispatch(monthChosen(monthOf(from)))
          }}
          chevron="top-1/2 right-3 -translate-y-1/2"
          className={classes(
            'h-12 w-full truncate rounded-field border-[1.5px] border-field bg-surface pr-10 pl-3 font-semibold',
            form.when && 'border-ink',
          )}
        >
          <option value="">An exact day, from the calendar</option>
          {chosenText && !choiceTexts.includes(chosenText) ? (
            <option value={form.when}>{chosenText}</option>
          ) : null}
          {GROUPS.map(({ label, has }) => (
            <optgroup key={label} label={label}>
              {choices
                .filter(({ when }) => has(when.split('-')[0] ?? ''))
                .map(({ when }) => (
                  <option key={when} value={when}>
                    {whenText(when)}
                  </option>
                ))}
            </optgroup>
          ))}
        </BareSelect>
      </span>
      {isLimited && form.when ? (
        <span className="mt-1 block text-small text-muted">Only arrivals on your offer dates.</span>
      ) : null}
    </label>
  )
}

/** The choices of a channel; none until they are loaded. */
function useChoices(channel: string): DateChoice[] {
  const dispatch = useAppDispatch()
  const promo = useSelector((state: SearchRoot) => selectPromoOf(state, channel))
  const [loaded, setLoaded] = useState<{ channel: string; choices: DateChoice[] }>()
  useEffect(() => {
    const abort = new AbortController()
    void dispatch(choicesCall.run({ channel, promo }, { signal: abort.signal })).then((answer) => {
      if (answer.ok && !abort.signal.aborted)
        setLoaded({ channel, choices: answer.data.choices.filter(({ when }) => whenText(when)) })
    })
    return () => abort.abort()
  }, [dispatch, channel, promo])
  return loaded?.channel === channel ? loaded.choices : []
}
