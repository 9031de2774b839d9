import { useEffect, useRef, useState, type ComponentType } from 'react'
import { classes, Skeleton } from '../../src/ui'
import { stepUp } from '../door/passkey'
import type { Failure } from '../api'
import type { Booking, Plan, PlanLineKind } from '../contract'
import { Button } from '../parts/Button'
import {
  InHouseIcon,
  LimitIcon,
  MailIcon,
  MoneyIcon,
  ParkHasItIcon,
  PasskeyIcon,
  PriceIcon,
  RefundIcon,
  StayIcon,
  UnansweredIcon,
} from '../parts/icons'
import { COMMAND, Keys } from '../parts/Keys'
import { Said } from '../parts/Said'
import { timeText } from '../parts/texts'
import { useDoing } from '../parts/useDoing'
import type { Stand } from './usePlan'

const kinds: Record<PlanLineKind, { title: string; icon: ComponentType<{ size?: number }> }> = {
  money: { title: 'Money', icon: MoneyIcon },
  price: { title: 'Price', icon: PriceIcon },
  stay: { title: 'Stay', icon: InHouseIcon },
  stock: { title: 'Stock', icon: StayIcon },
  email: { title: 'E-mail', icon: MailIcon },
  park: { title: 'Park', icon: UnansweredIcon },
  statement: { title: 'Statement', icon: ParkHasItIcon },
  undo: { title: 'Undo', icon: RefundIcon },
}

/** What will happen, as the server has worked it out, and the button that does it. */
export function PlanPart({
  stand,
  booking,
  offline,
  onConfirm,
  onAgain,
}: {
  stand: Stand
  booking: Booking
  offline: boolean
  onConfirm: () => Promise<void>
  onAgain: () => Promise<void>
}) {
  const plan = 'plan' in stand ? stand.plan : undefined
  return (
    <div className="border-t border-line bg-paper p-4 lg:p-6 xl:border-t-0 xl:border-l">
      <h2>What will happen</h2>
      <div role="status">
        {stand.at === 'open' ? (
          <p className="text-muted">It is worked out as soon as the form is complete.</p>
        ) : null}
        {stand.at === 'planning' && !plan ? <Waiting /> : null}
        {plan ? <Lines plan={plan} old={stand.at === 'planning'} /> : null}
      </div>
      {stand.at === 'conflict' ? (
        <Conflict failure={stand.failure} booking={booking} onAgain={onAgain} />
      ) : null}
      {stand.at === 'failed' && !stand.failure.field ? <Failed failure={stand.failure} /> : null}
      {stand.at === 'stepUp' ? <ShowItIsYou plan={stand.plan} onShown={onConfirm} /> : null}
      {plan && stand.at !== 'stepUp' ? (
        <Commit plan={plan} stand={stand} offline={offline} onConfirm={onConfirm} />
      ) : null}
    </div>
  )
}

function Lines({ plan, old }: { plan: Plan; old: boolean }) {
  return (
    <div className={classes(old && 'opacity-60')}>
      <p className="text-note text-muted">
        {`Worked out ${timeText(plan.at)} from version ${plan.version}`}
      </p>
      <dl>
        {plan.lines.map(({ kind, text, quiet }) => {
          const { title, icon: Icon } = kinds[kind]
          return (
            <div
              key={`${kind} ${text}`}
              className={classes(
                'grid grid-cols-[96px_minmax(0,1fr)] gap-2 border-b border-line py-2.5',
                quiet && 'text-muted',
              )}
            >
              <dt className="flex items-start gap-2 font-semibold">
                <Icon size={18} />
                <span>{title}</span>
              </dt>
              <dd>{text}</dd>
            </div>
          )
        })}
      </dl>
      {plan.limit ? (
        <p className="flex gap-2 py-2.5 text-note text-muted">
          <LimitIcon size={18} />
          <span>{plan.limit}</span>
        </p>
      ) : null}
    </div>
  )
}

/** Nothing for a moment, then where the lines will be, then words. */
function Waiting() {
  const [after, setAfter] = useState(0)
  useEffect(() => {
    const steps = [150, 5000].map((ms) => setTimeout(() => setAfter(ms), ms))
    return () => steps.forEach(clearTimeout)
  }, [])
  if (after === 0) return null
  return (
    <>
      <div aria-hidden="true" className="flex flex-col gap-2 py-2">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-4/5" />
      </div>
      {after >= 5000 ? <p>Still working it out.</p> : null}
    </>
  )
}

/** The step that commits. Its text says what it does; Enter alone does not press it. */
function Commit({
  plan,
  stand,
  offline,
  onConfirm,
}: {
  plan: Plan
  stand: Stand
  offline: boolean
  onConfirm: () => Promise<void>
}) {
  const ready = (stand.at === 'planned' || stand.at === 'failed') && !offline
  return (
    <div className="mt-3 flex flex-col items-center gap-2">
      <Button
        look="commit"
        disabled={!ready}
        aria-busy={stand.at === 'doing' || undefined}
        onKeyDown={(event) => {
          const command = event.metaKey || event.ctrlKey
          if (event.key === 'Enter' && !command) event.preventDefault()
        }}
        onClick={() => void onConfirm()}
        className="min-h-11 w-full whitespace-normal"
      >
        {plan.approval ? `Ask for it: ${plan.button}` : plan.button}
      </Button>
      <p className="inline-flex items-center gap-2 text-note text-muted pointer-coarse:hidden">
        <Keys keys={[COMMAND, '⏎']} />
        <span>confirms</span>
      </p>
    </div>
  )
}

/** Somebody changed the booking meanwhile: their change beside the draft, which is never merged. */
function Conflict({
  failure,
  booking,
  onAgain,
}: {
  failure: Failure
  booking: Booking
  onAgain: () => Promise<void>
}) {
  const title = failure.by
    ? `${failure.by} changed this${failure.at ? ` at ${timeText(failure.at)}` : ''}, while your draft was open.`
    : failure.message
  const [last] = booking.timeline
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Said kind="soon" title={title}>
        {failure.by ? <p>{failure.message}</p> : null}
      </Said>
      {last ? (
        <p>
          {`Last in the timeline: ${last.title}, ${last.who} ${timeText(last.at)}.`} Your draft is
          kept.
        </p>
      ) : null}
      <Button look="commit" onClick={() => void onAgain()}>
        Work it out again
      </Button>
    </div>
  )
}

/** What did not happen. The draft is kept, and the number of the request says where to look. */
function Failed({ failure }: { failure: Failure }) {
  return (
    <div className="mt-3">
      <Said kind="bad" title={failure.message}>
        <p>Your draft is kept.</p>
        {failure.request ? <p className="text-note">Request {failure.request}</p> : null}
      </Said>
    </div>
  )
}

/** Above the limit the person shows again who they are: for this plan alone, for five minutes. */
function ShowItIsYou({ plan, onShown }: { plan: Plan; onShown: () => Promise<void> }) {
  const { busy, failure, run } = useDoing()
  const button = useRef<HTMLDivElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div ref={button} tabIndex={-1} className="mt-3 flex flex-col gap-3">
      <Said kind="soon" title={`${plan.button}: show that it is you`}>
        <p>Good for this alone, for 5 minutes.</p>
      </Said>
      {failure ? (
        <Said kind="bad" title="You were not recognised.">
          <p>{failure.message}</p>
        </Said>
      ) : null}
      <Button
        look="commit"
        icon={PasskeyIcon}
        disabled={busy}
        onClick={() =>
          void run(
            (signal) => stepUp(plan.hash, signal),
            () => void onShown(),
          )
        }
      >
        Use passkey
      </Button>
    </div>
  )
}
