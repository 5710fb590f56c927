import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

// What the commands say. They print what merchants, payers and nodes have written, and a terminal obeys some characters: it moves its
// cursor, changes what stands above, or types an answer for its person.

/** What a terminal obeys (C0 and C1, ECMA-48), and what turns the order of letters. A tab and the end of a line stay. */
const controls = /(?!\t|\r?\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Returns a text as a terminal may have it. The escapes are those of JSON, so that JSON stays what it is. */
export function toPrintable(text: string): string {
  return text.replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Of the log, which people read in terminals too: its JSON escapes C0 alone. */
export const logHooks = { streamWrite: toPrintable } as const

/** Prints to standard output. Whatever a command says passes here. */
export function printLine(text: string): void {
  console.log(toPrintable(text))
}

/** Prints to standard error. */
export function printError(text: string): void {
  console.error(toPrintable(text))
}

/** Writes a file to standard output: as it is where a program or a file takes it, and as printable text to a terminal. */
export async function printAll(file: Readable): Promise<void> {
  if (!process.stdout.isTTY) return await pipeline(file, process.stdout, { end: false })
  file.setEncoding('utf8')
  for await (const text of file) process.stdout.write(toPrintable(String(text)))
}
