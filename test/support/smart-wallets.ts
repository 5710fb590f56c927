// Wallets of smart accounts, as providers: node tests ask them straight, pages through a binding.

import type { BrowserContext } from '@playwright/test'
import {
  type Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEventLogs,
  stringToHex,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { announce } from './announce-wallet.ts'
import { deployEntryPoint } from './entry-point.ts'
import type { LocalChain } from './local-chain.ts'
import { transferCall } from './local-chain.ts'
import type { SafeCall, TestSafe } from './safe.ts'

export interface Ask {
  method: string
  params?: readonly unknown[] | undefined
}

/** What a page sees of a wallet (EIP-1193), and what it was asked. */
export interface SmartWallet {
  readonly address: Address
  readonly asked: Ask[]
  count(method: string): number
  request(ask: Ask): Promise<unknown>
}

/** An error as wallets throw it. */
export function refusal(code: number, message = 'No.'): Error {
  return Object.assign(new Error(message), { code })
}

interface Asked {
  to: Address
  data?: Hex
  value?: Hex
}

const toCall = ({ to, data = '0x', value = '0x0' }: Asked): SafeCall => ({
  to,
  data,
  value: BigInt(value),
})

/** A wallet that answers some questions by itself (not undefined), and gives the rest to the chain. */
function answering(
  chain: LocalChain,
  address: Address,
  own: (ask: Ask) => Promise<unknown>,
): SmartWallet {
  const asked: Ask[] = []
  return {
    address,
    asked,
    count: (method) => asked.filter((ask) => ask.method === method).length,
    async request(ask) {
      asked.push(ask)
      const { method, params } = ask
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
      if (method === 'wallet_requestPermissions') return [{ parentCapability: 'eth_accounts' }]
      const answer = await own(ask)
      if (answer !== undefined) return answer
      if (method.startsWith('wallet_')) throw refusal(-32601, `${method} is not known.`)
      return await forward(chain, { method, params })
    },
  }
}

async function forward({ rpcUrl }: LocalChain, { method, params = [] }: Ask): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) throw refusal(error.code, error.message)
  return result
}

export interface SafeWalletOptions {
  /** It takes batches too (EIP-5792), and answers with the safeTxHash. */
  batches?: boolean
  /** It answers only when the owners have executed, with the transaction's own hash. */
  waits?: boolean
}

/**
 * A Safe's own app as a wallet: what it is asked becomes a proposal, and the answer is its safeTxHash. It says of it what
 * safe-apps-provider does: an invented transaction that waits, and once executed the real one under the proposal's hash.
 */
export function createSafeWallet(
  chain: LocalChain,
  safe: TestSafe,
  options: SafeWalletOptions = {},
) {
  const executed = Promise.withResolvers<Hex>()
  /** The proposal, once there is one. */
  let proposed: { call: SafeCall; hash: Hex } | undefined
  /** The transaction that executed it, whatever came of it. */
  let transaction: Hex | undefined
  let cancelled = false

  const propose = async (call: SafeCall) => {
    proposed = { call, hash: await safe.hashOf(call) }
    return options.waits ? await executed.promise : proposed.hash
  }
  const invented = async (method: string) => {
    const { call, hash } = proposed ?? {}
    if (transaction) {
      const real = (await forward(chain, { method, params: [transaction] })) as object | null
      const named = method === 'eth_getTransactionByHash' ? 'hash' : 'transactionHash'
      return real && { ...real, [named]: hash }
    }
    if (method === 'eth_getTransactionReceipt') return null
    const none = { blockHash: null, blockNumber: null, transactionIndex: null }
    const fee = { gas: 0, gasPrice: '0x00', nonce: 0 }
    return {
      from: safe.address,
      hash,
      ...fee,
      input: call?.data,
      value: '0x0',
      to: call?.to,
      ...none,
    }
  }
  const status = async () => {
    const params = [transaction]
    const receipt =
      transaction && (await forward(chain, { method: 'eth_getTransactionReceipt', params }))
    const code = cancelled ? 400 : receipt ? 200 : 100
    return {
      version: '2.0.0',
      id: proposed?.hash,
      status: code,
      ...(receipt ? { receipts: [receipt] } : {}),
    }
  }

  const wallet = answering(chain, safe.address, async ({ method, params = [] }) => {
    if (method === 'eth_sendTransaction') return await propose(toCall(params[0] as Asked))
    if (
      proposed &&
      params[0] === proposed.hash &&
      /^eth_getTransaction(ByHash|Receipt)$/.test(method)
    )
      return await invented(method)
    if (!options.batches) return undefined
    if (method === 'wallet_getCapabilities')
      return { '0x7a69': { atomic: { status: 'supported' } } }
    if (method === 'wallet_getCallsStatus' && params[0] === proposed?.hash) return await status()
    if (method !== 'wallet_sendCalls') return undefined
    const [{ calls }] = params as [{ calls: [Asked] }]
    return { id: await propose(toCall(calls[0])) }
  })
  return Object.assign(wallet, {
    isAsked: () => proposed !== undefined,
    /** What it was asked for, and its safeTxHash. */
    proposal() {
      if (!proposed) throw new Error('The Safe was asked for nothing.')
      return proposed
    },
    /** Owners sign, and the last one executes. */
    async execute(owners: number[], gas?: bigint): Promise<Hex> {
      transaction = await safe.execute(this.proposal().call, owners.map(demoAccount), gas)
      executed.resolve(transaction)
      return transaction
    },
    /** Owners have put something else in its place. */
    cancel() {
      cancelled = true
    },
  })
}

