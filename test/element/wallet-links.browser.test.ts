import { buildWalletLink, walletLinks } from '../../src/element/wallet-links.ts'
import { equal } from './support/assert.ts'
import { test } from './support/bdd.ts'

const code = 'wc:7f6e@2?relay-protocol=irn&symKey=587d&expiryTimestamp=1795256549'

test('every wallet’s link gives the whole code on, as one parameter', () => {
  for (const wallet of walletLinks) {
    const { pathname, searchParams } = new URL(buildWalletLink(wallet, code))
    equal([...searchParams.keys()].join(), 'uri', wallet.name)
    equal(searchParams.get('uri') ?? '', code, wallet.name)
    // Of a scheme of its own, browsers differ on what the host is.
    if (wallet.baseUrl.startsWith('https:')) equal(pathname.endsWith('/wc'), true, wallet.name)
  }
})

test('a link is what the wallet documents', () => {
  equal(
    buildWalletLink(
      { name: 'Trust Wallet', baseUrl: 'https://link.trustwallet.com/' },
      'wc:7f@2?a=b&c=d',
    ),
    'https://link.trustwallet.com/wc?uri=wc%3A7f%402%3Fa%3Db%26c%3Dd',
  )
})
