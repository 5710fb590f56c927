import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Address } from 'viem'
import { deploy, mintCall } from '../../support/contracts.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { chargeBody, newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// What is worth less than a cent, and what nobody knows, is listed apart: it is neither lost nor decided on by that.

const harness = provideHarness()
before(async () => {
  await harness.started
  // Its address is watched from now on.
  await newCharge(harness)
})

const dusd = () => harness.chain.dusd
const list = async (hidden: 'true' | 'false' = 'false') =>
  (await clientOf(harness).listUnmatched({ limit: 100, hidden })).data
const hashesOf = (payments: readonly { hash: string }[]) => payments.map(({ hash }) => hash)

/** Sends units without any reference, and waits until the service has them, in either list. */
async function send(units: bigint, token: Address = dusd()) {
  const hash = await harness.chain.transfer(token, wallet, units)
  return await until('the unmatched money', async () =>
    [...(await list()), ...(await list('true'))].find((one) => one.hash === hash),
  )
}

/** Whether a transaction stands in the books, and in an event. */
async function isTold(hash: string) {
  const client = clientOf(harness)
  const books = await fetch(`${harness.service.baseUrl}/books?format=jsonl`, {
    headers: { 'api-key': harness.shop.apiKey },
  })
  const { data } = await client.listEvents({ limit: 100 })
  const events = await Promise.all(data.map(({ uuid }) => client.getEvent(uuid)))
  return {
    books: (await books.text()).includes(hash),
    webhook: JSON.stringify(events).includes(hash),
  }
}

test('what is worth less than a cent is listed apart, and stands in the books and in an event all the same', async () => {
  const [dust, cent] = [await send(9_999n), await send(10_000n)]
  assert.deepEqual(hashesOf(await list()), [cent.hash])
  assert.deepEqual(await list('true'), [dust])
  assert.deepEqual([dust.isHidden, dust.status, cent.isHidden], [true, 'UNMATCHED', false])
  for (const { hash } of [dust, cent])
    assert.deepEqual(await isTold(hash), { books: true, webhook: true })
  const cli = async (...args: string[]) =>
    (
      await runOperator(
        ['call', 'listUnmatched', '--account', harness.shop.id, ...args],
        harness.environment,
      )
    ).stdout
  assert.match(await cli('--hidden', 'true'), new RegExp(dust.hash))
  assert.doesNotMatch(await cli(), new RegExp(dust.hash))
})

test('it is credited by proof and decided on like any other, and what was decided on is listed with the rest', async () => {
  const client = clientOf(harness)
  const proved = await newCharge(harness)
  const rest = await payFor(harness, proved, 4_999_999n)
  await paymentThatIs(harness, proved, rest, 'COMPLETED')
  const last = await payFor(harness, proved, 1n)
  await paymentThatIs(harness, proved, last, 'COMPLETED')

  const [kept, ignored] = [await send(1n), await send(2n)]
  const chargeUuid = await newCharge(harness)
  const assigned = await client.assignUnmatched(kept.uuid, { chargeUuid })
  assert.deepEqual([assigned.status, assigned.isHidden], ['ASSIGNED', false])
  const decided = await client.listUnmatched({ status: 'ASSIGNED' })
  assert.deepEqual(hashesOf(decided.data), [kept.hash])
  const undone = await client.unassignUnmatched(kept.uuid, { chargeUuid })
  assert.deepEqual([undone.status, undone.isHidden], ['UNMATCHED', true])
  await client.ignoreUnmatched(ignored.uuid)
  const { data } = await client.listUnmatched({ status: 'IGNORED' })
  assert.deepEqual(hashesOf(data), [ignored.hash])
})

test('a token without a price is listed apart until a charge of the account is paid in it', async () => {
  const token = await deploy(harness.chain, 'FeeDollar')
  await harness.chain.send(token, mintCall(harness.chain.payer.address, 100_000_000n))
  const nameToken = (account = harness.shop) =>
    clientOf(harness, account).createCharge(
      chargeBody(harness, { tokenAddress: token, tokenAmount: '5' }),
    )
  // Another account names it at the shop's address, so it is watched there.
  await nameToken(harness.other)
  const unknown = await send(5_000_000n, token)
  assert.equal(unknown.isHidden, true)
  await nameToken()
  assert.equal((await send(5_000_000n, token)).isHidden, false)
})
