import { type Address, type Client, erc20Abi } from 'viem'
import { getGasPrice, getTransactionCount } from 'viem/actions'
import type { Funds } from '../../checkout/ports.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
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

/** The gas of a common token transfer, used where the gas cannot be estimated. */
export const defaultTransferGas = 65_000n

/**
 * Reads the account's balances, the likely fee, the account's next nonce and the newest block, before the wallet opens.
 *
 * @throws PayError `payment_failed` when the token itself would revert the transfer; `chain_unreachable`
 */
export async function readFunds(
  client: Client,
  quote: Quote,
  from: string,
  attribution: boolean,
): Promise<Funds> {
  const address = from as Address
  const { amount, token } = quote
  const balanceCall = { address: token.address as Address, abi: erc20Abi, args: [address] } as const
  const [nativeBalance, nonce, blockNumber, gasPrice, balance, call] = await Promise.all([
    readNativeBalance(client, address),
    getTransactionCount(client, { address, blockTag: 'pending' }),
    readBlockNumber(client),
    getGasPrice(client),
    token.native ? undefined : readContract(client, { ...balanceCall, functionName: 'balanceOf' }),
    createTransferCall(client, quote, attribution),
  ]).catch(throwUnreachable)
  const assetBalance = balance ?? nativeBalance
  const [gas, l1Fee] = await Promise.all([
    // With too small a balance the token would revert, so an estimate would only report that.
    assetBalance < amount
      ? defaultTransferGas
      : estimateGas(client, quote, address, nativeBalance, call),
    readL1Fee(client, quote.chainId, call.data),
  ])
  const fee = computeRequiredFee(
    gas * gasPrice + l1Fee,
    token.native ? nativeBalance - amount : nativeBalance,
  )
  const nativeSymbol = client.chain?.nativeCurrency.symbol ?? 'ETH'
  return { tokenBalance: assetBalance, nativeBalance, fee, nativeSymbol, nonce, blockNumber }
}

/**
 * Computes the fee that a payer must have for a transfer that costs `cost` now, in wei.
 *
 * The base fee grows by up to 12.5 % per block (EIP-1559), so wallets require more than the current cost before they
 * send: up to twice the base fee per gas, or half as much gas again. A payer who has less than the cost is told twice
 * the cost, because the wallet would refuse if they fetched only the cost itself. A payer who has the cost is not
 * stopped, because the wallet decides.
 *
 * @param available wei that the account has for the fee, beyond what it pays
 */
export function computeRequiredFee(cost: bigint, available: bigint): bigint {
  return available < cost ? 2n * cost : cost
}

/**
 * Estimates the gas of a transfer. Returns the usual gas where the node refuses only because the balance is too small.
 *
 * @throws PayError `payment_failed` when the token would revert the transfer; `chain_unreachable`
 */
async function estimateGas(
  client: Client,
  quote: Quote,
  from: Address,
  native: bigint,
  call: TransferCall,
): Promise<bigint> {
  try {
    return await estimateTransferGas(client, from, call)
  } catch (cause) {
    const reason = readRevertReason(cause)
    if (reason !== undefined)
      throw new PayError('payment_failed', describeRevert(quote, reason), {
        cause,
        retryable: true,
      })
    // Some nodes refuse to estimate what the balance cannot pay for. The caller sees that by comparing balance and fee.
    const insufficientFundsPattern =
      /insufficient|not enough balance|exceeds (the balance|allowance)/i
    if (native === 0n || insufficientFundsPattern.test((cause as Error).message))
      return defaultTransferGas
    return throwUnreachable(cause)
  }
}
