import type { Chains } from '../domain/chain/chains.ts'
import type { RelaySigner } from '../domain/relayer/records.ts'
import type { Metrics } from '../operate/metrics.ts'
import { defaultReorgBlocks, type RelayerSettings } from '../options.ts'
import { createRelayer, type RunningRelayer } from '../watcher/relayer/relayer.ts'
import type { RoleParts } from './parts.ts'

/** How many transactions of an account may wait for a block: nodes keep about as many. */
const maxOpenSlots = 16
/** Milliseconds after which a transaction that no block has taken is replaced. */
const replaceAfterMs = 45_000

/** Milliseconds until accounts of which nothing is under way are compared with the chain again: a call for each. */
const compareAfterMs = 15_000

/** Opens the relayer of the operator's settings. Sends no request yet. */
export async function openRelayer(
  {
    options,
    log,
    store,
    metrics,
  }: Pick<RoleParts, 'options' | 'log' | 'store'> & {
    /** Undefined in the process of a command. */
    metrics: Metrics | undefined
  },
  chains: Chains,
): Promise<RunningRelayer | undefined> {
  const { relayer } = options
  if (!relayer) return undefined
  const { maxCosts, minBalances = new Map(), fee = 'none' } = relayer
  const { perHour = 600, perAccountHour = 6 } = relayer
  const signer = await openSigner(relayer)
  return createRelayer({
    store,
    chains,
    log,
    signer,
    fee,
    onEnd: metrics?.countRelay ?? ignore,
    onSubmit: metrics?.countRelayRequest ?? ignore,
    onState: metrics?.recordRelayer ?? ignore,
    limits: {
      maxCosts,
      minBalances,
      replaceAfterMs,
      compareAfterMs,
      reorgBlocks: BigInt(options.reorgBlocks ?? defaultReorgBlocks),
      counts: { total: perHour, perAccount: perAccountHour, openSlots: maxOpenSlots },
    },
  })
}

const ignore = () => undefined

/** Opens the signer of the operator's settings. */
export async function openSigner({ signer }: RelayerSettings): Promise<RelaySigner> {
  const { createKeySigner, createRemoteSigner } = await import('../chain/relayer/signer.ts')
  return 'keys' in signer
    ? createKeySigner(signer.keys)
    : createRemoteSigner(signer.url, signer.accounts)
}
