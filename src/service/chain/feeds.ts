import { parseAbi, type Address as ViemAddress } from 'viem'
import { formatAmount } from '../../amount.ts'
import { PayError } from '../../errors.ts'
import type { Rate } from '../domain/pricing.ts'
import type { ChainClient } from './client.ts'

/** A Chainlink price feed that the operator trusts to tell a token's price in US dollars. */
export interface Feed {
  chainId: number
  /** The zero address for the chain's own coin. */
  tokenAddress: string
  /** The feed's proxy contract (AggregatorV3Interface), on the same chain. */
  feed: string
  /** Older answers are refused. The feed's heartbeat, and some time for the chain to be slow. */
  maxAgeSeconds: number
  /**
   * US dollars for a whole token between which an answer is believed. A feed gives its own bounds at worst when the market
   * has left them, and a broken one gives anything.
   */
  min: number
  max: number
  /** On a rollup: Chainlink's feed of the sequencer's uptime there. Prices are not fresh while it is down. */
  sequencerFeed?: string | undefined
}

// https://docs.chain.link/data-feeds/api-reference#aggregatorv3interface
const aggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Seconds for which a rollup that is up again may still tell of old prices, as Chainlink's documents advise. */
const sequencerGrace = 3600
/** Seconds that a block's clock may be ahead of ours. */
const clockSlack = 300

/**
 * Reads a feed's newest answer.
 *
 * @throws PayError `price_unavailable` for one that is too old, out of its bounds or no price, and while the rollup's sequencer is down
 *   or was until an hour ago; else as {@link ChainClient} does
 */
export async function readRate(chain: ChainClient, feed: Feed, now: Date): Promise<Rate> {
  if (feed.sequencerFeed !== undefined) await checkSequencer(chain, feed, feed.sequencerFeed, now)
  const { answer, updatedAt, decimals } = await readRound(chain, feed.feed)
  // Of our own clock, not the chain's: a node that hangs shows an old block and an old answer alike.
  const age = ageOf(updatedAt, now)
  if (answer <= 0n || updatedAt === 0n) throw unavailable(feed, 'gives no price')
  if (age > feed.maxAgeSeconds) {
    throw unavailable(feed, `is ${age} seconds old; at most ${feed.maxAgeSeconds} are allowed`)
  }
  if (age < -clockSlack) throw unavailable(feed, `is ${-age} seconds in the future`)
  if (!isWithin(answer, decimals, feed)) {
    const dollars = formatAmount(answer, decimals)
    throw unavailable(feed, `says ${dollars} USD, which is not from ${feed.min} to ${feed.max}`)
  }
  return { answer, decimals }
}

/** @see https://docs.chain.link/data-feeds/l2-sequencer-feeds */
async function checkSequencer(
  chain: ChainClient,
  feed: Feed,
  address: string,
  now: Date,
): Promise<void> {
  const { answer, startedAt } = await readRound(chain, address)
  // 0: up. It starts at 0 before the first round.
  if (answer !== 0n || startedAt === 0n) {
    throw unavailable(feed, 'may be old: the sequencer of the chain is down')
  }
  const up = ageOf(startedAt, now)
  if (up < sequencerGrace) {
    throw unavailable(
      feed,
      `may be old: the sequencer of the chain is up again since ${up} seconds`,
    )
  }
}

async function readRound(chain: ChainClient, feed: string) {
  const address = feed as ViemAddress
  const [decimals, round] = await chain.read((client) =>
    Promise.all([
      client.readContract({ address, abi: aggregatorAbi, functionName: 'decimals' }),
      client.readContract({ address, abi: aggregatorAbi, functionName: 'latestRoundData' }),
    ]),
  )
  const [, answer, startedAt, updatedAt] = round
  return { answer, startedAt, updatedAt, decimals }
}

function ageOf(time: bigint, now: Date): number {
  return Math.floor(now.getTime() / 1000) - Number(time)
}

/** Bounds are the operator's, and far apart: a number is exact enough for them. */
function isWithin(answer: bigint, decimals: number, { min, max }: Feed): boolean {
  const dollars = Number(formatAmount(answer, decimals))
  return dollars >= min && dollars <= max
}

function unavailable({ chainId, tokenAddress }: Feed, why: string): PayError {
  return new PayError(
    'price_unavailable',
    `The price feed of token ${tokenAddress} on chain ${chainId} ${why}. ` +
      'Try again later, or give requestProps.tokenAmount.',
    { retryable: true },
  )
}
