import type { FinalityLevel } from '../../chain/types/chains.ts'
import { getFinalityLevel } from '../../charges/awaited-finality.ts'
import { estimateUsdValue } from '../../charges/usd-value.ts'
import type { WatchedPayment } from '../../payments/payments.ts'
import type { WatcherContext } from '../context.ts'

/**
 * Returns whether the chain itself calls a payment's block safe or finalized, as the payment's value requires. Where the chain has
 * no such tag, or the token neither peg nor feed, the number of confirmations alone decides. A feed that gave no price for the block
 * says nothing of the value: then the payment waits as the largest ones do.
 */
export async function isFinalEnough(
  context: WatcherContext,
  watched: WatchedPayment,
): Promise<boolean> {
  const { chainId, block } = watched.payment
  const level = await findFinalityLevel(context, watched)
  if (!level) return true
  const final = await context.chains.getFinalBlock(chainId, level)
  return final === undefined || (block !== undefined && block.number <= final)
}

async function findFinalityLevel(
  context: WatcherContext,
  watched: WatchedPayment,
): Promise<FinalityLevel | undefined> {
  const value = await estimatePaymentValue(context, watched, { byRates: true })
  return value === undefined ? undefined : getFinalityLevel(value, context.finalityAboveUsd)
}

/**
 * Returns the value of a payment in US dollars; undefined if one of its tokens has no price.
 *
 * @param options `byRates`: whether tokens without a peg to the dollar have the price of their feed at the block. @default false
 */
export async function estimatePaymentValue(
  { chains }: WatcherContext,
  { payment, transfers }: WatchedPayment,
  { byRates = false }: { byRates?: boolean } = {},
): Promise<number | undefined> {
  const { chainId } = payment
  const own = transfers.filter(({ paymentId }) => paymentId === payment.id)
  const holdings = await Promise.all(
    own.map(async ({ token, amount, usdPrice, usdSource }) => ({
      amount,
      price: byRates ? { usdPrice, usdSource } : undefined,
      metadata: await chains.getToken(chainId, token),
    })),
  )
  return estimateUsdValue(holdings)
}
