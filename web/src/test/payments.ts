import { generateKeyPairSync } from 'node:crypto'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, vi } from 'vitest'
import { takeCard } from '../features/payment/card-in-hand'
import { takeStarted } from '../features/payment/device-data'
import { params } from './bookings'
import type { RecordedRequest } from './server'
import { ok } from './server'

const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
const hex = (part: string | undefined) => Buffer.from(part ?? '', 'base64url').toString('hex')

/** The card provider's data in a pre-payment answer. */
export const worldpay = {
  csePublicKey: `1#${hex(jwk.e)}#${hex(jwk.n)}`,
  ddcUrl: 'https://ddc.example/collect',
  ddcJwt: 'jwt',
}

/** The saved state of a visitor who has completed the first two steps. */
export const saved = {
  booking: {
    parkName: 'Gannet Sands',
    parkBookingUrl: params.parkBookingUrl,
    stepsCompleted: ['EXTRAS', 'DETAILS'],
  },
}

/** Like `saved`, with a payment in progress. */
export const paying = {
  booking: { ...saved.booking, stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] },
  payment: { paymntRecId: 'P1', paymntUsed: 'worldpay' },
}

export const authorised = ok({
  status: 'authorised',
  confirmationId: '7K3QX-9F2MA',
  amountPaid: '80.00',
})

/** Sends the answer of the device data collection, because its frame cannot load in a test. */
export function answerDeviceData(): void {
  beforeEach(() => {
    takeCard('')
    void takeStarted('')
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(
      this: HTMLFormElement,
    ) {
      const frame = document.querySelector<HTMLIFrameElement>(`iframe[name="${this.target}"]`)
      window.dispatchEvent(
        new MessageEvent('message', {
          origin: 'https://ddc.example',
          source: frame?.contentWindow,
          data: '{"MessageType":"profile.completed","SessionId":"S1","Status":true}',
        }),
      )
    })
  })
}

/** The forms posted to a path. */
export const posts = (requests: readonly RecordedRequest[], path: string) =>
  requests.filter((each) => each.path === path).map(({ form }) => form)

/** Fills the card form in. */
export async function typeCard(number = '4000 0000 0000 1091'): Promise<void> {
  for (const [label, text] of [
    ['Card number', number],
    ['Expiration date', '09/29'],
    ['Security number', '123'],
    ['Name on card', 'Ms P Raman'],
  ] as const) {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(text)
  }
}
