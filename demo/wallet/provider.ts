import * as z from 'zod/mini'
import { internal, invalidRequest, unauthorised, unknownChain, unsupported } from './errors.ts'
import { passed } from './methods.ts'
import { AddedChain, addedNetwork, ChainId } from './network.ts'
import { parse, readTransaction } from './transaction.ts'
import { readTypedData } from './typed-data.ts'
import type { Wallet } from './wallet.ts'

type Handler = (params: unknown) => unknown

const Signing = z.tuple([z.string(), z.string()], z.unknown())
const Switching = z.tuple([z.object({ chainId: ChainId })], z.unknown())
const Adding = z.tuple([AddedChain], z.unknown())
const Permissions = z.tuple(
  [z.object({ eth_accounts: z.record(z.string(), z.unknown()) })],
  z.unknown(),
)

/**
 * The wallet as a page meets it: https://eips.ethereum.org/EIPS/eip-1193. Each failure is an error
 * with a code: EIP-1193's, EIP-1474's, or the node's own.
 */
export function createProvider(wallet: Wallet, origin: string) {
  const handlers = { ...accountMethods(wallet, origin), ...networkMethods(wallet), ...acts(wallet) }

  async function request(args: unknown): Promise<unknown> {
    const { method, params } = (args ?? {}) as { method?: unknown; params?: unknown }
    if (typeof method !== 'string') throw invalidRequest('request takes { method, params }.')
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    try {
      if (handler) return await handler(params)
      if (!passed.has(method)) throw unsupported(method)
      return await (await wallet.networks.active()).rpc(method, params)
    } catch (cause) {
      throw internal(cause)
    }
  }

  const { on, removeListener } = wallet.emitter
  return { request, on, removeListener }
}

/** EIP-1102, and https://eips.ethereum.org/EIPS/eip-2255 */
function accountMethods(wallet: Wallet, origin: string): Record<string, Handler> {
  const createPermission = () => ({
    invoker: origin,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: [wallet.address] }],
  })
  return {
    eth_accounts: () => wallet.accounts,
    eth_requestAccounts: async () => {
      if (wallet.accounts.length === 0) await wallet.connect()
      return wallet.accounts
    },
    wallet_getPermissions: () => (wallet.accounts.length > 0 ? [createPermission()] : []),
    wallet_requestPermissions: async (params) => {
      parse(Permissions, params)
      await wallet.connect()
      return [createPermission()]
    },
    wallet_revokePermissions: (params) => {
      parse(Permissions, params)
      wallet.disconnect()
      return null
    },
  }
}

/** https://eips.ethereum.org/EIPS/eip-3326 and 3085 */
function networkMethods(wallet: Wallet): Record<string, Handler> {
  return {
    eth_chainId: async () => (await wallet.networks.active()).hexId,
    wallet_switchEthereumChain: async (params) => {
      const [{ chainId }] = parse(Switching, params)
      const network = await wallet.networks.find(chainId)
      if (!network) throw unknownChain(chainId)
      return wallet.switchTo(network)
    },
    wallet_addEthereumChain: async (params) => {
      const [chain] = parse(Adding, params)
      const known = await wallet.networks.find(chain.chainId)
      return known ? wallet.switchTo(known) : wallet.add(await addedNetwork(chain))
    },
  }
}

/** What needs a signature. */
function acts(wallet: Wallet): Record<string, Handler> {
  return {
    personal_sign: (params) => {
      const [message, address] = parse(Signing, params)
      wallet.assertConnected()
      if (address.toLowerCase() !== wallet.address.toLowerCase()) {
        throw unauthorised(`The demo wallet has ${wallet.address}, not ${address}.`)
      }
      return wallet.sign(message)
    },
    eth_signTypedData_v4: (params) => {
      const [address, text] = parse(Signing, params)
      wallet.assertConnected()
      if (address.toLowerCase() !== wallet.address.toLowerCase()) {
        throw unauthorised(`The demo wallet has ${wallet.address}, not ${address}.`)
      }
      return wallet.signTyped(readTypedData(text))
    },
    eth_sendTransaction: (params) => {
      wallet.assertConnected()
      return wallet.send(readTransaction(params, wallet.address))
    },
  }
}
