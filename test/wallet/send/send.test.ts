import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Address } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Intent, Proposal } from '../../../src/checkout/ports/intent.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import type { Provider } from '../../../src/wallet/connect/provider.ts'
import type { AskedNonce } from '../../../src/wallet/options.ts'
import { createBatchId } from '../../../src/wallet/send/batch.ts'
import { sendTransfer } from '../../../src/wallet/send/send.ts'
import { isSponsored } from '../../../src/wallet/send/sponsor.ts'
import { createTransferCall } from '../../../src/wallet/send/transfer-call.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { deploySafe, type TestSafe } from '../../support/safe.ts'
import {
  type Ask,
  createBundledWallet,
  createSafeWallet,
  refusal,
  type SmartWallet,
  takesBatches,
} from '../../support/smart-wallets.ts'
import { until } from '../../support/wait.ts'
import { intent, quote } from '../samples.ts'

// What a wallet is asked for a transfer, and what its answer means, on a real chain.

let chain: LocalChain
let token: Address
let safe: TestSafe

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
  safe = await deploySafe(chain, [2, 3, 4].map(demoAccount), 2)
  await chain.transfer(token, safe.address, 1_000_000n)
})
after(() => chain.stop())

const never = new Promise<never>(() => {})

/** A wallet of an ordinary account, which the chain signs for; it answers some questions by itself. */
function ordinary(answers: Record<string, () => unknown> = {}) {
  const asked: Ask[] = []
  const request = async (ask: Ask) => {
    asked.push(ask)
    const own = answers[ask.method]
    if (own) return await own()
    if (ask.method.startsWith('wallet_')) throw refusal(-32601)
    return await chain.client.request(ask as never)
  }
  return { asked, request, address: chain.payer.address }
}

/** What an account is about to pay. */
async function about(from: string, of = quote(5n, token)): Promise<Intent> {
  const address = from as Address
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  return intent(of, from, nonce, await chain.client.getBlockNumber({ cacheTime: 0 }))
}

/** Asks a wallet for a transfer: what came of it, and what it was asked. */
async function send(
  wallet: Pick<SmartWallet, 'asked' | 'request' | 'address'>,
  {
    paymasterUrl,
    wanted = () => true,
    pays,
    askedNonce,
  }: {
    paymasterUrl?: string
    wanted?: () => boolean
    pays?: Quote
    askedNonce?: AskedNonce
  } = {},
) {
  const told: Proposal[] = []
  let withoutData = 0
  const of = await about(wallet.address, pays)
  const provider = wallet as unknown as Provider
  const sender = { client: chain.client, provider, attribution: true, paymasterUrl, askedNonce }
  const [answer] = await Promise.allSettled([
    sendTransfer(
      sender,
      of,
      wanted,
      (proposal) => told.push(proposal),
      () => withoutData++,
    ),
  ])
  const questions = wallet.asked.filter(({ method }) => /send|wallet_/.test(method))
  return { of, told, withoutData, answer, asked: questions.map(({ method }) => method), questions }
}

const failure = ({ answer }: Awaited<ReturnType<typeof send>>) => {
  assert.ok(answer.status === 'rejected', 'the wallet sent nothing that has a hash')
  return answer.reason
}
const hashOf = ({ answer }: Awaited<ReturnType<typeof send>>) => {
  assert.ok(answer.status === 'fulfilled', 'the wallet gave a hash')
  return answer.value
}

const asTransaction = ['wallet_getCapabilities', 'eth_sendTransaction']
const asBatch = ['wallet_getCapabilities', 'wallet_sendCalls']

test('an ordinary account sends a transaction, and its hash is the answer', async () => {
  const sent = await send(ordinary())
  const { input, to } = await chain.client.getTransaction({ hash: hashOf(sent) as Address })
  const call = await createTransferCall(chain.client, sent.of.quote, true)
  assert.deepEqual([input, to], [call.data, call.to.toLowerCase()])
  assert.deepEqual([sent.asked, sent.told], [asTransaction, []])
})

