import * as z from 'zod/mini'
import {
  Address,
  Amount,
  Decimals,
  Hash,
  PricingRate,
  Reference,
  Timestamp,
  Uuid,
} from '../fields.ts'
import { LineItem } from './line-item.ts'

// A signed receipt is handed to strangers, such as a tax office. So it has nothing that opens the charge's page (its uuid),
// and nothing that the payer of the charge is not shown.

/** The header `typ` of a receipt. A receipt with other claims than these gets another type. */
export const receiptType = 'pay-charge-receipt+jwt'

/** A transfer on a chain. */
const ReceiptTransfer = /* @__PURE__ */ z.object({
  transaction: Hash,
  /** CAIP-2, such as `eip155:8453`. */
  chain: z.string().check(z.regex(/^eip155:[1-9]\d{0,14}$/)),
  /** CAIP-19, such as `eip155:8453/erc20:0x…`; absent for a native currency that SLIP-44 does not number. */
  asset: z.optional(
    z.string().check(z.regex(/^eip155:\d{1,15}\/(?:erc20:0x[\da-fA-F]{40}|slip44:\d{1,9})$/)),
  ),
  /** The token's address; the zero address for the native currency. */
  token: Address,
  symbol: z.string(),
  decimals: Decimals,
  /** The amount that arrived, in base units. */
  units: z.string().check(z.regex(/^\d{1,78}$/)),
  /** The same in whole units. */
  amount: Amount,
  recipient: Address,
  /** The block that had the transaction when the receipt was signed. */
  block: z.object({
    number: z.string().check(z.regex(/^\d{1,20}$/)),
    hash: Hash,
    time: Timestamp,
  }),
})
export type ReceiptTransfer = z.infer<typeof ReceiptTransfer>

/** A transaction that paid a charge or a part of it. */
const ReceiptPayment = /* @__PURE__ */ z.extend(ReceiptTransfer, {
  /** The account that sent it; absent where the chain does not show it. */
  payer: z.optional(Address),
})
export type ReceiptPayment = z.infer<typeof ReceiptPayment>

/** The claims of a receipt: the order, the recipient with the paying transactions, and the refunds. */
export const ReceiptClaims = /* @__PURE__ */ z.object({
  /** The URL of the service that signed it (RFC 7519 section 4.1.1). */
  iss: z.string(),
  /** When it was signed: Unix seconds. */
  iat: z.int(),
  /** The hash of all other claims but `iat`: receipts with the same id have the same contents. */
  jti: z.string(),
  /** False for a receipt of test mode: nothing of value was paid. */
  livemode: z.boolean(),
  /** The charge's public reference, which the calldata of payments names. */
  reference: Reference,
  created_at: Timestamp,
  completed_at: Timestamp,
  merchant: z.object({
    /** The account at the service, whose id never changes. */
    account: Uuid,
    /** The merchant's own name when the receipt was signed; it is not verified. */
    name: z.string(),
  }),
  /** In the merchant's words, as they were when the charge was created. */
  order: z.object({
    name: z.string(),
    description: z.string(),
    line_items: z.array(LineItem),
    tax_note: z.string(),
  }),
  /** Absent where the payer chose the amount. `rate`: by which its last money counts; absent where none was needed. */
  price: z.optional(
    z.object({ amount: z.string(), currency: z.string(), rate: z.optional(PricingRate) }),
  ),
  /** The credited payments, the oldest first. */
  payments: z.array(ReceiptPayment).check(z.minLength(1)),
  /** The refunds that the merchant had sent when it was signed, oldest first; absent for none. */
  refunds: z.optional(z.array(ReceiptTransfer).check(z.minLength(1))),
})
export type ReceiptClaims = z.infer<typeof ReceiptClaims>
