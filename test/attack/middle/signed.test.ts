import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount } from '../../../src/amount.ts'
import { hashText } from '../../../src/api/jws/keys.ts'
import type { ElementSettings } from '../../../src/element/attributes.ts'
import { createPayProxy } from '../../../src/proxy.ts'
import { isNightly } from '../../support/effort.ts'
import { forgeries } from './forgeries.ts'
import { findHarm, moments, ways } from './harm.ts'
import { type Mutation, mutations } from './mutations.ts'
import { type Attempt, answerWith, payIn } from './payer.ts'
import { attacker, chargeId, createReplies, merchant, pins, type Replies } from './replies.ts'
import {
  attackersCharge,
  createClaims,
  createReservedClaims,
  createSignedReplies,
  findMisdirection,
  merchantName,
  privateKey,
  quoteKey,
  signer,
} from './signed-replies.ts'

// The merchant's page names a public key, and whoever stands between the page and the signer lies or replays what was
// signed for somebody else. Only what the merchant has signed for this charge may be paid.

const page = { quoteKey }

/** When a lie is told, and how the payer pays. */
type Try = Pick<Parameters<typeof payIn>[0], 'when' | 'way'>

const allTries: readonly Try[] = moments.flatMap((when) => ways.map((way) => ({ when, way })))
/** Of many lies each is tried in one way, and every night in all. */
const triesOf = (index: number) =>
  isNightly ? allTries : allTries.filter((_, number) => number === index % allTries.length)

async function tryAllWays(
  change: (replies: Replies) => unknown,
  settings: Partial<ElementSettings> = page,
  tries = allTries,
): Promise<(Attempt & Try)[]> {
  const attempts: (Attempt & Try)[] = []
  for (const { when, way } of tries) {
    const replies = await createSignedReplies()
    const fetch = answerWith(replies)
    const attempt = await payIn({ fetch, when, way, settings, change: () => change(replies) })
    attempts.push({ ...attempt, when, way })
  }
  return attempts
}

test('a signed quote is paid in every way, and its name is that of the merchant', async () => {
  for (const attempt of await tryAllWays(() => {})) {
    assert.ok(attempt.asked, `${attempt.refusal} ${attempt.reason}`)
    assert.equal(findHarm(attempt) ?? findMisdirection(attempt), undefined)
    assert.equal(attempt.asked.option.signedMerchant, merchantName)
  }
})

test('of several keys any may have signed, so that a key can be replaced', async () => {
  const other = 'EdDSA:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
  for (const quoteKeys of [`${other} ${quoteKey}`, `\n ${quoteKey}\t${other} `])
    for (const { asked } of await tryAllWays(() => {}, { quoteKey: quoteKeys })) assert.ok(asked)
  for (const { asked, reason } of await tryAllWays(() => {}, { quoteKey: other })) {
    assert.equal(asked, undefined)
    assert.equal(reason, 'unknown_key')
  }
})

test('no lie on the way to the page moves money elsewhere, or to another charge', async (t) => {
  for (const [index, { name, change, isRefused }] of mutations.entries()) {
    const attempts = await tryAllWays(change, page, triesOf(index))
    for (const one of attempts)
      assert.equal(findHarm(one) ?? findMisdirection(one), undefined, name)
    if (!isRefused) continue
    for (const { refusal, when } of attempts)
      if (when === 'first') assert.equal(refusal, 'quote_not_signed', name)
  }
  t.diagnostic(`${mutations.length} lies with a quote key: 0 payments elsewhere`)
})

test('no false signature, and none of another payment, lets anybody pay', async (t) => {
  for (const [index, { name, change, reason, isReservation }] of forgeries.entries()) {
    for (const attempt of await tryAllWays(change, page, triesOf(index))) {
      const isByCode = attempt.way.by === 'code'
      const harm = findHarm(attempt) ?? findMisdirection(attempt)
      assert.equal(harm, undefined, name)
      if (isReservation && !isByCode) {
        assert.ok(attempt.asked, name)
        continue
      }
      // The payer who has seen the honest price may have paid it before the lie was there.
      if (attempt.when === 'later' && !isByCode) continue
      assert.equal(attempt.asked, undefined, name)
      if (!reason) continue
      assert.equal(`${attempt.refusal} ${attempt.reason}`, `quote_not_signed ${reason}`, name)
    }
  }
  t.diagnostic(`${forgeries.length} forgeries and replays: 0 payments`)
})

test('without the key some of these lies lead the money elsewhere, which is why there is one', async (t) => {
  const harmful = new Set<string>()
  // One way with a wallet and the code show it.
  const shown: readonly Try[] = [
    { when: 'first', way: { by: 'wallet', token: 0 } },
    { when: 'first', way: { by: 'code' } },
  ]
  const tries = isNightly ? allTries : shown
  for (const { name, change } of [...mutations, ...forgeries])
    for (const attempt of await tryAllWays(change, {}, tries))
      if (findHarm(attempt) ?? findMisdirection(attempt)) harmful.add(name)
  t.diagnostic(`${harmful.size} of ${mutations.length + forgeries.length} lies without a key`)
  assert.ok(harmful.size > 40, [...harmful].join('\n'))
  assert.ok(harmful.has('the reference of another charge'))
})

