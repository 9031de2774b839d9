import { type ChangeEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import {
  AddressFields,
  Checkbox,
  type CheckedFields,
  classes,
  Field,
  TextInput,
  useCheckedFields,
} from '../../ui'
import {
  cardDigits,
  type CardType,
  cardType,
  formatCardNumber,
  formatExpiry,
  parseExpiry,
} from '../../rules/card'
import type { CardData } from '../../rules/card-encryption'
import { type CardForm as TypedCard, checkCard } from '../../rules/card-form'
import { type Address, checkAddress, tidyAddress } from '../../rules/contact'
import { UK_COUNTRY } from '../../rules/uk-country'
import type { CalendarDate } from '../../rules/dates'

/** What the page that submits the form can do with it. */
export interface CardFormHandle {
  /** Shows all messages. Returns the card and its address if there are no errors. */
  submit: () => { card: CardData; billing: Address | undefined } | undefined
  /** Empties the card's fields. */
  clear: () => void
}

const noAddress: Address = {
  address1: '',
  address2: '',
  town: '',
  county: '',
  postcode: '',
  country: UK_COUNTRY,
}
const noCard: TypedCard = { cardNumber: '', expiry: '', securityNumber: '', nameOnCard: '' }
const billingField = (field: string) => `billing-${field}`

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

/**
 * The card provider's form. Until it is encrypted, the typed card exists only in the inputs
 * themselves, which have no names. It is never in state or storage.
 */
export function CardForm({
  handle,
  today,
  onNumber,
}: {
  handle: RefObject<CardFormHandle | null>
  today: CalendarDate
  /** Called with the digits of a card number that is complete. */
  onNumber: (digits: string) => void
}) {
  const elements = useRef<Elements>({})
  const [cardErrors, setCardErrors] = useState(() => checkCard(noCard, today))
  const [scheme, setScheme] = useState<CardType>()
  const [billingDiffers, setBillingDiffers] = useState(false)
  const [billing, setBilling] = useState(noAddress)
  const billingErrors = billingDiffers ? checkAddress(billing) : []
  const errors = [
    ...cardErrors,
    ...billingErrors.map(({ field, message }) => ({ field: billingField(field), message })),
  ]
  const checked = useCheckedFields(errors)

  const typedCard = () => cardInFields(elements.current)
  const check = () => {
    const card = typedCard()
    const wrongFields = checkCard(card, today)
    setCardErrors(wrongFields)
    setScheme(cardType(card.cardNumber))
    const numberComplete = wrongFields.every(({ field }) => field !== 'cardNumber')
    if (numberComplete) onNumber(cardDigits(card.cardNumber))
  }

  useImperativeHandle(handle, () => ({
    submit: () => {
      const card = typedCard()
      checked.submitted()
      const wrongFields = checkCard(card, today)
      setCardErrors(wrongFields)
      if (wrongFields.length > 0 || billingErrors.length > 0) {
        return undefined
      }
      return {
        card: cardToSend(card, today),
        billing: billingDiffers ? tidyAddress(billing) : undefined,
      }
    },
    clear: () => {
      for (const element of Object.values(elements.current)) if (element) element.value = ''
      setCardErrors(checkCard(noCard, today))
      // Otherwise the empty fields would show their messages until the next page is shown.
      checked.renewed()
    },
  }))

  return (
    <div className="card-text py-4">
      <CardInputs elements={elements} checked={checked} onTyped={check} />
      <output className="sr-only">{scheme ? `${schemeNames[scheme]} card` : ''}</output>
      <Checkbox
        label="My billing address is different from my home address"
        checked={billingDiffers}
        onChange={(event) => setBillingDiffers(event.target.checked)}
        className="mt-4"
      />
      {billingDiffers ? (
        <BillingAddress
          address={billing}
          checked={checked}
          onChange={(field, value) => setBilling((before) => ({ ...before, [field]: value }))}
        />
      ) : null}
    </div>
  )
}

function CardInputs({
  elements,
  checked,
  onTyped,
}: {
  elements: RefObject<Elements>
  checked: CheckedFields
  onTyped: () => void
}) {
  return (
    <div className="grid grid-cols-2 items-end gap-4">
      {inputs.map(({ field, label, wide, ...input }) => (
        <Field
          key={field}
          id={field}
          label={label}
          error={checked.error(field)}
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
                checked.changed(field)
                onTyped()
              }}
              onBlur={() => checked.left(field)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function BillingAddress({
  address,
  checked,
  onChange,
}: {
  address: Address
  checked: CheckedFields
  onChange: (field: keyof Address, value: string) => void
}) {
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="sr-only">Billing address</legend>
      <AddressFields
        idPrefix="billing-"
        section="billing"
        address={address}
        onChange={(field, value) => {
          checked.changed(billingField(field))
          onChange(field, value)
        }}
        onBlur={(field) => checked.left(billingField(field))}
        error={(field) => checked.error(billingField(field))}
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

type Elements = Partial<Record<keyof TypedCard, HTMLInputElement | null>>

function cardInFields({ cardNumber, expiry, securityNumber, nameOnCard }: Elements): TypedCard {
  return {
    cardNumber: cardNumber?.value ?? '',
    expiry: expiry?.value ?? '',
    securityNumber: securityNumber?.value ?? '',
    nameOnCard: nameOnCard?.value ?? '',
  }
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

function cardToSend(card: TypedCard, today: CalendarDate): CardData {
  const expiry = parseExpiry(card.expiry, today)
  return {
    cardNumber: cardDigits(card.cardNumber),
    cvc: card.securityNumber.trim(),
    expiryMonth: String(expiry?.month ?? '').padStart(2, '0'),
    expiryYear: String(expiry?.year ?? ''),
    cardHolderName: card.nameOnCard.trim(),
  }
}
