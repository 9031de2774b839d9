import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CardData, encryptCard, parsePublicKey } from './card-encryption'

const card: CardData = {
  cardNumber: '4000000000001091',
  cvc: '123',
  expiryMonth: '09',
  expiryYear: '2028',
  cardHolderName: 'Ms P Ràman',
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = pair.publicKey.export({ format: 'jwk' })
const hex = (value: string | undefined) => Buffer.from(value ?? '', 'base64url').toString('hex')
const publicKey = `1#${hex(jwk.e)}#${hex(jwk.n)}`

const part = (jwe: string, index: number) => Buffer.from(jwe.split('.')[index] ?? '', 'base64url')

/** Decrypts the content key by hand, because current Node refuses PKCS #1 v1.5 decryption. */
function unwrap(wrapped: Buffer): Buffer {
  const block = privateDecrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, wrapped)
  expect([block[0], block[1]]).toEqual([0, 2])
  const end = block.indexOf(0, 2)
  expect(end).toBeGreaterThanOrEqual(10)
  return block.subarray(end + 1)
}

function open(jwe: string): unknown {
  const decipher = createDecipheriv('aes-256-gcm', unwrap(part(jwe, 1)), part(jwe, 2))
  decipher.setAAD(Buffer.from(jwe.split('.')[0] ?? '', 'ascii'))
  decipher.setAuthTag(part(jwe, 4))
  return JSON.parse(
    Buffer.concat([decipher.update(part(jwe, 3)), decipher.final()]).toString('utf8'),
  )
}

describe('card encryption', () => {
  it('makes a JWE that the key’s owner can decrypt', async () => {
    const jwe = await encryptCard(card, publicKey)
    expect(jwe.split('.')).toHaveLength(5)
    expect(open(jwe)).toEqual(card)
  })

  it('has the header fields that the provider expects, in order', async () => {
    const header = part(await encryptCard(card, publicKey), 0).toString()
    expect(header).toBe(
      '{"alg":"RSA1_5","enc":"A256GCM","kid":"1","com.worldpay.apiVersion":"1.0",' +
        '"com.worldpay.libVersion":"1.0.1","com.worldpay.channel":"javascript"}',
    )
  })

  it('never gives the same result twice, and never contains the number', async () => {
    const [one, two] = await Promise.all([
      encryptCard(card, publicKey),
      encryptCard(card, publicKey),
    ])
    expect(one).not.toBe(two)
    expect(Buffer.from(one).toString('latin1')).not.toContain(card.cardNumber)
  })

  it('refuses invalid keys and keys that are too short', async () => {
    for (const text of ['', '1#10001', '1#zz#ff', `1#10001#${'f'.repeat(60)}`]) {
      await expect(encryptCard(card, text)).rejects.toThrow('card provider')
    }
  })

  it('reads the three parts of a key', () => {
    expect(parsePublicKey('7#10001#00c0ffee')).toEqual({
      sequence: '7',
      exponent: 65537n,
      modulus: 0xc0ffeen,
      size: 3,
    })
  })

  it('is the same for the same key and random bytes', async () => {
    let next = 0
    const counting = (into: Uint8Array<ArrayBuffer>) => into.map(() => (next++ % 255) + 1)
    const fixed = `1#10001#${'c'.repeat(256)}`
    const jwe = await encryptCard(card, fixed, counting)
    expect(jwe.split('.')[2]).toBe(
      Buffer.from(Uint8Array.from({ length: 12 }, (_, index) => index + 33)).toString('base64url'),
    )
    expect(jwe).toMatchInlineSnapshot(
      `"eyJhbGciOiJSU0ExXzUiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiMSIsImNvbS53b3JsZHBheS5hcGlWZXJzaW9uIjoiMS4wIiwiY29tLndvcmxkcGF5LmxpYlZlcnNpb24iOiIxLjAuMSIsImNvbS53b3JsZHBheS5jaGFubmVsIjoiamF2YXNjcmlwdCJ9.KnjRECAtF3CAtIPZbd7rQc8Jcvy1idDnjNvBsV_E_Qmh0MKUJZZjwyrZ3vZ7Xa3-xXM0_56NnX41zM5_NyQ_qwNWSSQqQOUHyAb8MxRWq7vHPpQImqXXbRMwfR_ZDZ9Wfj0Hds1DotZ6tEYjauhYr-fVuQGSbSQ0OGWQiYj0FZg.ISIjJCUmJygpKiss.6r9dPSa8YDOAov_U7Z6wPD8ituBW1K2PFI9VaH81oASWSM2W8UarNNSyk75PzEzZVg3fDvMkLN57HyQyCE3-sMgonLFSFL0ACKAExwWpj6ejUhLZBv7IZ6g_7A7FbH3jzM3is8Skdu4rz9oddrhYrLDFmw._GEbLgqtddagSAnwVkCe_w"`,
    )
  })
})