test('a nonce that is asked for is the transaction’s, of its own account alone', async () => {
  const nonceOf = async (account: string, nonce: number) => {
    const wallet = ordinary({ eth_sendTransaction: () => unseen })
    await send(wallet, { askedNonce: { account, nonce } })
    const { params } = wallet.asked.find(({ method }) => method === 'eth_sendTransaction') ?? {}
    return (params as [{ nonce?: string }])[0].nonce
  }
  const { address } = chain.payer
  assert.equal(await nonceOf(address.toLowerCase(), 12), '0xc')
  assert.equal(await nonceOf(address, 0), '0x0')
  assert.equal(await nonceOf(demoAccount(8).address, 12), undefined)
  assert.equal(await nonceOf(address, Number.NaN), undefined)
})

const unseen = `0x${'ab'.repeat(32)}`

test('a hash of an ordinary account is taken though the chain does not show it yet', async () => {
  assert.equal(hashOf(await send(ordinary({ eth_sendTransaction: () => unseen }))), unseen)
})

test('an account that delegates to code (EIP-7702) is an ordinary one', async () => {
  const { address } = chain.payer
  await chain.client.setCode({ address, bytecode: `0xef0100${'12'.repeat(20)}` })
  const sent = await send(ordinary({ eth_sendTransaction: () => unseen }))
  await chain.client.setCode({ address, bytecode: '0x' })
  assert.equal(hashOf(sent), unseen)
})

for (const answer of ['', '0x12', null, { hash: `0x${'ab'.repeat(32)}` }, 7]) {
  test(`the answer ${JSON.stringify(answer)} is no hash, and may have sent something`, async () => {
    const sent = await send(ordinary({ eth_sendTransaction: () => answer }))
    assert.equal(failure(sent).code, 'wallet_failed')
    assert.deepEqual(sent.told, [])
  })
}

test('a Safe answers with its own hash: it is told, and never given as the payment’s', async () => {
  const wallet = createSafeWallet(chain, safe)
  const sent = await send(wallet)
  assert.equal(failure(sent).code, 'wallet_failed')
  assert.deepEqual(sent.told, [{ kind: 'signatures', id: wallet.proposal().hash }])
})

test('a Safe that takes batches is told as one that needs signatures', async () => {
  const wallet = createSafeWallet(chain, safe, { batches: true })
  const sent = await send(wallet)
  assert.deepEqual(sent.asked, asBatch)
  assert.deepEqual(sent.told, [{ kind: 'signatures', id: wallet.proposal().hash }])
})

test('a Safe that answers when its owners have executed gives the transaction’s hash', async () => {
  const wallet = createSafeWallet(chain, safe, { waits: true })
  const sending = send(wallet)
  await until('a proposal', () => wallet.isAsked() || undefined)
  const hash = await wallet.execute([2, 3])
  assert.equal(hashOf(await sending), hash)
})

test('the hash of an operation, from an account that is no Safe, is told as a proposal', async () => {
  const wallet = await createBundledWallet(chain)
  const sent = await send(wallet)
  assert.equal(failure(sent).code, 'wallet_failed')
  assert.equal(sent.told[0]?.kind, 'signatures')
})

test('what the chain cannot tell of a contract’s answer is looked for later', async () => {
  const wallet = await createBundledWallet(chain)
  const failing = new Proxy(chain.client, {
    get(client, name) {
      const value = Reflect.get(client, name)
      if (name !== 'request') return value
      return async (call: { method: string }) => {
        if (call.method === 'eth_getTransactionByHash') throw new Error('The node is down.')
        return await client.request(call as never)
      }
    },
  })
  const told: Proposal[] = []
  const sender = { client: failing, provider: wallet as unknown as Provider, attribution: true }
  const of = await about(wallet.address)
  const sending = sendTransfer(
    sender,
    of,
    () => true,
    (proposal) => told.push(proposal),
  )
  await assert.rejects(sending, { code: 'wallet_failed' })
  assert.equal(told.length, 1)
})

