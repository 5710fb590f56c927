import * as z from 'zod/mini'
import {
  Address,
  Amount,
  ChainId,
  Decimals,
  Timestamp,
  TokenSymbol,
  TokenType,
  Uuid,
} from '../fields.ts'
import { Status } from '../payments/payment.ts'

/**
 * One event of a request, in a list that is oldest first: a charge was created for it (REQUEST, with the charge's
 * uuid), or such a charge was paid (PAYMENT, with the payment's uuid).
 */
export const HistoryEntry = z.object({
  uuid: z.string(),
  type: z.enum(['REQUEST', 'PAYMENT']),
  timestamp: Timestamp,
  amount: z.string(),
  txHash: z.string(),
  chainId: z.string(),
  tokenSymbol: z.string(),
  tokenAddress: z.string(),
  status: Status,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const foundRequestFields = {
  uuid: Uuid,
  chainId: z.string(),
  recipientAddress: Address,
  tokenAmount: z.string(),
  tokenAddress: z.string(),
  tokenDecimals: Decimals,
  tokenType: z.string(),
  tokenSymbol: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  history: z.array(HistoryEntry),
}

/** A request without trackId, reference and attachmentUrl, as find-or-create returns it (interface 4.9). */
export const FoundRequest = z.object(foundRequestFields)
export type FoundRequest = z.infer<typeof FoundRequest>

/** A payment request (interface 2.3). */
export const PaymentRequest = z.object({
  ...foundRequestFields,
  trackId: z.string(),
  reference: z.string(),
  attachmentUrl: z.string(),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** PostgreSQL cannot store U+0000, and UTF-8 cannot encode half of a surrogate pair. */
const shortText = z.string().check(
  z.maxLength(256, 'must have at most 256 characters'),
  z.refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be text without U+0000'),
)

/** A whole number as text. A JSON number is accepted too, because known clients of the interface send it. */
const digitText = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
)

/** A chain id as text or number. */
export const requiredChainId = z.pipe(digitText, ChainId)

/** The fields of a request apart from its recipient, in POST /requests and in a charge's requestProps. */
export const requestFields = {
  chainId: z.optional(requiredChainId),
  tokenAmount: z.optional(Amount),
  tokenAddress: z.optional(Address),
  tokenType: z.optional(z.pipe(digitText, TokenType)),
  tokenDecimals: z.optional(
    z.pipe(digitText, z.string().check(z.regex(/^\d{1,2}$/, 'must be whole digits, such as "6"'))),
  ),
  tokenSymbol: z.optional(TokenSymbol),
}

/** Fields of POST /requests, sent as multipart/form-data (interface 4.7); the file `attachment` is sent with them. */
export const NewRequest = z.object({
  ...requestFields,
  recipientAddress: Address,
  trackId: z.optional(shortText),
  reference: z.optional(shortText),
})
export type NewRequest = z.input<typeof NewRequest> & {
  /** A document for the payer, such as an invoice. At most 5 MiB. */
  attachment?: Blob | undefined
}

/** Query of GET /requests, find or create (interface 4.9). */
export const FindRequest = z.object({
  /** An address, an ENS name, or a username of the service. */
  recipient: z
    .string()
    .check(z.minLength(1, 'must be an address, an ENS name or a username'), z.maxLength(255)),
  tokenAmount: z.optional(Amount),
  tokenAddress: z.optional(Address),
  chainId: z.optional(ChainId),
})
export type FindRequest = z.infer<typeof FindRequest>
