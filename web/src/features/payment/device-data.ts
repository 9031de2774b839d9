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

/** Counts the frames: each needs a name of its own, into which its form posts. */
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

/**
 * A collection of device data that was started. `session` is undefined until the server has said
 * where the data are collected.
 */
type StartedCollection = { bin: string; session?: Promise<string | undefined> }

/** The collection that was started while the card was typed. */
let started: StartedCollection | undefined

/**
 * Starts to collect device data as soon as a card number is complete, so that the visitor need not
 * wait for it after the click. A number of the same bank does not start it again. `signal` aborts
 * when the visitor leaves the page; the collection is then forgotten.
 */
export function beginDeviceData(cardDigits: string, signal: AbortSignal): PaymentThunk {
  return async (dispatch) => {
    const bin = binOf(cardDigits)
    if (!brand.payment.enable3DSecure || started?.bin === bin) return
    const collection: StartedCollection = { bin }
    const forget = () => {
      if (started === collection) started = undefined
    }
    started = collection
    signal.addEventListener('abort', forget)
    const answer = await dispatch(deviceDataCall.run(undefined, { signal }))
    if (started !== collection) return
    if (answer.ok) collection.session = collectDeviceData(answer.data, cardDigits)
    else forget()
  }
}

/**
 * Returns the session of the collection that was started for a card, and forgets it: it is for one
 * payment. Undefined when the server has not answered yet.
 */
export function takeStarted(cardDigits: string): StartedCollection['session'] {
  const collection = started?.bin === binOf(cardDigits) ? started.session : undefined
  started = undefined
  return collection
}

/** The session id of the collection that was started for a card, or else of a new one. */
export async function takeDeviceData(
  provider: { ddcUrl: string; ddcJwt: string },
  cardDigits: string,
): Promise<string | undefined> {
  if (!brand.payment.enable3DSecure) return undefined
  return takeStarted(cardDigits) ?? collectDeviceData(provider, cardDigits)
}
