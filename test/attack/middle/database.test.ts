import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { parseAccount } from '../../../src/api/accounts.ts'
import { formatQuoteKey } from '../../../src/api/signed-quote/quote-keys.ts'
import type { ElementSettings } from '../../../src/element/attributes.ts'
import { createApp } from '../../../src/service/app/app.ts'
import { createChains } from '../../../src/service/app/chains.ts'
import { createStore } from '../../../src/service/app/store.ts'
import { openKysely } from '../../../src/service/db/kysely.ts'
import { registerPageRoutes } from '../../../src/service/payment-page/routes.ts'
import { noFxRates } from '../../../src/service/rates/read/rates.ts'
import { isNightly } from '../../support/effort.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { openEmbedded } from '../../support/tables.ts'
import { findHarm } from './harm.ts'
import { payIn, type Way } from './payer.ts'
import { merchant, native } from './replies.ts'
import { type RowLie, rowLies } from './rows.ts'
import { signer } from './signed-replies.ts'

// Somebody can write into the service's database, and nothing else. The real service reads what they wrote, from a real
// database, and the real code of the page asks a wallet for it.

const publicUrl = 'https://pay.example'
const hour = 3_600_000

let chain: LocalChain
let database: Awaited<ReturnType<typeof openEmbedded>>
let lite: PGlite
let app: ReturnType<typeof createApp>
let account: { id: string }
let apiKey: string
let dusd: string
let ousd: string

before(async () => {
  chain = await startLocalChain()
  dusd = chain.dusd
  ousd = chain.token('OUSD').address
  database = await openEmbedded()
  lite = database.pglite
  const db = openKysely(database.dialect)
  const store = createStore(db)
  const dollars = chain.tokens.map(
    ({ address }) => ({ chainId: 31_337, address, peg: 'USD' }) as const,
  )
  const chains = createChains({
    rpcUrls: new Map([[31_337, [chain.rpcUrl]]]),
    confirmations: new Map([[31_337, 1]]),
    modes: new Map([[31_337, 'live']]),
    ...{ tokens: dollars, feeds: [], ensRpcUrl: undefined },
  })
  const recipient = parseAccount(`eip155:31337:${merchant}`)
  assert.ok(recipient)
  const context = {
    ...{ store, chains, rates: noFxRates, publicUrl, log: pino({ level: 'silent' }) },
    markActive: () => undefined,
    ...{
      expiry: { defaultMs: 24 * hour, minMs: 1, maxMs: 24 * hour },
      settingsDelayMs: 0,
      findReceiverFault: () => undefined,
      quoteLifetimeMs: hour,
      finalityAboveUsd: { safe: 1e9, finalized: 1e9 },
      watchMs: 24 * hour,
    },
    ...{ recipientsPerAccount: 1e6 },
    quoteSigning: { signer, recipients: [recipient] },
  }
  app = createApp(context, [(router) => registerPageRoutes(router, context)])
  ;({ account, apiKey } = await store.createAccount('Blue Mug'))
  await store.createAccount('Another store')
  await restoreAccount()
})
after(async () => {
  await database?.close()
  await chain?.stop()
})

/** Sets the merchant's account to what the merchant wants. */
async function restoreAccount() {
  await lite.exec(
    `update accounts set wallet_address = '${merchant}', wallet_chain_id = 31337, ` +
      `wallet_token = '${dusd}', wallet_since = now(), organization_name = 'Blue Mug' where id = '${account.id}'`,
  )
}

/** Creates a charge as the merchant's backend does. Undefined where the service refuses it. */
async function createCharge(): Promise<string | undefined> {
  const response = await app.request(`${publicUrl}/charges`, {
    method: 'POST',
    headers: { 'api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      pricing_type: 'fixed_price',
      local_price: { amount: '19.99', currency: 'USD' },
      requestProps: { accepts: [{ chainId: '31337', tokenAddress: ousd }] },
    }),
  })
  const { data } = (await response.json()) as { data?: { id: string } }
  return data?.id
}

/** Writes a lie. Returns whether the database took it: its constraints refuse some. */
async function write({ statement }: RowLie, charge = ''): Promise<boolean> {
  const text = statement.replaceAll(':charge', charge).replaceAll(':account', account.id)
  return await lite.exec(text).then(
    () => true,
    () => false,
  )
}

