import { pino } from 'pino'
import type { WatcherContext } from '../../../../src/service/watcher/context.ts'
import {
  creditTransaction,
  creditTransactions,
} from '../../../../src/service/watcher/credit/credit-transactions.ts'
import { recordUnmatchedTransfers } from '../../../../src/service/watcher/credit/unmatched-transfers.ts'
import type { WatchedDestinations } from '../../../../src/service/watcher/watched-destinations.ts'
import type { Dice } from '../../../support/dice.ts'
import { type Chain, chainId, listTransferLogs, shop, token, toTransaction } from './chain.ts'
import { confirmations, type Tables } from './store.ts'

// The watcher in the schedules of the relayer: the service's real reading of transactions, and its real decisions about what they
// pay. It sees each new block at once, but for some transactions of strangers, which it reads late.

export interface WatcherWorld {
  chain: Chain
  dice: Dice
  tables: Tables
  isCalm(): boolean
  /** Whether a transaction may be read late. */
  mayBeLate(account: string): boolean
  /** Whether the operator lets the first report take a transfer without a reference. */
}

const log = pino({ enabled: false })

const isShop = (address: string) => address === shop
const destinations: WatchedDestinations = {
  ...{ filters: [], tokens: [token], recipients: [shop], nativeRecipients: [] },
  ...{ oldestChargeAt: new Date(0), isEmpty: false },
  has: (_, recipient) => isShop(recipient),
  accepts: (_, recipient) => isShop(recipient),
}

/** Creates the watcher. */
export function createWatcher(world: WatcherWorld) {
  const { chain, dice, tables } = world
  const { money } = tables
  const context = createContext(world)
  /** Transactions of strangers, and whether they are read late. */
  const late = new Map<string, boolean>()
  /** What was read, each with its block. */
  const scanned = new Set<string>()

  function isLate({ hash, account }: { hash: string; account: string }): boolean {
    if (!late.has(hash)) late.set(hash, world.mayBeLate(account) && dice.chance(0.5))
    return !world.isCalm() && late.get(hash) === true
  }

  /** Forgets what a reorganization has taken back, or has put into a block that was not read. */
  function drop() {
    money.drop(({ hash, block }) => chain.locate(hash)?.block.hash === block.hash)
  }

  async function scan() {
    const logs = chain.listBlocks().flatMap((block, number) => {
      const isNew = ({ hash }: { hash: string }) => !scanned.has(`${hash} ${block.hash}`)
      const transactions = block.transactions.filter((tx) => isNew(tx) && !isLate(tx))
      for (const { hash } of transactions) scanned.add(`${hash} ${block.hash}`)
      return listTransferLogs({ ...block, transactions }, BigInt(number))
    })
    if (logs.length === 0) return
    const toRead = await recordUnmatchedTransfers(context, destinations, chainId, logs)
    await creditTransactions(context, destinations, chainId, toRead, chain.head())
  }

  async function readReports() {
    for (const [hash, dueReports] of Map.groupBy(money.listWaiting(), ({ hash }) => hash)) {
      if (!chain.locate(hash)) continue
      late.set(hash, false)
      const transaction = { hash, dueReports }
      const outcome = await creditTransaction(
        ...([context, destinations, chainId, transaction, chain.head()] as const),
      )
      if (outcome.kind === 'mined' && !outcome.readAgain)
        await context.store.endReports(dueReports, '')
    }
  }

  return {
    async poll() {
      await scan()
      await readReports()
      drop()
    },
    /** What was to be read late is read now. */
    catchUp() {
      for (const hash of late.keys()) late.set(hash, false)
    },
  }
}

function createContext({ chain, dice, tables, isCalm }: WatcherWorld) {
  const isFailing = () => !isCalm() && dice.chance(0.05)
  const chains: Partial<WatcherContext['chains']> = {
    getConfirmations: () => confirmations,
    parseAddress: (text) => text as typeof token,
    lookUpTransaction: async (_, hash) => chain.lookUp(hash),
    getUsdPriceAt: async () => ({ source: 'unavailable' }),
    async getBlockWithTransactions(_, number) {
      const block = chain.blockAt(number)
      if (!block || isFailing()) throw new Error('The node failed.')
      const transactions = block.transactions.map(toTransaction)
      return { hash: block.hash, parentHash: '', time: new Date(block.time * 1000), transactions }
    },
    async findAuthorizations(_, transfers) {
      if (isFailing()) return undefined
      const [{ blockNumber = 0n } = {}] = transfers
      const senders = transfers.map(({ sender }) => sender as string)
      return (chain.blockAt(blockNumber)?.transactions ?? []).flatMap(({ hash, done }) =>
        done.filter(({ from }) => senders.includes(from)).map(({ nonce }) => ({ hash, nonce })),
      )
    },
  }
  return {
    ...{ store: tables.store, chains, log, entryPoints: [] },
    clock: { correctBlockTime: (_: number, time: Date) => time, isMeasured: () => true },
    onMisdirected: () => undefined,
  } as unknown as WatcherContext
}
