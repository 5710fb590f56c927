import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { RpcRequestError } from 'viem'
import type { ChainClient } from '../../../src/service/chain/nodes/client.ts'
import { isSignedByContract } from '../../../src/service/chain/signature.ts'
import type { ShownToken } from '../../../src/service/payments/transfers.ts'
import { saveShownTokens } from '../../../src/service/watcher/notify/shown-tokens.ts'
import type { WatchedDestinations } from '../../../src/service/watcher/watched-destinations.ts'
import { chainsOf } from '../../attack/proving.ts'

/** Asks a contract about a signature through a node that answers with this error. */
async function askOf(code: number, message: string): Promise<boolean> {
  const request = async () => {
    throw new RpcRequestError({ body: {}, url: 'http://node', error: { code, message } })
  }
  const chain = { read: (call: (client: unknown) => unknown) => call({ request }) }
  const account = `0x${'c1'.repeat(20)}`
  return await isSignedByContract(chain as unknown as ChainClient, account, 'text', '0x1234')
}

test('a contract that reverts has not signed, whatever it says', async () => {
  for (const [code, message] of [
    [3, 'execution reverted: rate limit'],
    [-32000, 'execution reverted: timeout'],
    [-32000, 'out of gas'],
    [-32015, 'VM execution error.'],
  ] as const)
    assert.equal(await askOf(code, message), false, message)
})

test('a node that has no state or no time for a signature says nothing about it', async () => {
  for (const [code, message] of [
    [-32005, 'limit exceeded'],
    [429, 'Too many requests'],
    [-32007, '50/second request limit reached'],
    [-32000, 'header not found'],
    [-32000, 'missing trie node 1f (path )'],
    [-32000, 'execution timeout'],
  ] as const)
    await assert.rejects(askOf(code, message), message)
})

/** What stands before some nodes, and what others answer. */
const noReplies = {
  'an internal error': '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}',
  'a reply without result and error': '{"jsonrpc":"2.0","id":1,"outcome":"0x06"}',
  'half of a reply': '{"jsonrpc":"2.0","id":1,"res',
  'a page': '<html>Too many requests</html>',
  'an empty list': '[]',
}

for (const [name, body] of Object.entries(noReplies))
  test(`${name} says nothing about a token: the node has failed`, async (t) => {
    const server = createServer(async (request, response) => {
      const { id, method } = JSON.parse(await text(request)) as { id: number; method: string }
      const isOfChain = method === 'eth_chainId'
      response.end(isOfChain ? JSON.stringify({ jsonrpc: '2.0', id, result: '0x7a69' }) : body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const chains = chainsOf({ chainId: 31_337, rpcUrl: `http://127.0.0.1:${port}` })
    const token = `0x${'d5'.repeat(20)}` as const
    await assert.rejects(chains.getToken(31_337, token), { code: 'chain_unreachable' })
  })

test('a token that cannot be read keeps no other from being shown, and no transfer from being recorded', async () => {
  const saved: ShownToken[] = []
  const context = {
    log: pino({ enabled: false }),
    store: { saveShownToken: async (shown: ShownToken) => void saved.push(shown) },
    chains: {
      async getToken(_: number, token: string) {
        if (token === '0xbad') throw new Error('The nodes do not agree.')
        return { decimals: 6, symbol: 'OUSD', peg: undefined }
      },
    },
  }
  const transfers = ['0xbad', '0xgood'].map((token, position) => ({
    ...{ position, token, recipient: '0xshop', sender: '0xpayer', amount: 1n, references: [] },
  }))
  const destinations = { accepts: () => false } as unknown as WatchedDestinations
  await saveShownTokens(context as never, destinations, 1, transfers)
  assert.deepEqual(
    saved.map(({ token }) => token),
    ['0xgood'],
  )
})
