import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Chain } from 'viem'
import * as exported from 'viem/chains'
import { getChainName } from '../../../src/api/chains/chain-names.ts'
import { builtInChains } from '../../../src/wallet/connect/built-in-chains.ts'

// Our list is written by hand, so it is held against viem's.

const viemChains: Chain[] = Object.values(exported).filter(
  (one): one is Extract<typeof one, Chain> => typeof one === 'object' && 'nativeCurrency' in one,
)

/** viem's names that are not the payers'. */
const otherNames: Record<number, string> = {
  // Long for a button.
  97: 'BNB Smart Chain Testnet',
  300: 'ZKsync Sepolia Testnet',
  11142220: 'Celo Sepolia Testnet',
  59141: 'Linea Sepolia Testnet',
  59144: 'Linea Mainnet',
  // Of three programs, of which nobody knows which one runs.
  31337: 'Anvil',
}

/** Addresses where viem's first is a vendor's and not the chain's own, or asks for a key. */
const otherRpc: Record<number, string> = {
  1: 'https://ethereum-rpc.publicnode.com',
  56: 'https://bsc-dataseed.bnbchain.org',
  137: 'https://polygon-rpc.com',
  80002: 'https://rpc-amoy.polygon.technology',
  11155111: 'https://ethereum-sepolia-rpc.publicnode.com',
}

function explorerHost({ blockExplorers }: Chain): string | undefined {
  return blockExplorers && new URL(blockExplorers.default.url).host
}

for (const chain of builtInChains)
  describe(`${chain.name} (${chain.id})`, () => {
    const theirs = viemChains.find(({ id }) => id === chain.id)
    assert.ok(theirs, `viem knows a chain ${chain.id}`)

    test('has the coin that viem says', () => {
      const { symbol, decimals } = chain.nativeCurrency
      const { symbol: theirSymbol, decimals: theirDecimals } = theirs.nativeCurrency
      assert.deepEqual({ symbol, decimals }, { symbol: theirSymbol, decimals: theirDecimals })
    })

    test('has the explorer that viem says', () => {
      assert.equal(explorerHost(chain), explorerHost(theirs))
    })

    test('has an RPC address that a wallet takes', () => {
      const [ours] = chain.rpcUrls.default.http
      assert.equal(ours, otherRpc[chain.id] ?? theirs.rpcUrls.default.http[0])
      // EIP-3085 wallets add chains by https only, but for one's own machine.
      assert.match(ours ?? '', chain.id === 31_337 ? /^http:\/\/127\.0\.0\.1:/ : /^https:\/\//)
    })

    test('is called as payers are told elsewhere, and as viem calls it but for a few', () => {
      assert.equal(chain.name, getChainName(chain.id))
      assert.equal(theirs.name, otherNames[chain.id] ?? chain.name)
    })
  })

test('no chain is there twice', () => {
  assert.equal(new Set(builtInChains.map(({ id }) => id)).size, builtInChains.length)
})

test('no chain has a name without being known to wallets', () => {
  const ids = new Set(builtInChains.map(({ id }) => id))
  assert.ok(viemChains.length > 500, 'all of viem’s chains are looked at')
  for (const { id } of viemChains)
    if (!ids.has(id)) assert.equal(getChainName(id), `Chain ${id}`, `${id} has a name`)
})
