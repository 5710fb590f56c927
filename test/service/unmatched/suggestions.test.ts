import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { parseAmount } from '../../../src/amount.ts'
import type { UnmatchedSuggestion } from '../../../src/api/schemas/unmatched.ts'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, paymentThatIs, report, suffixOf, unmatchedOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Money without proof comes with the charges that it was probably meant for. None is credited by that.

const harness = provideHarness()

const priced = (amount: string) => newCharge(harness, {}, { local_price: { amount } })
const cents = (amount: number) => BigInt(amount) * 10_000n

/** Sends dollars without any reference, and waits until the merchant has them as unmatched. */
async function send(amount: bigint) {
  const { chain } = harness
  const hash = await chain.transfer(chain.dusd, wallet, amount)
  return await unmatchedOf(harness, hash)
}

const suggestionsOf = async (uuid: string) =>
  (await clientOf(harness).getUnmatched(uuid)).suggestions

test('what an exchange has taken its fee from finds its charge, before all others', async () => {
  const [, meant] = [await priced('18.00'), await priced('42.50'), await priced('99.00')]
  const { uuid } = await send(cents(41_50))
  assert.deepEqual(await suggestionsOf(uuid), [
    { chargeUuid: meant, reasons: ['SHORT'], strong: false },
  ])
  assert.equal((await clientOf(harness).getCharge(meant ?? '')).status, 'NEW')
})

test('the exact price goes before a price that is nearly the same, and money paid twice is known', async () => {
  const [near, exact] = [await priced('61.00'), await priced('60.00')]
  const { uuid } = await send(cents(60_00))
  assert.deepEqual(await suggestionsOf(uuid), [
    { chargeUuid: exact, reasons: ['EXACT'], strong: false },
    { chargeUuid: near, reasons: ['SHORT'], strong: false },
  ])
  const { chain } = harness
  const token = chain.dusd
  const hash = await chain.transfer(token, wallet, cents(60_00), suffixOf(exact ?? ''))
  await paymentThatIs(harness, exact ?? '', hash, 'COMPLETED')
  const again = await send(cents(60_00))
  assert.deepEqual((await suggestionsOf(again.uuid))[0], {
    chargeUuid: exact,
    reasons: ['EXACT', 'PAID_AGAIN'],
    strong: false,
  })
})

test('a report is a hint, and goes before no charge whose price was paid', async () => {
  const [meant, claimed] = [await priced('71.00'), await priced('300.00')]
  const { uuid, hash } = await send(cents(71_00))
  await report(harness, claimed, hash)
  const suggestions = await until('the hint', async () => {
    const found = await suggestionsOf(uuid)
    return found.some(({ chargeUuid }) => chargeUuid === claimed) ? found : undefined
  })
  assert.deepEqual(suggestions[0], { chargeUuid: meant, reasons: ['EXACT'], strong: false })
  const hint = suggestions.find(({ chargeUuid }) => chargeUuid === claimed)
  assert.deepEqual(hint?.reasons, ['REPORTED'])
})

test('a claim is signed where the sender’s key has signed it, and a stranger’s is a report like any other', async () => {
  const [meant, stolen] = [await priced('24.00'), await priced('24.00')]
  const { chain } = harness
  // The payer has sent another dollar than the charge takes: the signature is genuine, and credits nothing.
  const hash = await chain.transfer(chain.token('OUSD').address, wallet, cents(24_00))
  const money = await unmatchedOf(harness, hash)
  const claim = async (id: string, signer: typeof chain.payer) => {
    const reference = computeReference(id)
    const named = { reference, recipient: wallet, chainId: chain.chainId, hash }
    const signature = await signer.signMessage({ message: createPaymentMessage(named) })
    const tokenAddress = chain.dusd
    const body = { hash, chainId: String(chain.chainId), tokenAddress, signature }
    await clientOf(harness).addPayment(id, body)
  }
  await claim(stolen, demoAccount(7))
  await claim(meant, chain.payer)
  const claimed = (await suggestionsOf(money?.uuid ?? '')).filter(({ chargeUuid }) =>
    [meant, stolen].includes(chargeUuid),
  )
  assert.deepEqual(claimed, [
    { chargeUuid: meant, reasons: ['SIGNED', 'EXACT', 'OTHER_TOKEN'], strong: false },
    { chargeUuid: stolen, reasons: ['REPORTED', 'EXACT', 'OTHER_TOKEN'], strong: false },
  ])
  assert.equal((await clientOf(harness).getCharge(meant)).status, 'NEW')
})

