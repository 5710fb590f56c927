import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildPath, linkTo } from '../../../src/service/desk/paths.ts'

// Where a form or a link of a page of the service leads is what the page's code says, whatever is put into it.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = globSync('src/service/{desk,payment-page}/**/*.ts', { cwd: root })
  .filter((file) => !/texts?[/.-]|-texts\.ts$/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n') }))

/** Returns the lines that match, as `file: line`. */
const find = (isFault: (line: string) => boolean) =>
  sources.flatMap(({ file, lines }) =>
    lines.filter(isFault).map((line) => `${file}: ${line.trim()}`),
  )

describe('a path', () => {
  test('encodes its parameters and its query, and leaves out what is empty', () => {
    const uuid = '../charges/7/refunds?'
    assert.equal(
      buildPath('/unmatched/:uuid/unassign', { uuid }),
      '/unmatched/..%2Fcharges%2F7%2Frefunds%3F/unassign',
    )
    assert.equal(
      linkTo({ base: '/x/desk' }, '/charges', {}, { show: 'paid', search: 'a&b=c#d', since: '' }),
      '/x/desk/charges?show=paid&search=a%26b%3Dc%23d',
    )
    assert.equal(buildPath(''), '')
  })

  for (const uuid of ['', '.', '..'])
    test(`is not built of ${JSON.stringify(uuid)}, which no encoding keeps in its place`, () => {
      assert.throws(() => buildPath('/charges/:uuid/cancel', { uuid }))
    })

  test('of the desk and the payer’s pages is built by the one function that encodes', () => {
    const isJoined = (line: string) =>
      /[`"'}]\.{0,2}\/[\w./:-]*\$\{/.test(line) ||
      /\$\{[^{}]*\}\/[\w:]/.test(line) ||
      /[?&][\w-]*=?\$\{(?!new URLSearchParams)/.test(line)
    // The paths that routes answer, and types.
    const isPattern = (line: string) => /\b(register\w+|app\.\w+)\(|\binfer\b|Name</.test(line)
    assert.ok(sources.length > 40)
    for (const line of ['`/desk/x/@{id}`', '`@{base}/x`', 'href="/x?a=@{b}"', '`../x/@{id}`'])
      assert.ok(isJoined(line.replace('@', '$')), line)
    assert.deepEqual(
      find((line) => isJoined(line) && !isPattern(line)),
      [],
    )
  })
})

describe('a form', () => {
  test('that acts is made in one place, with its key', () => {
    const files = find((line) => line.includes('method="post"')).map(
      (found) => found.split(':')[0] ?? '',
    )
    assert.deepEqual(files.toSorted(), [
      // Signing in and out, which may be done again, and an invitation, whose token is accepted once.
      'src/service/desk/document.ts',
      'src/service/desk/pages/join.ts',
      'src/service/desk/pages/sign-in.ts',
      'src/service/desk/view.ts',
      // The payer's, where a refund goes.
      'src/service/payment-page/refund-html.ts',
      'src/service/payment-page/refund-states.ts',
    ])
  })

  test('knows of the page’s address only which part of a list is shown, and nothing of the page before', () => {
    const names = sources.flatMap(({ lines }) =>
      lines.flatMap((line) => [...line.matchAll(/\bquery\('(\w+)'\)/g)].map(([, name]) => name)),
    )
    assert.deepEqual([...new Set(names)].toSorted(), [
      'after',
      'before',
      'by',
      // Of a mail, which confirms the address of the person who is signed in, once they press its button.
      'code',
      // What a person knows of the order that money is for.
      'find',
      'format',
      'from',
      // Of a link's picture: the language that its page was read in.
      'language',
      // The link that another one begins with.
      'like',
      // The page that is shown after signing in.
      'next',
      'search',
      'shop',
      'show',
      'size',
      'sort',
      'to',
    ])
    assert.deepEqual(
      find((line) => /header\('referer'\)/i.test(line)),
      [],
    )
  })
})
