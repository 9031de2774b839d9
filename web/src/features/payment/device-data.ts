import { BIN_LENGTH } from '../../rules/card'

/**
 * The longest wait for the card provider's device data collection. After that, the payment
 * continues without it.
 */
export const DEVICE_DATA_TIMEOUT_MS = 10_000

const FRAME = 'device-data'

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
  const form = postForm(address.href, FRAME, { Bin: cardDigits.slice(0, BIN_LENGTH), JWT: ddcJwt })
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
  frame.name = FRAME
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
