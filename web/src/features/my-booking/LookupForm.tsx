import { useId } from 'react'
import { useNavigate } from '../../router'
import { errorMessages, showsCodes, useAppDispatch } from '../../api'
import {
  AppLink,
  Button,
  ErrorSummary,
  fieldText,
  type Outcome,
  SubmitError,
  TextField,
  useForm,
} from '../../ui'
import { t } from '../../brands'
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
  // The form can be in the header's dialog and on /login at the same time, so its ids must be
  // unique.
  const formId = useId()
  const send = async (lookup: Lookup, signal: AbortSignal): Promise<Outcome> => {
    const failed = await dispatch(lookUp(lookup, signal))
    if (failed) return { texts: errorMessages(failed, showsCodes(failed)) }
    if (signal.aborted) return undefined
    onDone?.()
    navigate('/my-booking')
    return undefined
  }
  const form = useForm((element, signal) => {
    const lookup = typedInto(element)
    const errors = checkLookup(lookup, blankMessages())
    return errors.length > 0 ? { fields: errors } : send(lookup, signal)
  })

  return (
    // method="dialog": without script the browser must not send the form, with its data in the address.
    <form {...form.attributes} method="dialog" noValidate>
      <noscript>
        <p className="mb-5">
          Please switch JavaScript on to see your booking, or ring {t('support.phone')}.
        </p>
      </noscript>
      <ErrorSummary
        errors={form.summary.map(({ field, message }) => ({ id: `${formId}-${field}`, message }))}
      />
      <div className="grid grid-cols-2 items-end gap-4">
        {fields.map(({ field, label, wide, autoComplete }) => (
          <TextField
            key={field}
            id={`${formId}-${field}`}
            name={field}
            label={label}
            autoComplete={autoComplete}
            error={form.error(field)}
            className={wide ? 'col-span-2' : undefined}
          />
        ))}
      </div>
      <Button type="submit" size="lg" fullWidth busy={form.busy} className="mt-5">
        Submit
      </Button>
      <SubmitError texts={form.texts} className="mt-4" />
      <p className="mt-4">
        <AppLink href="/reset" className="text-link" onClick={onDone}>
          Forgotten your booking reference?
        </AppLink>
      </p>
    </form>
  )
}

/** What was typed into the form. */
function typedInto(form: HTMLFormElement): Lookup {
  return {
    bookingId: fieldText(form, 'bookingId'),
    surname: fieldText(form, 'surname'),
    postcode: fieldText(form, 'postcode'),
  }
}
