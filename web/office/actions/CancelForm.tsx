import type { Action } from '../contract'
import { useDraft } from '../drafts'
import { typedPence } from '../parts/texts'
import { AmountField, BearsField, ReasonField } from './Fields'
import { useAsked, type FormProps } from './form'
import { Choices, Step } from './Step'

type Cancel = Extract<Action, { kind: 'cancel' }>

const ways = [
  {
    value: 'terms',
    label: 'By the terms',
    hint: 'What goes back is what the booking’s terms give today.',
  },
  {
    value: 'against',
    label: 'Against the terms',
    hint: 'More or less than the terms give: with a reason, and perhaps a second person.',
  },
] as const

type Draft = Omit<Cancel, 'kind' | 'amount'> & { amount: string }

const first: Draft = { by: 'terms', amount: '', bears: 'operator', reason: '' }

/** What is asked for; undefined while something is missing. */
function cancelOf({ by, amount, bears, reason }: Draft): Cancel | undefined {
  const pence = by === 'terms' ? 0 : typedPence(amount)
  if (pence === undefined || !reason.trim()) return undefined
  return { kind: 'cancel', by, amount: pence, bears, reason: reason.trim() }
}

/** The end of a booking. It begins with what the terms give. */
export function CancelForm({ booking, draft, onAction, error }: FormProps) {
  const [values, change] = useDraft(draft, first)
  useAsked(onAction, cancelOf(values))
  const against = values.by === 'against'
  return (
    <>
      <Step number={1} title="By which rule?">
        <Choices name="by" value={values.by} options={ways} onChange={(by) => change({ by })} />
      </Step>
      {against ? (
        <>
          <Step number={2} title="How much goes back?">
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
        </>
      ) : null}
      <Step number={against ? 4 : 2} title="Why is it cancelled?">
        <ReasonField
          value={values.reason}
          error={error('reason')}
          onChange={(reason) => change({ reason })}
        />
      </Step>
    </>
  )
}
