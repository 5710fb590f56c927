import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHarm, moments, ways } from './harm.ts'
import { type Mutation, mutations } from './mutations.ts'
import { type Attempt, tryToPay } from './payer.ts'

// Whoever sits between the page and the merchant's money lies in every field and every shape, from the start or once the
// payer has seen an honest price. The page's own code runs here, with a wallet that sends what it is asked for.

async function tryAllWays({ change }: Mutation, isPinned: boolean) {
  const attempts: Attempt[] = []
  for (const when of moments)
    for (const way of ways) attempts.push(await tryToPay(change, when, way, isPinned))
  return attempts
}

test('an honest reply is paid in every way, with pins and without', async () => {
  for (const isPinned of [true, false])
    for (const attempt of await tryAllWays({ name: 'honest', change: () => {} }, isPinned)) {
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
  for (const mutation of mutations) {
    const attempts = await tryAllWays(mutation, true)
    for (const attempt of attempts) assert.equal(findHarm(attempt), undefined, mutation.name)
    const refusals = attempts.map(({ refusal }) => refusal)
    const isNamed = refusals.some((code) => /recipient_not_pinned|quote_mismatch/.test(code ?? ''))
    if (isNamed) refused++
    // From the start, no screen offers it at all.
    const atFirst = refusals.slice(0, ways.length)
    if (mutation.isRefused)
      for (const code of atFirst)
        assert.match(code ?? 'none', /recipient_not_pinned|quote_mismatch/, mutation.name)
  }
  t.diagnostic(`${mutations.length} lies with pins: 0 payments elsewhere, ${refused} named as such`)
})

test('without pins many lies cannot be stopped, which is why there are pins', async (t) => {
  const harmful: string[] = []
  for (const mutation of mutations) {
    const harms = (await tryAllWays(mutation, false)).flatMap((one) => findHarm(one) ?? [])
    if (harms.length > 0) harmful.push(mutation.name)
  }
  t.diagnostic(
    `${mutations.length} lies without pins: ${harmful.length} lead money elsewhere or take too much`,
  )
  // A payer here would lose money, or this test would prove nothing.
  assert.ok(harmful.length > 30, harmful.join('\n'))
})
