import type { Chains } from '../../chain/types/chains.ts'
import type { Metrics } from '../../operate/metrics.ts'
import type { RelaySigner } from '../../relayer/records.ts'
import { createRelayer, type RunningRelayer } from '../../relayer/watch/relayer.ts'
import type { CompleteOptions } from '../settings.ts'
import type { RoleParts } from './parts.ts'

/** How many transactions of an account may wait for a block: nodes keep about as many. */
const maxOpenSlots = 16
/** Milliseconds after which a transaction that no block has taken is replaced. */
const replaceAfterMs = 45_000

/** Milliseconds until idle accounts are compared with the chain again: a call for each. */
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
  const signer = await openSigner(options)
  if (!signer) return undefined
  return createRelayer({
    store,
    chains,
    log,
    signer,
    fee: options.relayFee,
    onEnd: metrics?.countRelay ?? ignore,
    onSubmit: metrics?.countRelayRequest ?? ignore,
    onState: metrics?.recordRelayer ?? ignore,
    limits: {
      maxCosts: options.relayMaxFees,
      minBalances: options.relayMinBalances,
      replaceAfterMs,
      compareAfterMs,
      reorgBlocks: BigInt(options.reorgBlocks),
      counts: {
        total: options.relaysPerHour,
        perAccount: options.relaysPerPayer,
        openSlots: maxOpenSlots,
      },
    },
  })
}

const ignore = () => undefined

/** The settings of the relayer's signer. */
type SignerSettings = Pick<CompleteOptions, 'relayerKeys' | 'relayerSignerUrl' | 'relayerAccounts'>

/** Opens the signer of the operator's settings; undefined where nothing is sent for payers. */
export async function openSigner({
  relayerKeys: keys,
  relayerSignerUrl: url,
  relayerAccounts: accounts,
}: SignerSettings): Promise<RelaySigner | undefined> {
  const { createKeySigner, createRemoteSigner } = await import('../../relayer/chain/signer.ts')
  if (keys) return createKeySigner(keys)
  return url === undefined ? undefined : createRemoteSigner(url, accounts)
}
