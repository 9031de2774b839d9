import { useAppDispatch } from '../../api'
import { t } from '../../brands'
import { AppLink, DobField, type Form, RadioGroup, SelectField, TextField } from '../../ui'
import { type MemberPlace, type PartyValues, titlesFor } from '../../rules/party-members'
import { changePartyDetail, setOnlyBooking } from './booking-form-slice'
import { useBookingState } from './state'

const goingOptions = [
  { value: 'yes', label: 'Yes, I am' },
  { value: 'no', label: 'No, I am only making the booking' },
]

/**
 * One group of fields for each member of the party, and the question whether the contact is the
 * first member.
 */
export function PartyForm({
  places,
  values,
  form,
}: {
  places: readonly MemberPlace[]
  values: PartyValues
  form: Form
}) {
  const dispatch = useAppDispatch()
  const { onlyBooking } = useBookingState((state) => state.bookingForm.party)
  const { parkBookingUrl } = useBookingState(({ booking }) => booking)
  const choose = (choice: string) => {
    // The first member's fields are emptied, so that no values of another person stay in them.
    dispatch(setOnlyBooking(choice === 'no'))
    for (const field of ['title1', 'initial1', 'lastName1', 'age1', 'dob1']) {
      dispatch(changePartyDetail({ key: field, value: '' }))
    }
  }
  return (
    <section className="mt-9">
      <h2 className="display mb-3 text-part md:text-h3">Who is coming</h2>
      {parkBookingUrl ? (
        <p className="mb-4 text-small text-muted">
          The price is for the party that you searched for.{' '}
          <AppLink href={`${parkBookingUrl}#prices`} className="text-link">
            Change the party
          </AppLink>
        </p>
      ) : null}
      <RadioGroup
        legend="Are you going on this holiday?"
        name="going"
        options={goingOptions}
        value={onlyBooking ? 'no' : 'yes'}
        onChange={choose}
      />
      <div className="mt-4 grid gap-5">
        {places.map((place) => (
          <MemberFields
            key={place.number}
            place={place}
            values={values}
            form={form}
            isContact={place.number === 1 && !onlyBooking}
          />
        ))}
      </div>
    </section>
  )
}

function MemberFields({
  place: { number, kind, label },
  values,
  form,
  isContact,
}: {
  place: MemberPlace
  values: PartyValues
  form: Form
  /** This member is the contact: the fields show the contact's values and cannot be changed. */
  isContact: boolean
}) {
  const dispatch = useAppDispatch()
  const partyAge = useBookingState((state) => state.booking.partyAge)
  const field = (name: string) => {
    const key = `${name}${number}`
    return {
      id: key,
      name: key,
      value: values[key] ?? '',
      error: form.error(key),
      readOnly: isContact,
      onBlur: () => form.left(key),
      set: (value: string) => {
        form.changed(key)
        dispatch(changePartyDetail({ key, value }))
      },
    }
  }
  const text = (
    name: string,
    label: string,
    extra: { inputMode?: 'numeric'; maxLength?: number } = {},
  ) => {
    const { set, ...input } = field(name)
    return (
      <TextField
        {...extra}
        {...input}
        label={label}
        onChange={(event) => set(event.target.value)}
        autoComplete="off"
      />
    )
  }
  const { set: setTitle, readOnly: _, ...title } = field('title')
  const { set: setDob, ...dob } = field('dob')
  return (
    <fieldset className="card px-4 pt-2 pb-4">
      <Legend label={label} isContact={isContact} />
      <div data-part="below-legend" className="grid grid-cols-2 items-end gap-4">
        {isContact ? (
          text('title', 'Title')
        ) : (
          <SelectField
            {...title}
            label="Title"
            placeholder="Select"
            options={titlesFor(kind).map((value) => ({ value, label: value }))}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        {text('initial', 'Initial', { maxLength: 3 })}
        {text('lastName', 'Last name')}
        {partyAge === 'dob' ? (
          <DobField
            {...dob}
            label="Date of birth"
            placeholder={t('dob')}
            onChange={setDob}
            autoComplete="off"
          />
        ) : (
          text('age', 'Age', { inputMode: 'numeric', maxLength: 3 })
        )}
      </div>
    </fieldset>
  )
}

/** Who the fields are about, and where those of the contact come from. */
function Legend({ label, isContact }: { label: string; isContact: boolean }) {
  return (
    <>
      <legend data-part="party-legend" className="px-2 font-semibold">
        {label}
      </legend>
      {isContact ? (
        <p data-part="below-legend" className="mb-2 text-small text-muted">
          From your details above.
        </p>
      ) : null}
    </>
  )
}
