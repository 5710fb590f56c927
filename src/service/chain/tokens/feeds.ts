import { parseAbi, type Address as ViemAddress } from 'viem'
import { formatAmount } from '../../../amount.ts'
import { PayError } from '../../../errors.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { CurrencyFeed, DatedRate, DollarFeed, UsdRate } from '../types/tokens.ts'
import { ignoreMissingFunction } from './tokens.ts'

/** A Chainlink price feed that the operator trusts for a token's price in US dollars. */
export interface PriceFeed extends DollarFeed {
  /** The zero address for the chain's native currency. */
  tokenAddress: string
  /** Older answers are refused. Use the feed's heartbeat plus some time for a slow chain. */
  maxAgeSeconds: number
  /**
   * Lowest price that is believed, in US dollars for a whole token. A feed may stop at its own bounds when the market
   * has left them, and a broken feed may answer anything.
   */
  min: number
  /** Highest price that is believed, in US dollars for a whole token. */
  max: number
}

// https://docs.chain.link/data-feeds/api-reference#aggregatorv3interface
const aggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** How long prices may still be old after a sequencer is up again, as Chainlink's documentation advises. */
const sequencerGraceSeconds = 3600
/** How far the time of a block may be ahead of our clock. */
const maxClockSkewSeconds = 300

/**
 * Reads the newest answer of a token's feed, or the newest one of a block.
 *
 * @param now the time by which an answer is too old: that of the block
 * @throws PayError `price_unavailable` for an answer that is too old, out of its bounds or no price, and while the
 *   rollup's sequencer is down or was down within the last hour; otherwise as {@link ChainClient} does
 */
export async function readRate(
  chain: ChainClient,
  feed: PriceFeed,
  now: Date,
  blockNumber?: bigint,
): Promise<UsdRate> {
  const createError = (why: string) => createPriceError(feed, why)
  const { answer, decimals, at } = await readAnswer(chain, feed, now, createError, blockNumber)
  const ageSeconds = computeAgeSeconds(at, now)
  if (ageSeconds > feed.maxAgeSeconds)
    throw createError(`is ${ageSeconds} seconds old; at most ${feed.maxAgeSeconds} are allowed`)
  if (!isWithinBounds(answer, decimals, feed)) {
    const dollars = formatAmount(answer, decimals)
    throw createError(`returned ${dollars} USD, which is not from ${feed.min} to ${feed.max}`)
  }
  return { answer, decimals }
}

/**
 * Reads the newest answer of a currency's feed, however old.
 *
 * @throws PayError `price_unavailable` whose message follows the source's name: for a feed of something else, for no price, and
 *   while the rollup's sequencer is down or was down within the last hour; otherwise as {@link ChainClient} does
 */
export async function readCurrencyAnswer(
  chain: ChainClient,
  { currency, ...feed }: CurrencyFeed,
  now: Date,
): Promise<DatedRate> {
  const createError = (why: string) => new PayError('price_unavailable', why, { retryable: true })
  const call = { address: feed.feed as ViemAddress, abi: aggregatorAbi } as const
  const description = await chain.read((client) =>
    client.readContract({ ...call, functionName: 'description' }).catch(ignoreMissingFunction),
  )
  if (description === undefined) throw createError('is no Chainlink feed')
  const expected = `${currency} / USD`
  if (description !== expected)
    throw createError(`is the feed "${description.slice(0, 40)}", not "${expected}"`)
  return await readAnswer(chain, feed, now, createError)
}

/** Reads a feed's newest answer, or that of a block, however old. */
async function readAnswer(
  chain: ChainClient,
  { feed, sequencerFeed }: DollarFeed,
  now: Date,
  createError: (why: string) => PayError,
  blockNumber?: bigint,
): Promise<DatedRate> {
  if (sequencerFeed !== undefined)
    await checkSequencer(chain, sequencerFeed, now, createError, blockNumber)
  const { answer, updatedAt, decimals } = await readRound(chain, feed, blockNumber)
  if (answer <= 0n || updatedAt === 0n) throw createError('gives no price')
  const at = new Date(Number(updatedAt) * 1000)
  // By our own clock, not the chain's: a node that hangs shows an old block together with an old answer.
  const ageSeconds = computeAgeSeconds(at, now)
  if (!(ageSeconds >= -maxClockSkewSeconds))
    throw createError(`is dated ${-ageSeconds} seconds in the future`)
  return { answer, decimals, at }
}

/**
 * Throws while a rollup's sequencer is down, or was down within the last hour.
 *
 * @see https://docs.chain.link/data-feeds/l2-sequencer-feeds
 */
async function checkSequencer(
  chain: ChainClient,
  address: string,
  now: Date,
  createError: (why: string) => PayError,
  blockNumber: bigint | undefined,
): Promise<void> {
  const { answer, startedAt } = await readRound(chain, address, blockNumber)
  // An answer of 0 means up. `startedAt` is 0 before the first round.
  if (answer !== 0n || startedAt === 0n)
    throw createError('may be old: the sequencer of the chain is down')
  const uptimeSeconds = computeAgeSeconds(new Date(Number(startedAt) * 1000), now)
  if (uptimeSeconds < sequencerGraceSeconds)
    throw createError(
      `may be old: the sequencer of the chain came up only ${uptimeSeconds} seconds ago`,
    )
}

async function readRound(chain: ChainClient, feed: string, blockNumber: bigint | undefined) {
  const call = {
    address: feed as ViemAddress,
    abi: aggregatorAbi,
    ...(blockNumber !== undefined && { blockNumber }),
  } as const
  const [decimals, round] = await chain.read((client) =>
    Promise.all([
      client.readContract({ ...call, functionName: 'decimals' }),
      client.readContract({ ...call, functionName: 'latestRoundData' }),
    ]),
  )
  const [, answer, startedAt, updatedAt] = round
  return { answer, startedAt, updatedAt, decimals }
}

function computeAgeSeconds(time: Date, now: Date): number {
  return Math.floor(now.getTime() / 1000) - Math.floor(time.getTime() / 1000)
}

/** Returns whether a price is within the operator's bounds. They are wide, so that a float is exact enough here. */
function isWithinBounds(answer: bigint, decimals: number, { min, max }: PriceFeed): boolean {
  const dollars = Number(formatAmount(answer, decimals))
  return dollars >= min && dollars <= max
}

function createPriceError({ chainId, tokenAddress }: PriceFeed, why: string): PayError {
  return new PayError(
    'price_unavailable',
    `The price feed of token ${tokenAddress} on chain ${chainId} ${why}. ` +
      'Try again later, or give requestProps.tokenAmount.',
    { retryable: true },
  )
}
