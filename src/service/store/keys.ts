import { createHash, randomBytes } from 'node:crypto'

/** A new api-key: a short public prefix, then 256 bits that nobody guesses. */
export function newApiKey(): { apiKey: string; prefix: string; hash: string } {
  const prefix = `pc_${randomBytes(4).toString('hex')}`
  const apiKey = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { apiKey, prefix, hash: hashApiKey(apiKey) }
}

/**
 * What is stored of a key. SHA-256 without salt or stretching is enough: a key is random, so nothing shorter than
 * trying 2^256 of them finds it, and it has to be found by its hash on every call.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}
