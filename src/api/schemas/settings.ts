import * as z from 'zod/mini'
import { Address, WebUrl } from './fields.ts'

/** Body and reply of POST /api-keys/receiving-wallet (interface 4.4): where the account receives money. */
export const ReceivingWallet = z.object({
  walletAddress: Address,
  chainId: z
    .number('must be a number, such as 8453')
    .check(
      z.int('must be a whole number'),
      z.gte(1, 'must be a chain id'),
      z.lte(999_999_999_999_999),
    ),
  /** The zero address stands for the chain's native currency. */
  tokenAddress: Address,
})
export type ReceivingWallet = z.infer<typeof ReceivingWallet>

/** Body of POST /api-keys/charge-webhook (interface 4.5). */
export const ChargeWebhook = z.object({ url: WebUrl })
export type ChargeWebhook = z.infer<typeof ChargeWebhook>

/**
 * Reply of POST /api-keys/charge-webhook. `secret` is shown only once; calls are signed with it as Standard Webhooks
 * defines.
 */
export const StoredChargeWebhook = z.object({ url: z.string(), secret: z.optional(z.string()) })
export type StoredChargeWebhook = z.infer<typeof StoredChargeWebhook>
