import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { DeskRole, Scope } from '../../api/routes/scope.ts'
import type { AuthenticatedKey, Author, MerchantAccount } from '../accounts/accounts.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import type { Address } from '../chain/types/address.ts'
import type { Chains, FinalityLimits } from '../chain/types/chains.ts'
import type { ExpiryBounds } from '../charges/new-charge.ts'
import type { ChargeBase } from '../charges/records.ts'
import type { FxRates } from '../rates/types.ts'
import type { Relayer } from '../relayer/relayer.ts'
import type { ServiceQuoteSigning } from './quote-signing.ts'

/**
 * The dependencies of every route: the ports, and the operator's settings.
 *
 * @typeParam Store the stores that a route uses, which its file names
 */
export interface ServiceContext<Store = unknown> {
  store: Store
  chains: Chains
  /** The rates of the currencies in which prices can be. */
  rates: FxRates
  log: Logger
  /** The service's own URL, as payers reach it. */
  publicUrl: string
  /** Notifies the watcher that a payer may be paying this charge; see `createActivityMarker`. */
  markActive: (charge: ChargeBase) => void
  /** When charges expire. */
  expiry: ExpiryBounds
  /** Milliseconds until another receiving wallet or webhook takes effect that was set by a call. */
  settingsDelayMs: number
  /** Returns the fault of a webhook's url, in words that follow the field's name. */
  findReceiverFault: (url: string) => string | undefined
  /** Above which value payments wait until their block is safe or finalized. */
  finalityAboveUsd: FinalityLimits
  /** Milliseconds that an amount from a price feed holds. */
  quoteLifetimeMs: number
  /** Milliseconds for which a recipient and token are watched after their newest charge. */
  watchMs: number
  /** The most places (chain, token, recipient) of one account that are watched at the same time. */
  recipientsPerAccount: number
  /** The signing of quotes. Undefined where the operator has set no quote key. */
  quoteSigning: ServiceQuoteSigning | undefined
  /** Sends payers' signed transfers. Undefined without a relayer. */
  relayer?: Relayer | undefined
  /** Whether the operator has set a mail server. @default false */
  hasMail?: boolean | undefined
  /** ERC-4337 EntryPoints whose events are trusted. @default the canonical ones */
  entryPoints?: readonly Address[] | undefined
  /** Aborts waiting calls when the service stops. @default never */
  stopping?: AbortSignal | undefined
}

/** Who a call is from, and the account that it is about. */
export interface Identity {
  account: MerchantAccount
  /** The author of the call's changes, for the audit log: `cli` for the operator. */
  author: Author
  scopes: readonly Scope[]
  /** Of a person at the desk: the role decides which routes they may call, and the scopes what their calls may say. */
  role?: DeskRole | undefined
  /** The shop of the charges that the caller creates; '' for none. */
  shop: string
}

/** The dependencies of the routes about an account. */
export interface EndpointContext<Store = unknown> extends ServiceContext<Store & ModeStore> {
  /** Returns who a call is from; decided by the app that is called, never by the call. */
  identify: (c: Context<Env>) => Promise<Identity>
}

/** Hono's variables and bindings of one call. */
export type Env = {
  Variables: {
    requestId: string
    /** The source of the element's script, where a page of the desk has the element. */
    pageSources?: string
    /** The store's answer about the call's api-key, once it was asked. */
    foundKey?: { key: AuthenticatedKey | undefined }
  }
  Bindings: {
    /** The address of the call's connection, as the server saw it. */
    address?: string | undefined
    /** Who calls from a page of the desk. Only the service itself can set it: no call brings bindings with it. */
    deskSession?: DeskSession | undefined
  }
}
