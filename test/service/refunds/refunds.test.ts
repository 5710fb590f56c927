import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { Attribution } from 'ox/erc8021'
import { type Account, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { ReceiptClaims } from '../../../src/api/schemas/charges/receipt.ts'
import type { Refund, RefundStatus } from '../../../src/api/schemas/payments/refund.ts'
import { createRefundMessage } from '../../../src/api/signed-messages.ts'
import { requirePayment } from '../../../src/proxy.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import {
  coin,
  newCharge,
  paymentThatIs,
  reportTo,
  rpc,
  suffixOf,
  unmatchedOf,
} from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Refunds of real payments: who may say where they go, and what the chain shows of their transfers.

/** Whose wallet sends refunds: the shop's. */
const merchant = demoAccount(5)
/** Where the payer wants the money. */
const home = demoAccount(7).address
const stranger = demoAccount(8)
const five = 5_000_000n

const harness = provideHarness()
before(async () => {
  await harness.started
  // Each test's merchant can send what it sends, whichever tests ran before.
  await send(harness.chain.payer, wallet, 1_000_000_000n)
})

const client = () => clientOf(harness)
const dollars = () => harness.chain.dusd

/** A charge of five dollars that the payer has paid. */
async function paidCharge(amount = five, account = harness.chain.payer): Promise<string> {
  const id = await newCharge(harness)
  const hash = await send(account, wallet, amount, suffixOf(id))
  await reportTo(client(), id, { hash, chainId: `${chainId}`, tokenAddress: dollars() })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return id
}

/** Sends dollars from an account. */
const send = (account: Account, to: Hex, amount: bigint, suffix?: Hex) =>
  harness.chain.transferBy(account, dollars(), to, amount, suffix)

/** What names a refund behind calldata. */
const suffixOfRefund = ({ reference }: Refund): Hex =>
  Attribution.toDataSuffix({ codes: [reference] })

async function signFor(
  refund: Refund,
  recipient: string = home,
  account: ReturnType<typeof demoAccount> = harness.chain.payer,
) {
  const { reference, amount, tokenSymbol: symbol } = refund
  const message = createRefundMessage({ reference, amount, symbol, chainId, recipient })
  const signature = await account.signMessage({ message })
  return await client().nameRefundRecipient(refund.chargeUuid, refund.uuid, {
    recipientAddress: recipient,
    signature,
  })
}

/** A refund of a charge that the merchant's wallet may be asked for. */
async function approvedRefund(id?: string, amount?: string): Promise<Refund> {
  const charge = id ?? (await paidCharge())
  const refund = await client().createRefund(charge, amount === undefined ? {} : { amount })
  return await client().approveRefund(refund.uuid, { recipientAddress: home })
}

/** Says that the merchant's wallet is asked. */
function ask({ uuid }: Refund, attempt: string = crypto.randomUUID()) {
  return client().signRefund(uuid, { senderAddress: merchant.address, attempt })
}

function refundThatIs({ uuid }: Refund, status: RefundStatus): Promise<Refund> {
  return until(`the refund to be ${status}`, async () => {
    const refund = await client().getRefund(uuid)
    return refund.status === status ? refund : undefined
  })
}

/** Says that nothing was sent, and mines until that is believed. */
async function released(refund: Refund): Promise<Refund> {
  await client().releaseRefund(refund.uuid)
  return await until('the refund to be released', async () => {
    await harness.chain.client.mine({ blocks: 1 })
    const read = await client().getRefund(refund.uuid)
    return read.status === 'APPROVED' ? read : undefined
  })
}

/** A refund as payers and events have it: the shop's name is the merchant's own. */
const withoutShop = ({ shop: _, ...refund }: Refund & { shop?: string }) => refund

const conflict = (message: RegExp) => ({ code: 'conflict', message })
const invalid = (field: string) => ({ code: 'invalid_request', field })

