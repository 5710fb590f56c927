import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, encodeFunctionResult, parseAbi, toFunctionSelector, toHex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { nativeAddress } from '../../../src/api/formats.ts'
import { createChains } from '../../../src/service/app/chains.ts'
import { authorizedCall } from '../../support/authorized-moves.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { startNode } from '../../support/node.ts'
import { deployRealTokens, hasRealTokens } from '../../support/real-tokens.ts'
import { deployUsdc } from '../../support/usdc.ts'

const owner = demoAccount(2)
const version = toFunctionSelector('function version()')

describe('authorizations of real USDC', () => {
  let chain: LocalChain
  let usdc: Address
  before(async () => {
    chain = await startLocalChain()
    usdc = await deployUsdc(chain)
  })
  after(() => chain.stop())

  const chainsOf = (...urls: string[]) =>
    createChains({
      ...{ rpcUrls: new Map([[chain.chainId, urls]]), confirmations: new Map(), tokens: [] },
      ...{ feeds: [], ensRpcUrl: undefined },
    })

  test('are of a token of which nobody had any before its own block', async () => {
    const { getTokenBalance } = chainsOf(chain.rpcUrl)
    const head = await chain.client.getBlockNumber()
    const payer = chain.payer.address
    assert.equal(await getTokenBalance(chain.chainId, usdc, payer, 0n), 0n)
    assert.ok(((await getTokenBalance(chain.chainId, usdc, payer, head)) ?? 0n) > 0n)
  })

  test('are signed over the domain that the token states, where it takes any', async () => {
    const chains = chainsOf(chain.rpcUrl)
    const read = (token: Address) => chains.getAuthorizationDomain(chain.chainId, token)
    assert.deepEqual(await read(usdc), { name: 'USD Coin', version: '2' })
    const usdt = hasRealTokens() ? [(await deployRealTokens(chain)).usdt] : []
    const others: Address[] = [...usdt, chain.token('OUSD').address, nativeAddress, owner.address]
    for (const token of others) assert.equal(await read(token), undefined, token)
  })

  test('are offered by no node alone, and by none whose name is not in the token’s own separator', async () => {
    const answer = encodeFunctionResult({
      abi: parseAbi(['function version() view returns (string)']),
      result: '3',
    })
    const liar = await startNode(chain.rpcUrl, ({ method, params }) =>
      method === 'eth_call' && (params[0] as { data?: string }).data === version
        ? { result: answer }
        : undefined,
    )
    const alone = chainsOf(liar.rpcUrl)
    assert.equal(await alone.getAuthorizationDomain(chain.chainId, usdc), undefined)
    const both = chainsOf(chain.rpcUrl, liar.rpcUrl)
    await assert.rejects(both.getAuthorizationDomain(chain.chainId, usdc), {
      code: 'chain_unreachable',
    })
    await liar.stop()
  })

  test('are used once', async () => {
    const chains = chainsOf(chain.rpcUrl)
    await chain.transfer(usdc, owner.address, 10n)
    const nonce = toHex(5n, { size: 32 })
    const isUsed = () => chains.isAuthorizationUsed(chain.chainId, usdc, owner.address, nonce)
    assert.equal(await isUsed(), false)
    const move = { token: usdc, owner, to: demoAccount(5).address, amount: 10n, nonce: 5n }
    await chain.send(usdc, await authorizedCall(chain, move))
    assert.equal(await isUsed(), true)
  })
})