const other = { '0x1': { atomic: { status: 'supported' } } }
for (const [name, capabilities] of [
  ['an error', () => Promise.reject(refusal(4200))],
  ['nothing', () => null],
  ['a text', () => 'atomic'],
  ['another chain', () => other],
  [
    'batches after an upgrade of the account',
    () => ({ '0x7a69': { atomic: { status: 'ready' } } }),
  ],
  ['no batches', () => ({ '0x7a69': { atomic: { status: 'unsupported' } } })],
  ['batches of the draft', () => ({ '0x7a69': { atomicBatch: { supported: true } } })],
  [
    'a paymaster, and the page has none',
    () => ({ '0x7a69': { paymasterService: { supported: true } } }),
  ],
  ['odd things', () => ({ '0x7a69': null, '0x0': { atomic: 'supported' } })],
] as const) {
  test(`a wallet that tells of ${name} is asked for a transaction`, async () => {
    const sent = await send(ordinary({ wallet_getCapabilities: capabilities }))
    assert.deepEqual(sent.asked, asTransaction)
    hashOf(sent)
  })
}

test('a wallet that never tells what it can is asked for a transaction soon', async () => {
  const sent = await send(ordinary({ wallet_getCapabilities: () => never }))
  assert.deepEqual(sent.asked, asTransaction)
  hashOf(sent)
})

for (const [name, capabilities, paymasterUrl] of [
  ['this chain', takesBatches, undefined],
  ['every chain', { '0x0': { atomic: { status: 'supported' } } }, undefined],
  ['chains in other digits', { '0x07A69': { atomic: { status: 'supported' } } }, undefined],
  ['paymasters', { '0x7a69': { paymasterService: { supported: true } } }, 'https://pay.example/1'],
] as const) {
  test(`a wallet that takes batches on ${name} is asked for one of one call`, async () => {
    const wallet = await createBundledWallet(chain, { capabilities })
    const sent = await send(wallet, paymasterUrl ? { paymasterUrl } : {})
    const id = createBatchId(sent.of)
    assert.deepEqual([sent.asked, sent.told], [asBatch, [{ kind: 'batch', id }]])
    assert.equal(failure(sent).code, 'wallet_failed')
    const { to, data } = await createTransferCall(chain.client, sent.of.quote, true)
    assert.deepEqual(sent.questions.at(-1)?.params, [
      {
        version: '2.0.0',
        id,
        from: wallet.address,
        chainId: '0x7a69',
        atomicRequired: false,
        calls: [{ to, data, value: '0x0' }],
        ...(paymasterUrl && {
          capabilities: { paymasterService: { url: paymasterUrl, optional: true } },
        }),
      },
    ])
  })
}

const paymasterUrl = 'https://pay.example/1'
const takesPaymasters = { '0x7a69': { paymasterService: { supported: true } } }

test('one call of an ordinary account is no batch, whatever its wallet offers', async () => {
  const both = { '0x7a69': { ...takesBatches['0x7a69'], ...takesPaymasters['0x7a69'] } }
  const wallet = ordinary({ wallet_getCapabilities: () => both })
  const sent = await send(wallet)
  hashOf(sent)
  assert.deepEqual(sent.asked, asTransaction)
})

for (const [name, error, code] of [
  ['is not authorized', refusal(4100), 'wallet_locked'],
  ['knows no such method', refusal(-32601), 'wallet_unable'],
  ['does not take it from pages', refusal(4200), 'wallet_unable'],
  [
    'has too little',
    refusal(-32000, 'insufficient funds for gas * price + value'),
    'insufficient_funds',
  ],
] as const) {
  test(`a wallet that answers that it ${name} has certainly sent nothing`, async () => {
    const sent = await send(ordinary({ eth_sendTransaction: () => Promise.reject(error) }))
    assert.equal(failure(sent).code, code)
  })
}

test('a batch has the id that the wallet gives it', async () => {
  const capabilities = takesBatches
  const wallet = await createBundledWallet(chain, { capabilities, ownIds: true })
  const { told } = await send(wallet)
  assert.deepEqual(told, [{ kind: 'batch', id: `0x${'5'.repeat(64)}` }])
  const wallet_getCapabilities = () => takesPaymasters
  const bare = ordinary({ wallet_getCapabilities, wallet_sendCalls: () => 'mine' })
  assert.deepEqual((await send(bare, { paymasterUrl })).told, [{ kind: 'batch', id: 'mine' }])
  const mute = ordinary({ wallet_getCapabilities, wallet_sendCalls: () => null })
  const silent = await send(mute, { paymasterUrl })
  assert.deepEqual(silent.told, [{ kind: 'batch', id: createBatchId(silent.of) }])
})

