import * as z from 'zod/mini'
import { isWebUrl } from '../formats.ts'
import { Address, Amount, Timestamp, Uuid } from './fields.ts'
import { pageQuery, type QueryValues } from './page-query.ts'

/** Body of POST /api-keys/receiving-wallet (interface 4.4): where the account receives money. */
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

/** Reply of POST /api-keys/receiving-wallet. */
export const StoredReceivingWallet = z.extend(ReceivingWallet, {
  /** When the change takes effect; absent when it has. */
  effective_at: z.optional(Timestamp),
})
export type StoredReceivingWallet = z.infer<typeof StoredReceivingWallet>

/** Body of POST /api-keys/charge-webhook (interface 4.5). An empty url removes the webhook. */
export const ChargeWebhook = z.object({
  url: z.string().check(
    z.maxLength(2048, 'must have at most 2048 characters'),
    z.refine(
      (text) => text === '' || isWebUrl(text),
      'must be an http or https URL, or empty for none',
    ),
  ),
})
export type ChargeWebhook = z.infer<typeof ChargeWebhook>

/**
 * Reply of POST /api-keys/charge-webhook. `secret` is shown only once; calls are signed with it as Standard Webhooks
 * defines.
 */
export const StoredChargeWebhook = z.object({
  url: z.string(),
  secret: z.optional(z.string()),
  /** When the change takes effect; absent when it has. */
  effective_at: z.optional(Timestamp),
})
export type StoredChargeWebhook = z.infer<typeof StoredChargeWebhook>

/**
 * Body of POST /api-keys/underpayment-tolerance: a charge whose payments are short of its price by at most `amount` dollars, and
 * by at most `percent` of it, is paid. At most 5 of each; 0 for none, which is the default.
 */
export const UnderpaymentTolerance = z.object({ amount: Amount, percent: Amount })
export type UnderpaymentTolerance = z.infer<typeof UnderpaymentTolerance>

/** Reply of POST /api-keys/underpayment-tolerance. */
export const StoredUnderpaymentTolerance = z.extend(UnderpaymentTolerance, {
  /** When the change takes effect; absent when it has. */
  effective_at: z.optional(Timestamp),
})
export type StoredUnderpaymentTolerance = z.infer<typeof StoredUnderpaymentTolerance>

/** An entry of the audit log: a change of an account's keys or settings. */
export const AuditEntry = z.object({
  uuid: Uuid,
  createdAt: Timestamp,
  /** The public prefix of the api-key that made the change, or `cli` for the service's operator. */
  author: z.string(),
  /** The name of that key, which at the desk is a person's; `''` for none. */
  authorName: z.string(),
  /** The kind of change, such as `wallet.changing` or `key.revoked`. */
  action: z.string(),
  /** The value before; null for none. Never a secret. */
  from: z.nullable(z.record(z.string(), z.unknown())),
  /** The value after; null for none. Never a secret. */
  to: z.nullable(z.record(z.string(), z.unknown())),
  /** The X-Request-Id of the call; `''` for the command line. */
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Query of GET /audit-log; cursors as in GET /charges. */
export const AuditListQuery = z.object({
  ...pageQuery,
})
export type AuditListQuery = QueryValues<typeof AuditListQuery>

/** Reply of GET /audit-log, newest first. */
export const AuditListReply = z.object({
  data: z.array(AuditEntry),
  pagination: z.object({ has_more: z.boolean() }),
})
