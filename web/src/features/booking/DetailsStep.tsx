import { useContext } from 'react'
import { useAppDispatch } from '../../api'
import { brand, t } from '../../brands'
import {
  AddressFields,
  Button,
  Checkbox,
  ErrorSummary,
  type Outcome,
  SubmitError,
  useForm,
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
import { setUserDetail, type UserDetails } from './user-slice'

/** Step 2: contact details, address, contact preferences and the members of the party. */
export function DetailsStep() {
  const dispatch = useAppDispatch()
  const openDocument = useContext(OpenDocument)
  const { details, places, values, errors } = useDetails()
  const save = async (signal: AbortSignal): Promise<Outcome> => {
    dispatch(setPartyDetails(values))
    const failed = await dispatch(saveDetails(places, signal))
    if (failed || signal.aborted) return failed
    // The payment page is a separate document, so that no script of an earlier page runs beside
    // the card form.
    openDocument(stepPaths.PAYMENT)
    return 'leaving'
  }
  const form = useForm(
    (_, signal) => (errors.length > 0 ? { fields: errors } : save(signal)),
    errors,
  )

  const change = <K extends keyof UserDetails>(field: K, value: UserDetails[K]) => {
    form.changed(field)
    dispatch(setUserDetail(field, value))
  }

  return (
    <form {...form.attributes} noValidate>
      <h1 className="display text-h1">Your details</h1>
      <p className="mt-1 mb-6 text-muted">We send the confirmation to your email address.</p>
      <ErrorSummary
        errors={form.summary.map(({ field, message }) => ({
          id: field,
          message: withPersonOrField(message, field, places),
        }))}
      />
      <ContactFields details={details} form={form} onChange={change} />
      <h2 className="display mt-9 mb-4 text-part md:text-h3">Address</h2>
      <AddressFields address={details} error={form.error} onChange={change} onBlur={form.left} />
      <PartyForm places={places} values={values} form={form} />
      <ContactPreferences details={details} onChange={change} />
      <SubmitError texts={form.texts} className="mt-5" />
      <Button type="submit" size="lg" fullWidth busy={form.busy} className="mt-7">
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
function useDetails() {
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
  return { details, places, values, errors }
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
