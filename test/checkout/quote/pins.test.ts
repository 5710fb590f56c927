import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePins } from '../../../src/checkout/quote/pins.ts'
import type { PayError } from '../../../src/errors.ts'
import { shopAddress, tokenAddress } from '../samples.ts'

const isWrong = (field: string) => (error: PayError) =>
  error.code === 'invalid_attribute' && error.field === field
const account = `eip155:8453:${shopAddress}`
const asset = `eip155:8453/erc20:${tokenAddress}`

test('one or several accounts, separated by white space or commas', () => {
  const other = `eip155:1:${tokenAddress}`
  for (const text of [`${account} ${other}`, `${account},${other}`, ` ${account} ,\n\t${other}, `])
    assert.deepEqual(parsePins({ recipients: text }).recipients, [
      { chainId: 8453, address: shopAddress },
      { chainId: 1, address: tokenAddress },
    ])
})

test('accounts that cannot be read stop everything, also beside others that can', () => {
  const bad = [
    '',
    ' , ',
    shopAddress,
    `eip155:0:${shopAddress}`,
    `eip155:08453:${shopAddress}`,
    `eip155:*:${shopAddress}`,
    `solana:1:${shopAddress}`,
    `eip155:8453:${shopAddress}0`,
    `eip155:8453:${shopAddress.slice(0, -1)}`,
    `eip155:8453:${shopAddress}:1`,
    `eip155:8453:${shopAddress};eip155:1:${shopAddress}`,
    `EIP155:8453:${shopAddress}`,
    'eip155:8453:shop.eth',
  ]
  for (const text of bad) {
    assert.throws(() => parsePins({ recipients: text }), isWrong('recipients'), text)
    const beside = `${account}, ${text}`
    if (text.replace(/[ ,]/g, ''))
      assert.throws(() => parsePins({ recipients: beside }), isWrong('recipients'), beside)
  }
})

test('a rate names an asset, the most tokens, their decimals, and the currency that it is for', () => {
  assert.deepEqual(
    parsePins({ maxRate: `${asset} 1.3 6 EUR , eip155:1/slip44:60 0.0006` }).maxRates,
    [
      {
        chainId: 8453,
        token: tokenAddress.toLowerCase(),
        rate: '1.3',
        decimals: 6,
        currency: 'EUR',
      },
      { chainId: 1, token: 'native', rate: '0.0006', decimals: 18, currency: 'USD' },
    ],
  )
})

test('rates that cannot be read stop everything', () => {
  const bad = [
    '',
    asset,
    `${asset} 1`,
    `${asset} 1 6,`,
    `${asset} -1 6`,
    `${asset} 1e3 6`,
    `${asset} Infinity 6`,
    `${asset} 1 80`,
    `${asset} 1 6 usd`,
    `${asset} 1 6 USD 1`,
    `eip155:8453:${tokenAddress} 1 6`,
    `eip155:1/slip44:x 1`,
    `eip155:1/erc721:${tokenAddress} 1 6`,
  ]
  for (const maxRate of bad)
    assert.throws(() => parsePins({ maxRate }), isWrong('max-rate'), maxRate)
})
