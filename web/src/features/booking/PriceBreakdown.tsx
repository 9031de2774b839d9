import { type ReactNode } from 'react'
import { AppLink, classes, Notice } from '../../ui'
import { ChevronDownIcon, PhoneIcon } from '../../ui/icons'
import { t } from '../../brands'
import { formatPence, type Pence } from '../../rules/money'
import { formatMedium, parseDate } from '../../rules/dates'
import { chosenLines, sameSums, selectBreakdown, selectTopUp, useBookingState } from './state'
import type { BookingState, Receipt } from './booking-state'
import { StaySummary } from './StaySummary'

/** One line of the price breakdown: a label, and an amount on the right. */
export function SumLine({
  label,
  amount,
  strong = false,
  saving = false,
  ruled = false,
}: {
  label: ReactNode
  amount: ReactNode
  strong?: boolean
  saving?: boolean
  /** Draws a line above. */
  ruled?: boolean
}) {
  return (
    <div
      className={classes(
        'flex justify-between gap-4 py-1',
        strong && 'font-bold',
        ruled && 'mt-2 border-t border-line pt-3',
      )}
    >
      <dt>{label}</dt>
      <dd className={classes('tabular', saving && 'font-bold text-saving')}>{amount}</dd>
    </div>
  )
}

/** The parts of a price, each with its amount. */
export function PriceLines({ lines }: { lines: Receipt['lines'] }) {
  return lines.map(({ label, amount, notes }, index) => (
    <SumLine
      key={`${index} ${label}`}
      label={<WithNotes label={label} notes={notes} />}
      amount={amount < 0 ? `−${formatPence(-amount)}` : formatPence(amount)}
      saving={amount < 0}
    />
  ))
}

/** What an amount is for, and below it what it includes. */
function WithNotes({
  label,
  notes = [],
}: {
  label: string
  notes?: readonly string[] | undefined
}) {
  return (
    <>
      {label}
      {notes.map((note) => (
        <span key={note} className="block text-small text-muted">
          {note}
        </span>
      ))}
    </>
  )
}

/** 'Discount (SPRING20)', or 'Voucher (GIFT50)'. */
export function discountLabel(type: string, code: string): string {
  return `${type === 'voucher' ? 'Voucher' : 'Discount'} (${code})`
}

/** The amount that is charged now, the most prominent text of the page. */
export function PayToday({ amount }: { amount: Pence | undefined }) {
  return (
    <div className="mt-3 flex items-center justify-between gap-4 rounded-field border border-transparent bg-ink px-4 py-3 text-surface">
      <dt>To pay today</dt>
      <dd className="tabular text-price-md font-bold [font-stretch:86%]">
        {amount === undefined ? '–' : formatPence(amount)}
      </dd>
    </div>
  )
}

const LEFT_TO_US = 'Left to pay later'

/**
 * What the rest of the price of a new booking is called, and before which day it is due; '' where the
 * park operator, who receives it after a compulsory deposit, names none.
 */
export function leftToPay({ compulsoryDeposit, dueDate }: BookingState) {
  const label = compulsoryDeposit === 1 ? 'Payable direct to the park operator' : LEFT_TO_US
  return { label, due: dueText(dueDate) }
}

/** The API's date as '6 Apr 2026', or '' where there is none. */
export function dueText(dueDate: string): string {
  const date = parseDate(dueDate)
  return date === undefined ? '' : formatMedium(date)
}

/**
 * Every amount of the booking. `depositKnown` is false until the deposit is loaded. `folded`: on a
 * phone, only the total is shown until the visitor opens the rest.
 */
export function PriceBreakdown({
  depositKnown,
  folded,
}: {
  depositKnown: boolean
  folded: boolean
}) {
  const type = useBookingState((state) => state.booking.type)
  const lines = type === 'existing' ? <ExistingLines /> : <NewLines depositKnown={depositKnown} />
  return (
    <>
      <section aria-label="Price breakdown" className="card p-card">
        {folded ? null : <Intro />}
        <StaySummary />
        <WithdrawnCode />
        {folded ? (
          <Folded>{lines}</Folded>
        ) : (
          <div className="mt-4 border-t border-line pt-3">{lines}</div>
        )}
      </section>
      {folded ? null : (
        <p className="mt-4 flex items-center gap-2 text-small">
          <PhoneIcon size={16} aria-hidden="true" />
          <span>
            <AppLink href={`tel:${t('support.phone')}`}>{t('support.phone')}</AppLink>,{' '}
            {t('support.hours')}
          </span>
        </p>
      )}
    </>
  )
}

