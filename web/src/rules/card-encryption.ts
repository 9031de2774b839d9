/**
 * The card provider's client-side encryption: a card becomes a JWE that only the provider can
 * decrypt (RSA1_5 with A256GCM, compact form). Browsers have no RSA PKCS #1 v1.5 encryption, so it
 * is implemented here.
 */

/** A card in the provider's format. Every field is a string. */
export interface CardData {
  /** Digits only. */
  cardNumber: string
  cvc: string
  /** Two digits. */
  expiryMonth: string
  /** Four digits. */
  expiryYear: string
  cardHolderName: string
}

/** The provider's public key. */
export interface PublicKey {
  sequence: string
  exponent: bigint
  modulus: bigint
  /** Length of the modulus in bytes. */
  size: number
}

/** Fills the array with random bytes; crypto.getRandomValues except in tests. */
export type RandomBytes = (into: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

const CONTENT_KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const PADDING_MIN = 8
const LIBRARY_VERSION = '1.0.1'

/** Reads 'sequence#exponentHex#modulusHex'; throws on any other text. */
export function parsePublicKey(text: string): PublicKey {
  const match = /^(\w+)#([0-9a-fA-F]+)#([0-9a-fA-F]+)$/.exec(text)
  const [, sequence, exponent, modulus] = match ?? []
  if (!sequence || !exponent || !modulus) throw new Error('the card provider sent no usable key')
  const hex = modulus.replace(/^0+/, '')
  return {
    sequence,
    exponent: BigInt(`0x${exponent}`),
    modulus: BigInt(`0x${hex}`),
    size: Math.ceil(hex.length / 2),
  }
}

/**
 * Encrypts a card with the provider's key, given as text. The result has five parts: header,
 * encrypted key, IV, ciphertext, tag.
 */
export async function encryptCard(
  card: CardData,
  publicKey: string,
  random: RandomBytes = (into) => crypto.getRandomValues(into),
): Promise<string> {
  const key = parsePublicKey(publicKey)
  const contentKey = random(new Uint8Array(CONTENT_KEY_BYTES))
  const iv = random(new Uint8Array(IV_BYTES))
  const header = base64url(utf8(JSON.stringify(headerFor(key.sequence))))
  const wrapped = wrapKey(contentKey, key, random)
  const aes = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header), tagLength: TAG_BYTES * 8 },
      aes,
      utf8(JSON.stringify(card)),
    ),
  )
  contentKey.fill(0)
  const cut = sealed.length - TAG_BYTES
  return [
    header,
    base64url(wrapped),
    base64url(iv),
    base64url(sealed.slice(0, cut)),
    base64url(sealed.slice(cut)),
  ].join('.')
}

function headerFor(sequence: string) {
  return {
    alg: 'RSA1_5',
    enc: 'A256GCM',
    kid: sequence,
    'com.worldpay.apiVersion': '1.0',
    'com.worldpay.libVersion': LIBRARY_VERSION,
    'com.worldpay.channel': 'javascript',
  }
}

/** RSAES-PKCS1-v1_5 (RFC 8017, 7.2.1): 00 02, padding without zeros, 00, the content key. */
function wrapKey(
  contentKey: Uint8Array,
  key: PublicKey,
  random: RandomBytes,
): Uint8Array<ArrayBuffer> {
  const padding = key.size - contentKey.length - 3
  if (padding < PADDING_MIN) throw new Error('the card provider sent too short a key')
  const block = new Uint8Array(key.size)
  block[1] = 2
  block.set(withoutZeros(padding, random), 2)
  block.set(contentKey, padding + 3)
  const wrapped = bytesOf(powerModulo(numberOf(block), key.exponent, key.modulus), key.size)
  block.fill(0)
  return wrapped
}

function withoutZeros(length: number, random: RandomBytes): Uint8Array {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    for (const byte of random(new Uint8Array(length - filled)))
      if (byte !== 0) bytes[filled++] = byte
  }
  return bytes
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let power = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * power) % modulus
    power = (power * power) % modulus
  }
  return result
}

function numberOf(bytes: Uint8Array): bigint {
  let hex = '0x'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}

function bytesOf(number: bigint, size: number): Uint8Array<ArrayBuffer> {
  const hex = number.toString(16).padStart(size * 2, '0')
  return Uint8Array.from({ length: size }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function base64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
