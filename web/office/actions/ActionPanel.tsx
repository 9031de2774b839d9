import { AppLink } from '../../src/ui'
import { useNavigate } from '../../src/router'
import type { Booking, Done } from '../contract'
import { dropDraft, hasDraft } from '../drafts'
import { useKeys } from '../keyboard'
import { ChangeIcon } from '../parts/icons'
import { Keys } from '../parts/Keys'
import { useHeading } from '../parts/Page'
import { StateTag } from '../parts/StateTag'
import { Said } from '../parts/Said'
import { offlineSince, useMe } from '../session'
import type { actions } from './actions'
import { PlanPart } from './PlanPart'
import { usePlan } from './usePlan'

/**
 * An action beside the booking: a form, then what will happen. Nothing happens before the button is
 * pressed, or ⌘Enter: Enter alone never confirms.
 */
export function ActionPanel({
  booking,
  action,
  onDone,
  reload,
}: {
  booking: Booking
  action: (typeof actions)[number]
  onDone: (done: Done) => void
  reload: () => Promise<void>
}) {
  const back = `/bookings/${booking.ref}`
  const draft = draftOf(booking, action)
  const navigate = useNavigate()
  const { stand, ask, confirm, again } = usePlan(booking, (done) => {
    dropDraft(draft)
    onDone(done)
  })
  const offline = offlineSince.use() !== undefined
  const grant = useMe().may[action.may]
  const allowed = grant !== undefined && grant !== 'ask'
  useKeys({
    Escape: () => navigate(back),
    'mod+Enter': () => {
      if (!offline) void confirm()
    },
  })
  const Form = action.form
  const refused = stand.at === 'failed' ? stand.failure : undefined
  return (
    <section
      aria-label={action.title}
      className="min-w-0 border-t-[3px] border-accent bg-surface lg:-mt-6 lg:-mr-6 lg:-mb-6 lg:min-h-[calc(100dvh-var(--bar))] lg:border-l lg:border-l-line"
    >
      <Head booking={booking} action={action} back={back} />
      {allowed ? (
        <div className="grid xl:grid-cols-[minmax(0,1fr)_340px]">
          <form
            onSubmit={(event) => event.preventDefault()}
            className="flex min-w-0 flex-col gap-4 p-4 lg:p-6"
          >
            <Form
              booking={booking}
              draft={draft}
              onAction={ask}
              error={(field) => (refused?.field === field ? refused.message : undefined)}
            />
          </form>
          <PlanPart
            stand={stand}
            booking={booking}
            offline={offline}
            onConfirm={confirm}
            onAgain={async () => {
              await reload()
              again()
            }}
          />
        </div>
      ) : (
        <Forbidden action={action} />
      )}
    </section>
  )
}

/** The heading of an action, whether it has a draft, and the way back. */
function Head({
  booking,
  action,
  back,
}: {
  booking: Booking
  action: (typeof actions)[number]
  back: string
}) {
  const heading = useHeading(`${action.title}, ${booking.ref}`)
  return (
    <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-4 lg:px-6">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {action.title}
        </h1>
        <p className="text-note text-muted">
          The booking stays open. Nothing happens before you confirm.
        </p>
      </div>
      <div className="flex items-center gap-4">
        {hasDraft(draftOf(booking, action)) ? (
          <StateTag icon={ChangeIcon} shade="open">
            Draft kept
          </StateTag>
        ) : null}
        <AppLink href={back} className="control inline-flex items-center gap-2 text-link">
          <span>Close</span>
          <Keys keys={['Esc']} />
        </AppLink>
      </div>
    </header>
  )
}

const draftOf = ({ ref }: Booking, { path }: (typeof actions)[number]) => `${ref}/${path}`

/** An action that is not for this person: it says whom to ask. */
function Forbidden({ action }: { action: (typeof actions)[number] }) {
  const needs = useMe().needs[action.may] ?? []
  return (
    <div className="p-4 lg:p-6">
      <Said kind="soon" title={`This needs ${needs.join(' or ') || 'another role'}.`}>
        <p>Ask one of them. Nothing was changed.</p>
      </Said>
    </div>
  )
}
