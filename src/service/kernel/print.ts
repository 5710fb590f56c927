import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

// The output of the commands. It contains texts of merchants, payers and nodes, and a terminal obeys control characters: they can
// move its cursor, overwrite lines above, or make it type an answer in the user's name.

/** Control characters (C0 and C1, ECMA-48), and those that change the direction of text. Tabs and line ends stay. */
const controls = /(?!\t|\r?\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Returns a text that is safe for a terminal. The escapes are those of JSON, so that JSON stays equivalent. */
export function toPrintable(text: string): string {
  return text.replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** For the log, which is also read in terminals: its JSON escapes only C0. */
export const logHooks = { streamWrite: toPrintable } as const

/** Prints to standard output. All output of the commands passes here. */
export function printLine(text: string): void {
  console.log(toPrintable(text))
}

/** Prints to standard error. */
export function printError(text: string): void {
  console.error(toPrintable(text))
}

/** Writes a file to standard output: unchanged to a program or a file, and as printable text to a terminal. */
export async function printAll(file: Readable): Promise<void> {
  if (!process.stdout.isTTY) return await pipeline(file, process.stdout, { end: false })
  file.setEncoding('utf8')
  for await (const text of file) process.stdout.write(toPrintable(String(text)))
}
