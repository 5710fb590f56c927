import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { runOperator } from '../../support/operator.ts'
import { until } from '../../support/wait.ts'
import { chainId, clientOf, type Harness, startHarness, wallet } from '../harness.ts'
import { newCharge, paymentThatIs, suffixOf } from '../paying.ts'

// What a merchant knows already, and dust, is left out of the list: it is neither lost nor decided on by that.

let harness: Harness
before(async () => {
  harness = await startHarness()
  // Its address is watched from now on.
  await newCharge(harness)
})
after(() => harness.end())

const token = () => harness.chain.token('DUSD').address
const list = async (hidden: 'true' | 'false' = 'false') =>
  (await clientOf(harness).listUnmatched({ limit: 100, hidden })).data
const hashesOf = (payments: readonly { hash: string }[]) => payments.map(({ hash }) => hash)

/** Sends units without any reference, and waits until the service has them, hidden or not. */
async function send(units: bigint) {
  const hash = await harness.chain.transfer(token(), wallet, units)
  return await until('the unmatched money', async () =>
    [...(await list()), ...(await list('true'))].find((one) => one.hash === hash),
  )
}

test('dust is hidden, that which is there and that which comes, until the rule is removed', async () => {
  const client = clientOf(harness)
  const [dust, enough] = [await send(9_999n), await send(10_000n)]
  const money = { chainId: `${chainId}`, tokenAddress: token(), amountBelow: '0.01' }
  const rule = await client.addHidingRule(money)
  assert.deepEqual(await client.addHidingRule(money), rule)
  const later = await send(1n)
  assert.deepEqual(hashesOf(await list()), [enough.hash])
  const hidden = await list('true')
  assert.deepEqual(hashesOf(hidden), [later.hash, dust.hash])
  assert.ok(hidden.every(({ isHidden, status }) => isHidden && status === 'UNMATCHED'))
  assert.deepEqual(await client.listHidingRules(), [rule])
  await client.removeHidingRule(rule.uuid)
  await assert.rejects(client.removeHidingRule(rule.uuid), { code: 'not_found' })
  assert.deepEqual(hashesOf(await list()), [later.hash, enough.hash, dust.hash])
  assert.deepEqual(await list('true'), [])
  const { data } = await client.listAuditLog()
  const actions = data.slice(0, 2).map(({ action }) => action)
  assert.deepEqual(actions, ['hiding_rule.removed', 'hiding_rule.added'])
})

test('what a known sender sends is hidden, and proof credits it, and the merchant assigns it, all the same', async () => {
  const client = clientOf(harness)
  const senderAddress = harness.chain.payer.address
  const { uuid } = await client.addHidingRule({ senderAddress })
  const money = await send(5_000_000n)
  assert.deepEqual(await list(), [])
  const [proved, assigned] = [await newCharge(harness), await newCharge(harness)]
  const hash = await harness.chain.transfer(token(), wallet, 5_000_000n, suffixOf(proved))
  await paymentThatIs(harness, proved, hash, 'COMPLETED')
  await client.assignUnmatched(money.uuid, { chargeUuid: assigned })
  await paymentThatIs(harness, assigned, money.hash, 'COMPLETED')
  const decided = await client.listUnmatched({ status: 'ASSIGNED' })
  assert.deepEqual(hashesOf(decided.data), [money.hash])
  await client.removeHidingRule(uuid)
})

test('an account’s rules are its own, name its tokens, and are at most a hundred', async () => {
  const client = clientOf(harness)
  const { uuid } = await client.addHidingRule({ senderAddress: demoAccount(7).address })
  const other = clientOf(harness, harness.other)
  await assert.rejects(other.removeHidingRule(uuid), { code: 'not_found' })
  assert.deepEqual(await other.listHidingRules(), [])
  const dust = { chainId: `${chainId}`, tokenAddress: demoAccount(8).address, amountBelow: '1' }
  await assert.rejects(client.addHidingRule(dust), { code: 'invalid_request' })
  await assert.rejects(client.addHidingRule({ ...dust, tokenAddress: token(), amountBelow: '0' }), {
    code: 'invalid_request',
  })
  for (let count = 1; count < 100; count += 1)
    await client.addHidingRule({
      ...{ chainId: `${chainId}`, tokenAddress: token() },
      amountBelow: `0.000${100 + count}`,
    })
  const oneMore = client.addHidingRule({ senderAddress: demoAccount(9).address })
  await assert.rejects(oneMore, { code: 'conflict' })
})

test('the operator hides and shows by command', async () => {
  const account = ['--account', harness.other.id]
  const cli = async (...args: string[]) =>
    (await runOperator(['unmatched', ...args, ...account], harness.environment)).stdout.trim()
  const sender = demoAccount(7).address
  const said = await cli('hide', '--sender', sender)
  const [, uuid = ''] = /^Hidden by the rule ([\da-f-]{36})\.$/.exec(said) ?? []
  assert.match(await cli('rules'), new RegExp(`${uuid} {2}from ${sender}$`))
  assert.equal(await cli('list', '--hidden'), 'There are no such payments.')
  assert.equal(await cli('unhide', uuid), 'Removed.')
  assert.equal(await cli('rules'), 'Nothing is hidden.')
})
