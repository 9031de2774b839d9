import { useId, useRef, useState, type FormEvent } from 'react'
import { errorMessages, useAppDispatch, type RequestError } from '../../api'
import { brand } from '../../brands'
import { checkContact, type ContactMessage } from '../../rules/contact-form'
import { messageOf, type FieldError } from '../../rules/form-errors'
import {
  Button,
  Field,
  Notice,
  TextField,
  controlClasses,
  fieldText,
  useErrorShown,
  useLifetime,
} from '../../ui'
import { CONTACT_PATH, contactCall } from './call'

const fields = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone (optional)', type: 'tel', autoComplete: 'tel' },
  { name: 'bookingId', label: 'Booking Reference (optional)', type: 'text', autoComplete: 'off' },
] as const

/** 'Send us a message': what was typed stays until the message has been received. */
export function ContactForm() {
  const title = useId()
  const { id, changed, errors, said, busy, sent, submit } = useContact()
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
        // Before the script has loaded, the browser would send the form: never as a part of an address.
        <form
          method="post"
          action={CONTACT_PATH}
          encType="multipart/form-data"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid gap-4"
        >
          <input type="hidden" name="siteCode" value={brand.siteCode} />
          {fields.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              id={`${id}-${name}`}
              name={name}
              error={messageOf(errors, name)}
              onChange={() => changed(name)}
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
                onChange={() => changed('message')}
                className={`${controlClasses} h-auto py-3`}
              />
            )}
          </Field>
          {/* People neither see nor reach this field; programs fill it in. */}
          <div aria-hidden="true" className="sr-only">
            <label>
              Website
              <input name="website" tabIndex={-1} autoComplete="off" />
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

/**
 * The errors of the form and the state of sending; the fields keep what was typed, also before the page
 * was interactive. `sent` is the reference of the message.
 */
function useContact() {
  const dispatch = useAppDispatch()
  const id = useId()
  const lifetime = useLifetime()
  const running = useRef(false)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [failure, setFailure] = useState<RequestError>()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string>()
  const said = errors.length > 0 ? [] : errorMessages(failure)
  useErrorShown(said.length > 0 ? said.join('; ') : undefined)

  const changed = (name: string) =>
    setErrors((before) => before.filter(({ field }) => field !== name))
  const show = (wrong: readonly FieldError[]) => {
    setErrors(wrong)
    if (wrong[0]) document.getElementById(`${id}-${wrong[0].field}`)?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const values = typedInto(event.currentTarget)
    const wrong = checkContact(values)
    setFailure(undefined)
    show(wrong)
    if (wrong.length > 0) return
    running.current = true
    setBusy(true)
    const signal = lifetime()
    const result = await dispatch(contactCall.run(values, { signal }))
    if (signal.aborted) return
    running.current = false
    setBusy(false)
    if (result.ok) setSent(result.data.reference)
    else {
      setFailure(result.error)
      show(result.error.errors.flatMap(({ field, message }) => (field ? [{ field, message }] : [])))
    }
  }
  return { id, changed, errors, said, busy, sent, submit }
}

/** The message in the fields of a form. */
function typedInto(form: HTMLFormElement): ContactMessage {
  const field = (name: keyof ContactMessage) => fieldText(form, name)
  return {
    name: field('name').trim(),
    email: field('email').trim(),
    phone: field('phone'),
    bookingId: field('bookingId'),
    message: field('message'),
    website: field('website'),
  }
}
