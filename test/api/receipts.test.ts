import assert from 'node:assert/strict'
import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { before, test } from 'node:test'
import { computeKeyId, toPublicJwk } from '../../src/api/jws/keys.ts'
import { createJwsSigner, generatePrivateJwk, type JwsSigner } from '../../src/api/jws/sign.ts'
import { receiptFaultTexts } from '../../src/api/receipts/fault-texts.ts'
import { formatReceiptClaims } from '../../src/api/receipts/format.ts'
import { maxReceiptLength, readIssuer, verifyReceipt } from '../../src/api/receipts/verify.ts'
import {
  type ReceiptClaims,
  type ReceiptKeySet,
  type ReceiptPayment,
  receiptType,
} from '../../src/api/schemas/charges/receipt.ts'
import { reference, token, wallet } from './samples.ts'

// A receipt is whatever somebody hands over. It proves what one of the service's keys has signed, and nothing else.

const issuer = 'https://pay.example'
const claims: ReceiptClaims = {
  iss: issuer,
  iat: 1_795_165_200,
  jti: 'an id',
  livemode: true,
  reference,
  created_at: '2026-11-20T09:00:00.000Z',
  completed_at: '2026-11-20T09:05:00.000Z',
  merchant: { account: '3c90c3cc-0d44-4b50-8888-8dd25736052a', name: 'Mugs' },
  order: {
    name: 'Order 1042',
    description: '',
    line_items: [
      { name: 'Mug', description: '', quantity: 2, unit_amount: '9.50', amount: '19.00' },
    ],
    tax_note: 'Includes $3.03 VAT',
  },
  price: { amount: '19.00', currency: 'USD' },
  payments: [
    {
      transaction: `0x${'4e'.repeat(32)}`,
      chain: 'eip155:8453',
      asset: `eip155:8453/erc20:${token}`,
      token,
      symbol: 'USDC',
      decimals: 6,
      units: '19000000',
      amount: '19',
      payer: wallet,
      recipient: wallet,
      block: { number: '123', hash: `0x${'b1'.repeat(32)}`, time: '2026-11-20T09:04:00.000Z' },
    },
  ],
}

