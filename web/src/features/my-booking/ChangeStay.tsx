import { useState } from 'react'
import { useAppDispatch } from '../../api'
import type { ChangePlan, Changes, ExistingBooking } from '../../api/schema'
import {
  addDays,
  formatDayMonth,
  formatMedium,
  formatShort,
  fromIso,
  parseDate,
} from '../../rules/dates'
import { formatMoney, formatPence, toPence } from '../../rules/money'
import { plural } from '../../rules/plural'
import { Button, Notice, SelectField, SubmitError, TextField } from '../../ui'
import { CancelTerms, priceLines, PriceLines, SumLine } from '../booking'
import { changeStayCall, planChangeCall } from './calls'
import { Card } from './Card'
import { partText } from './part-text'
import { usePlan } from './use-plan'

/**
 * Other dates, another unit type or other dogs for the booking, by its terms: what the new stay costs
 * is shown first. Nothing where the terms allow no change.
 */
export function ChangeStay({ booking }: { booking: ExistingBooking }) {
  const { changes, unitId, dogs, petFriendly } = booking
  const stay = [unitId, petFriendly, dogs].join(' ')
  const [shown, setShown] = useState({ stay, changed: false })
  if (shown.stay !== stay) setShown({ stay, changed: true })
  if (!changes) return null
  return (
    <Card title="Change your booking">
      {shown.changed ? (
        <Notice live className="mb-4">
          <p>Your booking is changed. We have written to you about it.</p>
        </Notice>
      ) : null}
      <CancelTerms texts={changes.texts} />
      {/* The fields begin with the booking as it is, also after a change. */}
      <Wish key={stay} booking={booking} changes={changes} />
    </Card>
  )
}

/** What the visitor wants, as typed. */
interface Wanted {
  unitTypeId: string
  /** yyyy-mm-dd */
  date: string
  nights: string
  dogs: string
}

function wantedOf({
  unitTypeId,
  arrivalDate,
  duration,
  dogs,
  petFriendly,
}: ExistingBooking): Wanted {
  const arrival = parseDate(arrivalDate)
  const counted = petFriendly === 'Y' ? Math.max(1, dogs ?? 0) : 0
  return {
    unitTypeId,
    date: arrival ?? '',
    nights: String(duration),
    dogs: String(counted),
  }
}

function Wish({ booking, changes }: { booking: ExistingBooking; changes: Changes }) {
  const dispatch = useAppDispatch()
  const { bookingId } = booking
  const booked = wantedOf(booking)
  const [wanted, setWanted] = useState(booked)
  // Dogs that nobody has changed are not sent: the booking may not know how many they are.
  const { dogs, date, ...stay } = wanted
  const arrival = fromIso(date)
  const sent = {
    bookingId,
    ...stay,
    date: arrival ? formatShort(arrival) : date,
    ...(dogs === booked.dogs ? {} : { dogs }),
  }
  const { plan, busy, texts, look, act, close } = usePlan<ChangePlan>(
    bookingId,
    (signal) => dispatch(planChangeCall.run(sent, { signal })),
    (agreed, signal) => dispatch(changeStayCall.run({ ...sent, ...agreed }, { signal })),
  )
  const change = (own: Partial<Wanted>) => {
    if (busy && plan) return // it is being done: its answer must not be lost
    close() // the plan is that of another stay
    setWanted((before) => ({ ...before, ...own }))
  }
  return (
    <form
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !plan) look()
      }}
      className="mt-5"
    >
      <WishFields wanted={wanted} changes={changes} onChange={change} />
      {plan ? (
        <PlanView plan={plan} busy={busy} onChange={act} onKeep={close} />
      ) : (
        <Button type="submit" variant="secondary" busy={busy} className="mt-5">
          See what it costs
        </Button>
      )}
      <SubmitError texts={texts} className="mt-4" />
    </form>
  )
}

/** The most nights that can be asked for. */
const NIGHTS_MAX = 28

