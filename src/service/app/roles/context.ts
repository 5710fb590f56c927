import type { QuoteSigner } from '../../../api/signed-quote/sign.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { ExpiryBounds } from '../../charges/new-charge.ts'
import { createActivityMarker } from '../../charges/routes/activity.ts'
import type { OperatedFxRates } from '../../rates/types.ts'
import type { Relayer } from '../../relayer/relayer.ts'
import { findReceiverFault } from '../../webhooks/send/address.ts'
import { type RoleParts, readEntryPoints } from './parts.ts'

/** Returns the bounds of a charge's lifetime: at most `watchMs`, since its recipient is watched no longer. */
function readExpiryBounds(options: RoleParts['options']): ExpiryBounds {
  const { chargeExpiryMs, minChargeExpiryMs, maxChargeExpiryMs, watchMs } = options
  const maxMs = Math.min(maxChargeExpiryMs, watchMs)
  return { defaultMs: chargeExpiryMs, minMs: minChargeExpiryMs, maxMs }
}

/** What the routes use beside the parts of every role. */
interface RouteParts {
  chains: Chains
  rates: OperatedFxRates
  /** Undefined where nothing is signed. */
  quoteSigner: QuoteSigner | undefined
  /** Undefined where nothing is sent for payers. */
  relayer: Relayer | undefined
  /** Aborts calls that wait, when the service stops. @default never */
  stopping?: AbortSignal
}

/** Creates the dependencies of the routes: those of the API, and those of the operator. */
export function createRouteContext(
  { options, log, store }: Pick<RoleParts, 'options' | 'log' | 'store'>,
  { chains, rates, quoteSigner, relayer, stopping = new AbortController().signal }: RouteParts,
) {
  return {
    store,
    chains,
    rates,
    log,
    publicUrl: options.publicUrl,
    markActive: createActivityMarker({ store, log }),
    expiry: readExpiryBounds(options),
    links: { chargeMs: options.linkChargeMs, maxOpen: options.linkOpenCharges },
    settingsDelayMs: options.settingsDelayMs,
    findReceiverFault: (url: string) => findReceiverFault(url, options.allowPrivateWebhooks),
    finalityAboveUsd: options.finalityAboveUsd,
    quoteLifetimeMs: options.quoteLifetimeMs,
    watchMs: options.watchMs,
    recipientsPerAccount: options.recipientsPerAccount,
    entryPoints: readEntryPoints(options),
    relayer,
    hasMail: options.smtp !== undefined,
    stopping,
    quoteSigning: quoteSigner && { signer: quoteSigner, recipients: options.quoteRecipients },
  }
}

export type RouteContext = ReturnType<typeof createRouteContext>
