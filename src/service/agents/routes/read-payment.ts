import type { Context } from 'hono'
import { findCredential } from '../../../api/server/program-payment.ts'
import { readCredential } from '../mpp.ts'
import type { ProgramPayment } from '../payment.ts'
import { readPaymentSignature } from '../x402.ts'

/**
 * Reads the payment in the headers of a call; undefined for none. Of several payments the first of these headers counts. A
 * HEAD moves no money (RFC 9110 section 9.2.1), and its answer has no body: a client that paid by it would receive nothing.
 */
export function readPayment({ req }: Context, realm: string): ProgramPayment | undefined {
  if (req.method === 'HEAD') return undefined
  const signature = req.header('payment-signature')
  if (signature !== undefined) return readPaymentSignature(signature)
  for (const header of ['Payment-Authorization', 'Authorization']) {
    const credential = findCredential(req.header(header))
    if (credential !== undefined) return readCredential(header, credential, realm)
  }
  return undefined
}
