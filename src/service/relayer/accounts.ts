import type { Address } from '../chain/types/address.ts'
import type { RelayLimits, RelaySlot, SlotKey } from './records.ts'
import type { RelayAccount } from './relayer.ts'
import { findLargest } from './rules.ts'

// Which account of the relayer sends a transaction, and what keeps an account from sending. These functions are pure.

/** An account with the transactions that wait at it. */
export interface AccountQueue {
  account: Address
  /** Wei. */
  balance: bigint
  /** The open slots whose nonce the chain has not used up. */
  waiting: readonly RelaySlot[]
  /** See {@link findBlockedNonce}. */
  blockedBy: number | undefined
}

/** Returns what an account of the relayer can still pay for. */
export function describeAccount(
  { maxCosts, minBalances }: RelayLimits,
  chainId: number,
  account: Address,
  balance: bigint,
): Omit<RelayAccount, 'blockedBy'> {
  const floor = minBalances.get(chainId) ?? 0n
  const [room, cost] = [balance - floor, maxCosts.get(chainId) ?? 0n]
  return {
    account,
    balance,
    floor,
    transactionsLeft: room > 0n && cost > 0n ? Number(room / cost) : 0,
  }
}

/**
 * Returns the account that has the most coin left after the highest cost of its waiting transactions; undefined where every
 * account has too little, or is blocked. An account with as many waiting transactions as nodes keep is chosen only when all
 * others have as many.
 *
 * @param cost wei of the next transaction: the most for its gas, and the fee for its bytes
 */
export function chooseAccount(
  queues: readonly AccountQueue[],
  { counts, minBalances }: RelayLimits,
  chainId: number,
  cost: { gas: bigint; data: bigint },
): Address | undefined {
  const floor = minBalances.get(chainId) ?? 0n
  const candidates = queues
    .filter(({ blockedBy }) => blockedBy === undefined)
    .map(({ account, balance, waiting }) => {
      const dataCost = BigInt(waiting.length + 1) * cost.data
      const isFull = waiting.length >= counts.openSlots
      return { account, isFull, left: balance - sumCosts(waiting) - cost.gas - dataCost - floor }
    })
  const free = candidates.filter(({ isFull }) => !isFull)
  const [best] = (free.length > 0 ? free : candidates).toSorted((a, b) =>
    a.left > b.left ? -1 : 1,
  )
  return best && best.left >= 0n ? best.account : undefined
}

/**
 * Milliseconds for which a transaction may wait before its account accepts no more. An authorization is valid for ten
 * minutes at most; behind a transaction that has waited for half of that, and was replaced six times, it would expire.
 */
const slowAfterMs = 5 * 60_000

/**
 * Returns whether an account has a gap: no open slot has the account's next nonce, although that nonce or a later one was
 * taken. Nothing is sent with it, and all later transactions wait for it.
 *
 * @param open the account's open slots
 * @param chainNonce its next nonce according to the chain
 * @param nextNonce its next nonce according to the taken ones; undefined where none of them can be under way
 */
export function isGap(
  open: readonly SlotKey[],
  chainNonce: number,
  nextNonce: number | undefined = 0,
): boolean {
  return nextNonce > chainNonce && open.every(({ nonce }) => nonce !== chainNonce)
}

/** Returns the nonce that blocks an account, since no later transaction would be mined in time; undefined for none. */
export function findBlockedNonce(
  open: readonly Pick<RelaySlot, 'chainId' | 'account' | 'nonce' | 'ageMs'>[],
  chainNonce: number,
  nextNonce: number | undefined,
): number | undefined {
  if (isGap(open, chainNonce, nextNonce)) return chainNonce
  return open.find(({ nonce, ageMs }) => nonce >= chainNonce && ageMs >= slowAfterMs)?.nonce
}

/** Returns the highest cost that the transactions of slots may still have. */
function sumCosts(slots: readonly RelaySlot[]): bigint {
  const costs = slots.map(({ attempts }) =>
    findLargest(attempts.map(({ gas, fees }) => gas * fees.maxFeePerGas)),
  )
  return costs.reduce((sum, cost) => sum + cost, 0n)
}
