import { type Address, type Client, erc20Abi } from 'viem'
import { getGasPrice, getTransactionCount } from 'viem/actions'
import type { Funds } from '../../checkout/ports/wallets.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { type FailureDetails, PayError } from '../../errors.ts'
import {
  estimateTransferGas,
  readBlockNumber,
  readContract,
  readNativeBalance,
  throwUnreachable,
} from '../read.ts'
import { createTransferCall, type TransferCall } from '../send/transfer-call.ts'
import { readL1Fee } from './l1-fee.ts'
import { describeRevert, readRevertReason } from './transfer-check.ts'

/** The balance of an account whose wallet does not return it. The wallet itself decides whether it is enough. */
const unlimited = 2n ** 256n - 1n

/** The gas of a common token transfer, used where the gas cannot be estimated. */
export const defaultTransferGas = 65_000n

/**
 * Reads the account's balances, the likely fee, the account's next nonce and the newest block, before the wallet opens. All reads
 * run in parallel: the estimate does not wait for the balance.
 *
 * @param call the call that pays the quote, if it is created already
 * @throws PayError `payment_failed` when the token itself would revert the transfer; `chain_unreachable`;
 * `quote_mismatch` when the token has other decimals than the quote: another amount would be sent than was shown
 */
export async function readFunds(
  client: Client,
  quote: Quote,
  from: string,
  attribution: boolean,
  call: Promise<TransferCall> = createTransferCall(client, quote, attribution),
): Promise<Funds> {
  const address = from as Address
  const { amount, token } = quote
  const balanceCall = { address: token.address as Address, abi: erc20Abi, args: [address] } as const
  const gasEstimate = settleEstimate(
    call.then((transferCall) => estimateTransferGas(client, from, transferCall)),
  )
  // Some mobile wallets refuse these reads, and estimate themselves. A refusal does not stop a payment.
  const hints = Promise.all([
    readNativeBalance(client, address).catch(() => undefined),
    getTransactionCount(client, { address, blockTag: 'pending' }).catch(() => undefined),
    getTransactionCount(client, { address, blockTag: 'latest' }).catch(() => undefined),
    readBlockNumber(client).catch(() => 0n),
    getGasPrice(client).catch(() => 0n),
  ])
  const [balance, decimals, l1Fee] = await Promise.all([
    token.native ? undefined : readContract(client, { ...balanceCall, functionName: 'balanceOf' }),
    token.native ? undefined : readDecimals(client, balanceCall.address),
    call.then(({ data }) => readL1Fee(client, quote.chainId, data)),
  ]).catch(throwUnreachable)
  const [knownBalance, knownNonce, minedNonce, blockNumber, gasPrice] = await hints
  const nativeBalance = knownBalance ?? unlimited
  if (decimals !== undefined && decimals !== token.decimals) throw createDecimalsError(decimals)
  const assetBalance = balance ?? nativeBalance
  // With too small a balance the token reverts, so the estimate only reports that.
  const gas = assetBalance < amount ? defaultTransferGas : requireGas(await gasEstimate, quote)
  const fee = computeRequiredFee(
    gas * gasPrice + l1Fee,
    token.native ? nativeBalance - amount : nativeBalance,
  )
  const nativeSymbol = client.chain?.nativeCurrency.symbol ?? 'ETH'
  return {
    tokenBalance: assetBalance,
    nativeBalance,
    fee,
    nativeSymbol,
    blockNumber,
    // False if the wallet returns neither: no number is greater than NaN.
    hasUnmined: Number(knownNonce) > Number(minedNonce),
    ...(knownNonce === undefined ? { nonce: 0, isNonceUnknown: true } : { nonce: knownNonce }),
  }
}

/** Reads a token's decimals. They are optional for a contract (ERC-20): undefined if it has none. */
async function readDecimals(client: Client, address: Address): Promise<number | undefined> {
  return await readContract(client, { address, abi: erc20Abi, functionName: 'decimals' }).catch(
    () => undefined,
  )
}

function createDecimalsError(decimals: number): PayError {
  const text =
    'This payment’s amount doesn’t match its token. Nothing was sent. Please tell the store.'
  return new PayError('quote_mismatch', text, { field: 'tokenDecimals', details: { decimals } })
}

/**
 * Computes the fee that a payer must have for a transfer that costs `cost` now, in wei.
 *
 * The base fee grows by up to 12.5 % per block (EIP-1559), so wallets require more than the current cost before they
 * send: up to twice the base fee per gas, or half as much gas again. For a balance below the cost, the result is twice
 * the cost, because the wallet would refuse if they fetched only the cost itself. A payer who has the cost is not
 * stopped, because the wallet decides.
 *
 * @param available wei that the account has for the fee, beyond the payment
 */
export function computeRequiredFee(cost: bigint, available: bigint): bigint {
  return available < cost ? 2n * cost : cost
}

/** The result of an estimate: the gas, or the node's error. */
type EstimateResult = { gas: bigint } | { cause: unknown }

async function settleEstimate(estimate: Promise<bigint>): Promise<EstimateResult> {
  try {
    return { gas: await estimate }
  } catch (cause) {
    return { cause }
  }
}

/**
 * Returns the estimated gas, or the usual gas where there is no estimate: some nodes refuse to estimate a call that the balance
 * cannot pay for, which the caller sees by comparing balance and fee, and some wallets refuse the method.
 *
 * @throws PayError `payment_failed` when the token would revert the transfer
 */
function requireGas(result: EstimateResult, quote: Quote): bigint {
  if ('gas' in result) return result.gas
  const { cause } = result
  const reason = readRevertReason(cause)
  if (reason !== undefined)
    throw new PayError('payment_failed', describeRevert(quote), {
      cause,
      retryable: true,
      details: { kind: 'transfer_refused', reason } satisfies FailureDetails & { reason: string },
    })
  return defaultTransferGas
}
