import { type RefObject, useRef, useState } from 'react'
import { cardDigits, type CardType, cardType, parseExpiry } from '../../rules/card'
import type { CardData } from '../../rules/card-encryption'
import { type CardForm as TypedCard, checkCard } from '../../rules/card-form'
import { type Address, checkAddress, tidyAddress } from '../../rules/contact'
import type { CalendarDate } from '../../rules/dates'
import type { FieldError } from '../../rules/form-errors'
import { UK_COUNTRY } from '../../rules/uk-country'

/** The inputs of the card. */
type Elements = Partial<Record<keyof TypedCard, HTMLInputElement | null>>

/** A card that can be sent, and its address where that is not the contact's. */
export interface CheckedCard {
  card: CardData
  billing: Address | undefined
}

/** The card as it is typed. */
export interface Card {
  elements: RefObject<Elements>
  /** The wrong fields, in form order. */
  errors: readonly FieldError[]
  /** The card's kind, once its number tells. */
  scheme: CardType | undefined
  /** Called after each change. Returns the digits of a number that is complete. */
  typed: () => string | undefined
  /** The billing address must be typed, because the contact is somebody else. */
  needsAddress: boolean
  /** The billing address; undefined while it is the contact's. */
  billing: Address | undefined
  setBillingDiffers: (differs: boolean) => void
  changeBilling: (field: keyof Address, value: string) => void
  /** The card as it stands in the inputs, or what is wrong with it. */
  read: () => CheckedCard | { errors: readonly FieldError[] }
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

/** The name of a field of the billing address among those of the form. */
export const billingField = (field: string) => `billing-${field}`

/**
 * The card and its billing address. Until it is encrypted, the typed card exists only in the inputs
 * themselves, which have no names. It is never in state or storage. `needsAddress` asks for the billing
 * address in any case.
 */
export function useCard(today: CalendarDate, needsAddress = false): Card {
  const elements = useRef<Elements>({})
  const [cardErrors, setCardErrors] = useState(() => checkCard(noCard, today))
  const [scheme, setScheme] = useState<CardType>()
  const [billingDiffers, setBillingDiffers] = useState(false)
  const [address, setAddress] = useState(noAddress)
  const billing = needsAddress || billingDiffers ? address : undefined
  const billingErrors = (billing ? checkAddress(billing) : []).map(({ field, message }) => ({
    field: billingField(field),
    message,
  }))

  return {
    elements,
    errors: [...cardErrors, ...billingErrors],
    scheme,
    typed: () => {
      const card = cardInFields(elements.current)
      const wrong = checkCard(card, today)
      setCardErrors(wrong)
      setScheme(cardType(card.cardNumber))
      const isComplete = wrong.every(({ field }) => field !== 'cardNumber')
      return isComplete ? cardDigits(card.cardNumber) : undefined
    },
    billing,
    needsAddress,
    setBillingDiffers,
    changeBilling: (field, value) => setAddress((before) => ({ ...before, [field]: value })),
    read: () => {
      const card = cardInFields(elements.current)
      const wrong = checkCard(card, today)
      setCardErrors(wrong)
      const errors = [...wrong, ...billingErrors]
      if (errors.length > 0) return { errors }
      return { card: cardToSend(card, today), billing: billing && tidyAddress(billing) }
    },
    clear: () => {
      // Nothing is said about the empty fields: the page is being left.
      for (const element of Object.values(elements.current)) if (element) element.value = ''
    },
  }
}

function cardInFields({ cardNumber, expiry, securityNumber, nameOnCard }: Elements): TypedCard {
  return {
    cardNumber: cardNumber?.value ?? '',
    expiry: expiry?.value ?? '',
    securityNumber: securityNumber?.value ?? '',
    nameOnCard: nameOnCard?.value ?? '',
  }
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
