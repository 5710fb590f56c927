import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from '../../../src/service/app/settings.ts'
import { getCurrencyDigits } from '../../../src/service/rates/currency-digits.ts'

const feed = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const hand = { rate: '1.0853', until: '2026-12-31' }
const euro = { min: 0.8, max: 1.6, sources: [hand] }

const read = (value: unknown) => readSettings({ FX_RATES: JSON.stringify(value) })

function readOne(value: unknown) {
  const result = read(value)
  assert.ok('settings' in result, 'it was refused')
  const [setting] = result.settings.fxRates
  assert.ok(setting)
  return setting
}

function readError(value: unknown): string {
  const result = read(value)
  assert.ok('errors' in result, 'it was accepted')
  assert.equal(result.errors.length, 1)
  return result.errors[0] ?? ''
}

describe('FX_RATES', () => {
  test('has sources in order, three percent, and two days for a document', () => {
    const source = { chainId: 1, feed, maxAgeSeconds: 90_000, sequencerFeed: feed }
    const url = 'https://rates.example/daily.xml'
    assert.deepEqual(readOne({ EUR: { ...euro, sources: [source, { ecbUrl: url }, hand] } }), {
      currency: 'EUR',
      ...{ min: 0.8, max: 1.6, boundPercent: 3 },
      sources: [
        { kind: 'feed', ...source },
        { kind: 'document', url, maxAgeSeconds: 172_800 },
        {
          kind: 'hand',
          rate: { answer: 1_085_300_000_000n, decimals: 12 },
          until: new Date('2027-01-01T00:00:00Z'),
        },
      ],
    })
  })

  for (const [why, value, message] of [
    ['USD', { USD: euro }, /^FX_RATES names USD, which needs no rate/],
    ['no currency', { EURO: euro }, /^FX_RATES names "EURO", which is no currency of ISO 4217/],
    ['a metal', { XAU: euro }, /^FX_RATES names "XAU", which is no currency/],
    ['no bounds', { EUR: { sources: [hand] } }, /^FX_RATES is not valid at EUR\.min/],
    ['turned bounds', { EUR: { ...euro, min: 2 } }, /at EUR\.max: it must be more than min/],
    ['no source', { EUR: { ...euro, sources: [] } }, /at EUR\.sources/],
    [
      'another source',
      { EUR: { ...euro, sources: [{ url: 'x' }] } },
      /at EUR\.sources\.0: a source has/,
    ],
    [
      'a wrong field',
      { EUR: { ...euro, sources: [{ ...hand, note: 1 }] } },
      /at EUR\.sources\.0\.note/,
    ],
    [
      'a number',
      { EUR: { ...euro, sources: [{ ...hand, rate: 1.08 }] } },
      /at EUR\.sources\.0\.rate/,
    ],
    [
      'a rate of nothing',
      { EUR: { ...euro, sources: [{ ...hand, rate: '0' }] } },
      /0 is not from min to max/,
    ],
    [
      'a day that is none',
      { EUR: { ...euro, sources: [{ ...hand, until: '2026-02-30' }] } },
      /sources\.0\.until/,
    ],
    [
      'a file',
      { EUR: { ...euro, sources: [{ ecbUrl: 'file:///etc/passwd' }] } },
      /sources\.0\.ecbUrl: it must be a URL/,
    ],
    [
      'a password',
      { EUR: { ...euro, sources: [{ ecbUrl: 'https://shop:secret@rates.example/' }] } },
      /^(?!.*secret).*sources\.0\.ecbUrl: it must be a URL without a user name and a password/,
    ],
    [
      'one source twice',
      { EUR: { ...euro, sources: [hand, hand] } },
      /at EUR\.sources\.1: it is source 0 again/,
    ],
    [
      'a mistyped feed',
      {
        EUR: { ...euro, sources: [{ chainId: 1, feed: feed.replace('F', 'f'), maxAgeSeconds: 1 }] },
      },
      /EUR\.sources\.0\.feed/,
    ],
  ] as const)
    test(`names the entry of ${why}`, () => {
      assert.match(readError(value), message)
    })

  test('names a currency, and a bound, that it has twice', () => {
    const one = JSON.stringify(euro)
    for (const [text, name] of [
      [`{"EUR":${one},"EUR":${one}}`, 'EUR'],
      [`{"EUR":${one.replace('{', '{"min":0.1,')}}`, 'min'],
    ] as const) {
      const result = readSettings({ FX_RATES: text })
      assert.ok('errors' in result, 'it was accepted')
      assert.deepEqual(result.errors, [`FX_RATES has "${name}" twice in one object: leave one out`])
    }
  })

  test('warns of a feed on a chain without a node', () => {
    const sources = [{ chainId: 10, feed, maxAgeSeconds: 60 }]
    const result = read({ EUR: { ...euro, sources } })
    assert.ok('settings' in result)
    assert.deepEqual(result.settings.unread, [
      'FX_RATES has no effect for chain 10, which is not in CHAIN_RPC_URLS.',
    ])
  })
})

test('decimal places are those of ISO 4217, which differ from those of Intl', () => {
  const codes = ['USD', 'EUR', 'JPY', 'KWD', 'ISK', 'AFN', 'IQD', 'MRU', 'XCG', 'XXX', 'eur']
  assert.deepEqual(codes.map(getCurrencyDigits), [2, 2, 0, 3, 0, 2, 3, 2, 2, undefined, undefined])
})
