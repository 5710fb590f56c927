import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

// What a payer's browser loads, in brotli bytes, and what it may not cross. Exits 1 when it does.

const KiB = 1024
const folder = fileURLToPath(new URL('../dist/browser/', import.meta.url))
const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
const source = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

/** A file and all that it imports up front. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const code = source.get(name) ?? ''
  for (const [, to = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    loadedWith(to, seen)
  return seen
}

function chunk(part: string): string {
  // A hash has eight characters, and a name may begin as another one does.
  const name = names.find((one) => one.slice(0, -12) === `pay-charge-${part}`)
  if (!name)
    throw new Error(`There is no chunk ${part} in dist/browser: has its entry been renamed?`)
  return name
}

function beyond(files: Iterable<string>, ...known: Iterable<string>[]): string[] {
  const seen = new Set(known.flatMap((one) => [...one]))
  return [...files].filter((name) => !seen.has(name))
}

const bytes = (files: Iterable<string>) =>
  [...files].reduce(
    (sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length,
    0,
  )

const first = loadedWith('pay-charge.js')
const later = beyond(loadedWith(chunk('checkout')), first)
const wallet = beyond(loadedWith(chunk('wallet')), first, later)
/** What a payer with a wallet in the browser loads: the rest comes for who asks for it. */
const injected = [...later, ...wallet]
const rows: [what: string, size: number, limit: number][] = [
  // No code is bent for it: a KiB costs the payer 5 ms. Since schemas are compiled there are four fewer (compile-schemas.ts).
  // Half a KiB each are the English format of prices, which saves 150 ms of the main thread, and the hashes of what the entry
  // loads, with the code that loads by them. A quarter are the pins: who has them checks them before a price is shown.
  ['before any click', bytes(first), 16 * KiB],
  // 26 and 60 had the templates and styles rewritten by patterns. The rules of proof and of stored payments came since.
  // The last KiB: whole addresses, and the guard that every way to pay goes through.
  // Two more: the screen of a payment that went to somebody else, and the guard of the pay button.
  // The last one: what old scripts of a page have broken is found before a wallet is asked, and signed names.
  // Two more: states with colors of their own, the code screen, and the one motion between screens.
  // The last two: item lines, wrong attributes explained, places for icons, and what makes a lost payment found.
  // The last half: what watches an offer, which the entry had, and several hashes that are looked for.
  // One and a half: the rules and screens of a payment that is signed and not sent. What asks, reads and posts, which few payers
  // need, are two chunks of their own.
  // The next one: a way on from every screen, wallets of one name told apart, and a text for each kind of failure.
  // Two more: half a KiB are the dollar tokens, which came with the pictures a moment later and cost the entry a hash; the rest is
  // a way without a wallet on the first screen, what helps whoever has too little, and the store's contact where something failed.
  ['checkout, when idle', bytes(later), 49 * KiB],
  ['wallet, on intent', bytes(wallet), 36 * KiB],
  // The sum of the two above, less what they share. The last half: what the store refuses, and the token would take, keeps
  // everything else waiting.
  ['both, the injected path', bytes(injected), 82.5 * KiB],
  ['codes to scan, on click', bytes(beyond(loadedWith(chunk('scan')), first, injected)), 9.5 * KiB],
  [
    'WalletConnect, on click',
    bytes(
      beyond(
        [...loadedWith(chunk('walletconnect')), ...loadedWith(chunk('walletconnect-library'))],
        first,
        injected,
      ),
    ),
    116 * KiB,
  ],
]
for (const [what, size, limit] of rows) {
  const verdict = size > limit ? 'TOO LARGE' : 'ok'
  console.log(
    `${what.padEnd(26)}${(size / KiB).toFixed(2).padStart(7)} KiB brotli  of ${limit / KiB}  ${verdict}`,
  )
  if (size > limit) process.exitCode = 1
}
