import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hex, keccak256, pad, toHex } from 'viem'
import type { Log } from '../../../../src/service/chain/types/transactions.ts'
import { readAuthorization } from '../../../../src/service/payments/proof/authorizations.ts'

const [token, otherToken] = [`0x${'11'.repeat(20)}`, `0x${'12'.repeat(20)}`] as const
const [payer, other, shop] = [
  `0x${'21'.repeat(20)}`,
  `0x${'22'.repeat(20)}`,
  `0x${'23'.repeat(20)}`,
] as const
const nonce = keccak256('0x01')
const topics = {
  used: keccak256(toHex('AuthorizationUsed(address,bytes32)')),
  canceled: keccak256(toHex('AuthorizationCanceled(address,bytes32)')),
  transfer: keccak256(toHex('Transfer(address,address,uint256)')),
  approval: keccak256(toHex('Approval(address,address,uint256)')),
}

const used = (by: Hex = payer, at: Hex = token, topic: Hex = topics.used) => ({
  address: at,
  topics: [topic, pad(by), nonce],
  data: '0x',
})
const transfer = (from: Hex = payer, at: Hex = token) => ({
  address: at,
  topics: [topics.transfer, pad(from), pad(shop)],
  data: toHex(5n, { size: 32 }),
})
const approval = { address: token, topics: [topics.approval, pad(payer), pad(shop)], data: '0x' }

/** Which transfers among a receipt's logs were authorized. */
function read(...logs: Omit<Log, 'index'>[]) {
  const list = logs.map((log, at) => ({ ...log, index: at + 3 }))
  const isProven = (log: Log, at: number) =>
    log.topics[0] === topics.transfer && readAuthorization(list, at) === nonce
  return list.map((log, at) => (isProven(log, at) ? 'authorized' : '-')).join(' ')
}

test('an authorization proves the transfer directly behind it, and nothing else', () => {
  assert.equal(read(used(), transfer()), '- authorized')
  // Beside it the same account moves more, by an allowance.
  assert.equal(read(transfer(), used(), transfer(), transfer()), '- - authorized -')
  assert.equal(read(used(), transfer(), used(other), transfer(other)), '- authorized - authorized')
  assert.equal(read(used(), used(), transfer()), '- - authorized')
  for (const logs of [
    [used(other), transfer()],
    [used(payer, otherToken), transfer()],
    [used(), transfer(payer, otherToken)],
    [used(), approval, transfer()],
    [transfer(), used()],
    [used(payer, token, topics.canceled), transfer()],
    [{ ...used(), topics: used().topics.slice(0, 2) }, transfer()],
  ])
    assert.ok(!read(...logs).includes('authorized'), JSON.stringify(logs))
})

test('logs between which the node left one out prove nothing', () => {
  const logs = [
    { ...used(), index: 3 },
    { ...transfer(), index: 5 },
  ]
  assert.equal(readAuthorization(logs, 1), undefined)
})
