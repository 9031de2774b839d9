import { useRef, useState } from 'react'
import { errorMessages, refusedFields, showsCodes, useAppDispatch } from '../../api'
import type { ExistingBooking, PayLink } from '../../api/schema'
import { formatMedium, parseDate } from '../../rules/dates'
import { decimalPounds, formatMoney, formatPence, toPence } from '../../rules/money'
import { equalShares } from '../../rules/shares'
import {
  Button,
  Checkbox,
  ErrorSummary,
  type Form,
  type Outcome,
  SubmitError,
  TextField,
  TextInput,
  useForm,
  useLifetime,
} from '../../ui'
import { stepPaths } from '../booking'
import { endPayLinkCall, makePayLinksCall } from './calls'
import { Card } from './Card'
import { changedElsewhere } from './lookup'
import { setPreviousBooking } from './previous-booking-slice'

/**
 * Links by which others pay towards the balance, without seeing the booking: who has paid, and a form
 * for more. Nothing where the site offers none.
 */
export function ShareBalance({ booking }: { booking: ExistingBooking }) {
  const { shareable, payLinks = [] } = booking
  if (!shareable && payLinks.length === 0) return null
  return (
    <Card title="Let others pay">
      {payLinks.length > 0 ? (
        <ul className="mb-5">
          {payLinks.map((link) => (
            <LinkRow key={link.id} bookingId={booking.bookingId} link={link} />
          ))}
        </ul>
      ) : null}
      {shareable ? <NewLinks key={payLinks.length} booking={booking} /> : null}
    </Card>
  )
}

const day = (text: string | undefined) => {
  const date = parseDate(text ?? '')
  return date === undefined ? '' : formatMedium(date)
}

/** What became of a link. */
function linkText({ state, amount, until, paidOn, whole }: PayLink): string {
  const sum = formatMoney(amount)
  switch (state) {
    case 'open':
      return `${sum}${whole ? ', all that is left to pay' : ''}. Not paid yet; valid until ${day(until)}.`
    case 'paid':
      return `${sum}, paid on ${day(paidOn)}.`
    case 'returned':
      return `${sum}, paid on ${day(paidOn)}, was returned.`
    case 'expired':
      return `${sum}. Not paid; it was valid until ${day(until)}.`
    default:
      return `${sum}. Not paid; it is not valid any more.`
  }
}

function LinkRow({ bookingId, link }: { bookingId: string; link: PayLink }) {
  const dispatch = useAppDispatch()
  const lifetime = useLifetime()
  const input = useRef<HTMLInputElement>(null)
  const [texts, setTexts] = useState<readonly string[]>([])
  const [copied, setCopied] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = link.name ?? 'Link'
  const end = async () => {
    setBusy(true)
    const signal = lifetime()
    const result = await dispatch(endPayLinkCall.run({ bookingId, id: link.id }, { signal }))
    if (signal.aborted) return
    setBusy(false)
    if (result.ok) dispatch(setPreviousBooking(result.data))
    else setTexts(errorMessages(result.error))
  }
  const copy = async () => {
    input.current?.select()
    await navigator.clipboard.writeText(input.current?.value ?? '').then(
      () => setCopied(true),
      () => setCopied(false), // it is selected, so the visitor can copy it
    )
  }
  return (
    <li className="border-t border-line py-3">
      <p>
        <b>{name}</b>
        <span>{`: ${linkText(link)}`}</span>
      </p>
      {link.token ? (
        <>
          <TextInput
            ref={input}
            readOnly
            aria-label={`Link for ${name}`}
            value={`${window.location.origin}${stepPaths.PAYMENT}#${link.token}`}
            onFocus={(event) => event.target.select()}
            className="mt-2"
          />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => void copy()}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
            <Button variant="quiet" busy={busy} onClick={() => void end()}>
              End link
            </Button>
          </div>
        </>
      ) : null}
      <SubmitError texts={texts} className="mt-3" />
    </li>
  )
}

interface Share {
  name: string
  amount: string
}

/** The most links that can be made at once. */
const MOST = 20

