import { sql } from 'kysely'
import { pino } from 'pino'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { createApp } from '../../src/service/app/app.ts'
import { createChains } from '../../src/service/app/chains.ts'
import { createChainPoller } from '../../src/service/app/poll.ts'
import { createStore } from '../../src/service/app/store.ts'
import { createActivityMarker } from '../../src/service/charges/routes/activity.ts'
import { openKysely } from '../../src/service/db/kysely.ts'
import { canonicalEntryPoints } from '../../src/service/payments/proof/operations.ts'
import { noFxRates } from '../../src/service/rates/read/rates.ts'
import { createChainTime } from '../../src/service/watcher/chain-time.ts'
import { createClock } from '../../src/service/watcher/clock.ts'
import { type Rule, startCountingNode } from './counting-node.ts'
import { startLocalChain } from './local-chain.ts'
import { mockTime } from './mock-time.ts'
import { chargeBody, suffixOf } from './paying.ts'
import { openEmbedded } from './tables.ts'

// The real watcher, with a real database, on a real chain, behind a node that counts what it is asked. Only time is
// simulated, so that hours of blocks of 2 s pass in seconds: the clock of this process, the times of the blocks, and in
// the database the marks that its own clock has set.

const chainId = 31_337
const hourMs = 3_600_000
/** Milliseconds of a block, and of a poll of the watcher, which on all chains but the local one is 4 s. */
export const blockMs = 2_000
export const pollIntervalMs = 4_000
/** Where the merchant's money goes. */
const recipient: Address = '0x5555555555555555555555555555555555555555'
const stranger: Address = '0x6666666666666666666666666666666666666666'

export type SimulatedWatcher = Awaited<ReturnType<typeof startSimulatedWatcher>>

/**
 * Starts it. One at a time in a process: it sets the time of all.
 *
 * @param shared a database that is emptied first, and stays open: opening one takes longer than most of what is simulated
 */
