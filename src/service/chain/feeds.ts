import { parseAbi, type Address as ViemAddress } from 'viem'
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
}

// https://docs.chain.link/data-feeds/api-reference#aggregatorv3interface
const aggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Seconds that a block's clock may be ahead of ours. */
const clockSlack = 300

/**
 * Reads a feed's newest answer.
 *
 * @throws PayError `price_unavailable` for one that is too old or no price; else as {@link ChainClient} does
 */
export async function readRate(chain: ChainClient, feed: Feed, now: Date): Promise<Rate> {
  const address = feed.feed as ViemAddress
  const [decimals, round] = await chain.read((client) =>
    Promise.all([
      client.readContract({ address, abi: aggregatorAbi, functionName: 'decimals' }),
      client.readContract({ address, abi: aggregatorAbi, functionName: 'latestRoundData' }),
    ]),
  )
  const [, answer, , updatedAt] = round
  // Of our own clock, not the chain's: a node that hangs shows an old block and an old answer alike.
  const age = Math.floor(now.getTime() / 1000) - Number(updatedAt)
  if (answer <= 0n || updatedAt === 0n) throw unavailable(feed, 'gives no price')
  if (age > feed.maxAgeSeconds) {
    throw unavailable(feed, `is ${age} seconds old; at most ${feed.maxAgeSeconds} are allowed`)
  }
  if (age < -clockSlack) throw unavailable(feed, `is ${-age} seconds in the future`)
  return { answer, decimals }
}

function unavailable({ chainId, tokenAddress }: Feed, why: string): PayError {
  return new PayError(
    'price_unavailable',
    `The price feed of token ${tokenAddress} on chain ${chainId} ${why}. ` +
      'Try again later, or give requestProps.tokenAmount.',
    { retryable: true },
  )
}