/** Says that a code is no longer applied: a voucher or discount can end while the visitor books. */
function WithdrawnCode() {
  const code = useBookingState((state) => state.booking.withdrawnCode)
  return code ? (
    <Notice
      live
      className="mt-4"
    >{`Your code ${code} is no longer valid, so it was taken off. Please check the total.`}</Notice>
  ) : null
}

function Intro() {
  return (
    <h2 className="mb-3.5 max-w-80 text-h3 font-bold text-balance [font-stretch:var(--display-width)]">
      We don't do nasty surprises! Here's your full breakdown
    </h2>
  )
}

/** On a phone, hides the breakdown behind its total; a press opens it. */
function Folded({ children }: { children: ReactNode }) {
  const total = useBookingState((state) => selectBreakdown(state).total)
  return (
    <details className="group mt-3 border-t border-line pt-2">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4">
        <span>
          Total cost <b className="tabular">{formatPence(total)}</b>
        </span>
        <span className="text-link inline-flex items-center gap-1">
          See breakdown
          <ChevronDownIcon size={20} aria-hidden="true" className="group-open:rotate-180" />
        </span>
      </summary>
      <Intro />
      {children}
    </details>
  )
}

function NewLines({ depositKnown }: { depositKnown: boolean }) {
  const booking = useBookingState((state) => state.booking)
  const amounts = useBookingState(selectBreakdown, sameSums)
  const extras = useBookingState(chosenLines, sameSums)
  return (
    <>
      <dl>
        <SumLine
          label={<WithNotes label="Accommodation Price" notes={booking.priceNotes} />}
          amount={formatPence(amounts.accommodation)}
        />
        {extras.map(({ code, name, value, amount, basis }) => (
          <SumLine
            key={code}
            label={<WithNotes label={`${name} × ${value}`} notes={basis ? [basis] : []} />}
            amount={formatPence(amount)}
          />
        ))}
        {booking.discountApplied ? (
          <SumLine
            label={discountLabel(booking.discountType, booking.discountCode)}
            amount={`−${formatPence(amounts.discount)}`}
            saving
          />
        ) : null}
        <SumLine label="Total cost" amount={formatPence(amounts.total)} strong ruled />
        {depositKnown ? <PayToday amount={amounts.payToday} /> : null}
      </dl>
      {depositKnown && amounts.outstanding > 0 ? (
        <LeftToPay later={amounts.outstanding} {...leftToPay(booking)} />
      ) : null}
    </>
  )
}

function ExistingLines() {
  const { dueDate, lines = [] } = useBookingState((state) => state.booking)
  const { total, paid, outstanding, payToday } = useBookingState(selectTopUp, sameSums)
  return (
    <>
      <dl>
        <PriceLines lines={lines} />
        <SumLine label="Total cost" amount={formatPence(total)} />
        <SumLine label="Amount paid" amount={formatPence(paid)} />
        <SumLine label="Outstanding amount to pay" amount={formatPence(outstanding)} strong ruled />
        <PayToday amount={payToday} />
      </dl>
      {payToday !== undefined && outstanding > payToday ? (
        <LeftToPay later={outstanding - payToday} label={LEFT_TO_US} due={dueText(dueDate)} />
      ) : null}
    </>
  )
}

function LeftToPay({ later, label, due }: { later: Pence; label: string; due: string }) {
  return (
    <div className="mt-3">
      <p>
        {label}: <b className="tabular">{formatPence(later)}</b>
      </p>
      {due ? (
        <p className="text-small text-muted">{`Outstanding amount to pay before ${due}: ${formatPence(later)}`}</p>
      ) : null}
    </div>
  )
}