let privateJwk: string
let signer: JwsSigner
let kid: string
let keySet: ReceiptKeySet
before(async () => {
  privateJwk = await generatePrivateJwk('ES256')
  signer = createJwsSigner(privateJwk, 'receiptKey')
  kid = await computeKeyId(signer.publicKey)
  keySet = { issuer, keys: [{ ...toPublicJwk(signer.publicKey), kid, alg: 'ES256', use: 'sig' }] }
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs whatever header and claims with a key of P-256, with none of our code. */
function forge(header: object, payload: unknown = claims, jwk = privateJwk): string {
  const text = `${encode(header)}.${encode(payload)}`
  const key = createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' })
  const bytes = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${bytes.toString('base64url')}`
}

const header = () => ({ alg: 'ES256', typ: receiptType, kid })
const reasonOf = async (text: string, set = keySet) => {
  const verified = await verifyReceipt(text, set)
  return 'reason' in verified ? verified.reason : 'good'
}

test('a receipt of the service is good as a line, in the reply, and in the file of the card', async () => {
  const receipt = await signer.sign(receiptType, claims)
  for (const text of [
    receipt,
    `\n${receipt}\n`,
    JSON.stringify({ receipt, verify_url: `${issuer}/receipts/verify` }),
    JSON.stringify({ chargeId: 'x', signedReceipt: receipt }, null, 2),
    // As another library signs it.
    forge(header()),
  ])
    assert.deepEqual(await verifyReceipt(text, keySet), { claims })
  assert.equal(readIssuer(receipt), issuer)
})

test('a changed receipt proves nothing, wherever it was changed', async () => {
  const receipt = await signer.sign(receiptType, claims)
  const [head, , signature] = receipt.split('.')
  const changed = { ...claims, price: { amount: '9000.00', currency: 'USD' } }
  assert.equal(await reasonOf(`${head}.${encode(changed)}.${signature}`), 'wrong_signature')
  const other = await signer.sign(receiptType, { ...claims, jti: 'another' })
  assert.equal(
    await reasonOf([head, receipt.split('.')[1], other.split('.')[2]].join('.')),
    'wrong_signature',
  )
  assert.equal(await reasonOf(receipt.slice(0, -2)), 'wrong_signature')
})

test('neither `none` nor another algorithm is taken, whatever the key', async () => {
  const none = `${encode({ ...header(), alg: 'none' })}.${encode(claims)}.`
  assert.equal(await reasonOf(none), 'other_algorithm')
  const keyless = `${encode({ alg: 'none', typ: receiptType })}.${encode(claims)}.`
  assert.equal(await reasonOf(keyless), 'other_algorithm')
  // The public key, which everybody has, as the secret of an HMAC.
  const text = `${encode({ ...header(), alg: 'HS256' })}.${encode(claims)}`
  const secret = Buffer.from(signer.publicKey.publicKey, 'base64url')
  const mac = createHmac('sha256', secret).update(text).digest('base64url')
  assert.equal(await reasonOf(`${text}.${mac}`), 'other_algorithm')
  for (const alg of ['EdDSA', 'RS256', 'es256', 'ES384', ['ES256'], undefined])
    assert.equal(await reasonOf(forge({ ...header(), alg })), 'other_algorithm', String(alg))
})

test('a key that the receipt brings along is not used', async () => {
  const own = await generatePrivateJwk('ES256')
  const stranger = createJwsSigner(own, 'receiptKey')
  const ownId = await computeKeyId(stranger.publicKey)
  const jwk = toPublicJwk(stranger.publicKey)
  const certificates = { x5u: 'https://evil.example/cert', x5c: ['MII='] }
  const keys = { jwk, jku: 'https://evil.example/jwks.json', ...certificates }
  const asOurs = { ...header(), ...keys, jwk: { ...jwk, kid } }
  assert.equal(await reasonOf(forge(asOurs, claims, own)), 'wrong_signature')
  assert.equal(await reasonOf(forge({ ...asOurs, kid: ownId }, claims, own)), 'unknown_key')
})

test('the id of a key is an id, and never a path', async () => {
  for (const id of ['../../etc/passwd', '/dev/null', 'http://evil.example/', '', 7, null, {}])
    assert.equal(await reasonOf(forge({ ...header(), kid: id })), 'unknown_key', String(id))
})

test('a receipt of another service is refused by its key, and by its name', async () => {
  const own = await generatePrivateJwk('ES256')
  const ownId = await computeKeyId(createJwsSigner(own, 'receiptKey').publicKey)
  assert.equal(await reasonOf(forge({ ...header(), kid: ownId }, claims, own)), 'unknown_key')
  // Two services that share a key by mistake.
  const renamed = await signer.sign(receiptType, { ...claims, iss: 'https://other.example' })
  assert.equal(await reasonOf(renamed), 'other_issuer')
  assert.equal(await reasonOf(renamed, { keys: keySet.keys }), 'good')
  assert.equal(await reasonOf(renamed, { issuer, keys: [] }), 'unknown_key')
})

test('what the key signs besides is no receipt', async () => {
  const quote = await signer.sign('pay-charge-quote+jwt', claims)
  assert.equal(await reasonOf(quote), 'other_type')
  assert.equal(await reasonOf(forge({ alg: 'ES256', kid })), 'other_type')
  for (const wrong of [{}, { ...claims, payments: [] }, { ...claims, iat: 'now' }, []])
    assert.equal(await reasonOf(forge(header(), wrong)), 'other_claims', JSON.stringify(wrong))
  assert.equal(await reasonOf(forge({ ...header(), crit: ['exp'], exp: 0 })), 'malformed')
})

test('texts of any kind are refused without an error, and large ones without being read', async () => {
  for (const text of ['', '.', '..', '...', '{', '{}', '{"receipt":1}', '\u0000'])
    assert.equal(await reasonOf(text), 'malformed', text)
  assert.equal(await reasonOf('x'.repeat(maxReceiptLength + 1)), 'too_large')
  for (const text of ['', 'a.b.c', 'e30.e30.e30', `a.${encode({ iss: 1 })}.c`])
    assert.equal(readIssuer(text), undefined)
  const texts = Object.values(receiptFaultTexts)
  assert.equal(new Set(texts).size, texts.length)
})

test('a receipt is shown in lines, without what hides a part of them', () => {
  const spoofed = {
    ...claims,
    merchant: { ...claims.merchant, name: 'Mugs\u202e\u001b[2J\n' },
  }
  const lines = formatReceiptClaims(spoofed)
  assert.deepEqual(lines.slice(0, 8), [
    ['Signed by', issuer],
    ['Signed at', '2026-11-20 09:00:00 UTC'],
    ['Store', `Mugs\ufffd\ufffd[2J\ufffd (account ${claims.merchant.account})`],
    ['Order', 'Order 1042'],
    ['Mug × 2', '19.00 USD'],
    ['Price', '19.00 USD'],
    ['Taxes', 'Includes $3.03 VAT'],
    ['Paid in full', '2026-11-20 09:05:00 UTC'],
  ])
  assert.deepEqual(lines[8], ['Payment', '19 USDC'])
  assert.match(String(lines[12]?.[1]), /^123 of Base \(eip155:8453\), 2026-11-20 09:04:00 UTC$/)
})

test('what was refunded is shown after the payments, with where it went', () => {
  const { payer: _, ...paid } = claims.payments[0] as ReceiptPayment
  const refund = { ...paid, units: '2000000', amount: '2', recipient: token }
  const lines = formatReceiptClaims({ ...claims, refunds: [refund] })
  assert.deepEqual(lines.slice(14, 16), [
    ['Refund', '2 USDC'],
    ['To', token],
  ])
})
