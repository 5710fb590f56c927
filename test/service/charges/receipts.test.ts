import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ReceiptClaims } from '../../../src/api/schemas/charges/receipt.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { listBlocks } from '../../support/markdown.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, paymentThatIs, suffixOf } from '../../support/paying.ts'

// A receipt of a real payment, and whoever is given it: it is checked by the program of docs/receipts.md.

const run = promisify(execFile)

let folder: string
/** A paid charge. */
let paid: string
let hash: string
const harness = provideHarness()
before(async () => {
  await harness.started
  // In the project, where the program finds the library.
  const output = fileURLToPath(new URL('../../output/', import.meta.url))
  await mkdir(output, { recursive: true })
  folder = await mkdtemp(join(output, 'receipts-'))
  const order = { name: 'Order 1042', tax_note: 'No tax', payer_email: 'ada@example.com' }
  paid = await newCharge(harness, {}, { ...order, metadata: { margin: 'hidden' } })
  hash = await pay(paid)
})
after(() => rm(folder, { recursive: true }))

async function pay(id: string): Promise<string> {
  const { address } = harness.chain.token('DUSD')
  const hash = await harness.chain.transfer(address, wallet, 5_000_000n, suffixOf(id))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return hash
}

interface KeySet {
  keys: Record<string, string>[]
}

async function readKeys(): Promise<KeySet> {
  const response = await fetch(`${harness.service.baseUrl}/.well-known/jwks.json`)
  assert.equal(response.status, 200)
  assert.match(String(response.headers.get('cache-control')), /^public, max-age=\d+$/)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  return (await response.json()) as KeySet
}

/** Runs the program of the documentation on a receipt, for our service: it rejects one that proves nothing. */
async function check(receipt: string, keys: KeySet, changes: readonly [string, string][] = []) {
  const blocks = listBlocks('docs/receipts.md').filter(({ code }) => code.includes('jwtVerify'))
  assert.equal(blocks.length, 1)
  let program = blocks.map(({ code }) => code).join()
  const ofService: [string, string] = ['https://pay.example', harness.service.baseUrl]
  for (const [text, other] of [ofService, ...changes]) {
    assert.ok(program.includes(text), text)
    program = program.replace(text, other)
  }
  const files = { 'check.mjs': program, 'jwks.json': JSON.stringify(keys), 'receipt.jws': receipt }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { stdout } = await run(process.execPath, ['check.mjs'], { cwd: folder })
  return JSON.parse(stdout) as unknown
}

async function verify(receipt: string): Promise<ReceiptClaims> {
  const shown = await check(`${receipt}\n`, await readKeys())
  const claims = ReceiptClaims.parse(shown)
  assert.deepEqual(claims, shown, 'the schema leaves nothing out')
  return claims
}

test('calls that need the first key at once agree on one', async () => {
  const sets = await Promise.all(Array.from({ length: 8 }, readKeys))
  const ids = sets.flatMap(({ keys }) => keys.map(({ kid }) => kid))
  assert.equal(ids.length, 8)
  assert.equal(new Set(ids).size, 1)
})

test('the receipt of a paid charge is signed, and names the transfer on the chain', async () => {
  const { receipt } = await clientOf(harness).getReceipt(paid)
  const charge = await clientOf(harness).getCharge(paid)
  const claims = await verify(receipt)
  const { baseUrl } = harness.service
  assert.equal(claims.iss, baseUrl)
  assert.equal(claims.reference, charge.reference)
  assert.equal(claims.order.name, 'Order 1042')
  const [payment] = claims.payments
  const mined = await harness.chain.client.getTransactionReceipt({ hash: hash as `0x${string}` })
  assert.deepEqual(
    [payment?.transaction, payment?.block.number, payment?.block.hash, payment?.units],
    [hash, String(mined.blockNumber), mined.blockHash, '5000000'],
  )
  assert.equal(payment?.payer?.toLowerCase(), mined.from)
  assert.equal(payment?.recipient, wallet)
  for (const secret of [paid, 'ada@', 'hidden', harness.shop.apiKey])
    assert.ok(!JSON.stringify(claims).includes(secret), secret)
})

