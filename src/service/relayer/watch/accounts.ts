import type { Logger } from 'pino'
import type { Address } from '../../chain/types/address.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { RelayLimits, RelaySigner, RelaySlot } from '../records.ts'
import type { RelayerState } from '../relayer.ts'
import { describeAccount, findBlockedNonce, isGap, sumCosts } from '../rules.ts'
import type { RelayerStore } from '../store/relays.ts'

/** Options of {@link createRelayerAccounts}. */
export interface RelayerAccountOptions {
  store: Pick<RelayerStore, 'listOpenSlots' | 'listNextNonces' | 'reopenSlots'>
  chains: Pick<Chains, 'getBlockNumber' | 'getBalance' | 'getNonce'>
  signer: Pick<RelaySigner, 'accounts'>
  limits: RelayLimits
  log: Logger
}

/** The relayer's accounts, and what the chain has of their nonces. */
export interface RelayerAccounts {
  /**
   * Returns the account that has the most coin left beyond what its waiting transactions may cost; none where all have too little, or
   * wait for something.
   */
  choose(chainId: number, gasCost: bigint, dataFee: bigint): Promise<Address | undefined>
  /**
   * Returns whether some account would have its next transaction mined soon; true while no node answers, since what is signed then is
   * asked about when it is handed in. Read anew every few seconds.
   */
  canServe(chainId: number): Promise<boolean>
  readState(chainId: number): Promise<RelayerState>
  /** Returns whether accounts without open slots are to be compared with the chain again. */
  isComparisonDue(chainId: number): boolean
  /**
   * Compares the accounts that a reorganization can reach with the chain. What it took back is opened again, and what was never sent is
   * filled. Returns the next nonce of each, as the chain has it, and whether slots were opened.
   */
  compare(
    chainId: number,
    head: bigint,
    open: readonly RelaySlot[],
  ): Promise<{ nextNonces: ReadonlyMap<Address, number>; hasOpened: boolean }>
}

/** Milliseconds for which an answer to whether an account can serve is kept: each page that offers a signature asks. */
const servingKeptMs = 10_000

/** Creates it. */
export function createRelayerAccounts({
  store,
  chains,
  signer,
  limits,
  log,
}: RelayerAccountOptions): RelayerAccounts {
  /** By chain: the gap that the last look at an account has seen. A node that is behind for a moment shows one as well. */
  const suspected = new Map<number, Map<Address, number>>()
  const comparedAt = new Map<number, number>()
  const serving = new Map<number, { canServe: Promise<boolean>; readAt: number }>()

  /**
   * Returns the next nonces of the accounts that a reorganization can reach: of all at first, since one may have come while nobody
   * looked, and while a gap is suspected, which stays where the chain goes on.
   */
  function listTaken(chainId: number, head: bigint) {
    const areAll = !comparedAt.has(chainId) || suspected.has(chainId)
    return store.listNextNonces(chainId, areAll ? 0n : head - limits.reorgBlocks)
  }

  async function readQueues(chainId: number) {
    const head = await chains.getBlockNumber(chainId)
    const [open, nextNonces] = await Promise.all([
      store.listOpenSlots(chainId),
      listTaken(chainId, head),
    ])
    const queues = await Promise.all(
      signer.accounts.map(async (account) => {
        const [balance = 0n, chainNonce] = await Promise.all([
          chains.getBalance(chainId, account, head),
          chains.getNonce(chainId, account, head),
        ])
        const own = open.filter((slot) => slot.account === account)
        const blockedBy = findBlockedNonce(own, chainNonce, nextNonces.get(account))
        return {
          account,
          balance,
          waiting: own.filter((slot) => slot.nonce >= chainNonce),
          blockedBy,
        }
      }),
    )
    return { open, queues }
  }

  return {
    async choose(chainId, gasCost, dataFee) {
      const { queues } = await readQueues(chainId)
      const floor = limits.minBalances.get(chainId) ?? 0n
      const candidates = queues
        .filter(({ blockedBy }) => blockedBy === undefined)
        .map(({ account, balance, waiting }) => {
          const dataFees = BigInt(waiting.length + 1) * dataFee
          const isFull = waiting.length >= limits.counts.openSlots
          return { account, isFull, left: balance - sumCosts(waiting) - gasCost - dataFees - floor }
        })
      // One that has as many transactions waiting as nodes keep takes no more, while another one can.
      const free = candidates.filter(({ isFull }) => !isFull)
      const [best] = (free.length > 0 ? free : candidates).toSorted((a, b) =>
        a.left > b.left ? -1 : 1,
      )
      return best && best.left >= 0n ? best.account : undefined
    },

    async canServe(chainId) {
      const now = performance.now()
      const kept = serving.get(chainId)
      if (kept && now - kept.readAt < servingKeptMs) return await kept.canServe
      const canServe = readQueues(chainId).then(
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
      const { open, queues } = await readQueues(chainId)
      const accounts = queues.map(({ account, balance, blockedBy }) => ({
        ...describeAccount(limits, chainId, account, balance),
        blockedBy,
      }))
      return { accounts, open }
    },

    isComparisonDue: (chainId) =>
      performance.now() - (comparedAt.get(chainId) ?? -Infinity) >= limits.compareAfterMs,

    async compare(chainId, head, open) {
      const taken = await listTaken(chainId, head)
      comparedAt.set(chainId, performance.now())
      const suspects = new Map<Address, number>()
      const nextNonces = new Map<Address, number>()
      let hasOpened = false
      for (const [account, next] of taken) {
        const chainNonce = await chains.getNonce(chainId, account, head)
        nextNonces.set(account, chainNonce)
        const own = open.filter((slot) => slot.account === account)
        if (!isGap(own, chainNonce, next)) continue
        suspects.set(account, chainNonce)
        if (suspected.get(chainId)?.get(account) !== chainNonce) continue
        const { reopened, missing } = await store.reopenSlots({ chainId, account }, chainNonce)
        hasOpened ||= reopened.length + missing.length > 0
        if (reopened.length > 0)
          log.warn(
            { chainId, account, nonces: reopened },
            'A reorganization took back transactions of the relayer. They are sent again.',
          )
        if (missing.length > 0)
          log.error(
            { chainId, account, nonces: missing },
            'Nonces of the relayer were never used, and keep later ones waiting. Each is filled by a transfer of nothing.',
          )
      }
      // Kept until here: a node that fails in between leaves what was seen before.
      if (suspects.size > 0) suspected.set(chainId, suspects)
      else suspected.delete(chainId)
      return { nextNonces, hasOpened }
    },
  }
}
