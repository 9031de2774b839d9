import { type FormEvent, useContext, useState } from 'react'
import { type RequestError, useAppDispatch } from '../../api'
import { brand, t } from '../../brands'
import {
  AddressFields,
  Button,
  Checkbox,
  type CheckedFields,
  ErrorSummary,
  useCheckedFields,
  useLifetime,
} from '../../ui'
import { checkContact } from '../../rules/contact'
import {
  checkLeadContact,
  checkMembers,
  type MemberPlace,
  memberFromContact,
  memberPlaces,
} from '../../rules/party-members'
import { setPartyDetails } from './booking-form-slice'
import { ContactFields } from './ContactFields'
import { HoldLine } from './HoldLine'
import { OpenDocument } from './open-document'
import { PartyForm } from './PartyForm'
import { saveDetails } from './save-details'
import { stayDates, todayOf, useBookingState } from './state'
import { stepPaths } from './step-paths'
import { SubmitError } from './SubmitError'
import { setUserDetail, type UserDetails } from './user-slice'

/** Step 2: contact details, address, contact preferences and the members of the party. */
export function DetailsStep() {
  const dispatch = useAppDispatch()
  const openDocument = useContext(OpenDocument)
  const { details, form } = useDetailsForm()
  const [busy, setBusy] = useState(false)
  const lifetime = useLifetime()
  const [failure, setFailure] = useState<{ error: RequestError; text: string }>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    form.checked.submitted()
    if (form.errors.length > 0) return
    dispatch(setPartyDetails(form.values))
    setBusy(true)
    const signal = lifetime()
    const failed = await dispatch(saveDetails(form.places, signal))
    if (signal.aborted) return
    if (!failed) {
      // The payment page is a separate document, so that no script of an earlier page runs beside
      // the card form.
      openDocument(stepPaths.PAYMENT)
      return
    }
    setBusy(false)
    form.checked.refused(failed.fields)
    setFailure(failed.fields.length > 0 ? undefined : failed)
  }

  const change = <K extends keyof UserDetails>(field: K, value: UserDetails[K]) => {
    form.checked.changed(field)
    dispatch(setUserDetail(field, value))
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1 className="display text-h1">Your details</h1>
      <p className="mt-1 mb-6 text-muted">We send the confirmation to your email address.</p>
      <ErrorSummary
        errors={form.checked.summary.map(({ field, message }) => ({
          id: field,
          message: withPersonOrField(message, field, form.places),
        }))}
      />
      <ContactFields details={details} checked={form.checked} onChange={change} />
      <h2 className="display mt-9 mb-4 text-part md:text-h3">Address</h2>
      <AddressFields
        address={details}
        error={form.checked.error}
        onChange={change}
        onBlur={form.checked.left}
      />
      <PartyForm places={form.places} values={form.values} checked={form.checked} />
      <ContactPreferences details={details} onChange={change} />
      <SubmitError error={failure?.error} text={failure?.text} />
      <Button type="submit" size="lg" fullWidth busy={busy} className="mt-7">
        Continue to step 3
      </Button>
      <HoldLine className="mt-4 justify-center text-muted" />
    </form>
  )
}

/**
 * The message for the error summary. Where the message does not name the person or field, it is put
 * in front.
 */
function withPersonOrField(message: string, field: string, places: readonly MemberPlace[]): string {
  const number = /\d+$/.exec(field)?.[0]
  const member = number && places.find((place) => place.number === Number(number))
  if (member && !field.startsWith('address')) return `${member.label}: ${message}`
  if (field === 'title') return `Title: ${message}`
  return field === 'country' ? `Country: ${message}` : message
}

/**
 * The typed values and their errors. When the contact travels, the first member of the party has the
 * contact's values.
 */
function useDetailsForm() {
  const booking = useBookingState((state) => state.booking)
  const details = useBookingState((state) => state.user.details)
  const party = useBookingState((state) => state.bookingForm.party)
  const today = todayOf(booking)
  const { leadGuest } = booking
  const stay = { partyAge: booking.partyAge, arrival: stayDates(booking).arrival, today }
  const places = memberPlaces(booking.party)
  const values = party.onlyBooking
    ? party.values
    : { ...party.values, ...memberFromContact(details, stay) }
  const ownErrors = checkContact(details, today)
  const contactErrors =
    party.onlyBooking || ownErrors.some(({ field }) => field === 'dob')
      ? ownErrors
      : [...ownErrors, ...checkLeadContact(details, { ...stay, leadGuest })]
  const firstRule = party.onlyBooking ? { leadGuest } : {}
  const partyErrors = checkMembers(places, values, { ...stay, ...firstRule })
  // Errors of the contact are not repeated at the first member (fields title1, age1, …), which has
  // the same values.
  const firstIsContact = !party.onlyBooking && contactErrors.length > 0
  const errors = [
    ...contactErrors,
    ...partyErrors.filter(({ field }) => !(firstIsContact && /^[a-zA-Z]+1$/.test(field))),
  ]
  const checked: CheckedFields = useCheckedFields(errors)
  return { details, form: { places, values, errors, checked } }
}

function ContactPreferences({
  details,
  onChange,
}: {
  details: UserDetails
  onChange: (field: 'emailOpt' | 'smsOpt' | 'thirdOpt', value: boolean) => void
}) {
  const { thirdParties } = brand.user.optin
  const boxes = [
    { field: 'emailOpt', label: t('contactPreference.email') },
    { field: 'smsOpt', label: t('contactPreference.sms') },
    {
      field: 'thirdOpt',
      label: `${t('contactPreference.thirdParty')}: ${thirdParties.join(', ')}`,
    },
  ] as const
  return (
    <fieldset className="mt-9">
      <legend className="display mb-2 text-part md:text-h3">Keep in touch</legend>
      <div className="flex flex-col">
        {boxes
          .filter(({ field }) => field !== 'thirdOpt' || thirdParties.length > 0)
          .map(({ field, label }) => (
            <Checkbox
              key={field}
              label={label}
              name={field}
              checked={details[field]}
              onChange={(event) => onChange(field, event.target.checked)}
            />
          ))}
      </div>
    </fieldset>
  )
}