function WishFields({
  wanted: { unitTypeId, date, nights, dogs },
  changes: { units },
  onChange,
}: {
  wanted: Wanted
  changes: Changes
  onChange: (own: Partial<Wanted>) => void
}) {
  const maxDogs = units.find((unit) => unit.unitTypeId === unitTypeId)?.maxDogs ?? 0
  const most = Math.max(maxDogs, Number(dogs))
  return (
    <div className="grid grid-cols-2 items-end gap-4">
      <TextField
        label="New arrival day"
        type="date"
        value={date}
        onChange={(event) => onChange({ date: event.target.value })}
      />
      <SelectField
        label="Nights"
        options={numbers(1, Math.max(NIGHTS_MAX, Number(nights))).map(option)}
        value={nights}
        onChange={(event) => onChange({ nights: event.target.value })}
      />
      {units.length > 1 ? (
        <SelectField
          label="Accommodation"
          options={units.map((unit) => ({ value: unit.unitTypeId, label: unit.name }))}
          value={unitTypeId}
          onChange={(event) => onChange({ unitTypeId: event.target.value })}
          className="col-span-2"
        />
      ) : null}
      {most > 0 ? (
        <SelectField
          label="Dogs"
          options={numbers(0, most).map(option)}
          value={dogs}
          onChange={(event) => onChange({ dogs: event.target.value })}
        />
      ) : null}
    </div>
  )
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const option = (value: number) => ({ value: String(value), label: String(value) })

function PlanView({
  plan,
  busy,
  onChange,
  onKeep,
}: {
  plan: ChangePlan
  busy: boolean
  onChange: () => void
  onKeep: () => void
}) {
  const due = parseDate(plan.dueDate)
  const left = toPence(plan.outstanding) ?? 0
  return (
    <>
      <Notice live className="my-5">
        <p className="font-bold">{stayText(plan)}</p>
        <dl>
          <PriceLines lines={priceLines(plan.lines)} />
          <SumLine label="New total" amount={formatMoney(plan.totalCost)} strong ruled />
          <SumLine label="Total before" amount={formatMoney(plan.costBefore)} />
        </dl>
        {(plan.dropped ?? []).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {toPence(plan.kept) ? (
          <p>{`The new stay costs ${formatMoney(plan.kept)} less, which does not come back by the terms of your booking.`}</p>
        ) : null}
        {left > 0 ? (
          <p>{`${formatPence(left)} is then left to pay${due ? `, before ${formatDayMonth(due, 'short', true)}` : ''}. You can pay it here, under My Booking.`}</p>
        ) : null}
        {plan.parts.length > 0 ? <p>What comes back goes the way you paid:</p> : null}
        <ul className="list-disc pl-5">
          {plan.parts.map((part, index) => (
            <li key={`${index} ${part.amount}`}>{partText(part)}</li>
          ))}
        </ul>
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={onChange}>
          {`Change the booking${moneyText(plan)}`}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onKeep}>
          Keep it as it is
        </Button>
      </div>
    </>
  )
}

/** The new stay in one line. */
function stayText({ unitDesc, arrivalDate, duration, dogs }: ChangePlan): string {
  const arrival = parseDate(arrivalDate)
  const days = arrival
    ? `, ${formatMedium(arrival)} to ${formatMedium(addDays(arrival, duration))}`
    : ''
  return `${unitDesc}${days}, ${plural(duration, 'night')}${dogs ? `, ${plural(dogs, 'dog')}` : ''}`
}

/** What the change does to the visitor's money. */
function moneyText({ back, outstanding, leftBefore }: ChangePlan): string {
  const more = (toPence(outstanding) ?? 0) - (toPence(leftBefore) ?? 0)
  if (toPence(back)) return `, ${formatMoney(back)} back`
  if (more > 0) return `, ${formatPence(more)} more to pay`
  return more < 0 ? `, ${formatPence(-more)} less to pay` : ''
}
