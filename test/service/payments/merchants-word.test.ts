import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Hex } from 'viem'
import { payerHeader } from '../../../src/api/routes/proxy-routes.ts'
import type { PayError } from '../../../src/errors.ts'
import {
  call,
  chainId,
  clientOf,
  merchantOf,
  provideHarness,
  wallet,
} from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { anyHash, newCharge, paymentThatIs, suffixOf, unmatchedOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Interface 4.6 with a key of the merchant's own backend: the merchant decides that a transaction pays a charge.

let assigningKey: string
let dusd: Address
const harness = provideHarness()
before(async () => {
  await harness.started
  dusd = harness.chain.dusd
  const scope = ['--scope', 'payments:assign']
  const args = ['keys', 'create', '--account', harness.shop.id, ...scope, '--json']
  const { stdout } = await runOperator(args, harness.environment)
  assigningKey = (JSON.parse(stdout) as { apiKey: string }).apiKey
})

const price = 5_000_000n
const send = (amount = price, suffix: Hex = '0x') =>
  harness.chain.transfer(dusd, wallet, amount, suffix)
const body = (hash: string) => ({ hash, chainId: `${chainId}`, tokenAddress: dusd })
/** Waits until nothing more is to be decided about a transaction for a charge, and returns what its payment's status is. */
const isDecided = (id: string, hash: string) =>
  until(`a decision about ${hash}`, async () => {
    const { status, reason } = await clientOf(harness).getPaymentStatus(id, hash)
    return ['UNSEEN', 'PENDING'].includes(status) || reason === 'The sender named no charge.'
      ? undefined
      : { status, reason }
  })

describe('a client that knows only the interface and has the account’s key', () => {
  test('creates a charge, sends a plain transfer, posts its hash: COMPLETED', async () => {
    const headers = { 'api-key': harness.shop.apiKey, 'content-type': 'application/json' }
    const ask = async (path: string, json?: object) => {
      const init = json && { method: 'POST', body: JSON.stringify(json) }
      const response = await fetch(harness.service.baseUrl + path, { headers, ...init })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: dusd }
    const priced = { pricing_type: 'fixed_price', local_price: { amount: '5' }, requestProps }
    const created = await ask('/charges', priced)
    const { id } = created.body.data as { id: string }
    const hash = await send()
    const posted = await ask(`/charges/${id}/payments`, body(hash))
    assert.equal(posted.status, 201, JSON.stringify(posted.body))
    const { requestCharge } = posted.body as { requestCharge: Record<string, unknown> }
    const statuses = await until('both polls to say COMPLETED', async () => {
      const { data } = (await ask(`/charges/${id}`)).body as { data: { status: string } }
      const request = (await ask(`/request-charges/${id}`)).body
      return data.status === 'COMPLETED' && request.status === 'COMPLETED' ? request : undefined
    })
    // Interface 2.4, and what its clients poll.
    for (const [name, value] of Object.entries(requestCharge))
      assert.deepEqual(statuses[name], value, name)
    const [payment] = statuses.payments as { payerTransactionHash: string; status: string }[]
    assert.deepEqual([payment?.payerTransactionHash, payment?.status], [hash, 'COMPLETED'])
    const timeline = statuses.timeline as { status: string; time: string }[]
    assert.deepEqual(timeline.at(-1)?.status, 'COMPLETED')
    assert.ok(Date.parse(String(statuses.updatedAt)) >= Date.parse(String(timeline.at(-1)?.time)))
  })
})

describe('the merchant’s word', () => {
  test('decides of money that was found before, and of a hash that is not mined yet', async () => {
    const [found, early] = [await newCharge(harness), await newCharge(harness)]
    const hash = await send()
    await unmatchedOf(harness, hash)
    await merchantOf(harness).addPayment(found, body(hash))
    await paymentThatIs(harness, found, hash, 'COMPLETED')
    const { client } = harness.chain
    await client.setAutomine(false)
    const sending = send(price + 1n)
    const pending = await until('the transaction', async () => {
      const { transactions } = await client.getBlock({ blockTag: 'pending' })
      return transactions[0]
    })
    await merchantOf(harness).addPayment(early, body(pending))
    // Nobody's crowd of hashes pushes the merchant's out.
    for (let count = 0; count < 8; count += 1)
      await clientOf(harness).addPayment(early, body(anyHash()))
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await sending
    await paymentThatIs(harness, early, pending, 'COMPLETED')
  })

  test('stands in the audit log with key, charge, transaction and call', async () => {
    const id = await newCharge(harness)
    const hash = await send()
    const headers = { 'api-key': assigningKey, 'x-request-id': 'the-call-that-decided' }
    const { status } = await call(harness, 'POST', `/charges/${id}/payments`, body(hash), headers)
    assert.equal(status, 201)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const { data } = await clientOf(harness).listAuditLog()
    const entry = data.find(({ requestId }) => requestId === 'the-call-that-decided')
    assert.equal(entry?.action, 'payment.assigned')
    assert.ok(assigningKey.startsWith(`${entry?.author}_`))
    assert.deepEqual([entry?.to?.chargeUuid, entry?.to?.hash], [id, hash])
  })

  test('stands in the audit log, also where it is to cancel a charge or to ignore money', async () => {
    const id = await newCharge(harness)
    await clientOf(harness).cancelCharge(id)
    const hash = await send()
    const { uuid } = await unmatchedOf(harness, hash)
    await clientOf(harness).ignoreUnmatched(uuid)
    const { data } = await clientOf(harness).listAuditLog()
    const ignored = data.find(({ to }) => to?.hash === hash)
    assert.deepEqual([ignored?.action, ignored?.to?.uuid], ['payment.ignored', uuid])
    const canceled = data.find(({ to }) => to?.chargeUuid === id)
    assert.deepEqual([canceled?.action, canceled?.to?.status], ['charge.canceled', 'CANCELLED'])
    for (const entry of [ignored, canceled]) assert.notEqual(entry?.author, undefined)
  })

  test('is not taken from a proxy’s key, nor from any call for a payer', async () => {
    const id = await newCharge(harness)
    const hash = await send()
    await unmatchedOf(harness, hash)
    const path = `/charges/${id}/payments`
    const forPayer = { [payerHeader]: '203.0.113.7' }
    assert.equal((await call(harness, 'POST', path, body(hash), forPayer)).status, 201)
    const args = ['keys', 'create', '--account', harness.shop.id, '--scope', 'proxy', '--json']
    const made = await runOperator(args, harness.environment)
    const { apiKey } = JSON.parse(made.stdout) as { apiKey: string }
    const second = await newCharge(harness)
    const headers = { 'api-key': apiKey }
    const answer = await call(harness, 'POST', `/charges/${second}/payments`, body(hash), headers)
    assert.equal(answer.status, 201)
    // A later decision is made, so those reports were looked at.
    const third = await newCharge(harness)
    await merchantOf(harness).addPayment(third, body(hash))
    await paymentThatIs(harness, third, hash, 'COMPLETED')
    for (const one of [id, second])
      assert.equal((await clientOf(harness).getCharge(one)).status, 'NEW')
  })

  test('takes nothing that is proved for another charge', async () => {
    const [named, other] = [await newCharge(harness), await newCharge(harness)]
    // By reference, credited already.
    const hash = await send(price, suffixOf(named))
    await paymentThatIs(harness, named, hash, 'COMPLETED')
    const conflict = (error: PayError) => error.status === 409
    await assert.rejects(merchantOf(harness).addPayment(other, body(hash)), conflict)
    // By reference, not credited, since its charge was canceled.
    const canceled = await newCharge(harness)
    await clientOf(harness).cancelCharge(canceled)
    const meant = await send(price, suffixOf(canceled))
    await unmatchedOf(harness, meant)
    await merchantOf(harness).addPayment(other, body(meant))
    assert.deepEqual(await isDecided(other, meant), {
      status: 'UNMATCHED',
      reason: 'The charge was canceled.',
    })
    // By a reserved amount.
    const reserving = await newCharge(harness)
    const where = { chainId: `${chainId}`, tokenAddress: dusd }
    const { amount } = await clientOf(harness).reserveAmount(reserving, where)
    const reserved = await send(BigInt(amount.replace('.', '').padEnd(7, '0')))
    await paymentThatIs(harness, reserving, reserved, 'COMPLETED')
    await assert.rejects(merchantOf(harness).addPayment(other, body(reserved)), conflict)
    assert.equal((await clientOf(harness).getCharge(other)).status, 'NEW')
  })

  test('is given once: of two charges, the one that was named first', async () => {
    const ids = [await newCharge(harness), await newCharge(harness)] as const
    const hash = anyHash()
    const client = merchantOf(harness)
    const statuses = await Promise.all(
      ids.map((id) =>
        client.addPayment(id, body(hash)).then(
          () => 201,
          (error: PayError) => error.status,
        ),
      ),
    )
    assert.deepEqual(statuses.toSorted(), [201, 409])
  })
})
