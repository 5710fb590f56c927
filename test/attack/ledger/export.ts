import type { BookRow } from '../../../src/api/schemas/books.ts'
import { getOwnAddress } from '../../../src/service/books/books.ts'
import type { BookDifference } from '../../../src/service/books/compare.ts'
import type { BooksVerification } from '../../../src/service/books/verification.ts'
import { coin } from './cast.ts'
import type { World } from './world.ts'

// What the merchant's accountant gets: the export, and how it compares with the chain by the service's own verification.

/** Returns the rows of the whole export. */
export async function exportBooks(world: World): Promise<BookRow[]> {
  const text = await world.service.exportBooks()
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as BookRow)
}

/**
 * Compares the export with the chain. Nobody knows of coin that contracts have moved where no node traces, and a payment of it
 * may wait for ever.
 *
 * @returns the verification, and the differences that no node could have told of
 */
export async function verifyBooks(
  world: World,
): Promise<{ verification: BooksVerification; differences: readonly BookDifference[] }> {
  const verification = await world.service.verifyBooks()
  const differences = verification.differences.filter(({ token }) => token !== coin)
  return { verification, differences }
}

/** Says what is wrong with the export; undefined where it is the chain's money, to the unit. */
export async function findExportFault(world: World): Promise<string | undefined> {
  const { verification, differences } = await verifyBooks(world)
  const [difference] = differences
  if (difference) return `the export differs from the chain: ${toText(difference)}`
  const rows = await exportBooks(world)
  const places = rows.map((row) => `${row.time} ${row.hash} ${row.position} ${row.kind}`)
  if (new Set(places).size < places.length) return 'the export has a row twice'
  if (rows.some(({ time }, index) => time < (rows[index - 1]?.time ?? time)))
    return 'the export is not in the order of the blocks'
  for (const { destinations } of verification.chains)
    for (const { token, recipient, booked } of destinations) {
      const own = rows.filter((row) => getOwnAddress(row) === recipient && isToken(row, token))
      const sum = own.reduce((total, { base_units }) => total + BigInt(base_units ?? 0), 0n)
      if (sum !== booked) return `the export has ${sum} of ${token}, and the verification ${booked}`
    }
  return undefined
}

const isToken = ({ asset }: BookRow, token: string) =>
  token === coin ? asset.includes('slip44') || asset === '' : asset.endsWith(token)

const toText = (value: object) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