/** When a row is changed, and how the payer pays. */
interface Try {
  when: 'first' | 'later'
  way: Way
}

const allTries: readonly Try[] = [
  { when: 'first', way: { by: 'wallet', token: 0 } },
  { when: 'first', way: { by: 'wallet', token: 1 } },
  { when: 'first', way: { by: 'code' } },
  { when: 'later', way: { by: 'wallet', token: 0 } },
  { when: 'later', way: { by: 'code' } },
]
/** Of the lies each is tried in one way, and every night in all. */
const triesOf = (index: number) =>
  isNightly ? allTries : allTries.filter((_, number) => number === index % allTries.length)

/** Returns what became of a lie in every way to pay. */
async function tryLie(
  lie: RowLie | undefined,
  settings: Partial<ElementSettings>,
  tries = allTries,
) {
  const harms: string[] = []
  let isTaken = true
  let paid = 0
  // Once the row is changed, it stays so for every way. A lie that comes later needs an honest row before it.
  let shared: string | undefined
  for (const { when, way } of tries) {
    if (lie?.isBeforeCreation) isTaken = await write(lie)
    const id = (when === 'first' ? shared : undefined) ?? (await createCharge())
    await restoreAccount()
    if (id === undefined) continue
    if (when === 'first') shared = id
    const attempt = await payIn({
      ...{ when, way },
      settings: { ...settings, proxy: `${publicUrl}/pay/${id}`, chargeId: id },
      fetch: async (url, init) => await app.request(url, init),
      change: async () => {
        if (lie && !lie.isBeforeCreation) isTaken = await write(lie, id)
      },
    })
    if (attempt.asked) paid++
    const harm = findHarm(attempt, realTokens())
    if (harm) harms.push(harm)
  }
  return { harms, isTaken, paid }
}

const realTokens = () => [
  { address: dusd, decimals: 6, value: 1 },
  { address: ousd, decimals: 6, value: 1 },
  { address: native, decimals: 18, value: 2000 },
]

const pages = () => {
  const maxRate = `eip155:31337/erc20:${dusd} 1 6, eip155:31337/erc20:${ousd} 1 6`
  const quoteKey = formatQuoteKey({ ...signer.publicKey, account: account.id })
  return {
    pins: { recipients: `eip155:31337:${merchant}`, maxRate },
    'quote key': { quoteKey, maxRate },
  }
}

test('an honest database is paid in every way', async () => {
  for (const settings of [...Object.values(pages()), {}])
    assert.deepEqual(await tryLie(undefined, settings), { harms: [], isTaken: true, paid: 5 })
})

test('there are enough lies, and no two of one name', () => {
  assert.ok(rowLies.length >= 100, String(rowLies.length))
  assert.equal(new Set(rowLies.map(({ name }) => name)).size, rowLies.length)
})

for (const name of ['pins', 'quote key'] as const)
  test(`with ${name} no row of the database moves money elsewhere, or more than the price`, async (t) => {
    let taken = 0
    for (const [index, lie] of rowLies.entries()) {
      // Not in the same way with both.
      const tries = triesOf(name === 'pins' ? index : index + 2)
      const { harms, isTaken } = await tryLie(lie, pages()[name], tries)
      assert.deepEqual(harms, [], lie.name)
      if (isTaken) taken++
    }
    // No lie has left anything behind that would have made the next ones harmless.
    assert.equal((await tryLie(undefined, pages()[name])).paid, 5)
    // Constraints refuse the rest, so that these lies would prove nothing.
    assert.ok(taken >= 100, `${taken}`)
    t.diagnostic(`${rowLies.length} lies, ${taken} of them stored: 0 payments elsewhere`)
  })

test('without them many rows do, which is why there are pins and keys', async (t) => {
  const harmful: string[] = []
  // One way shows it, and every third lie.
  const tries = allTries.slice(0, isNightly ? 3 : 1)
  const lies = isNightly ? rowLies : rowLies.filter((_, index) => index % 3 === 0)
  for (const lie of lies)
    if ((await tryLie(lie, {}, tries)).harms.length > 0) harmful.push(lie.name)
  t.diagnostic(`${harmful.length} of ${lies.length} lies lead money elsewhere, or take too much`)
  assert.ok(harmful.length > (isNightly ? 30 : 10), harmful.join('\n'))
})
