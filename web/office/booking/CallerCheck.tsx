import { useState } from 'react'
import { classes } from '../../src/ui'
import { post } from '../api'
import type { Booking, CallerCheck as Check, CallerFact } from '../contract'
import { CallerIcon, CheckIcon } from '../parts/icons'
import { timeText } from '../parts/texts'
import { useDoing } from '../parts/useDoing'

const facts: readonly { fact: CallerFact; label: string }[] = [
  { fact: 'postcode', label: 'Postcode' },
  { fact: 'arrival', label: 'Arrival' },
  { fact: 'amount', label: 'Last amount' },
  { fact: 'card', label: 'Card ending' },
]

/** How many facts the caller must know. */
const NEEDED = 2

/** Whether the caller is checked now. */
export const isChecked = ({ until }: Check): boolean =>
  until !== '' && Date.parse(until) > Date.now()

/** Two of four facts that the caller knows, before details are read out or changed. */
export function CallerCheck({
  booking,
  reload,
}: {
  booking: Booking
  reload: () => Promise<void>
}) {
  const [ticked, setTicked] = useState<readonly CallerFact[]>([])
  const { busy, failure, run } = useDoing()
  const checked = isChecked(booking.check)
  const shown = checked ? booking.check.matched : ticked
  const tick = (fact: CallerFact) => {
    const now = ticked.includes(fact) ? ticked.filter((one) => one !== fact) : [...ticked, fact]
    setTicked(now)
    if (now.length < NEEDED) return
    void run(
      (signal) => post<object>('/api/check', { ref: booking.ref, ticked: now }, signal),
      () => {
        setTicked([])
        void reload()
      },
    )
  }
  return (
    <section
      aria-label="Caller check"
      className={classes('card mb-4 p-3', checked && 'border-success bg-success-tint')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="mr-auto flex items-center gap-2 font-semibold" role="status">
          <CallerIcon size={18} />
          <span>
            {checked
              ? `Caller checked, until ${timeText(booking.check.until)}`
              : 'Caller not checked: tick two that match'}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {facts.map(({ fact, label }) => {
            const on = shown.includes(fact)
            return (
              <button
                key={fact}
                type="button"
                aria-pressed={on}
                aria-disabled={checked || busy || undefined}
                onClick={() => {
                  if (!checked && !busy) tick(fact)
                }}
                className={classes(
                  'control inline-flex items-center gap-1.5 rounded-full border px-3 font-semibold',
                  on ? 'picked border-success bg-success text-surface' : 'border-field bg-surface',
                )}
              >
                {on ? <CheckIcon size={16} /> : null}
                <span>{label}</span>
              </button>
            )
          })}
        </div>
      </div>
      {failure ? (
        <p role="alert" className="mt-2 text-danger">
          {failure.message}
        </p>
      ) : null}
    </section>
  )
}
