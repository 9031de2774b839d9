import { useState } from 'react'
import { errorMessages, refusedFields, showsCodes, useAppDispatch } from '../../api'
import type { ExistingBooking } from '../../api/schema'
import { adultTitles } from '../../rules/contact'
import { type MemberPlace, memberPlaces, titlesFor } from '../../rules/party-members'
import {
  AddressFields,
  Button,
  ErrorSummary,
  type Form,
  Notice,
  type Outcome,
  SelectField,
  SubmitError,
  TextField,
  useForm,
} from '../../ui'
import { Card } from './Card'
import { correctDetailsCall } from './calls'
import { changedElsewhere } from './lookup'
import { setPreviousBooking } from './previous-booking-slice'

/**
 * Names and contact details, which the guest corrects without asking anybody. The page does not show
 * what is stored: what is left empty stays as it is.
 */
export function CorrectDetails({ booking }: { booking: ExistingBooking }) {
  const [step, setStep] = useState<'closed' | 'open' | 'saved'>('closed')
  if (!booking.correctable) return null
  return (
    <Card title="Names and contact details">
      {step === 'open' ? (
        <DetailsForm booking={booking} onEnd={(saved) => setStep(saved ? 'saved' : 'closed')} />
      ) : (
        <>
          {step === 'saved' ? (
            <Notice live className="mb-4">
              <p>Your details are saved. We have written to you about it.</p>
            </Notice>
          ) : null}
          <p>A new telephone number, another address or a misspelt name? You can change it here.</p>
          <Button variant="secondary" onClick={() => setStep('open')} className="mt-5">
            Change your details
          </Button>
        </>
      )}
    </Card>
  )
}

type Values = Readonly<Record<string, string>>

/** The fields, all empty at first. `onEnd` is told whether they were saved. */
function DetailsForm({
  booking,
  onEnd,
}: {
  booking: ExistingBooking
  onEnd: (saved: boolean) => void
}) {
  const dispatch = useAppDispatch()
  const { bookingId } = booking
  const [values, setValues] = useState<Values>({})
  const places = memberPlaces(booking)
  const save = async (signal: AbortSignal): Promise<Outcome> => {
    if (Object.values(values).every((value) => value.trim() === ''))
      return { texts: ['Please enter what you want to change.'] }
    const result = await dispatch(
      correctDetailsCall.run({ bookingId, ...sentOf(places, values) }, { signal }),
    )
    if (signal.aborted) return undefined
    if (result.ok) {
      dispatch(setPreviousBooking(result.data))
      onEnd(true)
      return 'leaving'
    }
    await dispatch(changedElsewhere(bookingId, result.error, signal))
    const fields = refusedFields(result.error)
    return {
      fields,
      texts: fields.length > 0 ? [] : errorMessages(result.error, showsCodes(result.error)),
    }
  }
  const form = useForm((_, signal) => save(signal))
  const change = (field: string, value: string) => {
    form.changed(field)
    setValues((before) => ({ ...before, [field]: value }))
  }
  return (
    <form {...form.attributes} method="dialog" noValidate>
      <p className="mb-4 text-muted">
        Leave empty what stays as it is. To change your email address, please call us.
      </p>
      <ErrorSummary
        errors={form.summary.map(({ field, message }) => ({ id: `new-${field}`, message }))}
      />
      <LeadFields values={values} form={form} onChange={change} />
      <div className="mt-4">
        <AddressFields
          address={addressOf(values)}
          idPrefix="new-"
          error={form.error}
          onChange={change}
          onBlur={form.left}
        />
      </div>
      {places.slice(booking.leadTravels ? 1 : 0).map((place) => (
        <MemberFields
          key={place.number}
          place={place}
          values={values}
          form={form}
          onChange={change}
        />
      ))}
      <SubmitError texts={form.texts} className="mt-4" />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
        <Button variant="secondary" disabled={form.busy} onClick={() => onEnd(false)}>
          Change nothing
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  values: Values
  form: Form
  onChange: (field: string, value: string) => void
}

function LeadFields(props: FieldsProps) {
  return (
    <div className="grid grid-cols-2 items-end gap-4">
      <Title {...props} name="title" titles={adultTitles} />
      <Text {...props} name="forename" label="First name" autoComplete="given-name" />
      <Text {...props} name="surname" label="Last name" autoComplete="family-name" />
      <Text {...props} name="telephone" label="Telephone" autoComplete="tel" type="tel" />
    </div>
  )
}

function MemberFields({
  place: { number, kind, label },
  ...props
}: FieldsProps & { place: MemberPlace }) {
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 items-end gap-4">
        <Title {...props} name={`title${number}`} titles={titlesFor(kind)} />
        <Text {...props} name={`initial${number}`} label="Initial" />
        <Text {...props} name={`lastName${number}`} label="Last name" />
      </div>
    </fieldset>
  )
}

function Title({
  values,
  form,
  onChange,
  name,
  titles,
}: FieldsProps & { name: string; titles: readonly string[] }) {
  return (
    <SelectField
      id={`new-${name}`}
      name={name}
      label="Title"
      placeholder="No change"
      options={titles.map((value) => ({ value, label: value }))}
      value={values[name] ?? ''}
      onChange={(event) => onChange(name, event.target.value)}
      onBlur={() => form.left(name)}
      error={form.error(name)}
    />
  )
}

function Text({
  values,
  form,
  onChange,
  name,
  ...input
}: FieldsProps & { name: string; label: string; autoComplete?: string; type?: string }) {
  return (
    <TextField
      autoComplete="off"
      {...input}
      id={`new-${name}`}
      name={name}
      value={values[name] ?? ''}
      onChange={(event) => onChange(name, event.target.value)}
      onBlur={() => form.left(name)}
      error={form.error(name)}
    />
  )
}

function addressOf(values: Values) {
  const {
    address1 = '',
    address2 = '',
    town = '',
    county = '',
    postcode = '',
    country = '',
  } = values
  return { address1, address2, town, county, postcode, country }
}

/** The fields as they are sent: those of every member, so that their numbers have no gap. */
function sentOf(places: readonly MemberPlace[], values: Values): Record<string, string> {
  const empty = places.map(({ number }) => [`lastName${number}`, ''] as const)
  return { ...Object.fromEntries(empty), ...values }
}
