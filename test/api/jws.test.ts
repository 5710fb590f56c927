import assert from 'node:assert/strict'
import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { before, test } from 'node:test'
import { computeKeyId, toPublicJwk } from '../../src/api/jws/keys.ts'
import { createJwsSigner, generatePrivateJwk, type JwsSigner } from '../../src/api/jws/sign.ts'
import { verifyJws } from '../../src/api/jws/verify.ts'

// A signed text proves what one of the given keys has signed, and nothing that its own header says.

const typ = 'pay-charge-quote+jwt'
const claims = { amount: '19.00' }

let privateJwk: string
let signer: JwsSigner
let kid: string
before(async () => {
  privateJwk = await generatePrivateJwk('ES256')
  signer = createJwsSigner(privateJwk, 'quoteKey')
  kid = await computeKeyId(signer.publicKey)
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs whatever header with a key of P-256, with none of our code. */
function forge(header: object, jwk = privateJwk): string {
  const text = `${encode(header)}.${encode(claims)}`
  const key = createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' })
  const bytes = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${bytes.toString('base64url')}`
}

const header = () => ({ alg: 'ES256', typ, kid })
const reasonOf = async (text: string) => {
  const verified = await verifyJws(text, [signer.publicKey], { typ, maxLength: 1000 })
  return 'reason' in verified ? verified.reason : 'good'
}

test('what a key has signed is good, by whichever library', async () => {
  assert.equal(await reasonOf(await signer.sign(typ, claims)), 'good')
  assert.equal(await reasonOf(forge(header())), 'good')
})

test('neither `none` nor another algorithm is taken, whatever the key', async () => {
  const none = `${encode({ ...header(), alg: 'none' })}.${encode(claims)}.`
  assert.equal(await reasonOf(none), 'other_algorithm')
  // The public key, which everybody has, as the secret of an HMAC.
  const text = `${encode({ ...header(), alg: 'HS256' })}.${encode(claims)}`
  const secret = Buffer.from(signer.publicKey.publicKey, 'base64url')
  const mac = createHmac('sha256', secret).update(text).digest('base64url')
  assert.equal(await reasonOf(`${text}.${mac}`), 'other_algorithm')
  for (const alg of ['EdDSA', 'RS256', 'es256', 'ES384', ['ES256'], undefined])
    assert.equal(await reasonOf(forge({ ...header(), alg })), 'other_algorithm', String(alg))
})

test('a key that a signed text brings along is not used', async () => {
  const own = await generatePrivateJwk('ES256')
  const stranger = createJwsSigner(own, 'quoteKey')
  const ownId = await computeKeyId(stranger.publicKey)
  const jwk = toPublicJwk(stranger.publicKey)
  const certificates = { x5u: 'https://evil.example/cert', x5c: ['MII='] }
  const keys = { jwk, jku: 'https://evil.example/jwks.json', ...certificates }
  const asOurs = { ...header(), ...keys, jwk: { ...jwk, kid } }
  assert.equal(await reasonOf(forge(asOurs, own)), 'wrong_signature')
  assert.equal(await reasonOf(forge({ ...asOurs, kid: ownId }, own)), 'unknown_key')
})

test('the id of a key is an id, and never a path', async () => {
  for (const id of ['../../etc/passwd', '/dev/null', 'http://evil.example/', '', 7, null, {}])
    assert.equal(await reasonOf(forge({ ...header(), kid: id })), 'unknown_key', String(id))
})

test('what was signed as something else, and texts of any kind, are refused without an error', async () => {
  assert.equal(await reasonOf(await signer.sign('pay-charge-receipt+jwt', claims)), 'other_type')
  assert.equal(await reasonOf(forge({ alg: 'ES256', kid })), 'other_type')
  assert.equal(await reasonOf(forge({ ...header(), crit: ['exp'], exp: 0 })), 'malformed')
  for (const text of ['', '.', '..', '...', '{', '{}', '\u0000', 'x'.repeat(1001)])
    assert.equal(await reasonOf(text), 'malformed', text)
})