/** The request that makes links for shares, and what was wrong with it. */
function useMakeLinks(bookingId: string, shares: readonly Share[]) {
  const dispatch = useAppDispatch()
  const key = useRef(crypto.randomUUID())
  return useForm(async (_, signal): Promise<Outcome> => {
    const fields: Record<string, string> = {}
    shares.forEach(({ name, amount }, index) => {
      fields[`name${index + 1}`] = name
      fields[`amount${index + 1}`] = amount
    })
    const result = await dispatch(
      makePayLinksCall.run({ bookingId, key: key.current, ...fields }, { signal }),
    )
    if (signal.aborted) return undefined
    if (result.ok) {
      dispatch(setPreviousBooking(result.data))
      return undefined
    }
    await dispatch(changedElsewhere(bookingId, result.error, signal))
    const wrong = refusedFields(result.error)
    return {
      fields: wrong,
      texts: wrong.length > 0 ? [] : errorMessages(result.error, showsCodes(result.error)),
    }
  })
}

const nobody: Share = { name: '', amount: '' }

/** A name and an amount for each who is to pay. */
function NewLinks({ booking }: { booking: ExistingBooking }) {
  const { bookingId, outstanding, payLinks = [] } = booking
  const [shares, setShares] = useState<readonly Share[]>([nobody])
  const [withMe, setWithMe] = useState(true)
  const form = useMakeLinks(bookingId, shares)
  const left = toPence(outstanding) ?? 0
  const asked = payLinks
    .filter(({ state, whole }) => state === 'open' && !whole)
    .reduce((sum, { amount }) => sum + (toPence(amount) ?? 0), 0)
  const free = Math.max(0, left - asked)
  const change = (index: number, part: Partial<Share>) => {
    for (const field of Object.keys(part)) form.changed(`${field}${index + 1}`)
    setShares(shares.map((share, i) => (i === index ? { ...share, ...part } : share)))
  }
  const split = () => {
    const amounts = equalShares(free, shares.length, withMe ? 1 : 0)
    shares.forEach((_, index) => form.changed(`amount${index + 1}`))
    setShares(shares.map((share, i) => ({ ...share, amount: decimalPounds(amounts[i] ?? 0) })))
  }
  return (
    <form {...form.attributes} method="dialog" noValidate>
      <p>
        Send somebody a link to pay a part of your balance, or all of it. They see the park, the
        dates and the sum, and nothing else of your booking.
      </p>
      {asked > 0 ? (
        <p className="mt-3 font-bold">
          {`${formatPence(left)} is left to pay. Your links ask for ${formatPence(left - free)} of it, so ${formatPence(free)} is left for you.`}
        </p>
      ) : null}
      <ErrorSummary
        errors={form.summary.map(({ field, message }) => ({ id: `share-${field}`, message }))}
      />
      <ShareFields shares={shares} form={form} onChange={change} />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {shares.length < MOST ? (
          <Button variant="secondary" onClick={() => setShares([...shares, nobody])}>
            Add a person
          </Button>
        ) : null}
        {shares.length > 1 ? (
          <Button variant="quiet" onClick={() => setShares(shares.slice(0, -1))}>
            Remove the last
          </Button>
        ) : null}
        {free > 0 ? (
          <Button variant="secondary" onClick={split}>
            Split equally
          </Button>
        ) : null}
      </div>
      <Checkbox
        label="I pay a share too"
        checked={withMe}
        onChange={(event) => setWithMe(event.target.checked)}
        className="mt-4"
      />
      <SubmitError texts={form.texts} className="mt-4" />
      <Button type="submit" busy={form.busy} className="mt-5">
        {shares.length > 1 ? 'Make links' : 'Make a link'}
      </Button>
    </form>
  )
}

function ShareFields({
  shares,
  form,
  onChange,
}: {
  shares: readonly Share[]
  form: Form
  onChange: (index: number, part: Partial<Share>) => void
}) {
  return shares.map(({ name, amount }, index) => (
    // A person is only added or removed at the end.
    <div key={index} className="mt-4 grid grid-cols-[minmax(0,1fr)_8rem] items-end gap-3">
      <TextField
        id={`share-name${index + 1}`}
        label={shares.length > 1 ? `Name of person ${index + 1}` : 'Name (optional)'}
        autoComplete="off"
        maxLength={40}
        value={name}
        error={form.error(`name${index + 1}`)}
        onChange={(event) => onChange(index, { name: event.target.value })}
      />
      <TextField
        id={`share-amount${index + 1}`}
        label="Amount (£)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="All"
        value={amount}
        error={form.error(`amount${index + 1}`)}
        onChange={(event) => onChange(index, { amount: event.target.value })}
      />
    </div>
  ))
}
