import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { walletLinks } from '../../src/element/checkout/views/scan/wallet-links.ts'

const docs = readFileSync(new URL('../../docs/walletconnect.md', import.meta.url), 'utf8')
const rows = docs
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(({ length }) => length === 6)

test('the documentation has the source of each wallet’s links, and when it was read', () => {
  for (const { name, getBrowseUrl, connectUrl } of walletLinks) {
    const [, , page = '', code = '', date = ''] = rows.find(([, wallet]) => wallet === name) ?? []
    assert.match(date, /^2\d{3}-\d\d-\d\d$/, name)
    assert.equal(page !== 'no' && !page.startsWith('[no longer]'), !!getBrowseUrl, name)
    assert.equal(code !== 'no', !!connectUrl, name)
    if (getBrowseUrl) assert.match(page, /https:\/\//, name)
  }
})
