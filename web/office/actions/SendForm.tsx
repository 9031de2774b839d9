import type { Action } from '../contract'
import { useDraft } from '../drafts'
import { useAsked, type FormProps } from './form'
import { Choices, Step } from './Step'

type Send = Extract<Action, { kind: 'send' }>

const confirmation = {
  value: 'confirmation',
  label: 'Confirmation',
  hint: 'With the stay, the price and the terms as they are now.',
} as const
const reminder = {
  value: 'reminder',
  label: 'Reminder',
  hint: 'What is left to pay, by when, and where to pay it.',
} as const

/** An e-mail once more. */
export function SendForm({ booking, draft, onAction }: FormProps) {
  const [{ what }, change] = useDraft<{ what: Send['what'] }>(draft, { what: 'confirmation' })
  useAsked(onAction, { kind: 'send', what })
  return (
    <Step number={1} title="Which e-mail?">
      <Choices
        name="what"
        value={what}
        options={booking.settled ? [confirmation] : [confirmation, reminder]}
        onChange={(chosen) => change({ what: chosen })}
      />
    </Step>
  )
}