export async function startSimulatedWatcher(
  rule?: Rule,
  shared?: Awaited<ReturnType<typeof openEmbedded>>,
) {
  const chain = await startLocalChain()
  const node = await startCountingNode(chain.rpcUrl, rule)
  const database = shared ?? (await openEmbedded())
  await shared?.clear()
  const db = openKysely(database.dialect)
  const store = createStore(db)
  const log = pino({ level: 'silent' })
  const chains = createChains({
    rpcUrls: new Map([[chainId, [node.rpcUrl]]]),
    confirmations: new Map([[chainId, 4]]),
    modes: new Map([[chainId, 'live']]),
    tokens: chain.tokens.map(({ address }) => ({ chainId, address, peg: 'USD' }) as const),
    ...{ feeds: [], ensRpcUrl: undefined },
  })
  let isWoken = false
  const wake = () => {
    isWoken = true
  }
  const chainTime = createChainTime({ chains, log })
  const clock = createClock({ chains, log, onOffset: () => undefined })
  const poller = createChainPoller(
    {
      ...{ store, chains, log, clock, chainTime, rates: noFxRates },
      ...{ reorgBlocks: 128, watchMs: 90 * 24 * hourMs },
      ...{ quorumAboveUsd: 1000, finalityAboveUsd: { safe: 10_000, finalized: 100_000 } },
      ...{ entryPoints: canonicalEntryPoints, onDisagreement: () => undefined },
      ...{ onMisdirected: () => undefined, onSearch: () => undefined, onCounts: () => undefined },
    },
    chainId,
    pollIntervalMs,
    wake,
  )
  const app = createApp(
    {
      ...{ store, chains, log, rates: noFxRates, publicUrl: 'https://pay.example' },
      ...{
        expiry: { defaultMs: 24 * hourMs, minMs: 1, maxMs: 24 * hourMs },
        settingsDelayMs: 0,
        findReceiverFault: () => undefined,
        quoteLifetimeMs: hourMs,
        finalityAboveUsd: { safe: 1e9, finalized: 1e9 },
        quoteSigning: undefined,
      },
      ...{ watchMs: 90 * 24 * hourMs, recipientsPerAccount: 1e6 },
      markActive: createActivityMarker({ store, log }),
    },
    [],
  )
  const { apiKey } = await store.createAccount('Blue Mug')
  const token = chain.dusd
  let now = Date.now()
  const time = mockTime(now)
  await chain.client.setAutomine(false)

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await app.request(path, {
      method,
      headers: { 'api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as T
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Lets time pass in the database, whose own clock has set these marks. */
  async function age(milliseconds: number): Promise<void> {
    const by = sql`${milliseconds} * interval '1 millisecond'`
    await sql`update chain_activity set last_active_at = last_active_at - ${by}`.execute(db)
  }

  async function runTurn(): Promise<void> {
    do {
      isWoken = false
      // A poll that has more to do is followed by another one at once.
      while (await poller.pollChain());
      await poller.end()
    } while (isWoken)
  }

  /** Puts a transfer into the next block. */
  async function transfer(to: Address, amount: bigint, suffix: Hex = '0x'): Promise<Hex> {
    const args = [to, amount] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    // By an account that the node signs for: one call, and nothing to compute here.
    const signer = { account: chain.payer.address, chain: null }
    const call = { to: token, data: `${data}${suffix.slice(2)}` as Hex, gas: 100_000n }
    return await chain.client.sendTransaction({ ...signer, ...call })
  }

  /**
   * Lets blocks pass, with a poll of the watcher every 4 s. Each block has a log, as on a chain that is used.
   *
   * @param foreign transfers of a stranger to the merchant in each block
   * @param each runs before each poll
   */
  async function pass(
    milliseconds: number,
    { foreign = 0, each }: { foreign?: number; each?: () => Promise<unknown> } = {},
  ): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += pollIntervalMs) {
      for (let block = 0; block < pollIntervalMs / blockMs; block += 1) {
        await transfer(stranger, 1n)
        for (let count = 0; count < foreign; count += 1) await transfer(recipient, 10_000n)
        now += blockMs
        await chain.mineAt(now)
      }
      time.pass(pollIntervalMs)
      await age(pollIntervalMs)
      await each?.()
      await runTurn()
    }
  }

  return {
    chain,
    node,
    db,
    pass,
    /** Sets the clock of the service's machine; the chain's time goes on as before. */
    jump: time.jump,
    /** Lets time pass without a block. */
    wait: time.pass,
    ...{ store, chains, chainTime, log },
    /** Creates a charge of five dollars, as a merchant does. */
    async createCharge(): Promise<string> {
      const { data } = await call<{ data: { id: string } }>(
        'POST',
        '/charges',
        chargeBody({ chain }, { recipientAddress: recipient }),
      )
      return data.id
    },
    /** Where a restart would continue. */
    readScanState: () => store.getScanState(chainId),
    /** Lets the last page that waited have been closed an hour ago. */
    forgetPayers: () => age(hourMs),
    /** Reads a charge, as a page that waits does, and gives its status. */
    async readCharge(id: string): Promise<string> {
      const { data } = await call<{ data: { status: string } }>('GET', `/charges/${id}`)
      return data.status
    },
    /** Pays a charge in the next block, without a report. */
    pay: (id: string) => transfer(recipient, 5_000_000n, suffixOf(id)),
    /** Ends all charges, so that none is expected to be paid. */
    async expireAll(): Promise<void> {
      await sql`update destinations set expected_until = now() - interval '1 hour'`.execute(db)
      await sql`update chain_activity set last_active_at = now() - interval '1 day'`.execute(db)
      await sql`update charges set status = 'EXPIRED' where status = 'NEW'`.execute(db)
    },
    countUnmatched: () => store.countUnmatched(),
    async stop() {
      poller.standBy()
      await poller.end()
      if (!shared) await database.close()
      time.reset()
      await node.stop()
      await chain.stop()
    },
  }
}