export interface BundledWalletOptions {
  /** What it answers to wallet_getCapabilities; without, it does not know EIP-5792. */
  capabilities?: unknown
  /** It makes up ids of its own. */
  ownIds?: boolean
}

/** A local chain has one EntryPoint, where every chain has it. */
const entryPoints = new WeakMap<LocalChain, ReturnType<typeof deployEntryPoint>>()

function entryPointOf(chain: LocalChain) {
  const known = entryPoints.get(chain) ?? deployEntryPoint(chain)
  entryPoints.set(chain, known)
  return known
}

const operationEvents = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

/**
 * The wallet of an ERC-4337 account: what it is asked for becomes an operation, which a bundler sends in a transaction of
 * its own. Without EIP-5792 it answers with the operation's hash.
 */
export async function createBundledWallet(chain: LocalChain, options: BundledWalletOptions = {}) {
  const entryPoint = await entryPointOf(chain)
  const owner = privateKeyToAccount(generatePrivateKey())
  const address = await entryPoint.createAccount(owner)
  const account = demoAccount(6)
  let asked: { id: string; call: SafeCall } | undefined
  let transaction: Hex | undefined
  let failed = false
  let isForgotten = false

  const status = async () => {
    const params = [transaction]
    const receipt =
      transaction && (await forward(chain, { method: 'eth_getTransactionReceipt', params }))
    const { logs = [] } = (receipt ?? {}) as Partial<TransactionReceipt>
    // An operation fails inside a transaction that does not.
    const ended = parseEventLogs({ abi: operationEvents, logs, args: { sender: address } })
    const done = ended.some(({ args }) => args.success)
    const code = failed ? 400 : receipt ? (done ? 200 : 500) : 100
    return {
      version: '2.0.0',
      id: asked?.id,
      status: code,
      atomic: true,
      ...(receipt ? { receipts: [receipt] } : {}),
    }
  }
  const wallet = answering(chain, address, async ({ method, params = [] }) => {
    if (method === 'eth_sendTransaction') {
      const call = toCall(params[0] as Asked)
      asked = { id: keccak256(stringToHex(JSON.stringify(params))), call }
      return asked.id
    }
    if (!options.capabilities) return undefined
    if (method === 'wallet_getCapabilities') return options.capabilities
    if (method === 'wallet_getCallsStatus') {
      if (isForgotten || params[0] !== asked?.id) throw refusal(5730, 'Unknown bundle id')
      return await status()
    }
    if (method !== 'wallet_sendCalls') return undefined
    const [{ id, calls }] = params as [{ id: string; calls: [Asked] }]
    failed = false
    isForgotten = false
    transaction = undefined
    asked = { id: options.ownIds ? `0x${'5'.repeat(64)}` : id, call: toCall(calls[0]) }
    return { id: asked.id }
  })
  /** The owner signs an operation, and a bundler sends it in a transaction of its own. */
  const send = async (call: SafeCall, gas: bigint): Promise<Hex> => {
    const data = entryPoint.bundle(await entryPoint.sign(owner, address, call))
    // Other tests leave the bundler without coin.
    await chain.client.setBalance({ address: account.address, value: 10n ** 18n })
    const hash = await chain.client.sendTransaction({ account, to: entryPoint.address, data, gas })
    await chain.client.waitForTransactionReceipt({ hash })
    return hash
  }
  return Object.assign(wallet, {
    /** The bundler sends the operation. */
    async bundle(gas = 3_000_000n): Promise<Hex> {
      if (!asked) throw new Error('The wallet was asked for nothing.')
      transaction = await send(asked.call, gas)
      return transaction
    },
    /** The account sends tokens elsewhere. */
    async spend(token: Address, to: Address, amount: bigint) {
      await send({ to: token, value: 0n, data: transferCall(to, amount) }, 3_000_000n)
    },
    /** The bundler has not taken it, and the wallet tries no more. */
    fail() {
      failed = true
    },
    /**
     * It knows the batch no more: its user has declined it after it had answered
     * (https://github.com/MetaMask/metamask-extension/issues/46120), or it has lost it.
     */
    forget() {
      isForgotten = true
    },
  })
}

/** Puts a wallet into every document of a browser, announced by EIP-6963. */
export async function installWallet(context: BrowserContext, wallet: SmartWallet, name: string) {
  const binding = `wallet_${name.replace(/\W/g, '_')}`
  await context.exposeBinding(binding, async (_, ask: Ask) => {
    try {
      return { result: await wallet.request(ask) }
    } catch (cause) {
      const { code = -32603, message } = cause as { code?: number; message: string }
      return { error: { code, message } }
    }
  })
  const known = { known: 'once', legacy: false } as const
  await context.addInitScript(announce, { binding, name, uuid: crypto.randomUUID(), ...known })
}

/** Support for batches on the local chain. */
export const takesBatches = { [numberToHex(31_337)]: { atomic: { status: 'supported' } } }
