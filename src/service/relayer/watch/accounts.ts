import type { Address } from '../../chain/types/address.ts'
import { type AccountQueue, chooseAccount, describeAccount, findBlockedNonce } from '../accounts.ts'
import type { RelaySlot } from '../records.ts'
import type { RelayerState } from '../relayer.ts'
import { compareAccounts, createGapState, type GapState, listNextNonces } from './gaps.ts'
import type { RelayerOptions } from './options.ts'

/** The relayer's accounts, with their coin and nonces on the chain. */
export interface RelayerAccounts {
  /**
   * Chooses the account for the next transaction; undefined where none can send it soon. See {@link chooseAccount}.
   *
   * @param gasCost wei, the most that its gas may cost
   * @param dataFee wei, for its bytes
   */
  choose(chainId: number, gasCost: bigint, dataFee: bigint): Promise<Address | undefined>
  /**
   * Returns whether the next transaction of some account would be mined soon. The answer is kept for a few seconds. True
   * while no node answers: an authorization that is signed then is checked again when it is submitted.
   */
  canServe(chainId: number): Promise<boolean>
  readState(chainId: number): Promise<RelayerState>
  /** Returns whether accounts without open slots are due for another comparison with the chain. */
  isComparisonDue(chainId: number): boolean
  /**
   * Compares the accounts that a reorganization can reach with the chain, and opens the slots that a gap needs. Returns the
   * next nonce of each account according to the chain, and whether slots were opened.
   */
  compare(
    chainId: number,
    head: bigint,
    open: readonly RelaySlot[],
  ): Promise<{ nextNonces: ReadonlyMap<Address, number>; hasOpened: boolean }>
}

/** Milliseconds for which the answer to {@link RelayerAccounts.canServe} is kept: each page that offers a signature asks. */
const servingKeptMs = 10_000

/** Creates the accounts of a relayer. */
export function createRelayerAccounts(options: RelayerOptions): RelayerAccounts {
  const { limits } = options
  const gaps = createGapState()
  const serving = new Map<number, { canServe: Promise<boolean>; readAt: number }>()
  return {
    async choose(chainId, gas, data) {
      const { queues } = await readQueues(options, gaps, chainId)
      return chooseAccount(queues, limits, chainId, { gas, data })
    },

    async canServe(chainId) {
      const now = performance.now()
      const kept = serving.get(chainId)
      if (kept && now - kept.readAt < servingKeptMs) return await kept.canServe
      const canServe = readQueues(options, gaps, chainId).then(
        ({ queues }) => queues.some(({ blockedBy }) => blockedBy === undefined),
        () => {
          serving.delete(chainId)
          return true
        },
      )
      serving.set(chainId, { canServe, readAt: now })
      return await canServe
    },

    async readState(chainId) {
      const { open, queues } = await readQueues(options, gaps, chainId)
      const accounts = queues.map(({ account, balance, blockedBy }) => ({
        ...describeAccount(limits, chainId, account, balance),
        blockedBy,
      }))
      return { accounts, open }
    },

    isComparisonDue: (chainId) =>
      performance.now() - (gaps.comparedAt.get(chainId) ?? -Infinity) >= limits.compareAfterMs,

    compare: (chainId, head, open) => compareAccounts(options, gaps, chainId, head, open),
  }
}

/** Reads the open slots of a chain, and the balance and waiting transactions of each account. */
async function readQueues(
  options: RelayerOptions,
  gaps: GapState,
  chainId: number,
): Promise<{ open: readonly RelaySlot[]; queues: AccountQueue[] }> {
  const { store, chains, signer } = options
  const head = await chains.getBlockNumber(chainId)
  const [open, nextNonces] = await Promise.all([
    store.listOpenSlots(chainId),
    listNextNonces(options, gaps, chainId, head),
  ])
  const queues = await Promise.all(
    signer.accounts.map(async (account) => {
      const [balance = 0n, chainNonce] = await Promise.all([
        chains.getBalance(chainId, account, head),
        chains.getNonce(chainId, account, head),
      ])
      const own = open.filter((slot) => slot.account === account)
      const waiting = own.filter(({ nonce }) => nonce >= chainNonce)
      const blockedBy = findBlockedNonce(own, chainNonce, nextNonces.get(account))
      return { account, balance, waiting, blockedBy }
    }),
  )
  return { open, queues }
}
