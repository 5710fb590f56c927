import type { Config } from '@wagmi/core'
import type { Client } from 'viem'
import type { Deal, Quote } from '../checkout/deal.ts'
import type { Holding } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { type Holding as Held, readHoldings } from './holdings.ts'

/** How chains are read for a payer's choice. */
export interface ChoiceReader {
  reader: (chainId: number) => Promise<Client>
  /** True when the account needs no coin of the chain for the fee. */
  sponsored: (client: Client, chainId: number, from: string) => Promise<boolean>
}

/**
 * In which of several deals an account can pay: what can be paid first, then what is not known, then what is missing; of
 * each kind the payer's last choice first. A chain that cannot be read leaves its deals without a balance.
 */
export async function readChoices(
  config: Config,
  chain: ChoiceReader,
  deals: readonly Deal[],
  from: string,
): Promise<Holding[]> {
  const chains = [...new Set(deals.map(({ quote }) => quote.chainId))]
  const read = await Promise.all(
    chains.map(async (chainId) => {
      const there = deals.filter(({ quote }) => quote.chainId === chainId)
      return readChain(chain, chainId, there, from)
    }),
  )
  const last = await config.storage?.getItem(lastPair as never)
  const isLast = ({ deal }: Holding) => nameOf(deal.quote) === last
  const rank = (one: Holding) =>
    (one.missing ? 4 : one.held === undefined ? 2 : 0) + (isLast(one) ? 0 : 1)
  // The order of the merchant's own list within each.
  const listed = deals.flatMap((deal) => read.flat().find((one) => one.deal === deal) ?? [])
  return listed.sort((a, b) => rank(a) - rank(b))
}

async function readChain(
  { reader, sponsored }: ChoiceReader,
  chainId: number,
  deals: readonly Deal[],
  from: string,
): Promise<Holding[]> {
  try {
    const client = await reader(chainId)
    const quotes = deals.map(({ quote }) => quote)
    const [found, isFree] = await Promise.all([
      readHoldings(client, quotes, from),
      sponsored(client, chainId, from),
    ])
    return deals.map((deal, at) => holding(deal, found[at], client, isFree))
  } catch (cause) {
    // A wallet on another chain cannot read this one: it is read when the payer has chosen it.
    if (cause instanceof PayError && cause.code === 'chain_unreachable')
      return deals.map((deal) => ({ deal }))
    throw cause
  }
}

function holding(deal: Deal, found: Held | undefined, { chain }: Client, isFree: boolean): Holding {
  if (!found || found.reason) return { deal }
  const { held, missing, missingGas } = found
  const { decimals, symbol } = deal.quote.token
  const coin = chain?.nativeCurrency ?? { decimals: 18, symbol: 'ETH' }
  if (missing > 0n)
    return { deal, held, missing: { of: 'token', amount: missing, decimals, symbol } }
  if (missingGas > 0n && !isFree) {
    const { decimals: places, symbol: name } = coin
    return {
      deal,
      held,
      missing: { of: 'gas', amount: missingGas, decimals: places, symbol: name },
    }
  }
  return { deal, held }
}

const lastPair = 'pay-charge.pair'

function nameOf({ chainId, token }: Quote): string {
  return `${chainId} ${token.address.toLowerCase()}`
}

/** Remembers what the payer pays with, for the next time. */
export async function keepChoice(config: Config, quote: Quote): Promise<void> {
  await config.storage?.setItem(lastPair as never, nameOf(quote) as never)
}
