import { useId, useRef, useState, type FormEvent } from 'react'
import { errorMessages, useAppDispatch, type RequestError } from '../../api'
import { checkContact, type ContactMessage } from '../../rules/contact-form'
import { messageOf, type FieldError } from '../../rules/form-errors'
import {
  Button,
  Field,
  Notice,
  TextField,
  controlClasses,
  useErrorShown,
  useLifetime,
} from '../../ui'
import { contactCall } from './call'

const EMPTY: ContactMessage = {
  name: '',
  email: '',
  phone: '',
  bookingId: '',
  message: '',
  website: '',
}

const fields = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone (optional)', type: 'tel', autoComplete: 'tel' },
  { name: 'bookingId', label: 'Booking Reference (optional)', type: 'text', autoComplete: 'off' },
] as const

/** 'Send us a message': what was typed stays until the message has been received. */
export function ContactForm() {
  const title = useId()
  const { id, values, change, errors, said, busy, sent, submit } = useContact()
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="display mb-4 text-h2">
        Send us a message
      </h2>
      {sent ? (
        <Notice kind="success" live focused>
          <p>Thank you for your message. We will reply as soon as we can.</p>
          <p>Your reference is {sent}.</p>
        </Notice>
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          {fields.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              id={`${id}-${name}`}
              name={name}
              value={values[name]}
              error={messageOf(errors, name)}
              onChange={(event) => change(name, event.target.value)}
            />
          ))}
          <Field
            id={`${id}-message`}
            label="Message"
            hint="10 to 2000 characters"
            error={messageOf(errors, 'message')}
          >
            {(control) => (
              <textarea
                {...control}
                name="message"
                rows={6}
                value={values.message}
                onChange={(event) => change('message', event.target.value)}
                className={`${controlClasses} h-auto py-3`}
              />
            )}
          </Field>
          {/* People neither see nor reach this field; programs fill it in. */}
          <div aria-hidden="true" className="sr-only">
            <label>
              Website
              <input
                name="website"
                tabIndex={-1}
                autoComplete="off"
                value={values.website}
                onChange={(event) => change('website', event.target.value)}
              />
            </label>
          </div>
          <Button type="submit" size="lg" fullWidth busy={busy}>
            Submit
          </Button>
          {said.length > 0 ? (
            <Notice kind="danger" live>
              {said.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </Notice>
          ) : null}
        </form>
      )}
    </section>
  )
}

/** What was typed, its errors, and the state of sending. `sent` is the reference of the message. */
function useContact() {
  const dispatch = useAppDispatch()
  const id = useId()
  const lifetime = useLifetime()
  const running = useRef(false)
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [failure, setFailure] = useState<RequestError>()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string>()
  const said = errors.length > 0 ? [] : errorMessages(failure)
  useErrorShown(said.length > 0 ? said.join('; ') : undefined)

  const change = (name: keyof ContactMessage, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors((before) => before.filter(({ field }) => field !== name))
  }
  const show = (wrong: readonly FieldError[]) => {
    setErrors(wrong)
    if (wrong[0]) document.getElementById(`${id}-${wrong[0].field}`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    const wrong = checkContact(values)
    setFailure(undefined)
    show(wrong)
    if (wrong.length > 0) return
    running.current = true
    setBusy(true)
    const signal = lifetime()
    const trimmed = { ...values, name: values.name.trim(), email: values.email.trim() }
    const result = await dispatch(contactCall.run(trimmed, { signal }))
    if (signal.aborted) return
    running.current = false
    setBusy(false)
    if (result.ok) setSent(result.data.reference)
    else {
      setFailure(result.error)
      show(result.error.errors.flatMap(({ field, message }) => (field ? [{ field, message }] : [])))
    }
  }
  return { id, values, change, errors, said, busy, sent, submit }
}