test('its payer gets it at the payment page, and nobody else', async () => {
  const { baseUrl } = harness.service
  const response = await fetch(`${baseUrl}/pay/${paid}/charges/${paid}/receipt`)
  const { receipt } = (await response.json()) as { receipt: string }
  const { jti } = await verify(receipt)
  assert.equal(jti, (await verify((await clientOf(harness).getReceipt(paid)).receipt)).jti)
  await assert.rejects(clientOf(harness, harness.other).getReceipt(paid), { code: 'not_found' })
  assert.equal((await fetch(`${baseUrl}/charges/${paid}/receipt`)).status, 401)
})

test('a charge that is not paid has none', async () => {
  const id = await newCharge(harness)
  await assert.rejects(clientOf(harness).getReceipt(id), { code: 'conflict', status: 409 })
})

test('a merchant who takes another name later changes no receipt, and stays the same account', async () => {
  const id = await newCharge(harness, {}, { name: 'Order 7' })
  await pay(id)
  const { receipt } = await clientOf(harness).getReceipt(id)
  const earlier = await verify(receipt)
  await runOperator(
    ['account', 'brand', '--account', harness.shop.id, '--name', 'Somebody else'],
    harness.environment,
  )
  assert.deepEqual(await verify(receipt), earlier)
  const later = await verify((await clientOf(harness).getReceipt(id)).receipt)
  assert.equal(later.merchant.name, 'Somebody else')
  assert.equal(later.merchant.account, earlier.merchant.account)
  assert.deepEqual(later.order, earlier.order)
  assert.notEqual(later.jti, earlier.jti)
})

test('the program of the documentation refuses what the service has not signed as its receipt', async () => {
  const { receipt } = await clientOf(harness).getReceipt(paid)
  const keys = await readKeys()
  const [head = '', claims = '', signature = ''] = receipt.split('.')
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const decode = (part: string) => Buffer.from(part, 'base64url').toString()
  const changed = encode(decode(claims).replace('Order 1042', 'Order 1043'))
  const unsigned = encode(JSON.stringify({ ...JSON.parse(decode(head)), alg: 'none' }))
  const refusals: [RegExp, () => Promise<unknown>][] = [
    [/signature verification failed/, () => check([head, changed, signature].join('.'), keys)],
    [/"alg" .* not allowed/, () => check([unsigned, claims, ''].join('.'), keys)],
    [/no applicable key/, () => check(receipt, { keys: [] })],
    [/Invalid Compact JWS/, () => check('{}', keys)],
    // Each of its conditions is one: with another in its place it refuses the receipt.
    [
      /unexpected "iss"/,
      () => check(receipt, keys, [[harness.service.baseUrl, 'https://other.example']]),
    ],
    [
      /unexpected "typ"/,
      () => check(receipt, keys, [['pay-charge-receipt+jwt', 'pay-charge-quote+jwt']]),
    ],
    [/"alg" .* not allowed/, () => check(receipt, keys, [['ES256', 'RS256']])],
  ]
  for (const [stderr, refuse] of refusals) await assert.rejects(refuse, { code: 1, stderr })
})

test('a new key signs, and the earlier one still verifies; a withdrawn one does not', async () => {
  const { receipt: first } = await clientOf(harness).getReceipt(paid)
  await runOperator(['call', 'rotateReceiptKey'], harness.environment)
  const { receipt: second } = await clientOf(harness).getReceipt(paid)
  const kidOf = (receipt: string) =>
    (
      JSON.parse(Buffer.from(receipt.split('.')[0] ?? '', 'base64url').toString()) as {
        kid: string
      }
    ).kid
  assert.notEqual(kidOf(first), kidOf(second))
  await verify(first)
  await verify(second)
  const { keys } = await readKeys()
  assert.deepEqual(
    keys.slice(0, 2).map(({ kid }) => kid),
    [kidOf(second), kidOf(first)],
  )
  await runOperator(['call', 'rotateReceiptKey', '--withdraw', 'true'], harness.environment)
  await verify(first)
  await assert.rejects(verify(second), { stderr: /no applicable key/ })
})

test('no private key leaves the service', async () => {
  const { keys } = await readKeys()
  for (const key of keys)
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

test('operators who rotate at once leave one key that signs, and publish all', async () => {
  const before = (await readKeys()).keys.length
  const rotate = () => runOperator(['call', 'rotateReceiptKey'], harness.environment)
  await Promise.all([rotate(), rotate(), rotate()])
  assert.equal((await readKeys()).keys.length, before + 3)
  await verify((await clientOf(harness).getReceipt(paid)).receipt)
})
