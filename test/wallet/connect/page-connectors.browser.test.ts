import { equal, ok, thrown, until } from '../../element/support/assert.ts'
import { afterEach, test } from '../../element/support/bdd.ts'
import { PageWallet, payer } from '../../element/support/wallet.ts'
import { intent, quote } from '../samples.ts'

// wagmi comes for the page's own connectors, and for nobody else. This file imports it only where it is needed.

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const announced: PageWallet[] = []

afterEach(() => {
  for (const wallet of announced.splice(0)) wallet.leave()
  localStorage.clear()
})

// What is loaded beyond the browser's own limit of 250 would not be listed.
performance.setResourceTimingBufferSize(10_000)
const { loadWallets } = await import('../../../src/wallet/index.ts')

const listWalletModules = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/src/wallet/'))
const isWagmiLoaded = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('@wagmi/core'))
const untold = () => {
  throw new Error('Nothing is to be told.')
}

test('a payment by a wallet in the page, or by a provider of the page, loads no wagmi', async () => {
  const wallet = new PageWallet().announce()
  announced.push(wallet)
  const own = new PageWallet({ name: 'Own' })
  const wallets = await loadWallets({ wallets: [own.provider as never] })
  const { info } = wallet
  for (const [id, one] of [
    [`${info.rdns} ${info.name}`, wallet],
    ['page.0', own],
  ] as const) {
    const { address } = await wallets.connect(id, untold)
    const about = intent(quote(5n, token), address, 0, 100n)
    await wallets.readFunds(about.quote, address)
    await wallets.transfer(about, () => true, untold)
    equal(one.count('eth_sendTransaction'), 1)
  }
  ok(listWalletModules().length > 0, 'what is loaded is listed')
  ok(!isWagmiLoaded(), 'no part of wagmi is loaded')
})

test('a wagmi connector whose wallet is missing is said so in our words', async () => {
  const { injected } = await import('@wagmi/core')
  const target = { id: 'gone', name: 'Gone', provider: () => undefined }
  const wallets = await loadWallets({ wallets: [injected({ target })] })
  const error = await thrown(() => wallets.connect('gone', untold))
  equal(error.code, 'wallet_failed')
  equal(error.message, 'This wallet isn’t available in this browser. Choose another one.')
})

test('a wagmi connector of the page connects, follows its wallet, and pays', async () => {
  const { injected } = await import('@wagmi/core')
  const wallet = new PageWallet({ chainId: 1 })
  const target = { id: 'shop', name: 'Shop Wallet', provider: wallet.provider as never }
  const wallets = await loadWallets({ wallets: [injected({ target })] })
  ok(isWagmiLoaded(), 'it is loaded for this page')
  const names: string[][] = []
  const stop = wallets.watch((list) => names.push(list.map(({ name }) => name)))
  await until(
    () => names.length > 0,
    () => 'a list should come',
  )
  stop()
  equal(names.at(-1), ['Shop Wallet'])
  const heard: unknown[] = []
  const stopListening = wallets.watchAccount((account) => heard.push(account?.chainId))
  equal((await wallets.connect('shop', untold)).address, payer)
  await wallets.switchChain(31_337)
  equal(heard.at(-1), 31_337)
  const about = intent(quote(5n, token), payer, 0, 100n)
  await wallets.readFunds(about.quote, payer)
  await wallets.transfer(about, () => true, untold)
  equal(wallet.count('eth_sendTransaction'), 1)
  wallet.emit('accountsChanged', [])
  await until(
    () => heard.at(-1) === undefined,
    () => String(heard),
  )
  stopListening()
})
