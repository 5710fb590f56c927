/** The headers with which agents pay, in addition to `Authorization`: those of x402, and of the scheme `Payment`. */
export const paymentHeaders = ['payment-signature', 'payment-authorization'] as const

/** The headers of an answer that an agent of another origin may read (Fetch, `Access-Control-Expose-Headers`). */
export const exposedPaymentHeaders =
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Payment-Receipt, WWW-Authenticate, Retry-After'

/** Returns whether a call brings a payment of a program. */
export function hasProgramPayment(header: (name: string) => string | undefined): boolean {
  return (
    paymentHeaders.some((name) => header(name) !== undefined) ||
    findCredential(header('authorization')) !== undefined
  )
}

/** Returns the credential of the scheme `Payment` in a header that may have other schemes; undefined for none. */
export function findCredential(text: string | undefined): string | undefined {
  return /(?:^|,)\s*payment\s+([^\s,]+)\s*(?=,|$)/i.exec(text ?? '')?.[1]
}
