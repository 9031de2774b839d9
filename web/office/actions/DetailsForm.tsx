import { Field } from '../../src/ui'
import { isChecked } from '../booking/CallerCheck'
import type { Details } from '../contract'
import { useDraft } from '../drafts'
import { ReasonField } from './Fields'
import { useAsked, type FormProps } from './form'
import { Step } from './Step'

type Name = keyof Details

/** What was typed. A field that was not touched follows what is known, also when a colleague corrects it. */
type Draft = Partial<Record<Name, string>> & { reason: string }

const empty: Draft = { reason: '' }

/** The fields, with what is known now. The e-mail is first: it is what is corrected most often. */
const fields: readonly {
  name: Name
  label: string
  type: string
  of?: 'email' | 'phone' | 'postcode'
}[] = [
  { name: 'email', label: 'E-mail', type: 'email', of: 'email' },
  { name: 'phone', label: 'Telephone', type: 'tel', of: 'phone' },
  { name: 'forename', label: 'First name, if it changes', type: 'text' },
  { name: 'surname', label: 'Surname, if it changes', type: 'text' },
  { name: 'address1', label: 'Street, if it changes', type: 'text' },
  { name: 'town', label: 'Town, if it changes', type: 'text' },
  { name: 'postcode', label: 'Postcode', type: 'text', of: 'postcode' },
]

/** The guest's details: what differs from what is known is corrected. */
export function DetailsForm({ booking, draft, onAction, error }: FormProps) {
  const { guest } = booking
  const known = (name: Name) => {
    const of = fields.find((field) => field.name === name)?.of
    return of && guest ? guest[of] : ''
  }
  const [values, change] = useDraft(draft, empty)
  const checked = isChecked(booking.check)
  const details = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const text = values[name]?.trim()
      return text && text !== known(name) ? [[name, text]] : []
    }),
  ) as Details
  const reason = values.reason.trim()
  const complete = Object.keys(details).length > 0 && (checked || reason !== '')
  useAsked(onAction, complete ? { kind: 'details', details, reason } : undefined)
  if (!guest) return <p>There are no details to correct.</p>
  return (
    <>
      <Step number={1} title="What is right?">
        <div className="flex flex-col gap-3">
          {fields.map(({ name, label, type }) => (
            <Field key={name} label={label} error={error(name)} announced>
              {(given) => (
                <input
                  {...given}
                  type={type}
                  autoComplete="off"
                  spellCheck={false}
                  value={values[name] ?? known(name)}
                  onChange={(event) => change({ [name]: event.target.value })}
                  className="text-box"
                />
              )}
            </Field>
          ))}
        </div>
      </Step>
      <Step number={2} title={checked ? 'Anything to add?' : 'The caller is not checked: why?'}>
        <ReasonField
          value={values.reason}
          error={error('reason')}
          onChange={(text) => change({ reason: text })}
        />
      </Step>
    </>
  )
}
