import { createHash } from 'node:crypto'

/** Returns the integrity metadata of a file, as the `integrity` attribute has it (SRI, 3.5). */
export function computeIntegrity(
  content: string | Uint8Array,
  algorithm: 'sha256' | 'sha384' = 'sha384',
): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`
}
