import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Intent } from '../../../src/checkout/ports/intent.ts'
import type { PayError } from '../../../src/errors.ts'
import { builtInChains } from '../../../src/wallet/connect/built-in-chains.ts'
import { switchWalletChain } from '../../../src/wallet/connect/connect.ts'
import { Connections } from '../../../src/wallet/connect/connections.ts'
import type { Provider } from '../../../src/wallet/connect/provider.ts'
import { addWalletConnect, type WalletConnect } from '../../../src/wallet/connect/walletconnect.ts'
import {
  openWalletConnect,
  type WalletConnectOptions,
} from '../../../src/wallet/connect/walletconnect-provider.ts'
import { getConnectedProvider } from '../../../src/wallet/reader.ts'
import { sendTransfer } from '../../../src/wallet/send/send.ts'
import { WalletApp } from '../../clients/wallet-app.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { Relay } from '../../support/relay.ts'
import { until } from '../../support/wait.ts'
import { intent, quote } from '../samples.ts'

// The connector with a real wallet app behind a real relay: what each of them can do to a payer. What needs a page (its
// reload, its policy) or time (a relay that does not answer) is in test/e2e/walletconnect.e2e.test.ts.

let chain: LocalChain
let relay: Relay
let app: WalletApp
let remote: WalletConnect
let options: WalletConnectOptions
let connections: Connections
const local = 31_337
/** What a page gives, for all of its wallets. */
const rpcUrls: Record<number, string> = {}

before(async () => {
  chain = await startLocalChain()
  relay = await Relay.start()
  app = await WalletApp.start({ relayUrl: relay.url, rpcUrl: chain.rpcUrl })
  connections = new Connections(builtInChains)
  rpcUrls[local] = chain.rpcUrl
  options = {
    projectId: 'test',
    relayUrl: relay.url,
    rpcUrls,
    chains: builtInChains,
    environment: {
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
      storageOptions: { database: ':memory:' },
    },
  }
  remote = addWalletConnect(connections, options)
})

afterEach(async () => {
  const { ended } = app
  const open = await session()
  await remote.disconnect()
  if (open) await until('the end in the wallet', () => app.ended > ended || undefined)
  app.decide = () => 'approve'
  app.decideProposal = () => 'approve'
  app.chains = [local]
})

after(async () => {
  const { signer } = await openWalletConnect(options)
  // What the library leaves running would keep this process.
  signer.client.core.heartbeat.stop()
  await signer.client.core.relayer.transportClose()
  await app.stop()
  await relay.leave()
  await chain.stop()
})

/** The session as the page has it. */
async function session() {
  const { session } = await openWalletConnect(options)
  return session
}

/** Connects as a payer does who scans the code. Counts the codes. */
async function scan(needed: readonly number[] = [local]) {
  let codes = 0
  const account = await remote.connect((uri) => {
    codes++
    // What comes of it is what connecting tells.
    app.pair(uri).catch((error: unknown) => assert.fail(String(error)))
  }, needed)
  return { account, codes }
}

const failure = async (work: Promise<unknown>): Promise<PayError> => {
  const [answer] = await Promise.allSettled([work])
  assert.ok(answer.status === 'rejected', 'it is refused')
  return answer.reason as PayError
}

/** Asks the connected wallet for a transfer, as a payment does. */
async function send(tell = () => {}): Promise<string> {
  const provider = (await getConnectedProvider(connections)) as unknown as Provider
  const of = await about()
  return sendTransfer({ client: chain.client, provider, attribution: true }, of, () => true, tell)
}

async function about(): Promise<Intent> {
  const { address } = app
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  const block = await chain.client.getBlockNumber({ cacheTime: 0 })
  return intent(quote(5n, chain.dusd), address, nonce, block)
}

test('a payer who scans the code pays from the wallet app', async () => {
  const { account, codes } = await scan()
  assert.equal(codes, 1)
  assert.equal(account.address, app.address)
  assert.equal(account.chainId, local)
  const hash = await send()
  assert.deepEqual(app.sent.slice(-1), [hash])
  assert.equal(
    (await chain.client.waitForTransactionReceipt({ hash: hash as `0x${string}` })).status,
    'success',
  )
  const { proposer, optionalNamespaces } = app.proposals.at(-1) ?? assert.fail('no proposal')
  assert.equal(proposer.metadata.name, 'Shop')
  assert.ok(optionalNamespaces.eip155?.chains?.includes('eip155:8453'), 'every chain is asked for')
  assert.deepEqual(rpcUrls, { [local]: chain.rpcUrl }, 'the library adds none of its own')
})

test('the session is used again without a code', async () => {
  await scan()
  const { account, codes } = await scan()
  assert.equal(codes, 0)
  assert.equal(account.address, app.address)
})

test('a refused proposal is a refusal, and the next code works', async () => {
  app.decideProposal = () => 'refuse'
  assert.equal((await failure(scan())).code, 'wallet_refused')
  app.decideProposal = () => 'approve'
  assert.equal((await scan()).codes, 1)
})

test('a refused transfer is a refusal, and the session stays', async () => {
  await scan()
  app.decide = () => 'refuse'
  assert.equal((await failure(send())).code, 'wallet_refused')
  assert.equal((await scan()).codes, 0)
})