test('each try has a batch of its own', async () => {
  const of = await about(chain.payer.address)
  const ids = [of, { ...of, id: 'two' }, { ...of, quote: { ...of.quote, chargeId: 'x' } }].map(
    createBatchId,
  )
  assert.equal(new Set(ids).size, 3)
  assert.equal(createBatchId({ ...of, proposal: { kind: 'batch', id: 'x' } }), ids[0])
})

/** A wallet that takes batches and answers each with an error. */
const refusing = (code: number | undefined) =>
  ordinary({
    wallet_getCapabilities: () => takesPaymasters,
    wallet_sendCalls: () => Promise.reject(code ? refusal(code) : new Error('No.')),
  })

for (const [code, meaning] of [
  [4001, 'wallet_refused'],
  [-32002, 'wallet_busy'],
  [5720, 'wallet_failed'],
  [-32000, 'wallet_failed'],
  [-32603, 'wallet_failed'],
  [undefined, 'wallet_failed'],
] as const) {
  test(`error ${code} to a batch is ${meaning}, and nothing else is asked`, async () => {
    const sent = await send(refusing(code), { paymasterUrl })
    assert.equal(failure(sent).code, meaning)
    assert.deepEqual([sent.asked, sent.told], [asBatch, []])
  })
}

for (const code of [-32601, -32602, 4200, 5700, 5710, 5740, 5750, 5760]) {
  test(`error ${code} to a batch says that none was taken: a transaction is asked for`, async () => {
    const sent = await send(refusing(code), { paymasterUrl })
    hashOf(sent)
    assert.deepEqual(sent.asked, [...asBatch, 'eth_sendTransaction'])
  })
}

/** The errors with which wallets refuse data on a plain send: see src/wallet/send/data-refusal.ts. */
const dataRefusals: [name: string, error: Error][] = [
  [
    'MetaMask with a Ledger',
    refusal(-32603, 'Please enable Blind signing or Contract data in the Ethereum app Settings'),
  ],
  ['MetaMask 12 with a Ledger', refusal(-32603, 'Ledger: Blind signing must be enabled')],
  ['MetaMask of 2026', refusal(-32603, 'Blind signing is not supported on this device.')],
  [
    'an older MetaMask with a Ledger',
    refusal(-32603, 'TransportStatusError: Ledger device: Invalid data received (0x6a80)'),
  ],
  ['Rabby with a Ledger', refusal(-32603, 'EthAppCommandError: Invalid data (0x6A80)')],
  [
    'a wallet that wraps its error',
    Object.assign(new Error('Internal JSON-RPC error.'), {
      code: -32603,
      data: { originalError: { message: 'Ledger: Blind signing must be enabled' } },
    }),
  ],
  [
    'MetaMask, to another account of its own',
    refusal(-32602, 'External transactions to internal accounts cannot include data'),
  ],
  [
    'the old MetaMask',
    refusal(-32603, 'TxGasUtil - Trying to call a function on a non-contract address'),
  ],
]

/** A wallet that sends only what has no data; it refuses the rest with this error. */
function hardware(error: Error, answers: Record<string, () => unknown> = {}) {
  const wallet = ordinary(answers)
  const request = async (ask: Ask) => {
    const [call] = (ask.params ?? []) as [{ data?: string }]
    if (ask.method !== 'eth_sendTransaction' || !call.data) return await wallet.request(ask)
    wallet.asked.push(ask)
    throw error
  }
  return { ...wallet, request }
}

for (const [name, error] of dataRefusals) {
  test(`${name} takes no data on a plain send: it is asked once more without`, async () => {
    const sent = await send(hardware(error), { pays: quote(5n) })
    const hash = hashOf(sent) as Address
    const { input, value, to } = await chain.client.getTransaction({ hash })
    assert.deepEqual([input, value, to], ['0x', 5n, sent.of.quote.recipient])
    assert.deepEqual(sent.asked, [...asTransaction, 'eth_sendTransaction'])
    assert.equal(sent.withoutData, 1)
  })
}

