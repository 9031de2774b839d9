import { useEffect, useState } from 'react'
import { useNavigate, useParams } from '../../src/router'
import { AppLink } from '../../src/ui'
import { actions } from '../actions/actions'
import { ActionPanel } from '../actions/ActionPanel'
import type { Booking, Done } from '../contract'
import { NotFound } from '../frame/NotFound'
import { useKeys } from '../keyboard'
import { Button, ButtonLink } from '../parts/Button'
import { BackIcon, CopyIcon } from '../parts/icons'
import { Keys } from '../parts/Keys'
import { Page } from '../parts/Page'
import { Said } from '../parts/Said'
import { dayText } from '../parts/texts'
import { lastSearch } from '../search/last'
import { offlineSince, useMay, useMe } from '../session'
import { CallerCheck } from './CallerCheck'
import { BoughtCard, MoneyCard, ParkCard, RecordCard } from './Cards'
import { remember } from './looked'
import { PendingLine } from './PendingLine'
import { BookingTag } from './states'
import { Summary } from './Summary'
import { Ticket } from './Ticket'
import { Timeline } from './Timeline'
import { useBooking } from './useBooking'

/** A booking, and beside it the action that its address names. */
export function BookingPage() {
  const { ref = '', action: path } = useParams()
  return <OpenBooking key={ref} bookingRef={ref} path={path} />
}

function OpenBooking({ bookingRef, path }: { bookingRef: string; path: string | undefined }) {
  const { booking, failure, reload } = useBooking(bookingRef)
  const [done, setDone] = useState<Done>()
  const navigate = useNavigate()
  const name = booking?.guest?.name ?? ''
  useEffect(() => {
    if (booking) remember(booking.ref, name)
  }, [booking, name])
  const action = actions.find((one) => one.path === path)
  if (!booking)
    return failure ? <NoBooking text={failure.message} /> : <Page title={bookingRef}> </Page>
  if (path && !action) return <NotFound />
  const finished = (result: Done) => {
    setDone(result)
    void reload()
    navigate(`/bookings/${booking.ref}`)
  }
  return (
    <>
      {failure ? (
        <div className="mb-3">
          <Said kind="soon" title="This may be out of date.">
            <p>{failure.message}</p>
          </Said>
        </div>
      ) : null}
      {booking.pending.map((pending) => (
        <PendingLine key={pending.id} pending={pending} reload={reload} />
      ))}
      {action ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(260px,340px)_minmax(0,1fr)] lg:gap-6">
          <Summary booking={booking} />
          <ActionPanel
            key={action.path}
            booking={booking}
            action={action}
            onDone={finished}
            reload={reload}
          />
        </div>
      ) : (
        <Record booking={booking} done={done} reload={reload} />
      )}
    </>
  )
}

/** A booking that cannot be shown: it does not exist, or is another park's. */
function NoBooking({ text }: { text: string }) {
  return (
    <Page title="No booking">
      <p>{text}</p>
    </Page>
  )
}

/** The whole page of a booking. */
function Record({
  booking,
  done,
  reload,
}: {
  booking: Booking
  done: Done | undefined
  reload: () => Promise<void>
}) {
  const { ref, guest, state, erasedOn } = booking
  return (
    <Page
      title={guest?.name || ref}
      documentTitle={`Booking ${ref}`}
      above={<Crumb bookingRef={ref} />}
      line={erasedOn ? `Details erased on ${dayText(erasedOn)}.` : <Reference text={ref} />}
      beside={<BookingTag state={state} settled={booking.settled} />}
    >
      <div role="status">
        {done && done.outcome !== 'pending' ? (
          <div className="mb-3">
            <Outcome done={done} />
          </div>
        ) : null}
      </div>
      <Actions bookingRef={ref} />
      <Ticket booking={booking} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,384px)]">
        <div className="order-2 min-w-0 lg:order-1">
          <Timeline booking={booking} reload={reload} />
        </div>
        <div className="order-1 min-w-0 lg:order-2">
          <CallerCheck booking={booking} reload={reload} />
          <div className="grid gap-4 md:max-lg:grid-cols-2">
            {booking.money ? (
              <>
                <MoneyCard sums={booking.money} />
                <BoughtCard sums={booking.money} />
              </>
            ) : null}
            <ParkCard booking={booking} />
            <RecordCard booking={booking} />
          </div>
        </div>
      </div>
    </Page>
  )
}

/** What became of an action that does not wait. */
function Outcome({ done }: { done: Done }) {
  const { outcome, text, note } = done
  if (outcome === 'refused') return <Said kind="bad" title={note || `${text}: it was not done.`} />
  if (outcome === 'approval') {
    return (
      <Said kind="soon" title={text}>
        <p>It waits for a second person, on Approvals.</p>
      </Said>
    )
  }
  return <Said kind="good" title={text} />
}

function Reference({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <span className="inline-flex items-center gap-2 text-value font-semibold">
      <span>{text}</span>
      <button
        type="button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        className="inline-flex size-6 items-center justify-center"
      >
        <CopyIcon size={16} />
        <span className="sr-only">Copy the reference</span>
      </button>
      <span role="status" className="text-note font-normal">
        {copied ? 'copied' : ''}
      </span>
    </span>
  )
}

/** What can be done with the booking. What the person may not do is shown, off, with who may. */
function Actions({ bookingRef }: { bookingRef: string }) {
  const may = useMay()
  const { needs } = useMe()
  const navigate = useNavigate()
  const offline = offlineSince.use() !== undefined
  const address = (path: string) => `/bookings/${bookingRef}/${path}`
  const allowed = offline ? [] : actions.filter((action) => may(action.may))
  useKeys(
    Object.fromEntries(
      allowed.flatMap(({ key, path }) => (key ? [[key, () => navigate(address(path))]] : [])),
    ),
  )
  return (
    <ul aria-label="Actions" className="mb-4 flex flex-wrap gap-2">
      {actions.map((action) => {
        const { path, title, icon, key, danger } = action
        const who = needs[action.may]?.join(' or ')
        return (
          <li key={path} className={danger ? 'lg:ml-auto' : undefined}>
            {allowed.includes(action) ? (
              <ButtonLink
                href={address(path)}
                icon={icon}
                look={danger ? 'danger' : 'plain'}
                keys={key ? [key.toUpperCase()] : undefined}
              >
                {title}
              </ButtonLink>
            ) : (
              <Button icon={icon} disabled>
                {offline || !who ? title : `${title}: needs ${who}`}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Where the booking stands among those that were found; J and K go to the next and the one before. */
function Crumb({ bookingRef }: { bookingRef: string }) {
  const { text, found } = lastSearch.use()
  const navigate = useNavigate()
  const rows = found?.rows ?? []
  const at = rows.findIndex((row) => row.ref === bookingRef)
  const go = (by: number) => {
    const next = rows[at + by]
    if (at >= 0 && next) navigate(`/bookings/${next.ref}`)
  }
  useKeys({ j: () => go(1), k: () => go(-1) })
  if (at < 0) return null
  return (
    <p className="no-print mb-1 flex items-center gap-2">
      <BackIcon size={16} />
      <AppLink href="/bookings" className="underline underline-offset-3">
        {text}
      </AppLink>
      <span className="text-muted">{`${at + 1} of ${rows.length}${found?.more ? ' or more' : ''}`}</span>
      <Keys keys={['J', 'K']} />
    </p>
  )
}