test('the rest of a price finds the charge of its first part, by its payer', async () => {
  const id = await priced('500.00')
  const { chain } = harness
  const token = chain.dusd
  const hash = await chain.transfer(token, wallet, cents(200_00), suffixOf(id))
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const { uuid } = await send(cents(300_00))
  assert.deepEqual((await suggestionsOf(uuid))[0], {
    chargeUuid: id,
    reasons: ['EXACT', 'SAME_PAYER'],
    strong: true,
  })
})

test('an order whose address was shown to copy goes first, and nobody gets there afterwards', async () => {
  const [shown, other] = [await priced('44.00'), await priced('44.00')]
  const isOurs = ({ chargeUuid }: UnmatchedSuggestion) => [shown, other].includes(chargeUuid)
  const { chain } = harness
  const asset = { chainId: String(chain.chainId), tokenAddress: chain.dusd }
  const { amount } = await clientOf(harness).reserveAmount(shown, asset)
  const { uuid } = await send(parseAmount(amount, 6) - cents(1_00))
  await clientOf(harness).reserveAmount(other, asset)
  assert.deepEqual((await suggestionsOf(uuid)).filter(isOurs), [
    { chargeUuid: shown, reasons: ['SHORT', 'RESERVED'], strong: true },
    { chargeUuid: other, reasons: ['SHORT'], strong: false },
  ])
})

test('an order that was made for money that had come is no suggestion, whoever’s e-mail address it has', async () => {
  const email = { payer_email: 'eve@example.com' }
  const honest = await newCharge(harness, {}, { local_price: { amount: '200.00' }, ...email })
  const { chain } = harness
  const asset = { chainId: String(chain.chainId), tokenAddress: chain.dusd }
  await clientOf(harness).reserveAmount(honest, asset)
  const { uuid, minedAt } = await send(cents(199_50))
  const thief = await until('an order of a later second', async () => {
    const id = await newCharge(harness, {}, { local_price: { amount: '199.50' }, ...email })
    const { created_at } = await clientOf(harness).getCharge(id)
    return Date.parse(created_at) >= Date.parse(minedAt) + 1000 ? id : undefined
  })
  const suggestions = await suggestionsOf(uuid)
  assert.deepEqual(suggestions[0], {
    chargeUuid: honest,
    reasons: ['SHORT', 'RESERVED'],
    strong: false,
  })
  assert.ok(suggestions.every(({ chargeUuid }) => chargeUuid !== thief))
})

test('of many orders of one price it says how many fit', async () => {
  for (let count = 0; count < 7; count += 1) await priced('13.37')
  const { uuid } = await send(cents(13_37))
  const { suggestions, fitting } = await clientOf(harness).getUnmatched(uuid)
  assert.deepEqual([suggestions.length, fitting], [5, 7])
  assert.ok(suggestions.every(({ strong }) => !strong))
})

test('what the customer’s account has paid before leads to the customer’s next order', async () => {
  const { chain } = harness
  const of = (payer_email: string, amount: string) =>
    newCharge(harness, {}, { local_price: { amount }, payer_email })
  const earlier = await of('ada@example.com', '83.00')
  const token = chain.dusd
  const hash = await chain.transfer(token, wallet, cents(83_00), suffixOf(earlier))
  await paymentThatIs(harness, earlier, hash, 'COMPLETED')
  const [own, others] = [await of('ada@example.com', '37.00'), await of('bob@example.com', '37.00')]
  const isOurs = ({ chargeUuid }: UnmatchedSuggestion) => [own, others].includes(chargeUuid)
  const { uuid } = await send(cents(37_00))
  assert.deepEqual((await suggestionsOf(uuid)).filter(isOurs), [
    { chargeUuid: own, reasons: ['EXACT', 'SAME_CUSTOMER'], strong: false },
    { chargeUuid: others, reasons: ['EXACT'], strong: false },
  ])
})

test('another account’s charges are no suggestion, nor anything about money that was decided on', async () => {
  const { uuid } = await send(cents(99_00))
  const other = clientOf(harness, harness.other)
  await other.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '99.00' },
    requestProps: {
      chainId: String(harness.chain.chainId),
      recipientAddress: demoAccount(6).address,
      tokenAddress: harness.chain.dusd,
    },
  })
  await assert.rejects(other.getUnmatched(uuid), { code: 'not_found' })
  const [first] = await suggestionsOf(uuid)
  assert.deepEqual(first?.reasons, ['EXACT'])
  await clientOf(harness).assignUnmatched(uuid, { chargeUuid: first?.chargeUuid ?? '' })
  assert.deepEqual(await suggestionsOf(uuid), [])
})
