import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { test } from 'node:test'
import { computeKeyId } from '../../src/api/jws/keys.ts'
import type { QuoteClaims } from '../../src/api/signed-quote/claims.ts'
import { createQuoteClaims } from '../../src/api/signed-quote/create-claims.ts'
import {
  formatQuoteKey,
  parseQuoteKeys,
  type QuoteKey,
} from '../../src/api/signed-quote/quote-keys.ts'
import { createQuoteSigner, generateQuoteKey } from '../../src/api/signed-quote/sign.ts'
import { verifyQuote, verifyReservation } from '../../src/api/signed-quote/verify.ts'
import { charge, reference, requestCharge, token, wallet } from './samples.ts'

/** The keys of RFC 7515 appendix A.3 and of RFC 8037 appendix A.1. */
const p256 = {
  ...{ kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' },
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
}
const ed25519 = {
  ...{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
}
const keys = { ES256: p256, EdDSA: ed25519 }

const claims: QuoteClaims = createQuoteClaims(
  charge,
  requestCharge,
  { merchant: 'Mugs' },
  Date.parse('2026-11-20T09:00:00Z'),
)

/** Signs as any JOSE library does, with none of our code. */
function signElsewhere(alg: keyof typeof keys, kid: string, payload: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ kid, typ: 'pay-charge-quote+jwt', alg })}.${encode(payload)}`
  const key = createPrivateKey({ key: keys[alg], format: 'jwk' })
  const hash = alg === 'ES256' ? 'sha256' : null
  const signature = sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

test('a price in another currency is signed with its rate', () => {
  const rate = { usd: '1.0853', source: 'by hand', at: '2026-11-20T09:00:00Z' }
  const local = { amount: '19.90', currency: 'EUR' }
  const pricing = { local, settlement: { amount: '21.59747', currency: 'USDC' }, rate }
  const { price } = createQuoteClaims({ ...charge, pricing }, requestCharge, {}, Date.now())
  assert.deepEqual(price, { ...local, rate })
})

test('the id of a key is its thumbprint (RFC 8037 appendix A.3)', async () => {
  const { publicKey } = createQuoteSigner(JSON.stringify(ed25519))
  assert.equal(await computeKeyId(publicKey), 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})

for (const algorithm of ['ES256', 'EdDSA'] as const) {
  const signer = createQuoteSigner(JSON.stringify(keys[algorithm]))

  test(`${algorithm}: what another library has signed is verified, with any key of the page`, async () => {
    const kid = await computeKeyId(signer.publicKey)
    const jws = signElsewhere(algorithm, kid, claims)
    const other = (await generateQuoteKey('ES256')).publicKey
    const page = parseQuoteKeys(`${other} ${formatQuoteKey(signer.publicKey)}`)
    assert.ok(page)
    assert.deepEqual(await verifyQuote(jws, page), { claims })
    // The signature is of a quote, and of this key.
    assert.deepEqual(await verifyReservation(jws, page), { reason: 'malformed' })
    assert.deepEqual(await verifyQuote(jws, page.slice(0, 1)), { reason: 'unknown_key' })
    const elsewhere = signElsewhere(algorithm, kid, { ...claims, account: 'a' })
    assert.deepEqual(await verifyQuote(elsewhere, page), { reason: 'other_account' })
  })

  test(`${algorithm}: what we have signed is verified by another library`, async () => {
    const jws = await signer.signQuote(claims)
    const [header = '', payload = '', signature = ''] = jws.split('.')
    const key = createPublicKey({ key: keys[algorithm], format: 'jwk' })
    const bytes = Buffer.from(`${header}.${payload}`)
    const hash = algorithm === 'ES256' ? 'sha256' : null
    const raw = Buffer.from(signature, 'base64url')
    assert.ok(verify(hash, bytes, { key, dsaEncoding: 'ieee-p1363' }, raw))
    assert.deepEqual(JSON.parse(Buffer.from(header, 'base64url').toString()), {
      alg: algorithm,
      typ: 'pay-charge-quote+jwt',
      kid: await computeKeyId(signer.publicKey),
    })
  })

  test(`${algorithm}: a created key signs for the page that names its public part`, async () => {
    const created = await generateQuoteKey(algorithm)
    const page = parseQuoteKeys(created.publicKey)
    assert.ok(page)
    assert.doesNotMatch(created.privateKey, /\s/)
    const jws = await createQuoteSigner(created.privateKey).signQuote(claims)
    assert.deepEqual(await verifyQuote(jws, page), { claims })
  })
}

test('what is signed of a charge decides where money goes, how much, and what it counts for', () => {
  const quote = { token, decimals: 6, symbol: 'USDC', recipient: wallet, amount: '19990000' }
  assert.deepEqual(claims, {
    iat: 1_795_165_200,
    // The price ends before the charge.
    exp: 1_795_168_800,
    merchant: 'Mugs',
    charge: charge.id,
    reference,
    pricingType: 'fixed_price',
    price: { amount: '19.99', currency: 'USD' },
    quotes: [
      { chainId: '8453', ...quote },
      { chainId: '10', ...quote },
    ],
  })
})

test('a key that the engine cannot import verifies nothing, and is named as such', async () => {
  const noPoint: QuoteKey = { algorithm: 'ES256', publicKey: `B${'A'.repeat(86)}` }
  const jws = signElsewhere('ES256', await computeKeyId(noPoint), claims)
  assert.deepEqual(await verifyQuote(jws, [noPoint]), { reason: 'not_supported' })
})

test('texts that are no quote keys are refused, and nothing of a private key is in the message', () => {
  const good = formatQuoteKey(createQuoteSigner(JSON.stringify(p256)).publicKey)
  for (const text of ['', ' ', 'x', good.slice(0, -1), `${good}x`, `EdDSA:${good.slice(6)}`])
    assert.equal(parseQuoteKeys(text), undefined, text)
  for (const text of [`${good}@x`, `${good},${good}`, `${good} x`, good.replace('ES256', 'ES384')])
    assert.equal(parseQuoteKeys(text), undefined, text)
  const account = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
  assert.equal(parseQuoteKeys(`${good}@${account}`)?.[0]?.account, account)
  const { d: secret, ...publicJwk } = p256
  const wrong = ['', '{', 'null', '[]', secret, JSON.stringify(publicJwk)]
  for (const text of [...wrong, JSON.stringify({ ...p256, crv: 'P-384' })])
    assert.throws(
      () => createQuoteSigner(text),
      (error: Error) => !error.message.includes(secret) && !error.cause,
      text,
    )
})
