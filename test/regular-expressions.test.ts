import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { findSlowParts } from './support/slow-patterns.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Expressions that may be slow, because something bounds their text: the file, the expression, and the bound. */
const bounded: readonly [file: string, expression: string, bound: string][] = [
  ['src/amount.ts', '/0+$/', 'decimalPattern: 78 digits; of a bigint: 255 decimals'],
  ['src/money.ts', '/0+$/', 'an amount that was parsed: 78 digits'],
  ['src/money.ts', '/\\B(?=(\\d{3})+$)/g', 'an amount that was parsed: 78 digits'],
  [
    'src/element/checkout/views/card/cover/colors.ts',
    '/([a-z-]+)\\(([\\d.]*)(%?)/g',
    'a computed style of the page itself',
  ],
  [
    'src/element/checkout/views/card/cover/gradients.ts',
    '/(\\s+-?[\\d.]+(px|%))+$/',
    'a computed style of the page itself',
  ],
  [
    'src/element/checkout/views/card/cover/gradients.ts',
    '/-?[\\d.]+(px|%)/g',
    'a computed style of the page itself',
  ],
  [
    'src/element/checkout/views/card/cover/painted.ts',
    '/-?[\\d.]+(?=px)/g',
    'a computed style of the page itself',
  ],
  ['src/api/client/call-url.ts', '/\\/+$/', 'the base URL: a setting of the page or the operator'],
  [
    'src/service/app/unread-settings.ts',
    '/_(SERVICE_HOST|SERVICE_PORT\\w*|PORT|PORT_\\d+_\\w+)$/',
    'the name of a variable of the operator’s environment',
  ],
]

interface Found {
  file: string
  /** The expression as it is written; undefined for one that is put together at run time. */
  literal: { pattern: string; flags: string } | undefined
  text: string
}

/** Finds every regular expression of a file: literals, and calls of RegExp. */
function findExpressions(file: string): Found[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, callee, start, end } = node as {
      type?: string
      regex?: { pattern: string; flags: string }
      callee?: { name?: string }
      start: number
      end: number
    }
    const text = source.slice(start, end)
    if (type === 'Literal' && regex) found.push({ file, literal: regex, text })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      found.push({ file, literal: undefined, text })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

const expressions = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap(findExpressions)

test('every regular expression of the source takes time in proportion to its text, or names what bounds the text', () => {
  assert.ok(expressions.length > 200, `${expressions.length} expressions were found`)
  const slow = expressions.flatMap(({ file, literal, text }) => {
    const parts = literal ? findSlowParts(literal.pattern, literal.flags) : ['put together']
    return parts.length > 0 ? [{ file, text, parts }] : []
  })
  const isBounded = ({ file, text }: { file: string; text: string }) =>
    bounded.some(([one, expression]) => one === file && expression === text)
  const described = slow
    .filter((one) => !isBounded(one))
    .map(({ file, text, parts }) => `${file}: ${text}: ${parts.join('; ')}`)
  assert.deepEqual(described, [])
  for (const [file, text] of bounded)
    assert.ok(
      slow.some((one) => one.file === file && one.text === text),
      `${file} has no such slow expression any more: ${text}`,
    )
})

test('what is slow is found in each of its forms, and nothing else is', () => {
  for (const slow of [
    /0+$/,
    /^0+|0+$/g,
    /[. ]+$/,
    /[/?#]+$/,
    /(\.\d*?)0+$/,
    /^(.*)@(.*)$/,
    /^(a+)+$/,
    /\s+x/,
    /a.*b/,
    /,\s*,*;/,
    /"[^"\\]*(?:\\.[^"\\]*)*"/g,
    /\B(?=(\d{3})+$)/g,
    /^\s*x|\s*$/m,
  ])
    assert.notDeepEqual(findSlowParts(slow.source, slow.flags), [], String(slow))
  for (const fast of [
    /^0+/,
    /\s+/g,
    /(?<!0)0+$/,
    /"[^"]*"/g,
    /\bfoo\w*bar\b/,
    /^[a-z]+:\/\/[^/]+\/x$/,
    /0{1,78}$/,
    /\[([^[\]]+)\]/,
    /0+$/y,
  ])
    assert.deepEqual(findSlowParts(fast.source, fast.flags), [], String(fast))
})
