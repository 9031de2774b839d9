import { isCardNumber, isNameOnCard, isSecurityNumber, parseExpiry } from './card'
import type { CalendarDate } from './dates'
import { type FieldError, FormErrors } from './form-errors'

/** The typed card. It exists only in the form's own fields and is never stored. */
export interface CardForm {
  cardNumber: string
  expiry: string
  securityNumber: string
  nameOnCard: string
}

/** The wrong fields of the card form on a day, in form order. */
export function checkCard(card: CardForm, today: CalendarDate): FieldError[] {
  return new FormErrors()
    .when(!isCardNumber(card.cardNumber), 'cardNumber', 'Please enter a valid card number')
    .when(
      parseExpiry(card.expiry, today) === undefined,
      'expiry',
      'Please enter a valid expiration date',
    )
    .when(
      !isSecurityNumber(card.securityNumber, card.cardNumber),
      'securityNumber',
      'Please enter a valid security number',
    )
    .when(
      !isNameOnCard(card.nameOnCard),
      'nameOnCard',
      'Please enter the name on the front of your card',
    ).list
}
