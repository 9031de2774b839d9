import { classes } from '../../ui'
import { CheckIcon } from '../../ui/icons'
import type { StepName } from './booking-slice'

const shown: readonly { label: string; steps: readonly StepName[] }[] = [
  { label: 'Extras', steps: ['EXTRAS'] },
  { label: 'Details', steps: ['DETAILS'] },
  { label: 'Payment', steps: ['PAYMENT', 'PAYMENT_ACTION'] },
  { label: 'Confirmation', steps: ['CONFIRMATION'] },
]

/** How far the booking has come: done steps ticked, the present one named. */
export function StepIndicator({ step }: { step: StepName }) {
  const now = shown.findIndex(({ steps }) => steps.includes(step))
  const finished = step === 'CONFIRMATION'
  return (
    <ol aria-label="Booking steps" className="mx-auto flex max-w-[560px] py-5 print:hidden">
      {shown.map(({ label }, index) => {
        const done = index < now || finished
        return (
          <li
            key={label}
            aria-current={index === now ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-1"
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={classes(
                  'absolute top-[13px] right-1/2 h-0.5 w-full',
                  index <= now ? 'bg-ink' : 'bg-field',
                )}
              />
            ) : null}
            <span
              className={classes(
                'relative z-10 inline-flex size-7 items-center justify-center rounded-full text-small font-bold',
                done && 'bg-ink text-surface',
                !done && index === now && 'bg-accent text-accent-ink',
                index > now && 'border-2 border-field bg-surface text-muted',
              )}
            >
              {done ? <CheckIcon size={16} aria-hidden="true" /> : index + 1}
            </span>
            <span className={classes('text-small', index === now ? 'font-bold' : 'text-muted')}>
              {label}
              {done ? <span className="sr-only"> (done)</span> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
