import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNightly } from '../../support/effort.ts'
import { findHarm, moments, ways } from './harm.ts'
import { type Mutation, mutations } from './mutations.ts'
import { tryToPay, type World } from './payer.ts'

// Whoever sits between the page and the merchant's money lies in every field and every shape, from the start or once the
// payer has seen an honest price. The page's own code runs here, with a wallet that sends what it is asked for.

/** When a lie is told, and how the payer pays. */
type Try = Pick<World, 'when' | 'way'>

const allTries: readonly Try[] = moments.flatMap((when) => ways.map((way) => ({ when, way })))
/** Of many lies each is tried in one way from the start and in one later, and every night in all. */
const triesOf = (index: number) =>
  isNightly
    ? allTries
    : allTries.filter((_, number) => number % ways.length === index % ways.length)

async function tryInWays({ change }: Mutation, isPinned: boolean, tries = allTries) {
  const attempts = []
  for (const { when, way } of tries)
    attempts.push({ ...(await tryToPay(change, when, way, isPinned)), when })
  return attempts
}

test('an honest reply is paid in every way, with pins and without', async () => {
  for (const isPinned of [true, false])
    for (const attempt of await tryInWays({ name: 'honest', change: () => {} }, isPinned)) {
      assert.ok(attempt.asked, attempt.refusal)
      assert.equal(findHarm(attempt), undefined)
    }
})

test('there are enough lies, and no two of one name', () => {
  assert.ok(mutations.length >= 100, String(mutations.length))
  assert.equal(new Set(mutations.map(({ name }) => name)).size, mutations.length)
})

test('with pins no lie of proxy or service moves money elsewhere, or more than the price', async (t) => {
  let refused = 0
  for (const [index, mutation] of mutations.entries()) {
    const attempts = await tryInWays(mutation, true, triesOf(index))
    for (const attempt of attempts) assert.equal(findHarm(attempt), undefined, mutation.name)
    const refusals = attempts.map(({ refusal }) => refusal)
    const isNamed = refusals.some((code) => /recipient_not_pinned|quote_mismatch/.test(code ?? ''))
    if (isNamed) refused++
    // From the start, no screen offers it at all.
    if (mutation.isRefused)
      for (const { refusal, when } of attempts)
        if (when === 'first')
          assert.match(refusal ?? 'none', /recipient_not_pinned|quote_mismatch/, mutation.name)
  }
  t.diagnostic(`${mutations.length} lies with pins: 0 payments elsewhere, ${refused} named as such`)
})

test('without pins many lies cannot be stopped, which is why there are pins', async (t) => {
  const harmful: string[] = []
  for (const [index, mutation] of mutations.entries()) {
    const attempts = await tryInWays(mutation, false, triesOf(index))
    const harms = attempts.flatMap((one) => findHarm(one) ?? [])
    if (harms.length > 0) harmful.push(mutation.name)
  }
  t.diagnostic(
    `${mutations.length} lies without pins: ${harmful.length} lead money elsewhere or take too much`,
  )
  // A payer here would lose money, or this test would prove nothing.
  assert.ok(harmful.length > 30, harmful.join('\n'))
})
