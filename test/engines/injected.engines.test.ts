import { equal } from '../element/support/assert.ts'
import { afterEach, test } from '../element/support/bdd.ts'
import { refusal } from '../element/support/wallet.ts'
import { closePages, openPage, type ShopPage, until } from './support/page.ts'
import { mine, newCharge, onChain, paymentsOf } from './support/stage.ts'
import { ChainWallet } from './support/wallet.ts'

// The injected path from click to receipt: the shop's page as payers get it, a wallet with a real chain behind it, the
// merchant's proxy and the service.

afterEach(closePages)

/** A page for a charge, with wallets that are there before it. */
async function shopping(
  wallets: ChainWallet[],
  attributes: Record<string, string> = {},
  more: object = {},
) {
  const charge = await newCharge(more)
  const page = await openPage({ 'charge-id': charge.id, redirect: 'none', ...attributes }, (at) => {
    for (const wallet of wallets) wallet.announceTo(at)
  })
  return { charge, page }
}

/** From the transfer to the receipt, and to the service's own record of it. */
async function confirmed(page: ShopPage, charge: { id: string }, wallet: ChainWallet) {
  await page.shows('Payment sent')
  await mine()
  await page.shows('Thank you. Your payment is confirmed.')
  equal(wallet.sent.length, 1)
  const payments = await paymentsOf(charge)
  equal(
    payments.map((one) => [one.status, one.payerTransactionHash]),
    wallet.sent.map((hash) => ['COMPLETED', hash]),
  )
}

test('a charge is paid in a token, and the page goes on to its success', async () => {
  const wallet = await ChainWallet.open()
  const ends = { redirect: 'auto', 'success-url': '/success' }
  const { page, charge } = await shopping([wallet], ends)
  await page.shows('$19.99')
  await page.click('Pay 19.99 DUSD')
  await confirmed(page, charge, wallet)
  const receipt = await onChain('eth_getTransactionReceipt', wallet.sent)
  equal((receipt as { status: string }).status, '0x1')
  equal(page.events, ['ready', 'connect', 'submit', 'success'])
  await until(
    () => page.path === '/success',
    () => page.path,
  )
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('a refused transfer moves nothing, and the payer pays after all', async () => {
  const wallet = await ChainWallet.open()
  const { page, charge } = await shopping([wallet])
  wallet.decide = ({ method }) => (method === 'eth_sendTransaction' ? refusal(4001) : undefined)
  await page.click('Pay 19.99 DUSD')
  await page.shows('You declined the request in your wallet')
  equal(wallet.sent, [])
  equal(await paymentsOf(charge), [])
  wallet.decide = () => undefined
  await page.click('Pay 19.99 DUSD')
  await confirmed(page, charge, wallet)
})

test('a wallet on another network is switched', async () => {
  const wallet = await ChainWallet.open({ chainId: 1 })
  const { page, charge } = await shopping([wallet])
  await page.click('Pay 19.99 DUSD')
  await confirmed(page, charge, wallet)
  equal([wallet.chainId, wallet.count('wallet_addEthereumChain')], [31_337, 0])
})

test('one that does not know the network has it added', async () => {
  const wallet = await ChainWallet.open({ chainId: 1 })
  wallet.decide = ({ method }) =>
    method === 'wallet_switchEthereumChain' && wallet.count('wallet_addEthereumChain') === 0
      ? refusal(4902, 'Unrecognized chain ID.')
      : undefined
  const { page, charge } = await shopping([wallet])
  await page.click('Pay 19.99 DUSD')
  await confirmed(page, charge, wallet)
  equal([wallet.chainId, wallet.count('wallet_addEthereumChain')], [31_337, 1])
})

test('the chain’s own coin is paid to the wei', async () => {
  const wallet = await ChainWallet.open()
  // Of nobody else, in no other engine.
  const recipientAddress = `0x${crypto.randomUUID().replaceAll('-', '').padStart(40, '0')}`
  const requestProps = {
    recipientAddress,
    tokenAddress: `0x${'0'.repeat(40)}`,
    chainId: '31337',
    tokenType: 'NATIVE',
    tokenAmount: '0.005432100000000001',
  }
  const { page, charge } = await shopping([wallet], {}, { requestProps })
  await page.click('Pay 0.005432100000000001 ETH')
  await confirmed(page, charge, wallet)
  equal(
    BigInt(String(await onChain('eth_getBalance', [recipientAddress, 'latest']))),
    5_432_100_000_000_001n,
  )
})

test('of two wallets the payer chooses one', async () => {
  const one = await ChainWallet.open({ name: 'One', rdns: 'example.one', icon })
  const two = await ChainWallet.open({ name: 'Two', rdns: 'example.two', icon })
  const { page, charge } = await shopping([one, two])
  await page.click('Pay 19.99 DUSD')
  const list = ['One', 'Two'].map((name) => ({ name, icon: true }))
  // The code, by which every other wallet pays, has its row below them.
  const installed = () => page.wallets().slice(0, -1)
  await until(
    () => JSON.stringify(installed()) === JSON.stringify(list),
    () => `Both should be listed: ${JSON.stringify(page.wallets())} ${page.text}`,
  )
  await page.click('Two')
  await confirmed(page, charge, two)
  equal(one.count('eth_requestAccounts') + one.count('eth_sendTransaction'), 0)
})

test('window.ethereum pays where nothing is announced', async () => {
  const wallet = await ChainWallet.open()
  const charge = await newCharge()
  const page = await openPage({ 'charge-id': charge.id, redirect: 'none' }, (at) => {
    Object.assign(at, { ethereum: wallet.provider })
  })
  await page.click('Pay 19.99 DUSD')
  await confirmed(page, charge, wallet)
})

test('a page that is reloaded while the wallet asks finds the transfer, and asks for no other', async () => {
  const wallet = await ChainWallet.open()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  wallet.decide = ({ method }) => (method === 'eth_sendTransaction' ? promise : undefined)
  const { page, charge } = await shopping([wallet])
  await page.click('Pay 19.99 DUSD')
  await until(
    () => wallet.count('eth_sendTransaction') === 1,
    () => page.text,
  )
  page.reload()
  await page.shows('Looking for your payment')
  resolve(undefined)
  await confirmed(page, charge, wallet)
  equal(wallet.count('eth_sendTransaction'), 1)
})

const icon =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="%230f766e"/></svg>'
