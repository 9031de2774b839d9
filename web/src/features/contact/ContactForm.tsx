import { useId, useState } from 'react'
import { errorMessages, refusedFields, useAppDispatch } from '../../api'
import { brand } from '../../brands'
import { checkContact, type ContactMessage } from '../../rules/contact-form'
import {
  Button,
  Field,
  Notice,
  SubmitError,
  TextField,
  controlClasses,
  fieldText,
  useForm,
  type Outcome,
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
  const id = useId()
  const { form, sent } = useContact()
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
          {...form.attributes}
          method="post"
          action={CONTACT_PATH}
          encType="multipart/form-data"
          noValidate
          className="grid gap-4"
        >
          <input type="hidden" name="siteCode" value={brand.siteCode} />
          {fields.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              id={`${id}-${name}`}
              name={name}
              error={form.error(name)}
              onChange={() => form.changed(name)}
            />
          ))}
          <Field
            id={`${id}-message`}
            label="Message"
            hint="10 to 2000 characters"
            error={form.error('message')}
          >
            {(control) => (
              <textarea
                {...control}
                name="message"
                rows={6}
                onChange={() => form.changed('message')}
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
          <Button type="submit" size="lg" fullWidth busy={form.busy}>
            Submit
          </Button>
          <SubmitError texts={form.texts} />
        </form>
      )}
    </section>
  )
}

/**
 * The form, and the reference of the message once it is sent; the fields keep what was typed, also before
 * the page was interactive.
 */
function useContact() {
  const dispatch = useAppDispatch()
  const [sent, setSent] = useState<string>()
  const send = async (message: ContactMessage, signal: AbortSignal): Promise<Outcome> => {
    const result = await dispatch(contactCall.run(message, { signal }))
    if (result.ok) {
      setSent(result.data.reference)
      return undefined
    }
    const fields = refusedFields(result.error)
    return { fields, texts: fields.length > 0 ? [] : errorMessages(result.error) }
  }
  const form = useForm((element, signal) => {
    const message = typedInto(element)
    const errors = checkContact(message)
    return errors.length > 0 ? { fields: errors } : send(message, signal)
  })
  return { form, sent }
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
