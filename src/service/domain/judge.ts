import { namedCharges } from './attribution.ts'
import type { Block, Quote } from './records.ts'
import { partOf } from './share.ts'

/** What was read from a chain about a hash. */
export interface Facts {
  /** Undefined while the chain does not know the hash. */
  transaction:
    | { from: string; nonce: number; to: string | undefined; value: bigint; input: string }
    | undefined
  /** Undefined while it is not mined. */
  receipt:
    | {
        succeeded: boolean
        block: Block
        minedAt: Date
        logs: readonly Log[]
        /**
         * Wei that the recipient gained by calls inside the transaction; undefined where it was not asked, or where
         * other transactions of the block may have a part in it.
         */
        gain: bigint | undefined
      }
    | undefined
  /** Number of the newest block. */
  head: bigint
}

export interface Log {
  address: string
  topics: readonly string[]
  data: string
}

/** What a payment claims: that its transfer pays this. */
export interface Claim {
  chargeId: string
  quote: Quote
  chargedAt: Date
  confirmations: number
}

export type Verdict =
  | { kind: 'unseen' }
  | { kind: 'pending'; confirmations: number }
  | { kind: 'failed'; reason: string; block?: Block }
  | { kind: 'paid'; amount: bigint; payer: string; block: Block; minedAt: Date }

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * How much earlier than its charge a block may say it was made, in milliseconds: a block's time is the start of its
 * slot (12 s on Ethereum), and clocks differ.
 */
const clockSlack = 30_000

/** Judges a claim by what the chain says. Pure, and never throws: all it reads may be hostile. */
export function judge(facts: Facts, claim: Claim): Verdict {
  const { transaction, receipt } = facts
  if (!transaction) return { kind: 'unseen' }
  const named = namedCharges(transaction.input)
  const ours = named.has(claim.chargeId.toLowerCase())
  // A hash commits to its calldata: this cannot change, so nobody has to wait for blocks.
  if (named.size > 0 && !ours) {
    return { kind: 'failed', reason: 'The transaction names another charge.' }
  }
  if (!receipt) return { kind: 'pending', confirmations: 0 }
  const { block } = receipt
  const confirmations = Math.max(1, Number(facts.head - block.number) + 1)
  // A failure waits as long as a success: a reorganisation can turn either around.
  if (confirmations < claim.confirmations) return { kind: 'pending', confirmations }
  const failed = (reason: string): Verdict => ({ kind: 'failed', reason, block })
  if (!receipt.succeeded) return failed('The transaction was reverted.')
  // Old transfers to the merchant are public: without the charge's name in it, none may pay a later charge.
  if (!ours && receipt.minedAt.getTime() < claim.chargedAt.getTime() - clockSlack) {
    return failed('The transaction is older than the charge.')
  }
  const { amount, payer } = received(facts, claim, named.size > 1)
  const { minedAt } = receipt
  if (amount !== undefined && amount > 0n) return { kind: 'paid', amount, payer, block, minedAt }
  return failed(amount === undefined ? undecided(claim.quote) : nothingArrived(facts, claim.quote))
}

/** What arrived at the recipient, in base units, undefined where nobody can tell; and who sent it. */
function received(
  facts: Facts,
  { chargeId, quote }: Claim,
  several: boolean,
): { amount: bigint | undefined; payer: string } {
  const { transaction, receipt } = facts
  const from = transaction?.from ?? ''
  if (quote.tokenType === 'NATIVE') {
    // A coin says nothing of its parts.
    return { amount: several ? undefined : receivedCoin(facts, quote), payer: from }
  }
  const transfers = (receipt?.logs ?? [])
    .filter((log) => same(log.address, quote.token))
    .map(readTransfer)
    .filter((one) => one !== undefined)
    // To itself nothing arrives.
    .filter((one) => same(one.to, quote.recipient) && !same(one.from, one.to))
  const values = transfers.map(({ value }) => value)
  const amount =
    several && values.length > 0
      ? partOf(transaction?.input ?? '', chargeId, quote.recipient, values)
      : values.reduce((sum, value) => sum + value, 0n)
  const sender = transfers.find(({ value }) => !several || value === amount)
  return { amount, payer: sender?.from ?? from }
}

function receivedCoin({ transaction, receipt }: Facts, quote: Quote): bigint | undefined {
  if (!transaction || same(transaction.from, quote.recipient)) return 0n
  if (transaction.to && same(transaction.to, quote.recipient)) return transaction.value
  // A Safe or another contract sends coin by a call of its own, which leaves no log.
  return receipt?.gain
}

function undecided(quote: Quote): string {
  return quote.tokenType === 'NATIVE'
    ? `Whether a call inside the transaction brought ${quote.symbol} to ${quote.recipient} cannot be ` +
        'told from the chain’s blocks: look at it, and record it by hand.'
    : 'The transaction pays several charges, and what it brought to this one cannot be told apart.'
}

/**
 * An ERC-20 Transfer: its value is what arrived, also where a token takes a fee on the way. A token whose logs tell
 * more than its balances do is out of reach: an operator should not take it. Undefined for other logs, such as ERC-721's, which has a fourth topic. */
function readTransfer(log: Log): { from: string; to: string; value: bigint } | undefined {
  const [topic, from, to] = log.topics
  if (log.topics.length !== 3 || topic?.toLowerCase() !== transferTopic) return undefined
  if (!from || !to || !/^0x[\da-f]{64}$/i.test(log.data)) return undefined
  return { from: lastAddress(from), to: lastAddress(to), value: BigInt(log.data) }
}

/** A topic is a word of 32 bytes; an address is its last 20. */
function lastAddress(topic: string): string {
  return `0x${topic.slice(-40)}`
}

/** Says as exactly as the facts allow why nothing counts. */
function nothingArrived(facts: Facts, quote: Quote): string {
  if (quote.tokenType === 'NATIVE') {
    const to = facts.transaction?.to
    return to && same(to, quote.recipient)
      ? 'The transaction transfers no value.'
      : `The transaction does not go to ${quote.recipient}.`
  }
  const transfers = (facts.receipt?.logs ?? []).filter((log) => readTransfer(log))
  if (transfers.length === 0) return 'The transaction transfers no token.'
  return transfers.some((log) => same(log.address, quote.token))
    ? `The transaction transfers no ${quote.symbol} to ${quote.recipient}.`
    : `The transaction transfers another token than ${quote.symbol} (${quote.token}).`
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
