import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Address, Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import type { Quote } from '../../src/checkout/quote/payment-option.ts'
import type { Provider } from '../../src/wallet/connect/provider.ts'
import { sendTransfer } from '../../src/wallet/send/send.ts'
import { createPlainCall, createTransferCall } from '../../src/wallet/send/transfer-call.ts'
import { findIncomingTransfers } from '../../src/wallet/track/incoming-transfers.ts'
import { inspectHash } from '../../src/wallet/track/inspect-transaction.ts'
import { searchTransfer } from '../../src/wallet/track/search-transfer.ts'
import { type LocalChain, startLocalChain } from '../support/local-chain.ts'
import { deploySafe } from '../support/safe.ts'
import {
  type Ask,
  createBundledWallet,
  createSafeWallet,
  refusal,
  takesBatches,
} from '../support/smart-wallets.ts'
import {
  chargeId,
  intent,
  otherSuffix,
  quote,
  recipient,
  reference,
  suffix,
} from '../wallet/samples.ts'

// What the page says on the chain, and what it takes for its own there.

let chain: LocalChain
let token: Address

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
})
after(() => chain.stop())
afterEach(() => chain.client.setAutomine(true))

const hexOf = (text: string) => Buffer.from(text).toString('hex')
/** The uuid in every form in which calldata could carry it. */
const secrets = [chargeId, chargeId.toUpperCase(), chargeId.replaceAll('-', '')].flatMap((text) => [
  hexOf(text),
  text.replaceAll('-', '').toLowerCase(),
])

async function about(from: string, of: Quote): Promise<Intent> {
  const address = from as Address
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  return intent(of, from, nonce, await chain.client.getBlockNumber({ cacheTime: 0 }))
}

interface Asked {
  address: string
  asked: Ask[]
  request(ask: Ask): Promise<unknown>
}

function account(refusesData = false): Asked {
  const asked: Ask[] = []
  const request = async (ask: Ask) => {
    asked.push(ask)
    if (ask.method.startsWith('wallet_')) throw refusal(-32601)
    const [call] = (ask.params ?? []) as [{ data?: string }]
    if (refusesData && ask.method === 'eth_sendTransaction' && call.data)
      throw refusal(-32603, 'EthAppCommandError: Invalid data (0x6A80)')
    return await chain.client.request(ask as never)
  }
  return { asked, request, address: chain.payer.address }
}

/** Asks a wallet to pay a quote, and gives all that it was asked for as one text. */
async function pay(wallet: Asked, of: Quote): Promise<string> {
  const provider = wallet as unknown as Provider
  const sender = { client: chain.client, provider, attribution: true }
  const pays = await about(wallet.address, of)
  await Promise.allSettled([
    sendTransfer(
      sender,
      pays,
      () => true,
      () => {},
    ),
  ])
  const sends = wallet.asked.filter(({ method }) => /sendTransaction|sendCalls/.test(method))
  assert.ok(sends.length > 0, 'the wallet was asked')
  return JSON.stringify(sends).toLowerCase()
}

const wallets: Record<string, () => Promise<Asked>> = {
  'an account': async () => account(),
  'a hardware wallet': async () => account(true),
  'a Safe': async () =>
    createSafeWallet(chain, await deploySafe(chain, [2, 3].map(demoAccount), 1)),
  'a Safe that takes batches': async () =>
    createSafeWallet(chain, await deploySafe(chain, [2, 3].map(demoAccount), 1), { batches: true }),
  'a smart account': () => createBundledWallet(chain),
  'a smart account that takes batches': () =>
    createBundledWallet(chain, { capabilities: takesBatches }),
}

for (const [name, open] of Object.entries(wallets)) {
  test(`no uuid is in what ${name} is asked to send, of a token or of coin`, async () => {
    for (const paid of [quote(5n, token), quote(5n)]) {
      const asked = await pay(await open(), paid)
      for (const secret of secrets) assert.ok(!asked.includes(secret), `${secret} in ${asked}`)
      assert.ok(asked.includes(hexOf(reference)), 'the reference stands there')
    }
  })
}

test('a name that is the uuid in other words, or no reference, is never published', async () => {
  for (const name of [
    chargeId,
    chargeId.replaceAll('-', ''),
    chargeId.toUpperCase(),
    `${reference},${reference}`,
    reference.toUpperCase(),
    '',
    'x'.repeat(300),
  ])
    for (const paid of [quote(5n, token), quote(5n)])
      assert.deepEqual(
        await createTransferCall(chain.client, { ...paid, reference: name }, true),
        createPlainCall(paid),
      )
})

test('a token transfer has at most 64 bytes behind it, so that hardware wallets show it in clear', async () => {
  const of = quote(5n, token)
  const { data } = await createTransferCall(chain.client, of, true)
  assert.equal((data.length - createPlainCall(of).data.length) / 2, 50)
})

const search = (of: Intent) => searchTransfer(chain.client, of, true, { depth: 1 })

test('a wallet that drops the suffix and answers nothing has paid: the page does not offer to pay again', async () => {
  for (const paid of [quote(41n, token), quote(41n)]) {
    const looked = await about(chain.payer.address, paid)
    const { to, data, value } = createPlainCall(paid)
    const hash = await chain.send(to, data, value)
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: false })
  }
})

test('a payment of another charge, as large and to the same recipient, is not taken for this one', async () => {
  for (const paid of [quote(42n, token), quote(42n)]) {
    const looked = await about(chain.payer.address, paid)
    const { to, data, value } = createPlainCall(paid)
    await chain.send(to, `${data}${otherSuffix}`, value)
    assert.equal((await search(looked)).found, 'used')
  }
})

test('a stranger’s transfer of the same amount, in the charge’s name, is not the payer’s own', async () => {
  for (const paid of [quote(43n, token), quote(43n)]) {
    const looked = await about(chain.payer.address, paid)
    const stranger = demoAccount(4)
    await chain.transfer(token, stranger.address, 100n)
    const { to, data, value } = createPlainCall(paid)
    const input = `${data}${suffix}` as const
    const hash = await chain.client.sendTransaction({ account: stranger, to, data: input, value })
    await chain.client.waitForTransactionReceipt({ hash })
    const mine = await search(looked)
    assert.notEqual(mine.found, 'transfer')
  }
})

test('what another account names for another charge does not hide the payer’s money from them', async () => {
  const hash = await chain.transfer(token, recipient as Address, 44n, `0x${otherSuffix}`)
  const said = await inspectHash(chain.client, quote(44n, token), hash)
  assert.equal(said.fits === false && said.reason, 'other_charge')
})

test('an arrival that its sender meant for another charge is none of this one', async () => {
  const from = await chain.client.getBlockNumber({ cacheTime: 0 })
  await chain.transfer(token, recipient as Address, 45n, `0x${otherSuffix}` as Hex)
  const hash = await chain.transfer(token, recipient as Address, 45n)
  const { hashes } = await findIncomingTransfers(chain.client, quote(45n, token), { from })
  assert.deepEqual(hashes, [hash])
})

test('a hardware wallet that refuses data is asked once more without, and pays once', async () => {
  const wallet = account(true)
  const looked = await about(wallet.address, quote(46n))
  await pay(wallet, quote(46n))
  const sends = wallet.asked.filter(({ method }) => method === 'eth_sendTransaction')
  assert.equal(sends.length, 2)
  const found = await search({ ...looked, withoutData: true })
  assert.equal(found.found === 'transfer' && found.hasReference, false)
  const nonce = await chain.client.getTransactionCount({ address: chain.payer.address })
  assert.equal(nonce, looked.nonce + 1)
})
