/**
 * Standard JSON on stdin, standard JSON on stdout. A process of its own because solc-js, once
 * loaded, rethrows every unhandled rejection of the process it lives in.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import solc from 'solc'

const require = createRequire(import.meta.url)

const input = await text(process.stdin)
process.stdout.write(solc.compile(input, { import: readImport }))

/** Gives solc a file of a package, by the path Solidity imports it with. */
function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (cause) {
    return { error: `${path} is in no installed package: ${cause}` }
  }
}
