import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessages, type RequestError, showsCodes, useAppDispatch } from '../../api'
import {
  AppLink,
  Button,
  ErrorSummary,
  fieldText,
  Notice,
  TextField,
  useErrorShown,
  useLifetime,
} from '../../ui'
import { t } from '../../brands'
import { type FieldError, messageOf } from '../../rules/form-errors'
import { checkLookup, type Lookup } from '../../rules/lookup-form'
import { lookUp } from './lookup'

const fields: readonly {
  field: keyof Lookup
  label: string
  wide: boolean
  autoComplete: string
}[] = [
  { field: 'bookingId', label: 'Booking Reference', wide: true, autoComplete: 'off' },
  { field: 'surname', label: 'Surname', wide: false, autoComplete: 'family-name' },
  { field: 'postcode', label: 'Postcode', wide: false, autoComplete: 'postal-code' },
]

const blankMessages = (): Lookup => ({
  bookingId: t('forms.previousBooking.blankBookingId'),
  surname: t('forms.previousBooking.blankSurname'),
  postcode: t('forms.previousBooking.blankPostcode'),
})

/** The form that finds a booking, in the header's dialog and on /login. `onDone` closes the dialog. */
export function LookupForm({ onDone }: { onDone?: () => void }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [failure, setFailure] = useState<RequestError>()
  const [busy, setBusy] = useState(false)
  // The form can be in the header's dialog and on /login at the same time, so its ids must be
  // unique.
  const formId = useId()
  const lifetime = useLifetime()
  const isRunning = useRef(false)
  const messages = errorMessages(failure, showsCodes(failure))
  useErrorShown(messages.length > 0 ? messages.join('; ') : undefined)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning.current) return
    const field = (name: keyof Lookup) => fieldText(event.currentTarget, name)
    const lookup = {
      bookingId: field('bookingId'),
      surname: field('surname'),
      postcode: field('postcode'),
    }
    const fieldErrors = checkLookup(lookup, blankMessages())
    setErrors(fieldErrors)
    setFailure(undefined)
    if (fieldErrors[0]) {
      document.getElementById(`${formId}-${fieldErrors[0].field}`)?.focus()
      return
    }
    isRunning.current = true
    setBusy(true)
    const signal = lifetime()
    const failed = await dispatch(lookUp(lookup, signal))
    if (signal.aborted) return
    isRunning.current = false
    setBusy(false)
    setFailure(failed)
    if (failed) return
    onDone?.()
    void navigate('/my-booking')
  }

  return (
    // method="dialog": without script the browser must not send the form, with its data in the address.
    <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <noscript>
        <p className="mb-5">
          Please switch JavaScript on to see your booking, or ring {t('support.phone')}.
        </p>
      </noscript>
      <ErrorSummary
        errors={errors.map(({ field, message }) => ({ id: `${formId}-${field}`, message }))}
      />
      <div className="grid grid-cols-2 items-end gap-4">
        {fields.map(({ field, label, wide, autoComplete }) => (
          <TextField
            key={field}
            id={`${formId}-${field}`}
            name={field}
            label={label}
            autoComplete={autoComplete}
            error={messageOf(errors, field)}
            className={wide ? 'col-span-2' : undefined}
          />
        ))}
      </div>
      <Button type="submit" size="lg" fullWidth busy={busy} className="mt-5">
        Submit
      </Button>
      {messages.length > 0 ? (
        <Notice kind="danger" live className="mt-4">
          {messages.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      ) : null}
      <p className="mt-4">
        <AppLink href="/reset" className="text-link" onClick={onDone}>
          Forgotten your booking reference?
        </AppLink>
      </p>
    </form>
  )
}
