import { createHash } from 'node:crypto'
import type { Address } from '../chain/address.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { MinedTransaction, Transfer } from '../payments/transfers.ts'

// The chain of what is triggered in test mode. There is none: no node serves it, no wallet knows it, and the watcher never reads
// it, so nothing on it can be paid, found or confirmed by anybody.

/** The simulated chain's id: "test" in ASCII. */
export const simulatedChainId = 0x74657374

/** The token of the simulated chain. It is worth a dollar, of no value. */
export const simulatedToken = { symbol: 'TEST', decimals: 6, isUsdPegged: true } as const

/** Returns an address of the simulated chain, the same one for the same name. */
export function createSimulatedAddress(name: string): Address {
  return `0x${hash(name).slice(0, 40)}`
}

/** Returns the hash of a new transaction on the simulated chain. */
export function createSimulatedHash(): string {
  return `0x${hash(crypto.randomUUID())}`
}

/** Creates a transaction that pays a charge its price. */
export function createSimulatedPayment(
  { quote, reference }: ChargeRecord,
  sender: Address,
  now: Date,
): MinedTransaction {
  const transfer: Transfer = {
    position: 0,
    token: quote.token,
    recipient: quote.recipient,
    sender,
    amount: quote.amount,
    references: [reference],
  }
  return {
    chainId: quote.chainId,
    hash: createSimulatedHash(),
    block: createSimulatedBlock(now),
    minedAt: now,
    blockTime: now,
    transfers: [transfer],
    mentionedReferences: [reference],
  }
}

/** Creates a block of a time: one each second. */
export function createSimulatedBlock(now: Date) {
  return { number: BigInt(Math.floor(now.getTime() / 1000)), hash: createSimulatedHash() }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