test('a payer signs for an address, the merchant’s wallet sends the refund, and all are told', async () => {
  const id = await paidCharge()
  const begun = await client().createRefund(id, { amount: '2', reason: ' A cup broke. ' })
  assert.deepEqual(
    [begun.status, begun.amount, begun.tokenSymbol, begun.reason, begun.recipientAddress],
    ['NEW', '2', 'DUSD', 'A cup broke.', ''],
  )
  assert.equal(begun.claimUrl, `${harness.service.baseUrl}/pay/${id}/refunds/${begun.uuid}`)

  const approved = await signFor(begun)
  assert.deepEqual(
    [approved.status, approved.recipientAddress, approved.recipientProof, approved.signerAddress],
    ['APPROVED', home, 'SIGNATURE', harness.chain.payer.address],
  )
  assert.equal((await ask(begun)).status, 'SIGNING')
  const hash = await send(merchant, home, 2_000_000n, suffixOfRefund(begun))
  await client().reportRefund(begun.uuid, { hash })
  const sent = await refundThatIs(begun, 'COMPLETED')
  assert.deepEqual([sent.hash, sent.sentAmount, sent.failure], [hash, '2', ''])
  assert.deepEqual((await client().listChargeRefunds(id)).map(withoutShop), [withoutShop(sent)])
  assert.deepEqual((await client().listRefunds({ status: 'COMPLETED' })).data, [sent])

  const { data } = await client().listEvents({ charge: id })
  const types = data.map(({ type }) => type).filter((type) => type.startsWith('refund:'))
  assert.deepEqual(types.toReversed(), ['refund:named', 'refund:confirmed'])
  const confirmed = data.find(({ type }) => type === 'refund:confirmed')
  const { event } = await client().getEvent(confirmed?.uuid ?? '')
  assert.deepEqual(event.data, withoutShop(sent))
  const log = await client().listAuditLog({})
  const actions = log.data
    .map(({ action }) => action)
    .filter((action) => action.startsWith('refund.'))
  assert.deepEqual(actions.toReversed(), ['refund.created', 'refund.signing'])
  const { receipt } = await client().getReceipt(id)
  const [, payload = ''] = receipt.split('.')
  const { refunds } = ReceiptClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  assert.deepEqual(
    refunds?.map(({ transaction, amount, recipient }) => [transaction, amount, recipient]),
    [[hash, '2', home]],
  )
})

test('no more is refunded than was credited, however it is split, and whoever asks at once', async () => {
  const id = await paidCharge()
  const refuse = (body: { amount?: string }, left: RegExp) =>
    assert.rejects(client().createRefund(id, body), conflict(left))
  await refuse({ amount: '5.000001' }, /At most 5 DUSD/)
  const first = await client().createRefund(id, { amount: '3' })
  await refuse({ amount: '2.000001' }, /At most 2 DUSD/)
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => client().createRefund(id, { amount: '2' })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await refuse({}, /already refunded, or a refund of it is in progress/)
  assert.equal((await client().cancelRefund(first.uuid)).status, 'CANCELLED')
  assert.equal((await client().createRefund(id, {})).amount, '3')
  await assert.rejects(client().createRefund(id, { amount: '0' }), conflict(/./))
  await assert.rejects(client().createRefund(id, { amount: '0.0000001' }), invalid('amount'))
})

test('a call that is repeated with its key begins one refund', async () => {
  const id = await paidCharge()
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await client().createRefund(id, { amount: '5' }, options)
  assert.deepEqual(await client().createRefund(id, { amount: '5' }, options), first)
  await assert.rejects(
    client().createRefund(id, { amount: '4' }, options),
    conflict(/another body/),
  )
})

