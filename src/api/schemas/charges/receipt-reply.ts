import * as z from 'zod/mini'

/** Reply of GET /charges/:uuid/receipt. */
export const ReceiptReply = z.object({
  /** A compact JWS (RFC 7515) with the claims of receipt.ts. */
  receipt: z.string(),
})
export type ReceiptReply = z.infer<typeof ReceiptReply>
