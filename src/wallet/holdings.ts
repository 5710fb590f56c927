import {
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  multicall3Abi,
} from 'viem'
import { getGasPrice } from 'viem/actions'
import type { Quote } from '../checkout/deal.ts'
import { transferCall } from './call.ts'
import { feeBound, usualGas } from './funds.ts'
import { readL1Fee } from './l1-fee.ts'
import { estimateTransfer, readBalance, readView, unreachable } from './read.ts'

/** What an account has of what a quote asks. */
export interface Holding {
  quote: Quote
  /** Base units of the quote's token; 0n where it does not answer. */
  held: bigint
  /** Base units of it that are missing: 0n is enough. */
  missing: bigint
  /** Of the chain's own coin, in wei. */
  native: bigint
  /** What the network's fee may cost, in wei: see {@link feeBound}. */
  fee: bigint
  /** Wei that are missing for the fee alone, beside what the quote asks: 0n is enough. */
  missingGas: bigint
  /** Why nothing is known of the token. */
  reason?: string | undefined
}

/** https://github.com/mds1/multicall3: the same address on nearly every chain. */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
/** ZKsync derives addresses in a way of its own. */
const multicall3OfZksync = '0xF9cda624FBC7e059355ce98a31693d299FACd963'

/** A transfer's calldata where it costs most: arguments of 68 bytes, attribution of 54. */
const longestData: Hex = `0x${'ff'.repeat(68 + 54)}`

/**
 * What an account has for each of several quotes of one chain, in their order. A token that does not answer fails no other.
 *
 * @throws PayError `chain_unreachable`
 */
export async function readHoldings(
  client: Client,
  quotes: readonly Quote[],
  from: string,
): Promise<Holding[]> {
  const [first] = quotes
  if (!first) return []
  const tokens = quotes.filter(({ token }) => !token.native).map(({ token }) => token.address)
  const [native, gasPrice, l1Fee, balances] = await Promise.all([
    readBalance(client, from),
    getGasPrice(client),
    readL1Fee(client, first.chainId, longestData),
    readTokens(client, first.chainId, [...new Set(tokens)] as Address[], from as Address),
  ]).catch(unreachable)
  const chain = { native, gasPrice, l1Fee }
  return Promise.all(
    quotes.map((quote) => {
      const { token } = quote
      const balance = token.native ? native : balances.get(token.address as Address)
      return holdingOf(client, quote, from, balance, chain)
    }),
  )
}

async function holdingOf(
  client: Client,
  quote: Quote,
  from: string,
  balance: bigint | undefined,
  { native, gasPrice, l1Fee }: { native: bigint; gasPrice: bigint; l1Fee: bigint },
): Promise<Holding> {
  const { amount, token } = quote
  const held = balance ?? 0n
  const missing = above(amount, held)
  const spare = token.native ? above(native, amount) : native
  let cost = usualGas * gasPrice + l1Fee
  // Many tokens take less than is usual: nobody is turned away for gas that is not needed.
  if (missing === 0n && spare > 0n && spare < cost)
    cost = (await leastGas(client, quote, from)) * gasPrice + l1Fee
  const fee = feeBound(cost, spare)
  const reason = `${token.symbol} does not tell its balance on this network.`
  return {
    quote,
    held,
    missing,
    native,
    fee,
    missingGas: above(fee, spare),
    ...(balance === undefined && { reason }),
  }
}

function above(amount: bigint, limit: bigint): bigint {
  return amount > limit ? amount - limit : 0n
}

/** What a node estimates; what is usual where it does not, for whatever reason: the payer who chooses it is told why. */
async function leastGas(client: Client, quote: Quote, from: string): Promise<bigint> {
  try {
    return await estimateTransfer(client, from, await transferCall(client, quote, true))
  } catch {
    return usualGas
  }
}

type Answers = (bigint | undefined)[]

async function readTokens(
  client: Client,
  chainId: number,
  tokens: Address[],
  account: Address,
): Promise<Map<Address, bigint | undefined>> {
  const together = tokens.length > 1 ? await readTogether(client, chainId, tokens, account) : []
  const read = { abi: erc20Abi, functionName: 'balanceOf', args: [account] } as const
  // What has failed among others, by a token that took all the gas for example, may answer alone.
  const answers: Answers = await Promise.all(
    tokens.map(
      (address, at) =>
        together[at] ?? readView(client, { ...read, address }).catch(() => undefined),
    ),
  )
  return new Map(tokens.map((address, at) => [address, answers[at]]))
}

/** Nothing where the chain has no such contract, as local ones. */
async function readTogether(
  client: Client,
  chainId: number,
  tokens: Address[],
  account: Address,
): Promise<Answers> {
  const isZksync = chainId === 300 || chainId === 324
  const address =
    client.chain?.contracts?.multicall3?.address ?? (isZksync ? multicall3OfZksync : multicall3)
  const asked = { abi: erc20Abi, functionName: 'balanceOf' } as const
  const callData = encodeFunctionData({ ...asked, args: [account] })
  const calls = tokens.map((target) => ({ target, allowFailure: true, callData }))
  const view = { address, abi: multicall3Abi, functionName: 'aggregate3', args: [calls] } as const
  const results = await readView(client, view).catch(() => [])
  return results.map(({ success, returnData: data }) => {
    try {
      return success ? decodeFunctionResult({ ...asked, data }) : undefined
    } catch {
      // Not a number: nothing, for example, where no contract is.
      return undefined
    }
  })
}