test('what nobody has paid is not refunded; nor is a charge of another account', async () => {
  const open = await newCharge(harness)
  await assert.rejects(client().createRefund(open, {}), conflict(/nothing to refund/))
  const id = await paidCharge()
  const others = clientOf(harness, harness.other)
  await assert.rejects(others.createRefund(id, {}), { code: 'not_found' })
  const refund = await approvedRefund(id)
  const attempt = crypto.randomUUID()
  const calls = [
    () => others.getRefund(refund.uuid),
    () => others.listChargeRefunds(id),
    () => others.approveRefund(refund.uuid, { recipientAddress: stranger.address }),
    () => others.cancelRefund(refund.uuid),
    () => others.signRefund(refund.uuid, { senderAddress: stranger.address, attempt }),
    () => others.reportRefund(refund.uuid, { hash: `0x${'0'.repeat(64)}` }),
    () => others.releaseRefund(refund.uuid),
    () => others.nameRefundRecipient(id, refund.uuid, { recipientAddress: stranger.address }),
    () => others.listRefunds({ starting_after: refund.uuid }),
  ]
  for (const call of calls) await assert.rejects(call(), { code: 'not_found' })
  assert.deepEqual((await others.listRefunds({})).data, [])
  assert.deepEqual(withoutShop(await client().getRefund(refund.uuid)), withoutShop(refund))
  const elsewhere = { chainId: '1', tokenAddress: dollars() }
  await assert.rejects(client().createRefund(id, elsewhere), conflict(/in this token/))
  await assert.rejects(client().createRefund(id, { chainId: '1' }), invalid('tokenAddress'))
})