test('a wallet that refuses without data as well is not asked a third time', async () => {
  const [[, error] = []] = dataRefusals
  const wallet = ordinary({ eth_sendTransaction: () => Promise.reject(error) })
  const sent = await send(wallet, { pays: quote(5n) })
  assert.equal(failure(sent).code, 'wallet_failed')
  assert.deepEqual(sent.asked, [...asTransaction, 'eth_sendTransaction'])
})

test('a token transfer is never asked for again without its name', async () => {
  const [[, error] = []] = dataRefusals
  const sent = await send(ordinary({ eth_sendTransaction: () => Promise.reject(error) }))
  assert.equal(failure(sent).code, 'wallet_failed')
  assert.deepEqual([sent.asked, sent.withoutData], [asTransaction, 0])
})

for (const error of [
  refusal(4001, 'Please enable Blind signing or Contract data in the Ethereum app Settings'),
  refusal(4001),
  refusal(-32603, 'Internal JSON-RPC error.'),
  refusal(-32000, 'already known 0x6a80ffff'),
  refusal(-32603, 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'),
]) {
  test(`"${error.message}" does not say for certain that data was refused: nothing is asked again`, async () => {
    const sent = await send(hardware(error), { pays: quote(5n) })
    assert.equal(sent.answer.status, 'rejected')
    assert.deepEqual([sent.asked, sent.withoutData], [asTransaction, 0])
  })
}

test('a plain send that was given up while its data was refused is not asked for again', async () => {
  let wanted = true
  const [[, error] = []] = dataRefusals
  const wallet = ordinary({
    eth_sendTransaction() {
      wanted = false
      throw error
    },
  })
  const sent = await send(wallet, { pays: quote(5n), wanted: () => wanted })
  assert.equal(failure(sent).code, 'wallet_refused')
  assert.deepEqual([sent.asked, sent.withoutData], [asTransaction, 0])
})

test('a try that was given up meanwhile asks for nothing', async () => {
  let wanted = true
  const wallet = ordinary({
    wallet_getCapabilities() {
      wanted = false
      return takesBatches
    },
  })
  const sent = await send(wallet, { wanted: () => wanted })
  assert.equal(failure(sent).code, 'wallet_refused')
  assert.deepEqual(sent.asked, ['wallet_getCapabilities'])
})

test('a try that was given up while a batch was refused asks for no transaction', async () => {
  let wanted = true
  const wallet = ordinary({
    wallet_getCapabilities: () => takesPaymasters,
    wallet_sendCalls() {
      wanted = false
      throw refusal(5750)
    },
  })
  const sent = await send(wallet, { paymasterUrl, wanted: () => wanted })
  assert.equal(failure(sent).code, 'wallet_refused')
  assert.deepEqual(sent.asked, asBatch)
})

test('a chain that cannot be read refuses before the wallet is asked', async () => {
  const request = () => Promise.reject(new Error('The node is down.'))
  const client = { ...chain.client, request } as unknown as LocalChain['client']
  const wallet = ordinary()
  const sender = { client, provider: wallet as unknown as Provider, attribution: true }
  const sending = sendTransfer(
    sender,
    await about(wallet.address),
    () => true,
    () => assert.fail(),
  )
  await assert.rejects(sending, { code: 'chain_unreachable' })
  // Its capabilities are read beside the chain: a payer sees nothing of that.
  const questions = wallet.asked.filter(({ method }) => method !== 'wallet_getCapabilities')
  assert.deepEqual(questions, [])
})

test('the fee of contract accounts, and of those with a paymaster, is for somebody else', async () => {
  const capabilities = { '0x7a69': { paymasterService: { supported: true } } }
  const pays = async (from: string, answer?: unknown, paymasterUrl?: string) => {
    const provider = ordinary(answer ? { wallet_getCapabilities: () => answer } : {})
    const asked = { from, chainId: 31_337, paymasterUrl }
    return await isSponsored(chain.client, provider as unknown as Provider, asked)
  }
  const { address } = chain.payer
  const url = 'https://pay.example/1'
  assert.equal(await pays(safe.address), true)
  assert.equal(await pays(address), false)
  assert.equal(await pays(address, capabilities), false)
  assert.equal(await pays(address, takesBatches, url), false)
  assert.equal(await pays(address, capabilities, url), true)
})
