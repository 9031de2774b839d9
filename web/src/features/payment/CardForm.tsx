import type { ChangeEvent } from 'react'
import { AddressFields, Checkbox, classes, Field, type Form, TextInput } from '../../ui'
import { type CardType, formatCardNumber, formatExpiry } from '../../rules/card'
import type { CardForm as TypedCard } from '../../rules/card-form'
import type { Address } from '../../rules/contact'
import { billingField, type Card } from './useCard'

interface Input {
  field: keyof TypedCard
  label: string
  autoComplete: string
  inputMode?: 'numeric'
  maxLength: number
  wide: boolean
}

const inputs: readonly Input[] = [
  {
    field: 'cardNumber',
    label: 'Card number',
    autoComplete: 'cc-number',
    inputMode: 'numeric',
    maxLength: 23,
    wide: true,
  },
  {
    field: 'expiry',
    label: 'Expiration date',
    autoComplete: 'cc-exp',
    inputMode: 'numeric',
    maxLength: 7,
    wide: false,
  },
  {
    field: 'securityNumber',
    label: 'Security number',
    autoComplete: 'cc-csc',
    inputMode: 'numeric',
    maxLength: 4,
    wide: false,
  },
  {
    field: 'nameOnCard',
    label: 'Name on card',
    autoComplete: 'cc-name',
    maxLength: 30,
    wide: true,
  },
]

/** The fields of the card, and of its billing address where that is not the contact's. */
export function CardForm({
  card,
  form,
  onNumber,
}: {
  card: Card
  form: Form
  /** Called with the digits of a card number that is complete. */
  onNumber: (digits: string) => void
}) {
  const { scheme, billing } = card
  return (
    <div className="card-text py-4">
      <CardInputs
        elements={card.elements}
        form={form}
        onTyped={() => {
          const digits = card.typed()
          if (digits !== undefined) onNumber(digits)
        }}
      />
      <output className="sr-only">{scheme ? `${schemeNames[scheme]} card` : ''}</output>
      {card.needsAddress ? null : (
        <Checkbox
          label="My billing address is different from my home address"
          checked={billing !== undefined}
          onChange={(event) => card.setBillingDiffers(event.target.checked)}
          className="mt-4"
        />
      )}
      {billing ? (
        <BillingAddress
          address={billing}
          titled={card.needsAddress}
          form={form}
          onChange={card.changeBilling}
        />
      ) : null}
    </div>
  )
}

function CardInputs({
  elements,
  form,
  onTyped,
}: {
  elements: Card['elements']
  form: Form
  onTyped: () => void
}) {
  return (
    <div className="grid grid-cols-2 items-end gap-4">
      {inputs.map(({ field, label, wide, ...input }) => (
        <Field
          key={field}
          id={field}
          label={label}
          error={form.error(field)}
          className={wide ? 'col-span-2' : undefined}
        >
          {(control) => (
            <TextInput
              {...input}
              {...control}
              ref={(element) => {
                elements.current[field] = element
              }}
              placeholder={field === 'expiry' ? 'MM/YY' : undefined}
              defaultValue=""
              onChange={(event) => {
                formatWhileTyping(field, event)
                form.changed(field)
                onTyped()
              }}
              onBlur={() => form.left(field)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function BillingAddress({
  address,
  titled,
  form,
  onChange,
}: {
  address: Address
  titled: boolean
  form: Form
  onChange: (field: keyof Address, value: string) => void
}) {
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className={titled ? 'float-left mb-3 w-full font-bold' : 'sr-only'}>
        Billing address
      </legend>
      <AddressFields
        idPrefix="billing-"
        section="billing"
        address={address}
        onChange={(field, value) => {
          form.changed(billingField(field))
          onChange(field, value)
        }}
        onBlur={(field) => form.left(billingField(field))}
        error={(field) => form.error(billingField(field))}
      />
    </fieldset>
  )
}

const schemeNames: Readonly<Record<CardType, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
}

/** The accepted cards as small marks. The footer shows the same without American Express. */
export function CardMarks() {
  return (
    <ul aria-label="Cards we take" className="flex flex-wrap gap-2">
      {['VISA', 'MASTERCARD', 'MAESTRO', 'AMEX'].map((mark) => (
        <li
          key={mark}
          className={classes('rounded-tag border border-line px-2 py-1 text-caption font-bold')}
        >
          {mark}
        </li>
      ))}
    </ul>
  )
}

/** Groups digits while they are typed at the end. An edit in the middle is not reformatted. */
function formatWhileTyping(
  field: keyof TypedCard,
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
) {
  if (target.selectionStart !== target.value.length) return
  const deleting = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')
  if (field === 'cardNumber' && !deleting) target.value = formatCardNumber(target.value)
  if (field === 'expiry' && !deleting) target.value = formatExpiry(target.value, '')
}
