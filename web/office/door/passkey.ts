/** Passkeys: the browser asks for the fingerprint, the server checks what comes back. */
import { post, type Answer, type Failure } from '../api'
import type { Me, Role } from '../contract'

/** What the server asks a passkey to sign. */
interface Challenge<Options> {
  id: string
  options: Options
  /** For who signs in at an identity provider: its address, to which the document goes. */
  provider?: string
}

/** Who is invited, and what their passkey is to be made from. */
export interface Invitation extends Challenge<PublicKeyCredentialCreationOptionsJSON> {
  name: string
  email: string
  role: Role
}

const refused: Failure = {
  status: 400,
  code: 'passkey',
  message: 'No passkey was used. Try again, or use another device.',
}

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Asks for a passkey and sends its answer; `body` says what it is for. */
async function used<Data>(path: string, body: object, signal: AbortSignal): Promise<Answer<Data>> {
  const begun = await post<Challenge<PublicKeyCredentialRequestOptionsJSON>>(
    `${path}/begin`,
    body,
    signal,
  )
  if (!begun.ok) return begun
  const { id, options, provider } = begun.data
  if (provider) {
    window.location.assign(provider)
    return new Promise(() => {}) // the document leaves
  }
  const credential = await asked(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      signal,
    }),
  )
  if (!credential) return { ok: false, failure: refused }
  return post<Data>(`${path}/finish`, { id, credential: credential.toJSON() }, signal)
}

/** Signs in, or unlocks. */
export const signInByPasskey = (signal: AbortSignal) => used<Me>('/api/passkey', {}, signal)

/** Signs in to the demo as one of its people. */
export const signInToDemo = (id: string, signal: AbortSignal) =>
  post<Me>('/api/demo/sign-in', { id }, signal)

/** Shows once more who it is, for one plan. */
export const stepUp = (hash: string, signal: AbortSignal) =>
  used<object>('/api/stepup', { hash, to: window.location.pathname }, signal)

/** Opens an invitation, which is good once. */
export const openInvitation = (token: string, signal: AbortSignal) =>
  post<Invitation>('/api/invitation/begin', { token }, signal)

/** Makes the passkey of an invitation, and signs in with it. */
export async function acceptInvitation(
  token: string,
  { id, options }: Invitation,
  signal: AbortSignal,
): Promise<Answer<Me>> {
  const credential = await asked(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      signal,
    }),
  )
  if (!credential) return { ok: false, failure: refused }
  return post<Me>('/api/invitation/finish', { id, token, credential: credential.toJSON() }, signal)
}

/** The passkey; undefined where the person or the browser refused. */
async function asked(by: () => Promise<Credential | null>) {
  try {
    return ((await by()) as PublicKeyCredential | null) ?? undefined
  } catch {
    return undefined
  }
}
