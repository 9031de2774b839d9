import { AppLink } from '../../src/ui'
import type { Action } from '../contract'
import { useDraft } from '../drafts'
import { typedPence } from '../parts/texts'
import { AmountField, BearsField, ReasonField } from './Fields'
import { useAsked, type FormProps } from './form'
import { Choices, Step } from './Step'

type Refund = Extract<Action, { kind: 'refund' }>

const whys = [
  {
    value: 'wrong',
    label: 'Something was wrong: the price goes down',
    hint: 'Goodwill. The stay is kept and nothing falls due again.',
  },
  {
    value: 'overpaid',
    label: 'Too much was paid',
    hint: 'The price stays; at most the excess goes back.',
  },
  {
    value: 'mistake',
    label: 'Taken by mistake, to be paid again',
    hint: 'The price stays; what goes back is left to pay again.',
  },
] as const

const categories = [
  'Facility out of order',
  'Accommodation not as described',
  'Cleaning',
  'Noise or neighbours',
  'Our mistake',
  'Goodwill',
  'Other',
]

interface Draft extends Omit<Refund, 'kind' | 'why' | 'amount'> {
  why: Refund['why'] | ''
  amount: string
}

const empty: Draft = { why: '', amount: '', bears: 'operator', category: '', reason: '' }

/** What is asked for; undefined while something is missing. */
function refundOf({ why, amount, bears, category, reason }: Draft): Refund | undefined {
  const pence = typedPence(amount)
  if (!why || !pence || !category || !reason.trim()) return undefined
  return { kind: 'refund', why, amount: pence, bears, category, reason: reason.trim() }
}

/** Money that goes back: first why, because it decides what happens to the price. */
export function RefundForm({ booking, draft, onAction, error }: FormProps) {
  const [values, change] = useDraft(draft, empty)
  useAsked(onAction, refundOf(values))
  return (
    <>
      <Step number={1} title="Why does money go back?">
        <Choices name="why" value={values.why} options={whys} onChange={(why) => change({ why })} />
      </Step>
      <Step number={2} title="How much?">
        <AmountField
          booking={booking}
          value={values.amount}
          error={error('amount')}
          onChange={(amount) => change({ amount })}
        />
      </Step>
      <Step number={3} title="Who bears it?">
        <BearsField
          booking={booking}
          value={values.bears}
          onChange={(bears) => change({ bears })}
        />
      </Step>
      <Step number={4} title="What happened?">
        <label className="mb-3 flex flex-col gap-1.5">
          <span className="font-semibold">Kind</span>
          <select
            value={values.category}
            onChange={(event) => change({ category: event.target.value })}
            className="text-box font-semibold"
          >
            <option value="">Choose</option>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        </label>
        <ReasonField
          value={values.reason}
          error={error('reason')}
          onChange={(reason) => change({ reason })}
        />
      </Step>
      <p className="text-note">
        If the stay is cancelled,{' '}
        <AppLink href={`/bookings/${booking.ref}/cancel`} className="text-link">
          open Cancel, with the terms
        </AppLink>
      </p>
    </>
  )
}
