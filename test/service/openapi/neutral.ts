import { createHash } from 'node:crypto'
import { getAddress } from 'viem'
import { nativeAddress } from '../../../src/api/formats.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'

// Ids, hashes, times and signatures differ from run to run. Each becomes a value that is the same in every run, equal ones equal.

/** Times within this of the day's begin are the begin; later ones keep their hours. */
const day = '2026-11-20T09:30:00.000Z'
const hourMs = 3_600_000

/** Names of fields whose numbers depend on the run. */
const numbersByName: Readonly<Record<string, string>> = {
  blockNumber: '23100000',
  block_number: '23100000',
  senderNonce: '12',
}

/**
 * Returns what makes a value neutral.
 *
 * @param texts pairs of what the test's own machine says, and what an example says instead
 * @param addresses accounts that are the same in every run
 */
export function createNeutralizer({
  texts,
  addresses,
}: {
  texts: readonly (readonly [string, string])[]
  addresses: readonly string[]
}) {
  const start = Date.now()
  const values = new Map<string, string>()
  const known = new Set([nativeAddress, ...addresses, ...texts.map(([, text]) => text)])

  /** Returns the neutral value for the n-th one of its kind. */
  function keep(found: string, create: (bytes: string) => string): string {
    const kept = values.get(found)
    if (kept !== undefined) return kept
    const bytes = createHash('sha512').update(`example ${values.size}`).digest('hex')
    const value = create(bytes)
    values.set(found, value)
    return value
  }

  function neutralTime(found: number): number {
    const hours = Math.round((found - start) / hourMs)
    return Date.parse(day) + hours * hourMs
  }

  const rules: readonly (readonly [RegExp, (found: string) => string])[] = [
    [
      /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g,
      (found) => {
        const uuid = keep(found, toUuid)
        values.set(computeReference(found), computeReference(uuid))
        return uuid
      },
    ],
    [
      /\b0x[\da-f]{130,}\b/gi,
      (found) => keep(found, (bytes) => `0x${(bytes + bytes).slice(0, 128)}1b`),
    ],
    [/\b0x[\da-f]{64}\b/g, (found) => keep(found, (bytes) => `0x${bytes.slice(0, 64)}`)],
    [
      /\b0x[\da-fA-F]{40}\b/g,
      (found) =>
        known.has(found) ? found : keep(found, (bytes) => getAddress(`0x${bytes.slice(0, 40)}`)),
    ],
    [/\b[\da-f]{32}\b/g, (found) => keep(found, (bytes) => bytes.slice(0, 32))],
    [/\bwhsec_[\w+/=]+/g, (found) => keep(found, toSecret)],
    [/\bpc_(live_|test_)?[\da-f]{8}\b/g, () => 'pc_live_0123abcd'],
    [/\b[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}\b/g, () => sampleReceipt],
    [
      /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g,
      (found) => new Date(neutralTime(Date.parse(found))).toISOString(),
    ],
    [/\b\d{4}-\d\d-\d\d\b/g, () => day.slice(0, 10)],
    // What the network takes differs from block to block.
    [/\b0\.0000\d{8,}\b/g, () => '0.000063'],
    [/\b1[789]\d{8}\b/g, (found) => `${neutralTime(Number(found) * 1000) / 1000}`],
  ]

  function neutralText(text: string): string {
    let neutral = text
    for (const [from, to] of texts) neutral = neutral.replaceAll(from, to)
    for (const [pattern, replace] of rules) neutral = neutral.replace(pattern, replace)
    return neutral
  }

  function neutralValue(value: unknown, name: string): unknown {
    if (typeof value === 'string') return (value && numbersByName[name]) || neutralText(value)
    if (name === 'answerMs' && typeof value === 'number') return value === 0 ? 0 : 120
    if (name === 'chainId' && typeof value === 'number') return Number(neutralText(`${value}`))
    if (Array.isArray(value)) return value.map((one) => neutralValue(one, name))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, one]) => [key, neutralValue(one, key)])
    return Object.fromEntries(entries)
  }

  return <Value>(value: Value): Value => neutralValue(value, '') as Value
}

/** A uuid of version 4 (RFC 9562). */
function toUuid(bytes: string): string {
  const parts = [bytes.slice(0, 8), bytes.slice(8, 12), `4${bytes.slice(13, 16)}`]
  return [...parts, `a${bytes.slice(17, 20)}`, bytes.slice(20, 32)].join('-')
}

const toSecret = (bytes: string) =>
  `whsec_${Buffer.from(bytes.slice(0, 48), 'hex').toString('base64')}`

/** The form of a receipt alone: a real one is signed by the key of a service. */
const sampleReceipt =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6InBheS1jaGFyZ2UtcmVjZWlwdCtqd3QifQ.eyJpc3MiOiJodHRwczovL3BheS5leGFtcGxlLm9yZyJ9.c2lnbmF0dXJl'
