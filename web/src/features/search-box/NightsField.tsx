import { useId } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { plural } from '../../rules/plural'
import { BareSelect, classes } from '../../ui'
import { isDurationAvailable, durationChosen, selectForm } from '../search'
import { frame, frameControl, frameControlLabel } from './FieldFrame'

/**
 * Staying for how long? The allowed nights. One that is not available stays visible, but disabled.
 */
export function NightsField({ errorId }: { errorId: string }) {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const id = useId()
  const available = isDurationAvailable(form)
  return (
    <div
      className={classes(
        frame,
        'focus-within:z-10 lg:flex-1',
        !available && 'border-[2.5px] border-danger lg:shadow-[inset_0_0_0_2.5px_var(--danger)]',
      )}
    >
      <label htmlFor={id} className={frameControlLabel}>
        Staying for how long?
      </label>
      <BareSelect
        id={id}
        value={form.duration}
        aria-invalid={!available || undefined}
        aria-describedby={available ? undefined : errorId}
        onChange={(event) => dispatch(durationChosen(Number(event.target.value)))}
        chevron="search-chevron"
        chevronSize={20}
        className={classes(frameControl, 'truncate')}
      >
        {available ? null : (
          <option
            value={form.duration}
            disabled
          >{`${plural(form.duration, 'night')} unavailable`}</option>
        )}
        {form.availableDurations.map((nights) => (
          <option key={nights} value={nights}>
            {plural(nights, 'night')}
          </option>
        ))}
      </BareSelect>
    </div>
  )
}
