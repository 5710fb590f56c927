import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifyReceipt } from '../../../src/api/receipts/verify.ts'
import { type ReceiptClaims, ReceiptKeySet } from '../../../src/api/schemas/charges/receipt.ts'
import { verifyReceiptFile } from '../../../src/service/commands/charges/receipt.ts'
import { runOperator } from '../../support/operator.ts'
import { runCli } from '../../support/service.ts'
import { clientOf, type Harness, startHarness, wallet } from '../harness.ts'
import { newCharge, paymentThatIs, suffixOf } from '../paying.ts'

// A receipt of a real payment, and whoever is given it.

let harness: Harness
let folder: string
/** A paid charge. */
let paid: string
let hash: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-charge-receipts-'))
  harness = await startHarness()
  const order = { name: 'Order 1042', tax_note: 'No tax', payer_email: 'ada@example.com' }
  paid = await newCharge(harness, {}, { ...order, metadata: { margin: 'hidden' } })
  hash = await pay(paid)
})
after(async () => {
  await harness.end()
  rmSync(folder, { recursive: true })
})

async function pay(id: string): Promise<string> {
  const { address } = harness.chain.token('DUSD')
  const hash = await harness.chain.transfer(address, wallet, 5_000_000n, suffixOf(id))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return hash
}

async function readKeys(): Promise<ReceiptKeySet> {
  const response = await fetch(`${harness.service.baseUrl}/.well-known/jwks.json`)
  assert.equal(response.status, 200)
  assert.match(String(response.headers.get('cache-control')), /^public, max-age=\d+$/)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  return ReceiptKeySet.parse(await response.json())
}

async function verify(receipt: string): Promise<ReceiptClaims> {
  const verified = await verifyReceipt(receipt, await readKeys())
  assert.ok('claims' in verified, JSON.stringify(verified))
  return verified.claims
}

/** Verifies a text by the command, and returns what it prints, or the fault that it tells. */
async function verifyByCommand(text: string, keys: string): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.jws`)
  writeFileSync(file, text)
  const printed: string[] = []
  try {
    await verifyReceiptFile(file, { keys }, (line) => printed.push(line))
  } catch (cause) {
    return (cause as Error).message
  }
  return printed.join('\n')
}

test('calls that need the first key at once agree on one', async () => {
  const sets = await Promise.all(Array.from({ length: 8 }, readKeys))
  const ids = sets.flatMap(({ keys }) => keys.map(({ kid }) => kid))
  assert.equal(ids.length, 8)
  assert.equal(new Set(ids).size, 1)
})

test('the receipt of a paid charge is signed, and names the transfer on the chain', async () => {
  const { receipt, verify_url } = await clientOf(harness).getReceipt(paid)
  const charge = await clientOf(harness).getCharge(paid)
  const claims = await verify(receipt)
  const { baseUrl } = harness.service
  assert.equal(verify_url, `${baseUrl}/receipts/verify`)
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

test('the command shows a good receipt, and says in words what is wrong with another', async () => {
  const { receipt } = await clientOf(harness).getReceipt(paid)
  const { baseUrl } = harness.service
  const file = join(folder, 'keys.json')
  writeFileSync(file, JSON.stringify(await readKeys()))
  for (const keys of [file, baseUrl, `${baseUrl}/`, `${baseUrl}/.well-known/jwks.json`]) {
    const shown = await verifyByCommand(receipt, keys)
    assert.match(shown, /^The signature is good/, keys)
    assert.ok(shown.includes(baseUrl) && shown.includes(hash) && shown.includes('5 DUSD'), shown)
  }
  const [head, claims = '', signature] = receipt.split('.')
  const changed = Buffer.from(claims, 'base64url').toString().replace('Order 1042', 'Order 1043')
  const forged = [head, Buffer.from(changed).toString('base64url'), signature].join('.')
  assert.match(await verifyByCommand(forged, file), /^Its signature is wrong/)
  assert.match(await verifyByCommand('x'.repeat(600_000), file), /larger than any receipt/)
  assert.match(await verifyByCommand(receipt, join(folder, 'none')), /ENOENT/)
  writeFileSync(file, '{}')
  assert.match(await verifyByCommand(receipt, file), /has no keys/)
  writeFileSync(file, JSON.stringify({ issuer: 'https://other.example', keys: [] }))
  assert.match(await verifyByCommand(receipt, file), /^None of these keys/)
})

test('the command runs by itself, and exits 1 for what proves nothing', async () => {
  const file = join(folder, 'receipt.json')
  const keys = join(folder, 'of-the-service.json')
  writeFileSync(keys, JSON.stringify(await readKeys()))
  writeFileSync(file, JSON.stringify(await clientOf(harness).getReceipt(paid)))
  const { stdout } = await runCli(['receipt', 'verify', file, '--keys', keys, '--json'], {})
  assert.equal((JSON.parse(stdout) as ReceiptClaims).payments[0]?.transaction, hash)
  writeFileSync(file, '{}')
  // By default the keys are asked of the service that the receipt names: this one names none.
  await assert.rejects(runCli(['receipt', 'verify', file], {}), {
    code: 1,
    stderr: 'This is not a signed receipt, or a part of it is missing.\n',
  })
})

test('a new key signs, and the earlier one still verifies; a withdrawn one does not', async () => {
  const { receipt: first } = await clientOf(harness).getReceipt(paid)
  await runOperator(['receipt', 'rotate-key'], harness.environment)
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
  await runOperator(['receipt', 'rotate-key', '--withdraw'], harness.environment)
  await verify(first)
  assert.deepEqual(await verifyReceipt(second, await readKeys()), { reason: 'unknown_key' })
})

test('no private key leaves the service', async () => {
  const { keys } = await readKeys()
  for (const key of keys)
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

test('operators who rotate at once leave one key that signs, and publish all', async () => {
  const before = (await readKeys()).keys.length
  const rotate = () => runOperator(['receipt', 'rotate-key'], harness.environment)
  await Promise.all([rotate(), rotate(), rotate()])
  assert.equal((await readKeys()).keys.length, before + 3)
  await verify((await clientOf(harness).getReceipt(paid)).receipt)
})
