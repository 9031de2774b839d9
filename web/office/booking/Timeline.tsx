import { useState, type ComponentType } from 'react'
import { classes } from '../../src/ui'
import type { Booking, EventKind, TimelineEvent } from '../contract'
import { Card } from '../parts/Card'
import {
  BouncedIcon,
  DeliveredIcon,
  BookingIcon,
  CallIcon,
  CardIcon,
  ChangeIcon,
  MailIcon,
  ParkHasItIcon,
  PinIcon,
} from '../parts/icons'
import { dayOfInstant, dayText, timeText, today } from '../parts/texts'
import { NoteForm } from './NoteForm'

const icons: Record<EventKind, ComponentType<{ size?: number }>> = {
  money: CardIcon,
  mail: MailIcon,
  change: ChangeIcon,
  note: PinIcon,
  park: ParkHasItIcon,
  check: CallIcon,
  booked: BookingIcon,
}

const filters: readonly { label: string; kinds: readonly EventKind[] }[] = [
  { label: 'All', kinds: [] },
  { label: 'Money', kinds: ['money'] },
  { label: 'E-mails', kinds: ['mail'] },
  { label: 'Changes', kinds: ['change', 'booked', 'park'] },
  { label: 'Notes', kinds: ['note'] },
]

/** Everything that was said, sent, paid and changed, the newest first, by whom and why. */
export function Timeline({ booking, reload }: { booking: Booking; reload: () => Promise<void> }) {
  const [chosen, setChosen] = useState('All')
  const { timeline } = booking
  const of = ({ kinds }: (typeof filters)[number]) =>
    kinds.length === 0 ? timeline : timeline.filter(({ kind }) => kinds.includes(kind))
  const filter = filters.find(({ label }) => label === chosen)
  const shown = filter ? of(filter) : timeline
  return (
    <Card
      title="Timeline"
      className="min-w-0"
      beside={
        <div role="group" aria-label="What is shown" className="flex flex-wrap">
          {filters.map((one) => (
            <button
              key={one.label}
              type="button"
              aria-pressed={one.label === chosen}
              onClick={() => setChosen(one.label)}
              className="control rounded-button px-2.5 text-note font-semibold hover:underline aria-pressed:bg-ink aria-pressed:text-surface"
            >
              {`${one.label} ${of(one).length}`}
            </button>
          ))}
        </div>
      }
    >
      <Pinned timeline={timeline} />
      <NoteForm key={booking.ref} bookingRef={booking.ref} reload={reload} />
      {byDay(shown).map(({ day, events }) => (
        <section key={day} aria-label={dayText(day)}>
          <h3 className="mt-4 flex items-center gap-3 text-note font-semibold text-muted after:h-px after:flex-1 after:bg-line">
            {day === today() ? `Today, ${dayText(day)}` : dayText(day)}
          </h3>
          <ol>
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {shown.length === 0 ? <p className="mt-4 text-muted">Nothing of this kind yet.</p> : null}
    </Card>
  )
}

function Pinned({ timeline }: { timeline: readonly TimelineEvent[] }) {
  const pinned = timeline.filter((event) => event.pinned)
  if (pinned.length === 0) return null
  return (
    <ul aria-label="Pinned notes" className="mb-2 flex flex-col gap-2">
      {pinned.map(({ id, text, who, at, parkSees }) => (
        <li key={id} className="flex gap-3 rounded-field bg-soon p-3">
          <PinIcon size={18} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-note text-muted">
              {`${who}, ${dayText(dayOfInstant(at))}.${parkSees ? ' The park sees this note.' : ''}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Event({ event }: { event: TimelineEvent }) {
  const { at, who, kind, title, text, why, state, parkSees } = event
  const bad = state === 'failed' || state === 'refused'
  const Icon = bad && kind === 'mail' ? BouncedIcon : icons[kind]
  return (
    <li className="grid grid-cols-[44px_28px_minmax(0,1fr)] gap-x-3 py-2.5">
      <time dateTime={at} className="pt-1 text-right text-muted">
        {timeText(at)}
      </time>
      <span
        className={classes(
          'inline-flex size-7 items-center justify-center rounded-full border bg-surface',
          bad ? 'border-danger bg-danger-tint text-danger' : 'border-line',
        )}
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap justify-between gap-x-4">
          <b>{title}</b>
          <span className="text-muted">{who}</span>
        </p>
        {text ? <p className="wrap-anywhere whitespace-pre-line">{text}</p> : null}
        {why ? <p className="text-muted">{`Why: ${why}`}</p> : null}
        {parkSees ? <p className="text-note text-muted">The park sees this note.</p> : null}
        {state ? (
          <p
            className={classes(
              'flex items-center gap-1.5 text-note font-semibold',
              bad ? 'text-danger' : 'text-success',
            )}
          >
            {state === 'sent' ? <DeliveredIcon size={16} /> : null}
            <span>{state}</span>
          </p>
        ) : null}
      </div>
    </li>
  )
}

/** The events by their day in London; their order stays. */
function byDay(timeline: readonly TimelineEvent[]) {
  const days: { day: string; events: TimelineEvent[] }[] = []
  for (const event of timeline) {
    const day = dayOfInstant(event.at)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
