import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as exported from 'viem/chains'
import { formatTimeLeft } from '../../src/element/checkout/format/eta.ts'
import { getExplorerUrl } from '../../src/element/checkout/receipt/explorers.ts'
import { builtInChains } from '../../src/wallet/connect/built-in-chains.ts'

// Both tables are copies, so that no screen loads the wallets' code: they are held against what they are copies of.

const viemChains: { id: number; blockTime?: number | undefined }[] = Object.values(exported).filter(
  (one) => typeof one === 'object' && 'nativeCurrency' in one,
)
const hash = `0x${'ab'.repeat(32)}`

/** So many blocks that no rounding hides a difference. */
const many = 60_000

const said = (minutes: number) =>
  new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    minutes,
  )

const latin = { locale: 'en' }

for (const { id, name } of builtInChains) {
  const { blockTime } = viemChains.find((one) => one.id === id) ?? {}

  if (blockTime !== undefined)
    test(`${name}: the time left is by the pace that viem tells, ${blockTime} ms a block`, () => {
      assert.equal(formatTimeLeft(many, id, [], 'en', latin), said((many * blockTime) / 60_000))
    })

  test(`${name}: a transaction is seen where wallets say`, () => {
    const { blockExplorers } = builtInChains.find((one) => one.id === id) ?? {}
    const url = blockExplorers && `${blockExplorers.default.url}/tx/${hash}`
    assert.equal(getExplorerUrl(id, hash, undefined), url)
  })
}

test('the time left is rounded up to fives, and from a minute on to minutes', () => {
  const at = (blocks: number, blockTime: number) =>
    formatTimeLeft(blocks, 5, [{ id: 5, blockTime }], 'en', latin)
  assert.equal(at(1, 3000), '5 seconds')
  assert.equal(at(1, 5000), '5 seconds')
  assert.equal(at(1, 5001), '10 seconds')
  assert.equal(at(4, 12_000), '50 seconds')
  assert.equal(at(11, 5000), '55 seconds')
  assert.equal(at(1, 55_001), '1 minute')
  assert.equal(at(5, 12_000), '1 minute')
  assert.equal(at(6, 12_000), '2 minutes')
  assert.equal(at(64, 12_000), '13 minutes')
})

test('what is over in a moment has no time, and nothing left has none', () => {
  const at = (blocks: number, blockTime: number) =>
    formatTimeLeft(blocks, 5, [{ id: 5, blockTime }], 'en', latin)
  assert.equal(at(1, 2999), undefined)
  assert.equal(at(4, 250), undefined)
  assert.equal(at(0, 12_000), undefined)
})

test('nobody guesses the pace of a chain that nobody knows', () => {
  assert.equal(formatTimeLeft(10, 999_999, undefined, 'en', latin), undefined)
  assert.equal(formatTimeLeft(10, 999_999, [{ id: 999_999 }], 'en', latin), undefined)
  assert.equal(formatTimeLeft(10, 31_337, [], 'en', latin), undefined)
})

test('the page’s own chain knows its pace better, and one that tells none leaves ours', () => {
  assert.equal(formatTimeLeft(2, 1, [{ id: 1, blockTime: 6000 }], 'en', latin), '15 seconds')
  assert.equal(formatTimeLeft(2, 1, [{ id: 1 }], 'en', latin), '25 seconds')
  assert.equal(formatTimeLeft(2, 1, [{ id: 2, blockTime: 6000 }], 'en', latin), '25 seconds')
})

test('the time is told in the language around it', () => {
  assert.equal(formatTimeLeft(2, 1, [], 'de', latin), '25 Sekunden')
  assert.equal(formatTimeLeft(2, 1, [], 'ja', latin), '25 秒')
  // With the digits of the prices beside it.
  assert.match(formatTimeLeft(2, 1, [], 'ar', { locale: 'ar-EG' }) ?? '', /٢٥/)
  assert.match(formatTimeLeft(2, 1, [], 'ar', latin) ?? '', /25/)
})

const own = (id: number, url: string) => [{ id, blockExplorers: { default: { url } } }]

test('the page’s own chain knows its explorer better', () => {
  const slash = own(1, 'https://scan.example/')
  assert.equal(getExplorerUrl(1, hash, slash), `https://scan.example/tx/${hash}`)
  const path = own(77, 'http://scan.example/eth')
  assert.equal(getExplorerUrl(77, hash, path), `http://scan.example/eth/tx/${hash}`)
  assert.equal(getExplorerUrl(10, hash, slash), `https://optimistic.etherscan.io/tx/${hash}`)
})

test('no link leads to what is no website', () => {
  for (const url of ['javascript:alert(1)//', 'data:text/html,x', ' javascript:x', 'scan.example'])
    assert.equal(getExplorerUrl(77, hash, own(77, url)), undefined, url)
})

test('where no explorer is known there is no link', () => {
  assert.equal(getExplorerUrl(999_999, hash, []), undefined)
  assert.equal(getExplorerUrl(999_999, hash, [{ id: 999_999 }]), undefined)
})
