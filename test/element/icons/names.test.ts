import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { knownChainIds } from '../../../src/api/chains/chain-details.ts'
import { getChainName } from '../../../src/api/chains/chain-names.ts'
import { dollarTokens } from '../../../src/api/chains/dollar-tokens.ts'
import { loadIcon } from '../../../src/element/checkout/icons/drawings.ts'
import {
  getNetworkIcon,
  getTokenIcon,
  getWalletIcon,
} from '../../../src/element/checkout/icons/names.ts'
import { walletLinks } from '../../../src/element/checkout/views/scan/wallet-links.ts'

const folder = fileURLToPath(new URL('../../../src/element/checkout/icons/', import.meta.url))
const drawn = globSync('*/*.ts', { cwd: folder }).map((path) => basename(path, '.ts'))

function isDrawn(icon: string | undefined, of: string) {
  assert.ok(icon && drawn.includes(icon), `${of} has no icon`)
}

test('every network, token and wallet of our tables has its icon', () => {
  for (const id of knownChainIds) isDrawn(getNetworkIcon(id), getChainName(id))
  for (const { chainId, symbol, address } of dollarTokens)
    isDrawn(getTokenIcon(chainId, { symbol, address, native: false }), symbol)
  for (const { name } of walletLinks) isDrawn(getWalletIcon(name), name)
})

test('a contract that only calls itself so gets no icon', () => {
  const [usdc] = dollarTokens
  assert.ok(usdc)
  const { chainId, symbol, address } = usdc
  const other = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
  assert.equal(getTokenIcon(chainId, { symbol, address: other, native: false }), undefined)
  assert.equal(getTokenIcon(8453, { symbol, address, native: false }), undefined)
  assert.equal(getTokenIcon(31337, { symbol: 'ETH', address: other, native: true }), undefined)
  assert.equal(getTokenIcon(1, { symbol: 'ETH', address: other, native: true }), 'eth')
})

test('an icon is a drawing, which a picture shows and which can do nothing', async () => {
  const url = await loadIcon('usdc')
  assert.match(url, /^data:image\/svg\+xml,%3Csvg/)
  assert.doesNotMatch(decodeURIComponent(url), /<script|\son\w+=|href=/)
})
