import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { RelayEnd, RelaySlot } from '../../../src/service/relayer/records.ts'
import type { RelayerOptions } from '../../../src/service/relayer/watch/options.ts'
import { createRelayer } from '../../../src/service/relayer/watch/relayer.ts'

// A stranger has sent what was handed in here. Between two blocks of one number the chain has chosen the other one.

const account = `0x${'11'.repeat(20)}`
const token = `0x${'22'.repeat(20)}`
const from = `0x${'33'.repeat(20)}`
const nonce = `0x${'5a'.repeat(32)}`
const hash = `0x${'ab'.repeat(32)}`

/** The authorization was accepted at block 100. */
const slot: RelaySlot = {
  ...{ chainId: 1, account, nonce: 0, ageMs: 60_000, attempts: [] },
  relay: {
    ...{ id: 'relay', chargeId: 'charge', chainId: 1, token, from, recipient: account, value: 1n },
    ...{ validAfter: 0n, validBefore: 2n ** 40n, nonce, signature: '0x51', status: 'RELAYING' },
    ...{ reason: '', hash: undefined, fee: 0n, isExclusive: true, isOfContract: false },
    ...{ paymentId: undefined, sinceBlock: 100n, createdAt: new Date() },
  },
}

/** How the relay ends whose authorization was used in a block; undefined where it does not. */
async function endWhenUsedIn(blockNumber: bigint): Promise<RelayEnd | undefined> {
  let ended: RelayEnd | undefined
  const store: Partial<RelayerOptions['store']> = {
    listOpenSlots: async () => [slot],
    listNextNonces: async () => new Map([[account, 1]]),
    readMoney: async () => 'waiting',
    async endSlot(_, __, ___, end) {
      ended = end
    },
  }
  const chains: Partial<RelayerOptions['chains']> = {
    getBlockNumber: async () => 120n,
    getConfirmations: () => 2,
    getNonce: async () => 1,
    getBalance: async () => 0n,
    isAuthorizationUsed: async () => true,
    findAuthorizationUse: async (_, { from, to }) =>
      from <= blockNumber && blockNumber <= to ? { kind: 'used', hash, blockNumber } : undefined,
  }
  const limits = { maxCosts: new Map([[1, 1n]]), minBalances: new Map(), reorgBlocks: 8n }
  const relayer = createRelayer({
    ...{ store, chains, limits, signer: { accounts: [account] }, log: pino({ enabled: false }) },
    ...{ fee: 'none', onEnd: () => undefined, onState: () => undefined },
  } as unknown as RelayerOptions)
  await relayer.follow(1, async () => 120n)
  return ended
}

for (const block of [110n, 100n, 99n, 92n])
  test(`what was accepted at block 100 and used in block ${block} by somebody else has ended`, async () => {
    assert.equal((await endWhenUsedIn(block))?.hash, hash)
  })

test('what was used where no reorganization reaches is not looked for', async () => {
  assert.equal(await endWhenUsedIn(91n), undefined)
})