/** Charges whose amount is not simply the price. */
const otherCharges: Record<string, (replies: Replies) => void> = {
  'of which a part is paid': ({ charge }) => {
    charge.payments = [{ status: 'COMPLETED', paidAmountInRequestedToken: '9.99' }]
  },
  'whose amount the payer enters': ({ charge, place }) => {
    charge.pricing_type = 'no_price'
    Object.assign(place, { tokenAmount: '0', accepts: [], quoteExpiresAt: undefined })
    Object.assign(Object(charge.pricing).local, { amount: '0' })
  },
  'in one token': ({ place }) => {
    place.accepts = []
  },
}

for (const [name, set] of Object.entries(otherCharges))
  test(`a signed charge ${name} is paid, with a wallet and by a signed amount`, async () => {
    for (const way of [{ by: 'wallet', token: 0 }, { by: 'code' }] as const) {
      const replies = createReplies()
      set(replies)
      replies.place.signedQuote = await signer.signQuote(createClaims(replies))
      const amount = name.includes('enters') ? '5.000007' : '19.990007'
      const isPart = name.includes('part')
      replies.reservation.amount = isPart ? '10.000007' : amount
      const claims = createReservedClaims(replies, chargeId, {
        amount: String(replies.reservation.amount),
      })
      replies.signedReservation = await signer.signReservation(claims)
      const fetch = answerWith(replies)
      const attempt = await payIn({ fetch, way, when: 'first', settings: page, change: () => {} })
      assert.ok(attempt.asked, `${attempt.refusal} ${attempt.reason}`)
      const signedAmount = way.by === 'code' ? replies.reservation.amount : undefined
      if (signedAmount) assert.equal(formatAmount(attempt.asked.quote.amount, 6), signedAmount)
    }
  })

const order = '{"sku": "mug"}'
const orderHash = await hashText('{"sku":"mug"}')

async function payOrder(more: { order?: string }, change: (replies: Replies) => unknown) {
  const replies = await createSignedReplies(more)
  const settings = { quoteKey, order }
  return await payIn({
    ...{ settings, change: () => change(replies) },
    fetch: answerWith(replies),
    when: 'first',
    way: { by: 'wallet', token: 0 },
  })
}

test('the quote of an order is paid only where it was signed for this order', async () => {
  const honest = await payOrder({ order: orderHash }, () => {})
  assert.ok(honest.asked, honest.reason)
  // Whoever signs without knowing orders, as the service does, leaves the claim out.
  assert.ok((await payOrder({}, () => {})).asked)
  for (const foreign of [await hashText('{"sku":"yacht"}'), '', 'x']) {
    const swap = async (replies: Replies) => {
      Object.assign(replies.charge, attackersCharge)
      replies.place.signedQuote = await signer.signQuote(createClaims(replies, { order: foreign }))
    }
    const { asked, refusal, reason } = await payOrder({ order: orderHash }, swap)
    assert.equal(asked, undefined)
    assert.equal(`${refusal} ${reason}`, 'quote_not_signed order')
  }
})

/** The merchant's own proxy before a service that lies. */
function createProxyBefore(replies: Replies) {
  const told: string[] = []
  const proxy = createPayProxy({
    ...{ baseUrl: 'https://service.example', apiKey: 'key_test_0123456789abcdef' },
    ...{ quoteKey: privateKey, recipients: [`eip155:31337:${merchant}`], merchantName },
    createCharge: () => ({ pricing_type: 'fixed_price', local_price: { amount: '19.99' } }),
    onError: (error) => void told.push(error.code),
    fetch: async (url) => await answerWith(withUuids(replies))(url, {}),
  })
  const fetch = (url: string, init: RequestInit) => {
    const headers = { ...(init.headers as object), origin: 'https://shop.example' }
    return proxy(
      new Request(url, { method: init.method ?? 'GET', headers, body: init.body ?? null }),
    )
  }
  return { fetch, told }
}

/** A lie replaces a whole object, without the fields that the page never reads but the proxy demands. */
function withUuids(replies: Replies): Replies {
  const { requestLink } = replies.place
  if (typeof requestLink !== 'object' || !requestLink) return replies
  return {
    ...replies,
    place: { ...replies.place, requestLink: { uuid: chargeId, ...requestLink } },
  }
}

async function tryBehindProxy({ change }: Pick<Mutation, 'change'>, tries = allTries) {
  const attempts: Attempt[] = []
  const allTold: string[] = []
  for (const { when, way } of tries) {
    const replies = createReplies()
    const { fetch, told } = createProxyBefore(replies)
    // The amount is the service's word: what bounds it is the page's own rate.
    const settings = { quoteKey, maxRate: pins.maxRate }
    attempts.push(await payIn({ fetch, when, way, settings, change: () => change(replies) }))
    allTold.push(...told)
  }
  return { attempts, told: allTold }
}

test('the merchant’s proxy signs what an honest service says', async () => {
  const { attempts, told } = await tryBehindProxy({ change: () => {} })
  for (const { asked, refusal, reason } of attempts) assert.ok(asked, `${refusal} ${reason}`)
  assert.deepEqual(told, [])
})

test('the merchant’s proxy signs no lie of the service about who is paid', async (t) => {
  for (const [index, mutation] of mutations.entries()) {
    const { attempts } = await tryBehindProxy(mutation, triesOf(index))
    for (const attempt of attempts) assert.equal(findHarm(attempt), undefined, mutation.name)
  }
  const { told } = await tryBehindProxy({
    change: ({ place }) => {
      place.requestLink = { recipientAddress: attacker }
    },
  })
  assert.ok(told.length > 0 && told.every((code) => code === 'recipient_not_pinned'), `${told}`)
  t.diagnostic(
    `${mutations.length} lies of the service behind a proxy that signs: 0 payments elsewhere`,
  )
})
