import { pino } from 'pino'
import { generatePrivateJwk } from '../../../../src/api/jws/sign.ts'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import type { ServiceContext } from '../../../../src/service/http/context.ts'
import { createAddPayment } from '../../../../src/service/payments/routes/payments.ts'
import type { UnsignedRelay } from '../../../../src/service/relayer/records.ts'
import { createSendSigned } from '../../../../src/service/relayer/routes/authorizations.ts'
import type { RelayerOptions } from '../../../../src/service/relayer/watch/options.ts'
import { createRelayer } from '../../../../src/service/relayer/watch/relayer.ts'
import type { Dice } from '../../../support/dice.ts'
import { relayers } from './actors.ts'
import { type Chain, chainId, toHash, token } from './chain.ts'
import { createDoor } from './programs.ts'
import { confirmations, type Tables } from './store.ts'

// The processes of the service in the schedules of the relayer: its real relayer, its page for programs and its endpoints. Any call
// of a node or of the database may be the last one of its process.

/** A reorganization of this world reaches as far. */
export const reorgBlocks = 8n

/** What a careless service would do. */
export interface ServiceFaults {
  /** What has used an authorization is looked for in no earlier block than that of its acceptance. */
  searchesNoEarlier?: boolean
}

/** What nodes and processes do at this moment. */
export interface Weather {
  /** Whether every fault is over. */
  isCalm: boolean
  crashes: number
  /** By how many nonces a node counts too many, and by how many blocks one is behind. */
  miscount: number
  lag: number
  /** Transactions that were signed. */
  hashes: number
}

export interface ServiceWorld {
  dice: Dice
  chain: Chain
  tables: Tables
  state: Weather
  faults: ServiceFaults
  /** Called with what the relayer signs a transaction for. */
  noteSigned(authorization: SignedAuthorization): void
}

/** The end of a process. */
export class Crash extends Error {}

/** One for all schedules: each that is made asks for the state of the output. */
const log = pino({ enabled: false })
const receiptKey = await generatePrivateJwk('ES256')

/** Calls that may each be the last one of their process, before or after they have had an effect. */
function guard<T extends object>({ state, dice }: ServiceWorld, target: T): T {
  const mayCrash = () => {
    if (state.isCalm || !dice.chance(0.04)) return
    state.crashes += 1
    throw new Crash()
  }
  return new Proxy(target, {
    get: (of, name) => {
      const value = of[name as keyof T]
      // The one that is no call of a node.
      if (typeof value !== 'function' || name === 'getConfirmations') return value
      return async (...args: unknown[]) => {
        mayCrash()
        const result = await value.apply(of, args)
        mayCrash()
        return result
      }
    },
  })
}

/** The keys of the relayer. */
function createSign({ chain, state, noteSigned }: ServiceWorld) {
  return async ({ chainId, account, nonce, authorization, fees }: UnsignedRelay) => {
    if (authorization) noteSigned(authorization)
    const hash = toHash('a', ++state.hashes)
    const raw = `raw ${hash}`
    chain.raws.set(raw, {
      ...{ chainId, account, nonce, hash, fee: fees.maxFeePerGas, to: token, input: '0x' },
      authorizations: authorization ? [authorization] : [],
    })
    return { raw, hash }
  }
}

