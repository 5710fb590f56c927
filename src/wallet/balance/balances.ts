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
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { estimateTransferGas, readContract, readNativeBalance, throwUnreachable } from '../read.ts'
import { createTransferCall } from '../send/transfer-call.ts'
import { computeRequiredFee, defaultTransferGas } from './funds.ts'
import { readL1Fee } from './l1-fee.ts'

/** An account's balances for one quote, and the shortfall. */
export interface QuoteBalance {
  quote: Quote
  /** The account's balance in base units of the quote's token; 0n where the token does not answer. */
  balance: bigint
  /** Base units of the token that are missing; 0n when nothing is. */
  tokenShortfall: bigint
  /** The account's balance in the native currency, in wei. */
  nativeBalance: bigint
  /** The network's fee, in wei: see {@link computeRequiredFee}. */
  fee: bigint
  /** Wei that are missing for the fee alone, after the quote's amount is paid; 0n when nothing is. */
  feeShortfall: bigint
  /** Why the token's balance is not known. */
  reason?: string | undefined
}

/** Multicall3's address, the same on nearly every chain: https://github.com/mds1/multicall3 */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
/** Multicall3's address on ZKsync, which derives contract addresses differently. */
const zksyncMulticall3 = '0xF9cda624FBC7e059355ce98a31693d299FACd963'

/** The most expensive calldata that a transfer can have: a call of 68 bytes and an attribution suffix of 54. */
const longestData: Hex = `0x${'ff'.repeat(68 + 54)}`

/**
 * Reads an account's balances for several quotes of one chain, and returns them in the order of the quotes. A token
 * that does not answer does not affect the others.
 *
 * @throws PayError `chain_unreachable`
 */
export async function readQuoteBalances(
  client: Client,
  quotes: readonly Quote[],
  from: string,
): Promise<QuoteBalance[]> {
  const [first] = quotes
  if (!first) return []
  const tokens = quotes.filter(({ token }) => !token.native).map(({ token }) => token.address)
  const [native, gasPrice, l1Fee, balances] = await Promise.all([
    readNativeBalance(client, from),
    getGasPrice(client),
    readL1Fee(client, first.chainId, longestData),
    readTokenBalances(client, first.chainId, [...new Set(tokens)] as Address[], from as Address),
  ]).catch(throwUnreachable)
  const chain = { native, gasPrice, l1Fee }
  return Promise.all(
    quotes.map((quote) => {
      const { token } = quote
      const balance = token.native ? native : balances.get(token.address as Address)
      return createQuoteBalance(client, quote, from, balance, chain)
    }),
  )
}

/** Compares an account's balances with the cost of a quote and its fee. */
async function createQuoteBalance(
  client: Client,
  quote: Quote,
  from: string,
  knownBalance: bigint | undefined,
  { native: nativeBalance, gasPrice, l1Fee }: { native: bigint; gasPrice: bigint; l1Fee: bigint },
): Promise<QuoteBalance> {
  const { amount, token } = quote
  const balance = knownBalance ?? 0n
  const tokenShortfall = subtractOrZero(amount, balance)
  const available = token.native ? subtractOrZero(nativeBalance, amount) : nativeBalance
  let cost = defaultTransferGas * gasPrice + l1Fee
  // Many tokens need less gas than usual. Estimated here, so that no payer is stopped for lack of it.
  if (tokenShortfall === 0n && available > 0n && available < cost)
    cost = (await estimateGasOrDefault(client, quote, from)) * gasPrice + l1Fee
  const fee = computeRequiredFee(cost, available)
  const isUnknown = knownBalance === undefined
  return {
    quote,
    balance,
    tokenShortfall,
    nativeBalance,
    fee,
    feeShortfall: subtractOrZero(fee, available),
    reason: isUnknown ? `${token.symbol} doesn’t report a balance on this network.` : undefined,
  }
}

/** Returns how much an amount exceeds a limit, at least 0n. */
function subtractOrZero(amount: bigint, subtrahend: bigint): bigint {
  return amount > subtrahend ? amount - subtrahend : 0n
}

/**
 * Returns the node's gas estimate, or the usual gas where the node gives none for any reason. A payer who chooses
 * this option sees the reason then, from readFunds.
 */
async function estimateGasOrDefault(client: Client, quote: Quote, from: string): Promise<bigint> {
  try {
    return await estimateTransferGas(client, from, await createTransferCall(client, quote, true))
  } catch {
    return defaultTransferGas
  }
}

type BalanceResults = (bigint | undefined)[]

/** Reads an account's balances of several tokens; undefined for a token that does not answer. */
async function readTokenBalances(
  client: Client,
  chainId: number,
  tokens: Address[],
  account: Address,
): Promise<Map<Address, bigint | undefined>> {
  const multicallResults =
    tokens.length > 1 ? await readByMulticall(client, chainId, tokens, account) : []
  const balanceCall = { abi: erc20Abi, functionName: 'balanceOf', args: [account] } as const
  // A token that failed in the multicall may answer alone: another one may have used up all the gas, for example.
  const results: BalanceResults = await Promise.all(
    tokens.map(
      (address, at) =>
        multicallResults[at] ??
        readContract(client, { ...balanceCall, address }).catch(() => undefined),
    ),
  )
  return new Map(tokens.map((address, at) => [address, results[at]]))
}

/**
 * Reads balances by one call of Multicall3. Returns an empty list where the chain has no such contract, as on local
 * chains.
 */
async function readByMulticall(
  client: Client,
  chainId: number,
  tokens: Address[],
  account: Address,
): Promise<BalanceResults> {
  const isZksync = chainId === 300 || chainId === 324
  const address =
    client.chain?.contracts?.multicall3?.address ?? (isZksync ? zksyncMulticall3 : multicall3)
  const balanceCall = { abi: erc20Abi, functionName: 'balanceOf' } as const
  const callData = encodeFunctionData({ ...balanceCall, args: [account] })
  const calls = tokens.map((target) => ({ target, allowFailure: true, callData }))
  const view = { address, abi: multicall3Abi, functionName: 'aggregate3', args: [calls] } as const
  const results = await readContract(client, view).catch(() => [])
  return results.map(({ success, returnData: data }) => {
    try {
      return success ? decodeFunctionResult({ ...balanceCall, data }) : undefined
    } catch {
      // The answer is not a number. It is empty, for example, if the address has no contract.
      return undefined
    }
  })
}
