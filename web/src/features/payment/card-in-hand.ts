/**
 * The encrypted card on its way from the payment form to the page that sends
 * it. It lives in this variable alone, is taken once and is neither in state
 * nor in storage.
 */
export interface CardInHand {
  paymntRecId: string
  /** Only the card provider can open it. */
  encryptedData: string
  dfReferenceId: string | undefined
  windowSize: string
  /** The billing address where it is not the home address. */
  billing: Readonly<Record<string, string>> | undefined
}

let held: CardInHand | undefined

/** Keeps a card until it is sent. */
export function holdCard(card: CardInHand): void {
  held = card
}

/** Gives the card of an attempt out, once. */
export function takeCard(paymntRecId: string): CardInHand | undefined {
  const card = held?.paymntRecId === paymntRecId ? held : undefined
  held = undefined
  return card
}
