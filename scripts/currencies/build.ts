import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `node scripts/currencies/build.ts`: takes the codes and decimal places of ISO 4217 from currency-codes (MIT), which carries the
// document of the maintenance agency. What is taken is one table in this repository, so the package is no dependency.

const source = 'currency-codes@2.2.0'
const file = fileURLToPath(new URL('../../src/service/rates/currency-digits.ts', import.meta.url))

/** Amendments that are newer than the package, by decimal places: the Caribbean guilder is number 176. */
const amendments: Readonly<Record<number, readonly string[]>> = { 2: ['XCG'] }

const unpacked = mkdtempSync(join(tmpdir(), 'currencies-'))
try {
  execFileSync('npm', ['pack', source, '--silent'], { cwd: unpacked })
  execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: unpacked })
  const list = readFileSync(join(unpacked, 'package/iso-4217-list-one.xml'), 'utf8')
  const published = /Pblshd="([\d-]+)"/.exec(list)?.[1]
  const codesByDigits = new Map<number, Set<string>>()
  // Funds, metals and test codes are no currency of a price.
  for (const [, entry = ''] of list.matchAll(/<CcyNtry>([\s\S]*?)<\/CcyNtry>/g)) {
    const code = /<Ccy>([A-Z]{3})<\/Ccy>/.exec(entry)?.[1]
    const digits = /<CcyMnrUnts>(\d)<\/CcyMnrUnts>/.exec(entry)?.[1]
    if (code === undefined || digits === undefined || entry.includes('IsFund="true"')) continue
    const codes = codesByDigits.get(Number(digits)) ?? new Set(amendments[Number(digits)])
    codesByDigits.set(Number(digits), codes.add(code))
  }
  const lines = [...codesByDigits]
    .sort(([a], [b]) => a - b)
    .map(([digits, codes]) => `  ${digits}: '${[...codes].sort().join(' ')}',`)
  writeFileSync(
    file,
    `// Made by scripts/currencies/build.ts from ${source} (MIT), the list of ISO 4217 of ${published}, with the amendments since.

/** Codes of currencies by their decimal places. */
const codesByDigits: Readonly<Record<number, string>> = {
${lines.join('\n')}
}

const digitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
)

/**
 * Returns the decimal places of a currency by ISO 4217; undefined for what is no currency. \`Intl\` is not asked: its places are
 * those that people use, which differ for a dozen currencies.
 */
export const getCurrencyDigits = (code: string): number | undefined => digitsByCode.get(code)
`,
  )
} finally {
  rmSync(unpacked, { recursive: true })
}
