/** The headers by which programs pay, beside `Authorization`: that of x402, and of the scheme `Payment`. */
export const paymentHeaders = ['payment-signature', 'payment-authorization'] as const

/** What of an answer a program of another origin may read (Fetch, `Access-Control-Expose-Headers`). */
export const exposedPaymentHeaders =
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Payment-Receipt, WWW-Authenticate, Retry-After'

/** Returns whether a call brings a payment of a program. */
export function hasProgramPayment(header: (name: string) => string | undefined): boolean {
  return (
    paymentHeaders.some((name) => header(name) !== undefined) ||
    findCredential(header('authorization')) !== undefined
  )
}

/** Returns the credential of the scheme `Payment` in a header that may have others; undefined for none. */
export function findCredential(text: string | undefined): string | undefined {
  return /(?:^|,)\s*payment\s+([^\s,]+)\s*(?=,|$)/i.exec(text ?? '')?.[1]
}