/** The nodes of the chain, as the relayer asks them. */
function createNode({ chain, dice, state, faults }: ServiceWorld): RelayerOptions['chains'] {
  /** The newest block of the node that is asked about the token. */
  const readHead = () => Math.max(0, Number(chain.head()) - (state.isCalm ? 0 : state.lag))
  return {
    getBlockNumber: async () => chain.head(),
    getBlockTime: async (_, block) => new Date(chain.timeOf(Number(block)) * 1000),
    getConfirmations: () => confirmations,
    getNonce: async (_, account, number) => chain.getNonce(account, Number(number) + 1),
    // For a moment a node counts nonces that nobody has used.
    getLowestNonce: async (_, account) =>
      chain.getNonce(account) + (state.isCalm ? 0 : state.miscount),
    getBalance: async () => 10n ** 18n,
    getTokenBalance: async () => 10n ** 18n,
    getAuthorizationDomain: async () => ({ name: 'USD Coin', version: '2' }),
    hasCode: async () => false,
    isAuthorizationUsed: async (_, __, from, nonce) => chain.isUsed(from, nonce, readHead()),
    findAuthorizationUse: async ({ sender, nonce }, { from, to }) => {
      const first = faults.searchesNoEarlier ? from + limits.reorgBlocks : from
      const use = chain
        .listDebits()
        .filter(({ block }) => block >= first && block <= to)
        .find((debit) => debit.from === sender && debit.nonce === nonce)
      return use && { kind: 'used', hash: use.hash, blockNumber: BigInt(use.block) }
    },
    getFees: async () => ({ maxFeePerGas: BigInt(10 + dice.below(10)), maxPriorityFeePerGas: 1n }),
    getDataFee: async () => 0n,
    getRate: async () => undefined,
    broadcast: async (_, raw) => {
      // Some nodes lose what they have taken.
      if (state.isCalm || dice.chance(0.8)) chain.accept(raw)
    },
    simulateRelay: async (_, __, authorization) =>
      chain.isTaken(authorization, readHead())
        ? { outcome: 'accepted', gas: 90_000n }
        : { outcome: 'refused', reason: 'used or expired' },
    lookUpAtNodes: async (_, hash) => {
      const { receipt } = chain.lookUp(hash)
      if (!state.isCalm && dice.chance(0.1)) return [{ node: 'n', failure: 'down' }]
      return [{ node: 'n', lookup: { receipt } as never }]
    },
  }
}

const limits: RelayerOptions['limits'] = {
  ...{ maxCosts: new Map([[chainId, 10n ** 12n]]), minBalances: new Map(), reorgBlocks },
  ...{ replaceAfterMs: 20_000, compareAfterMs: 0 },
  counts: { perAccount: 100, total: 100, openSlots: 16 },
}

/** Creates a process of the service. */
export function createProcess(world: ServiceWorld) {
  const { getCharge } = world.tables
  const [store, node] = [guard(world, world.tables.store), createNode(world)]
  const signer = { accounts: relayers, sign: createSign(world) }
  const relayer = createRelayer({
    ...{ store, chains: guard(world, node), signer, limits, log, fee: 'none' },
    ...{ onEnd: () => undefined, onSubmit: () => undefined, onState: () => undefined },
  })
  const account = { id: 'a', name: 'Shop', brand: { organizationName: '' } }
  const context = {
    store: Object.assign(Object.create(store), {
      getChargeWithAccount: async (id: string) => ({ charge: getCharge(id), account }),
      listRefundsOfCharge: async () => [],
      getReceiptKey: async () => receiptKey,
    }),
    chains: { ids: [chainId], parseAddress: (text: string) => text, ...node },
    ...{ relayer, log, publicUrl: 'https://pay.example' },
    markActive: () => undefined,
  } as unknown as ServiceContext<never>
  const sendSigned = createSendSigned(context)
  const addPayment = createAddPayment(context)
  return {
    ...{ relayer, door: createDoor(context) },
    submit: (id: string, one: SignedAuthorization) =>
      sendSigned(getCharge(id), {
        ...{ chainId: String(one.chainId), tokenAddress: one.token, signature: one.signature },
        authorization: {
          ...{ from: one.from, to: one.recipient, value: String(one.value), nonce: one.nonce },
          ...{ validAfter: String(one.validAfter), validBefore: String(one.validBefore) },
        },
      }),
    report: (id: string, hash: string) =>
      addPayment(getCharge(id), { chainId: String(chainId), tokenAddress: token, hash }),
  }
}