test('a wallet that ends the session is not connected any more', async () => {
  await scan()
  await app.endSessions()
  await until('the end', () => !connections.connection || undefined)
  assert.equal((await scan()).codes, 1)
})

test('a session whose end is told once more has ended, and nothing fails behind it', async () => {
  await scan()
  const { topic } = (await session()) ?? assert.fail('no session')
  await app.endSessions()
  await until('the end', async () => ((await session()) ? undefined : true))
  const { signer } = await openWalletConnect(options)
  // As the library calls itself, by names that its types do not have: a relay that repeats itself does so too seldom.
  const engine = signer.client.engine as unknown as {
    onSessionDeleteRequest(topic: string, payload: object): Promise<void>
    deleteSession(of: { topic: string }): Promise<void>
  }
  const faults: unknown[] = []
  const hear = (fault: unknown) => faults.push(fault)
  process.on('unhandledRejection', hear)
  // Not awaited: unguarded, it waits for an answer that nobody takes.
  void engine.onSessionDeleteRequest(topic, { id: 1, params: { code: 6000, message: 'Again.' } })
  await engine.deleteSession({ topic })
  await nextTurn()
  process.off('unhandledRejection', hear)
  assert.deepEqual(faults, [])
  assert.equal((await scan()).codes, 1)
})

test('a request that the relay takes at no attempt fails only where it was made', async () => {
  await scan()
  const { signer } = await openWalletConnect(options)
  const { relayer, heartbeat } = signer.client.core
  // As the library keeps what the relay has not taken: its own request would wait a minute for its failure.
  const { queue } = relayer.publisher as unknown as { queue: Map<string, object> }
  const refused = { id: 1, method: 'irn_unknown', params: {} }
  queue.set('1', { request: refused, opts: {}, attempt: 1 })
  const faults: unknown[] = []
  const hear = (fault: unknown) => faults.push(fault)
  process.on('unhandledRejection', hear)
  heartbeat.events.emit('heartbeat_pulse')
  // The relay's refusal takes it out of the queue.
  await until('another attempt', () => !queue.has('1') || undefined)
  await nextTurn()
  process.off('unhandledRejection', hear)
  assert.ok(relay.asked.includes('irn_unknown'))
  assert.deepEqual(faults, [])
})

test('a session that ends while the wallet is asked leaves open whether it has sent', async () => {
  await scan()
  app.leaveOpen()
  const asked = failure(send())
  await app.wasAsked('eth_sendTransaction', app.count('eth_sendTransaction') + 1)
  await app.endSessions()
  assert.equal((await asked).code, 'wallet_failed')
  // What was asked fails first; an end that is under way is not to be begun once more.
  await until('the end', async () => ((await session()) ? undefined : true))
})

test('an answer comes through though the socket was dropped while the wallet was asked', async () => {
  await scan()
  const decide = app.leaveOpen()
  const asked = send()
  await app.wasAsked('eth_sendTransaction', app.count('eth_sendTransaction') + 1)
  relay.drop()
  decide('approve')
  const hash = await asked
  assert.deepEqual(app.sent.slice(-1), [hash])
})

test('of several chains in the wallet the one that is needed is taken', async () => {
  app.chains = [1, 10, local]
  const { account } = await scan([8453, local])
  assert.equal(account.chainId, local)
  await switchWalletChain(connections, [], 10)
  assert.equal(connections.connection?.chainId, 10)
})

test('a wallet without our chain is let go, and told which one is missing', async () => {
  app.chains = [1]
  const { ended } = app
  const error = await failure(scan([8453]))
  assert.equal(error.code, 'wallet_failed')
  assert.match(error.message, /without Base\./)
  assert.equal(error.retryable, true)
  await until('the end in the wallet', () => app.ended > ended || undefined)
  app.chains = [1, 8453]
  assert.equal((await scan([8453])).account.chainId, 8453)
})

test('a chain that the session lacks is not switched to, and the next choice shows a code', async () => {
  app.chains = [1, local]
  await scan()
  const error = await failure(switchWalletChain(connections, [], 10))
  assert.match(error.message, /without OP Mainnet\./)
  assert.equal(connections.connection?.chainId, local)
  assert.equal((await scan()).codes, 1)
})

test('a wallet that takes our chain back is on another', async () => {
  app.chains = [1, local]
  await scan()
  await app.changeChains([1])
  await until('the other chain', () => connections.connection?.chainId === 1 || undefined)
})

test('an address that is no relay’s is told of, by its property', async () => {
  const { connect } = addWalletConnect(connections, {
    projectId: 'test',
    relayUrl: 'https://relay.example',
    chains: builtInChains,
  })
  const error = await failure(connect(() => {}))
  assert.equal(error.code, 'invalid_attribute')
  assert.equal(error.field, 'relayUrl')
})

test('a code that was left is shown again, and connects', async () => {
  const codes: string[] = []
  const first = remote.connect((uri) => codes.push(uri), [local])
  await until('the code', () => codes[0])
  const second = remote.connect((uri) => codes.push(uri), [local])
  await until('the code again', () => codes[1])
  assert.equal(codes[0], codes[1])
  await app.pair(codes[0] ?? '')
  const accounts = await Promise.all([first, second])
  assert.deepEqual(
    accounts.map(({ address }) => address),
    [app.address, app.address],
  )
})
