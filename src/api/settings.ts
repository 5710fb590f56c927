import * as z from 'zod/mini'
import { Address, WebUrl } from './fields.ts'

/** Body and answer of POST /api-keys/receiving-wallet (interface 4.4): where the account's money goes. */
export const ReceivingWallet = z.object({
  walletAddress: Address,
  chainId: z
    .number('must be a number, such as 8453')
    .check(
      z.int('must be a whole number'),
      z.gte(1, 'must be a chain id'),
      z.lte(999_999_999_999_999),
    ),
  /** The zero address stands for the chain's own coin. */
  tokenAddress: Address,
})
export type ReceivingWallet = z.infer<typeof ReceivingWallet>

/** Body of POST /api-keys/charge-webhook (interface 4.5). */
export const ChargeWebhook = z.object({ url: WebUrl })
export type ChargeWebhook = z.infer<typeof ChargeWebhook>

/** Answer of POST /api-keys/charge-webhook. `secret` is shown this once; it signs as Standard Webhooks says. */
export const StoredChargeWebhook = z.object({ url: z.string(), secret: z.optional(z.string()) })
export type StoredChargeWebhook = z.infer<typeof StoredChargeWebhook>
