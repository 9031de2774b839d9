import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { plural } from '../../rules/plural'
import { Chip, classes } from '../../ui'
import { durationChosen, selectForm } from '../search'

/** The durations as chips. One that is not available stays visible and is marked as unavailable. */
export function NightsChips({
  label = 'Staying for how long?',
  wrap = false,
}: {
  label?: string
  wrap?: boolean
}) {
  const dispatch = useAppDispatch()
  const { availableDurations, duration } = useSelector(selectForm)
  return (
    <div role="group" aria-label={label}>
      <div
        className={classes(
          '-m-1 flex gap-2 p-1',
          wrap ? 'flex-wrap' : 'fade-at-end overflow-x-auto pr-11 [scrollbar-width:none]',
        )}
      >
        {availableDurations.map((nights) => (
          <Chip
            key={nights}
            chosen={nights === duration}
            aria-pressed={nights === duration}
            onClick={() => dispatch(durationChosen(nights))}
            className={nights === duration ? 'picked' : undefined}
          >
            {plural(nights, 'night')}
          </Chip>
        ))}
        {availableDurations.includes(duration) ? null : (
          <span className="chip-unavailable">{`${plural(duration, 'night')} unavailable`}</span>
        )}
      </div>
    </div>
  )
}
