import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatQuoteKey, parseQuoteKeys } from '../../../src/api/signed-quote/quote-keys.ts'
import { createQuoteSigner } from '../../../src/api/signed-quote/sign.ts'
import { verifyQuote, verifyReservation } from '../../../src/api/signed-quote/verify.ts'
import { call, chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { chargeBody } from '../../support/paying.ts'
import { runCli } from '../../support/service.ts'

// The key is made by the real command, and the service signs with it.

let privateKey: string
const harness = provideHarness(async () => {
  const { stdout } = await runCli(['quote-key', 'create', '--json'], {})
  ;({ privateKey } = JSON.parse(stdout) as { privateKey: string })
  return { QUOTE_KEY: privateKey, QUOTE_RECIPIENTS: `eip155:${chainId}:${wallet}` }
})

async function newCharge(recipientAddress: string = wallet) {
  return await clientOf(harness).createCharge(
    chargeBody(harness, { recipientAddress }, { local_price: { amount: '19.99' } }),
  )
}

/** The key of a page for the shop's charges, as the charge's own payment page names it. */
async function readPageKeys(id: string) {
  const html = await (await fetch(`${harness.service.baseUrl}/pay/${id}`)).text()
  const [, text = ''] = /quote-key="([^"]*)"/.exec(html) ?? []
  return { text, keys: parseQuoteKeys(text) ?? [] }
}

test('a request charge is signed for its account, at the interface and on the payment page', async () => {
  const { id, reference } = await newCharge()
  const { keys, text } = await readPageKeys(id)
  const requestCharge = await clientOf(harness).getRequestCharge(id)
  const reply = await fetch(
    `${harness.service.baseUrl}/pay/${id}/charges/${id}?expand=request_charge`,
  )
  const page = (await reply.json()) as { request_charge: { signedQuote: string } }
  for (const jws of [requestCharge.signedQuote, page.request_charge.signedQuote]) {
    const verified = await verifyQuote(jws ?? '', keys)
    assert.ok('claims' in verified, JSON.stringify(verified))
    const { claims } = verified
    assert.equal(claims.charge, id)
    assert.equal(claims.reference, reference)
    assert.equal(claims.quotes[0]?.recipient, wallet)
    assert.equal(claims.quotes[0]?.amount, '19990000')
    // The service knows no orders, and a page must not take its quotes for those of somebody who does.
    assert.ok(!('order' in claims))
  }
  // Without the account, or with another one, the same key is not enough.
  const { publicKey } = createQuoteSigner(privateKey)
  assert.equal(text.split('@')[0], formatQuoteKey(publicKey))
  for (const account of [undefined, crypto.randomUUID()]) {
    const found = await verifyQuote(requestCharge.signedQuote ?? '', [{ ...publicKey, account }])
    assert.deepEqual(found, { reason: 'other_account' })
  }
})

test('a reserved amount is signed, the first time and again', async () => {
  const { id } = await newCharge()
  const { keys } = await readPageKeys(id)
  const body = { chainId: `${chainId}`, tokenAddress: harness.chain.dusd }
  for (let times = 0; times < 2; times++) {
    const answer = await call(harness, 'POST', `/charges/${id}/reserved-amounts`, body)
    const { signedReservation, amount } = answer.body as Record<string, string>
    const verified = await verifyReservation(signedReservation ?? '', keys)
    assert.ok('claims' in verified, JSON.stringify(verified))
    assert.equal(verified.claims.charge, id)
    assert.equal(verified.claims.amount, amount)
  }
})

test('a charge to an account that the operator does not list is not signed', async () => {
  const { id } = await newCharge(`0x${'77'.repeat(20)}`)
  assert.equal((await clientOf(harness).getRequestCharge(id)).signedQuote, undefined)
  const body = { chainId: `${chainId}`, tokenAddress: harness.chain.dusd }
  const answer = await call(harness, 'POST', `/charges/${id}/reserved-amounts`, body)
  assert.ok(!('signedReservation' in (answer.body as object)))
})

test('the command shows the public part of a key, for an account, too', async () => {
  const account = crypto.randomUUID()
  const { stdout } = await runCli(['quote-key', 'show', '--account', account], {
    QUOTE_KEY: privateKey,
  })
  const { publicKey } = createQuoteSigner(privateKey)
  assert.ok(stdout.includes(`quote-key="${formatQuoteKey({ ...publicKey, account })}"`), stdout)
  for (const args of [['show'], ['create', '--algorithm', 'RS256'], ['create', '--account', 'mug']])
    await assert.rejects(
      runCli(['quote-key', ...args], { QUOTE_KEY: '{"d":"secret"}' }),
      (error) => {
        const { code, stderr } = error as { code: number; stderr: string }
        assert.doesNotMatch(stderr, /secret|\n\s+at /)
        return code === 1
      },
    )
})
