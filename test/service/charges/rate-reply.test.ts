import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRate } from '../../../src/service/charges/rate-reply.ts'

const at = new Date('2026-11-25T13:15:00Z')

test('the address of a document of rates is told to the merchant alone', () => {
  const url = 'https://rates.intern.example/daily.xml'
  const told = { usd: '1.0853', source: 'document', at: at.toISOString() }
  const rate = { usd: '1.0853', source: url, at }
  assert.deepEqual(describeRate(rate, false), { rate: told })
  assert.deepEqual(describeRate(rate, true), { rate: { ...told, source_url: url } })
})

test('any other source is told to everybody', () => {
  const rate = { usd: '1.0853', source: 'feed 0x5498… on chain 8453', at }
  const told = { ...rate, at: at.toISOString() }
  for (const isMerchant of [true, false])
    assert.deepEqual(describeRate(rate, isMerchant), { rate: told })
})
