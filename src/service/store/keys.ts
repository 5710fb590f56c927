import { createHash, randomBytes } from 'node:crypto'

/** Generates an api-key: a short public prefix, then 256 random bits. */
export function generateApiKey(): { apiKey: string; prefix: string; hash: string } {
  const prefix = `pc_${randomBytes(4).toString('hex')}`
  const apiKey = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { apiKey, prefix, hash: hashApiKey(apiKey) }
}

/**
 * Returns the hash of an api-key, which is all that is stored of it. SHA-256 without salt or stretching is enough: a
 * key has 256 random bits, so it cannot be guessed from its hash, and every call has to look it up by that hash.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}
