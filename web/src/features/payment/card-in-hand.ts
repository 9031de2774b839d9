/**
 * The encrypted card between the payment form and the page that sends it. It exists only in a
 * variable of this file and can be read once. It is never in state or storage.
 */
export interface CardInHand {
  paymntRecId: string
  /** Only the card provider can decrypt it. */
  encryptedData: string
  dfReferenceId: string | undefined
  windowSize: string
  /** The billing address, where it differs from the home address. */
  billing: Readonly<Record<string, string>> | undefined
}

let storedCard: CardInHand | undefined

/** Stores a card until it is sent. */
export function holdCard(card: CardInHand): void {
  storedCard = card
}

/** Returns the stored card of an attempt and forgets it. */
export function takeCard(paymntRecId: string): CardInHand | undefined {
  const card = storedCard?.paymntRecId === paymntRecId ? storedCard : undefined
  storedCard = undefined
  return card
}