test('the form of a refund that is too large, or is none, is refused on its page, in the payer’s words', async () => {
  const id = await paidCharge()
  const refund = await client().createRefund(id, {})
  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${harness.service.baseUrl}/pay/${id}/refunds/${refund.uuid}`, {
      method: 'POST',
      headers: { 'content-type': type, 'accept-language': 'fr' },
      body,
    })
  const large = await send(`recipient=${'x'.repeat(70_000)}`)
  assert.equal(large.status, 413)
  const faultOf = (html: string) => /role="alert">.*?<span[^>]*>([^<]*)/.exec(html)?.[1]
  assert.match(faultOf(await large.text()) ?? '', /^Ce texte est trop long/)
  for (const type of ['application/json', 'multipart/form-data'])
    assert.equal((await send('{}', type)).status, 415, type)
  // What was typed stays in the field, as text.
  const short = await send(`recipient=${encodeURIComponent('"><script>1')}`)
  assert.equal(short.status, 400)
  const shortPage = await short.text()
  assert.equal(faultOf(shortPage), 'Une adresse compte 42 caractères. Celle-ci en compte 11.')
  assert.match(shortPage, / value="&quot;&gt;&lt;script&gt;1" [^>]*aria-invalid="true"/)
  const wrong = await send(`step=submit&recipient=${'x'.repeat(42)}`)
  assert.match(faultOf(await wrong.text()) ?? '', /^Cette adresse ne peut pas recevoir votre/)
  // Nothing is submitted that was not shown first, and what the script shows is in the same words.
  const check = await (await send(`recipient=${home}`)).text()
  assert.match(check, /data-faults="[^"]*signature&quot;:&quot;Le paiement ne vient pas/)
  assert.match(check, /role="group" aria-label="Votre adresse [^>]*><span><b>0x/)
  const edit = await (await send(`step=edit&recipient=${home}`)).text()
  assert.ok(edit.includes(`value="${home}"`))
  assert.equal((await client().getRefund(refund.uuid)).status, 'NEW')
  await client().cancelRefund(refund.uuid)
  assert.match(await (await send(`step=submit&recipient=${home}`)).text(), /La boutique a annulé/)
})

test('the page of a refund has the store’s color, and shows what it waits for', async () => {
  const id = await paidCharge()
  const refund = await client().createRefund(id, {})
  const url = `${harness.service.baseUrl}/pay/${id}/refunds/${refund.uuid}`
  const post = (body: string) =>
    fetch(url, { method: 'POST', headers: formHeaders, body, redirect: 'manual' })
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await post(`step=submit&recipient=${home}`)).status, 303)
  const page = await fetch(url)
  const html = await page.text()
  const [, css = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = String(page.headers.get('content-security-policy'))
  assert.ok(policy.includes(`style-src 'self' 'sha256-${hash}'`), policy)
  assert.ok(policy.includes("form-action 'self'"))
  assert.match(html, /<li class="done">.*?Address submitted<\/li><li aria-current="step">/)
  // Who holds the link alone learns the store's name from a preview, and nothing of the money.
  const tags = html.match(/<(?:meta|title)[^>]*>[^<]*/g)?.join('') ?? ''
  assert.doesNotMatch(tags, /\d\.\d\d|DUSD|0x/)
})

test('a stranger with the link names an address, and only a word of the merchant makes it count', async () => {
  const id = await paidCharge()
  const refund = await client().createRefund(id, {})
  const page = `${harness.service.baseUrl}/pay/${id}/charges/${id}/refunds/${refund.uuid}/recipient`
  const response = await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipientAddress: stranger.address }),
  })
  assert.equal(response.status, 200)
  assert.equal(((await response.json()) as Refund).status, 'NAMED')
  await assert.rejects(ask(refund), conflict(/not approved/))
  await assert.rejects(signFor(refund, stranger.address, stranger), invalid('signature'))
  // The signature for one address says nothing of another.
  const { reference, amount, tokenSymbol: symbol } = refund
  const message = createRefundMessage({ reference, amount, symbol, chainId, recipient: home })
  const signature = await harness.chain.payer.signMessage({ message })
  const swapped = { recipientAddress: stranger.address, signature }
  await assert.rejects(client().nameRefundRecipient(id, refund.uuid, swapped), invalid('signature'))
  const approved = await client().approveRefund(refund.uuid, { recipientAddress: home })
  assert.deepEqual([approved.status, approved.recipientProof], ['APPROVED', 'MERCHANT'])
  const late = client().nameRefundRecipient(id, refund.uuid, { recipientAddress: stranger.address })
  await assert.rejects(late, conflict(/approved already/))
  await assert.rejects(signFor(refund, stranger.address), conflict(/approved an address/))
})

test('who has paid a little of somebody’s order cannot have the rest of it', async () => {
  const id = await paidCharge()
  await send(harness.chain.payer, stranger.address, 1_000_000n)
  const part = await send(stranger, wallet, 1_000_000n, suffixOf(id))
  await reportTo(client(), id, { hash: part, chainId: `${chainId}`, tokenAddress: dollars() })
  await paymentThatIs(harness, id, part, 'COMPLETED')
  const refund = await client().createRefund(id, {})
  await assert.rejects(
    signFor(refund, stranger.address, stranger),
    conflict(/paid less of this order/),
  )
  await client().cancelRefund(refund.uuid)
  const small = await client().createRefund(id, { amount: '1' })
  assert.equal((await signFor(small, stranger.address, stranger)).status, 'APPROVED')
  await assert.rejects(signFor(small), conflict(/Another account that paid/))
  const again = await client().createRefund(id, { amount: '1' })
  await assert.rejects(
    signFor(again, stranger.address, stranger),
    conflict(/paid less of this order/),
  )
})

test('an address that is never the payer’s is refused', async () => {
  const refund = await client().createRefund(await paidCharge(), {})
  for (const recipientAddress of [wallet, dollars(), coin])
    await assert.rejects(
      client().approveRefund(refund.uuid, { recipientAddress }),
      invalid('recipientAddress'),
    )
})

test('of two people who sign at once, one asks a wallet', async () => {
  const refund = await approvedRefund()
  const attempts = Array.from({ length: 6 }, () => crypto.randomUUID())
  const results = await Promise.allSettled(attempts.map((attempt) => ask(refund, attempt)))
  const won = results.findIndex(({ status }) => status === 'fulfilled')
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  // Its answer was lost: the same question again.
  assert.equal((await ask(refund, attempts[won])).status, 'SIGNING')
  await assert.rejects(ask(refund), conflict(/the outcome is not known/))
  await assert.rejects(client().cancelRefund(refund.uuid), conflict(/cannot be changed/))
  await assert.rejects(
    client().approveRefund(refund.uuid, { recipientAddress: stranger.address }),
    conflict(/cannot be changed/),
  )
  await send(merchant, home, five, suffixOfRefund(refund))
  await refundThatIs(refund, 'COMPLETED')
})

test('a transfer that nobody reports is found: named, or of the same amount', async () => {
  const named = await approvedRefund()
  const bare = await approvedRefund()
  const twin = await approvedRefund()
  for (const refund of [named, bare, twin]) await ask(refund)
  const hashes = [
    await send(merchant, home, five, suffixOfRefund(named)),
    await send(merchant, home, five),
    await send(merchant, home, five),
  ]
  const sent = await Promise.all(
    [named, bare, twin].map((refund) => refundThatIs(refund, 'COMPLETED')),
  )
  assert.equal(sent[0]?.hash, hashes[0])
  // One transfer sends one refund, whichever.
  assert.deepEqual(sent.map(({ hash }) => hash).toSorted(), hashes.toSorted())
})

test('a little that somebody else sends in the refund’s name does not count, nor does what was sent before', async () => {
  const refund = await approvedRefund()
  const before = await send(merchant, home, five)
  await assert.rejects(ask(refund), conflict(/may have been sent already/))
  await client().dismissRefundTransactions(refund.uuid, { hashes: [before] })
  await ask(refund)
  const gift = await send(harness.chain.payer, home, five - 1n, suffixOfRefund(refund))
  await client().reportRefund(refund.uuid, { hash: gift })
  const mistaken = await until('the hash to be dropped', async () => {
    const read = await client().getRefund(refund.uuid)
    return read.failure === '' ? undefined : read
  })
  // What the wallet sends may still be mined, so nobody is asked again before the merchant has said that it has sent nothing.
  assert.deepEqual([mistaken.status, mistaken.hash], ['SIGNING', ''])
  assert.match(mistaken.failure, /does not transfer the refund/)
  await assert.rejects(ask(refund), conflict(/the outcome is not known/))
  await released(refund)
  await ask(refund)
  const hash = await send(merchant, home, five, suffixOfRefund(refund))
  assert.equal((await refundThatIs(refund, 'COMPLETED')).hash, hash)
})

test('a wallet that has sent nothing is released, and a transaction that was seen is not', async () => {
  const refund = await approvedRefund()
  await ask(refund)
  await released(refund)
  await ask(refund)
  await harness.chain.client.setAutomine(false)
  try {
    const hash = await harness.chain.client.sendTransaction({
      account: merchant,
      to: dollars(),
      data: transferCall(home, five, suffixOfRefund(refund)),
    })
    await client().reportRefund(refund.uuid, { hash })
    await assert.rejects(
      client().releaseRefund(refund.uuid),
      conflict(/may still be mined|was sent/),
    )
  } finally {
    await harness.chain.client.setAutomine(true)
    await harness.chain.client.mine({ blocks: 1 })
  }
  await refundThatIs(refund, 'COMPLETED')
})

test('a transaction that is replaced in the wallet frees the refund, and one that fails does', async () => {
  const refund = await approvedRefund()
  await ask(refund)
  const { chain } = harness
  await chain.client.setAutomine(false)
  const nonce = await chain.client.getTransactionCount({ address: merchant.address })
  const hash = await chain.client.sendTransaction({
    account: merchant,
    to: dollars(),
    data: transferCall(home, five, suffixOfRefund(refund)),
    nonce,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
    gas: 100_000n,
  })
  await client().reportRefund(refund.uuid, { hash })
  await until('the service to see it', async () => {
    const seen = await client()
      .releaseRefund(refund.uuid)
      .catch(({ message }: Error) => message)
    return typeof seen === 'string' && seen.includes('cancel it in the wallet') ? true : undefined
  })
  const canceling = await chain.client.sendTransaction({
    account: merchant,
    to: merchant.address,
    value: 0n,
    nonce,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 10_000_000_000n,
    gas: 21_000n,
  })
  await chain.client.setAutomine(true)
  await chain.client.mine({ blocks: 2 })
  assert.match((await refundThatIs(refund, 'APPROVED')).failure, new RegExp(canceling))

  await ask(refund)
  const tooMuch = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [home, 10n ** 24n],
  })
  const reverted = await chain.client.sendTransaction({
    account: merchant,
    to: dollars(),
    data: `${tooMuch}${suffixOfRefund(refund).slice(2)}`,
    gas: 100_000n,
  })
  await client().reportRefund(refund.uuid, { hash: reverted })
  assert.match((await refundThatIs(refund, 'APPROVED')).failure, /failed on the chain/)
  const events = await client().listEvents({ charge: refund.chargeUuid })
  assert.equal(events.data.filter(({ type }) => type === 'refund:failed').length, 2)

  // A wallet may answer with the hash of an earlier attempt, whose failure says nothing of what it was asked for now.
  await ask(refund)
  await client().reportRefund(refund.uuid, { hash: reverted })
  const { status } = await until('the hash to be dropped', async () => {
    const current = await client().getRefund(refund.uuid)
    return current.hash === '' ? current : undefined
  })
  assert.equal(status, 'SIGNING')
  const sent = await send(merchant, home, five, suffixOfRefund(refund))
  assert.equal((await refundThatIs(refund, 'COMPLETED')).hash, sent)
})

test('a reorganization takes a refund back, and what is mined again counts once', async () => {
  const refund = await approvedRefund()
  await ask(refund)
  const snapshot = await rpc(harness, 'evm_snapshot')
  const hash = await send(merchant, home, five, suffixOfRefund(refund))
  const first = await refundThatIs(refund, 'COMPLETED')
  assert.equal(first.hash, hash)
  await rpc(harness, 'evm_revert', snapshot)
  await harness.chain.client.mine({ blocks: 2 })
  await refundThatIs(refund, 'SIGNING')
  await assert.rejects(ask(refund), conflict(/the outcome is not known/))
  const again = await send(merchant, home, five, suffixOfRefund(refund))
  await refundThatIs(refund, 'COMPLETED')
  assert.equal((await client().getRefund(refund.uuid)).hash, again)
})

test('a refund whose payment a reorganization took away is not signed', async () => {
  const { chain } = harness
  const id = await newCharge(harness)
  const snapshot = await rpc(harness, 'evm_snapshot')
  const hash = await send(chain.payer, wallet, five, suffixOf(id))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const refund = await approvedRefund(id)
  await rpc(harness, 'evm_revert', snapshot)
  await chain.client.mine({ blocks: 2 })
  await until('the payment to be taken back', async () => {
    const { payments } = await client().getCharge(id)
    return payments[0]?.status === 'PENDING' ? true : undefined
  })
  await assert.rejects(ask(refund), conflict(/no longer cover/))
  await assert.rejects(client().createRefund(id, {}), conflict(/nothing to refund/))
})

test('native currency is refunded, and found by the account’s own transactions', async () => {
  const id = await newCharge(harness, {
    tokenAddress: coin,
    tokenAmount: '0.5',
    tokenType: 'NATIVE',
  })
  const { chain } = harness
  const paid = await chain.send(wallet, suffixOf(id), parseEther('0.5'))
  await paymentThatIs(harness, id, paid, 'COMPLETED')
  const refund = await approvedRefund(id, '0.2')
  await ask(refund)
  const hash = await chain.client.sendTransaction({
    account: merchant,
    to: home,
    value: parseEther('0.2'),
    data: suffixOfRefund(refund),
  })
  const sent = await refundThatIs(refund, 'COMPLETED')
  assert.deepEqual([sent.hash, sent.sentAmount], [hash, '0.2'])
})

test('an assignment whose charge has a refund is not undone', async () => {
  const id = await newCharge(harness)
  const hash = await send(harness.chain.payer, wallet, five)
  await reportTo(client(), id, { hash, chainId: `${chainId}`, tokenAddress: dollars() })
  const unmatched = await unmatchedOf(harness, hash)
  await client().assignUnmatched(unmatched.uuid, { chargeUuid: id })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const refund = await client().createRefund(id, {})
  const undo = () => client().unassignUnmatched(unmatched.uuid, { chargeUuid: id })
  await assert.rejects(undo(), conflict(/has a refund/))
  await client().cancelRefund(refund.uuid)
  assert.equal((await undo()).status, 'UNMATCHED')
})

test('another account of the merchant’s that has sent the refund is found before it is sent again', async () => {
  const refund = await approvedRefund()
  await ask(refund)
  const hash = await send(harness.chain.payer, home, five, suffixOfRefund(refund))
  await client().releaseRefund(refund.uuid)
  assert.equal((await refundThatIs(refund, 'COMPLETED')).hash, hash)
})

test('“paid” is said together with what was sent back; a fully refunded order opens nothing, unless its shop says so', async () => {
  const id = await paidCharge()
  const ofDollars = (amount: string, pending: string) => [
    { chainId: `${chainId}`, tokenAddress: dollars(), currency: 'DUSD', amount, pending },
  ]
  const { shop, service } = harness
  const open = async (opensRefunded?: boolean) => {
    const handler = requirePayment({
      baseUrl: service.baseUrl,
      apiKey: shop.apiKey,
      opensRefunded,
      order: () => ({ chargeId: id }),
      resource: (_, { refunds }) => Response.json(refunds ?? 'nothing was sent back'),
    })
    const response = await handler(new Request('https://shop.example/answer'))
    return [response.status, response.ok ? await response.json() : undefined]
  }
  assert.equal((await client().getCharge(id)).refunds, undefined)
  assert.deepEqual(await open(), [200, 'nothing was sent back'])

  const part = await approvedRefund(id, '2')
  await ask(part)
  await client().reportRefund(part.uuid, {
    hash: await send(merchant, home, 2_000_000n, suffixOfRefund(part)),
  })
  await refundThatIs(part, 'COMPLETED')
  const inPart = { is_full: false, amounts: ofDollars('2', '0') }
  assert.deepEqual((await client().getCharge(id)).refunds, inPart)
  assert.deepEqual(await open(), [200, inPart])

  const rest = await client().createRefund(id, {})
  const inFull = { is_full: true, amounts: ofDollars('2', '3') }
  const { data } = await client().listCharges({})
  assert.deepEqual(data.find((charge) => charge.id === id)?.refunds, inFull)
  assert.deepEqual(await open(), [403, undefined])
  assert.deepEqual(await open(true), [200, inFull])

  const again = await send(harness.chain.payer, wallet, five, suffixOf(id))
  await reportTo(client(), id, { hash: again, chainId: `${chainId}`, tokenAddress: dollars() })
  await paymentThatIs(harness, id, again, 'COMPLETED')
  const events = await client().listEvents({ charge: id })
  const told = events.data.find(({ type }) => type === 'charge:paid_again')
  const { event } = await client().getEvent(told?.uuid ?? '')
  assert.deepEqual((event.data as { refunds?: unknown }).refunds, { ...inFull, is_full: false })
  await client().cancelRefund(rest.uuid)
  assert.deepEqual(await open(), [200, inPart])
})

test('a charge says what of its money was sent back, in its reply, its lists and its events', async () => {
  const stateOf = async (id: string) => {
    const { payment_status, missing_amount, excess_amount } = await client().getCharge(id)
    const { data } = await client().listCharges({ payment_status, limit: 100 })
    const listed = data.find((charge) => charge.id === id)
    // The list reads its columns, the charge its payments.
    assert.deepEqual(
      [listed?.payment_status, listed?.missing_amount, listed?.excess_amount],
      [payment_status, missing_amount, excess_amount],
    )
    return [payment_status, missing_amount, excess_amount]
  }
  const sendBack = async (id: string, amount: string) => {
    const refund = await approvedRefund(id, amount)
    await ask(refund)
    const hash = await send(merchant, home, BigInt(Number(amount) * 1e6), suffixOfRefund(refund))
    await client().reportRefund(refund.uuid, { hash })
    await refundThatIs(refund, 'COMPLETED')
  }
  assert.deepEqual(await stateOf(await newCharge(harness)), ['unpaid', '5', '0'])
  assert.deepEqual(await stateOf(await paidCharge(4_000_000n)), ['part_paid', '1', '0'])
  const id = await paidCharge(7_000_000n)
  assert.deepEqual(await stateOf(id), ['overpaid', '0', '2'])
  const { data } = await client().listEvents({ charge: id, type: 'charge:confirmed' })
  const { event } = await client().getEvent(data[0]?.uuid ?? '')
  assert.ok('payment_status' in event.data)
  assert.deepEqual([event.data.payment_status, event.data.excess_amount], ['overpaid', '2'])
  await sendBack(id, '2')
  assert.deepEqual(await stateOf(id), ['paid', '0', '0'])
  await sendBack(id, '1')
  assert.deepEqual(await stateOf(id), ['partly_refunded', '0', '0'])
  await sendBack(id, '4')
  assert.deepEqual(await stateOf(id), ['refunded', '0', '0'])
  assert.equal((await client().getCharge(id)).status, 'COMPLETED')
})
