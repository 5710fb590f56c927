import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../src/service/app/store.ts'
import {
  computeAmountShare,
  generateCandidateAmounts,
} from '../../src/service/payments/reserved-amounts/reserved-amounts.ts'
import { freshDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/service.ts'
import { brand, chargeOf, hour, recipients, seeded, start, token } from './reserving.ts'

// Amounts near a price are scarce at an address: they are those of the account whose receiving wallet it is.

const [recipient = ''] = recipients
/** With few decimals, so that few charges use up its amounts. */
const dollar = { decimals: 5, isUsdPegged: true }
const owed = 1_999_000n

test('accounts that name the shop’s address use up none of the shop’s amounts, by what they reserve or ask', async (t) => {
  const random = seeded(20261125)
  const database = await freshDatabase()
  const folder = await temporaryFolder()
  const store = await openStore(
    database ? { url: database.url } : { dataDir: folder.path },
    assert.ifError,
  )
  t.after(async () => {
    await store.close()
    await database?.remove()
    await folder.remove()
  })
  const create = async (name: string) => (await store.createAccount(name)).account.id
  const others = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(create))
  const shop = await create('Mugs')
  let number = 0
  const open = async (accountId: string, price = owed) => {
    number += 1
    const charge = { ...chargeOf(number, recipient, price, start), accountId }
    await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
    return charge
  }
  const reserve = async (accountId: string, candidates?: Iterable<bigint>, price = owed) => {
    const charge = await open(accountId, price)
    return await store.reserveAmount(
      {
        ...{ chargeId: charge.id, chainId: 1, token, recipient, owed: price },
        ...{ sinceBlock: 1n, createdAt: new Date(start), expiresAt: new Date(start + 48 * hour) },
      },
      candidates ?? generateCandidateAmounts(price, dollar, random),
      computeAmountShare(price, dollar),
    )
  }
  // The others have the older claim by their charges; the shop has the wallet.
  for (const one of others) await open(one)
  const change = { author: 'cli', delayMs: 0 } as const
  await store.setReceivingWallet(shop, { address: recipient, chainId: 1, token }, change)

  // Where nobody has the wallet, the first that named the address holds it: a token that was only shown makes no claim.
  const [, elsewhere = ''] = recipients
  const openAt = async (accountId: string, paidIn: string, createdAt: number) => {
    number += 1
    const made = { ...chargeOf(number, elsewhere, owed, createdAt), accountId }
    const charge = { ...made, quote: { ...made.quote, token: paidIn } }
    await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
    return charge.id
  }
  const chargeId = await openAt(shop, token, start)
  await openAt(String(others[0]), `0x${'00'.repeat(19)}D2`, start + 1000)
  const facts = { decimals: 6, symbol: 'OUSD', peg: undefined }
  await store.saveShownToken({ chainId: 1, token, recipient: elsewhere, ...facts })
  const ownReservation = await store.reserveAmount(
    {
      ...{ chargeId, chainId: 1, token, recipient: elsewhere, owed },
      ...{ sinceBlock: 1n, createdAt: new Date(start), expiresAt: new Date(start + 48 * hour) },
    },
    generateCandidateAmounts(owed, dollar, seeded(1)),
    { from: 0n, to: owed, maxPerAccount: 0, maxOfOthers: 0 },
  )
  assert.ok(ownReservation, 'the shop holds it')

  const share = computeAmountShare(owed, dollar)
  let taken = 0
  for (const one of others) {
    let own = 0
    // Prices near by reach the same amounts.
    while (await reserve(one, undefined, owed + BigInt(own % 2) * 500n)) own += 1
    assert.ok(own <= share.maxPerAccount, `${own}`)
    taken += own
  }
  assert.equal(taken, share.maxOfOthers)

  // What another account asks does not keep the shop's charges from it; what the shop's own charge asks does.
  const candidates = [...generateCandidateAmounts(owed, dollar, random)]
  const places = candidates.map((amount) => ({ token, recipient, amount }))
  const reserved = await store.findReservations(1, places)
  const [asked = 0n, own = 0n] = candidates.filter((one) =>
    reserved.every(({ amount }) => amount !== one),
  )
  await open(String(others[0]), asked)
  await open(shop, own)
  assert.equal(await reserve(shop, [own]), undefined)
  assert.equal((await reserve(shop, [asked]))?.amount, asked)
  for (let count = 0; count < 10; count += 1) assert.ok(await reserve(shop), 'the shop has room')
})
