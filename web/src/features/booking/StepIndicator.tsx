import { useContext } from 'react'
import { useLocation } from '../../router'
import { AppLink, classes, opensHere } from '../../ui'
import { ArrowLeftIcon, CheckIcon } from '../../ui/icons'
import { isPaymentPath } from '../page'
import type { StepName } from './booking-state'
import { OpenDocument } from './open-document'
import { useBookingState } from './state'
import { stepPaths } from './step-paths'

const SHOWN_STEPS: readonly { label: string; steps: readonly StepName[] }[] = [
  { label: 'Extras', steps: ['EXTRAS'] },
  { label: 'Details', steps: ['DETAILS'] },
  { label: 'Payment', steps: ['PAYMENT', 'PAYMENT_ACTION'] },
  { label: 'Confirmation', steps: ['CONFIRMATION'] },
]

/**
 * Shows the steps of the booking. Completed ones are ticked and are links; the current one is
 * named.
 */
export function StepIndicator({ step }: { step: StepName }) {
  const currentIndex = SHOWN_STEPS.findIndex(({ steps }) => steps.includes(step))
  const finished = step === 'CONFIRMATION'
  // During a payment, and after it, no step is a link.
  const canGoBack = step !== 'PAYMENT_ACTION' && !finished
  return (
    <>
      {canGoBack ? <BackToPark /> : null}
      <ol aria-label="Booking steps" className="mx-auto flex max-w-[560px] py-5 print:hidden">
        {SHOWN_STEPS.map(({ label, steps }, index) => (
          <li
            key={label}
            aria-current={index === currentIndex ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-1"
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={classes(
                  'absolute top-[13px] right-1/2 h-0.5 w-full forced-colors:border-t',
                  index <= currentIndex ? 'bg-ink' : 'bg-field',
                )}
              />
            ) : null}
            <Mark
              done={index < currentIndex || finished}
              isCurrent={index === currentIndex}
              number={index + 1}
            />
            <Label
              label={label}
              done={index < currentIndex || finished}
              isCurrent={index === currentIndex}
              path={canGoBack && index < currentIndex && steps[0] ? stepPaths[steps[0]] : undefined}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

function Mark({ done, isCurrent, number }: { done: boolean; isCurrent: boolean; number: number }) {
  const isLater = !done && !isCurrent
  return (
    <span
      className={classes(
        'relative z-10 inline-flex size-7 items-center justify-center rounded-full border-2 text-small font-bold',
        done && 'border-transparent bg-ink text-surface',
        isCurrent && !done && 'border-transparent bg-accent text-accent-ink',
        isLater && 'border-field bg-surface text-muted',
        // In forced-colours mode the current step is filled.
        isCurrent &&
          'forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]',
      )}
    >
      {done ? <CheckIcon size={16} aria-hidden="true" /> : number}
    </span>
  )
}

function Label({
  label,
  done,
  isCurrent,
  path,
}: {
  label: string
  done: boolean
  isCurrent: boolean
  /** The path of a completed step that can be opened again. */
  path: string | undefined
}) {
  const text = (
    <>
      {label}
      {done ? <span className="sr-only"> (done)</span> : null}
    </>
  )
  return path ? (
    <StepLink href={path} className="-m-2 p-2 text-small text-muted underline underline-offset-4">
      {text}
    </StepLink>
  ) : (
    <span className={classes('text-small', isCurrent ? 'font-bold' : 'text-muted')}>{text}</span>
  )
}

/** A link back to the park page on which the booking began. The unit is still held then. */
function BackToPark() {
  const { parkName, parkBookingUrl } = useBookingState(({ booking }) => booking)
  if (!parkBookingUrl) return null
  return (
    <p className="pt-4 print:hidden">
      <StepLink
        href={`${parkBookingUrl}#prices`}
        className="text-link inline-flex min-h-11 items-center gap-2"
      >
        <ArrowLeftIcon size={20} aria-hidden="true" />
        <span>{`Back to ${parkName || 'the park'}`}</span>
      </StepLink>
    </p>
  )
}

/** A link out of a step. From a payment page it loads a new document. */
function StepLink(props: { href: string; className: string; children: React.ReactNode }) {
  const { pathname } = useLocation()
  const openDocument = useContext(OpenDocument)
  if (!isPaymentPath(pathname)) return <AppLink {...props} />
  const { href, className, children } = props
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        if (!opensHere(event)) return
        event.preventDefault()
        openDocument(href)
      }}
    >
      {children}
    </a>
  )
}
