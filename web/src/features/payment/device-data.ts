import { brand } from '../../brands'
import { BIN_LENGTH } from '../../rules/card'
import { deviceDataCall } from './calls'
import type { PaymentThunk } from './pay'

/**
 * The longest wait for the card provider's device data collection. After that, the payment
 * continues without it.
 */
export const DEVICE_DATA_TIMEOUT_MS = 10_000

const FRAME = 'device-data'

/** How many frames there were: a form must post into its own one. */
let frames = 0

/**
 * Loads the card provider's device data collection in a hidden frame before a payment (3-D Secure).
 * It gets only the first digits of the card number. Resolves to the provider's session id, or
 * undefined where none came in time.
 */
export async function collectDeviceData(
  { ddcUrl, ddcJwt }: { ddcUrl: string; ddcJwt: string },
  cardDigits: string,
  timeoutMs = DEVICE_DATA_TIMEOUT_MS,
): Promise<string | undefined> {
  const address = new URL(ddcUrl, window.location.href)
  const frame = hiddenFrame()
  const form = postForm(address.href, frame.name, { Bin: binOf(cardDigits), JWT: ddcJwt })
  document.body.append(frame, form)
  try {
    return await new Promise((resolve) => {
      const finish = (session: string | undefined) => {
        clearTimeout(timer)
        window.removeEventListener('message', listen)
        resolve(session)
      }
      const listen = (event: MessageEvent) => {
        if (event.origin !== address.origin || event.source !== frame.contentWindow) return
        const session = sessionOf(event.data)
        if (session !== undefined) finish(session)
      }
      const timer = setTimeout(() => finish(undefined), timeoutMs)
      window.addEventListener('message', listen)
      form.submit()
    })
  } finally {
    frame.remove()
    form.remove()
  }
}

/** The session id in a message from the provider; undefined for any other message. */
export function sessionOf(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const message = JSON.parse(data) as {
      MessageType?: unknown
      SessionId?: unknown
      Status?: unknown
    }
    const completed = message.MessageType === 'profile.completed' && message.Status === true
    return completed && typeof message.SessionId === 'string' ? message.SessionId : undefined
  } catch {
    return undefined
  }
}

function hiddenFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.name = `${FRAME}-${++frames}`
  frame.title = 'Device data collection'
  frame.hidden = true
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  return frame
}

function postForm(
  action: string,
  target: string,
  fields: Readonly<Record<string, string>>,
): HTMLFormElement {
  const form = document.createElement('form')
  Object.assign(form, { method: 'POST', action, target, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  return form
}

/** The first digits of a card number, by which the provider knows the card's bank. */
const binOf = (cardDigits: string) => cardDigits.slice(0, BIN_LENGTH)

/** A collection. It resolves to undefined where it could not begin. */
type Collected = Promise<{ session: string | undefined } | undefined>

/** The one that was begun while the card was typed. */
let begun: { bin: string; collected: Collected } | undefined

/**
 * Begins to collect device data as soon as a card number is known, because it takes seconds for
 * which the visitor would wait after the click. A number of the same bank does not begin it again.
 */
export function beginDeviceData(cardDigits: string, signal: AbortSignal): PaymentThunk {
  return (dispatch) => {
    const bin = binOf(cardDigits)
    if (!brand.payment.enable3DSecure || begun?.bin === bin) return
    const collect = async () => {
      const answer = await dispatch(deviceDataCall.run(undefined, { signal }))
      if (!answer.ok) return undefined
      return { session: await collectDeviceData(answer.data, cardDigits) }
    }
    begun = { bin, collected: collect() }
  }
}

/** Returns the collection that was begun for a card and removes it here: it is for one payment. */
export function takeBegun(cardDigits: string): Collected | undefined {
  const own = begun?.bin === binOf(cardDigits) ? begun.collected : undefined
  begun = undefined
  return own
}

/** The session id of the collection that was begun for a card, or of a new one. */
export async function takeDeviceData(
  provider: { ddcUrl: string; ddcJwt: string },
  cardDigits: string,
): Promise<string | undefined> {
  if (!brand.payment.enable3DSecure) return undefined
  const collected = await takeBegun(cardDigits)
  return collected ? collected.session : collectDeviceData(provider, cardDigits)
}
