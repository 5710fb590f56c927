import type { PayError } from '../../errors.ts'
import type { AcceptedAsset } from '../quote/payment-assets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import type { Journal } from './journal.ts'
import type { MerchantProxy } from './proxy.ts'
import type { Tabs } from './tabs.ts'
import type { Wallets } from './wallets.ts'

/**
 * Returns why an offer must not be paid on this page, if it disagrees with the page's pins.
 *
 * @param reservation the same offer with the amount that the service has reserved, where it has
 */
export type QuoteCheck = (
  option: PaymentOption,
  reservation?: PaymentOption,
) => PayError | undefined

/** Everything outside the checkout that the runner uses. */
export interface Ports {
  proxy: MerchantProxy
  journal: Journal
  tabs: Tabs
  /** Loads the wallet code on first use. */
  loadWallets: () => Promise<Wallets>
  /** Returns the other assets that the merchant accepts, as given by the page. */
  getAcceptedAssets: () => readonly AcceptedAsset[] | undefined
  /** Checks an offer against the page's pins. */
  checkQuote: QuoteCheck
  /** Returns whether the page is visible to the payer. */
  isPageVisible: () => boolean
  /** Returns the number of blocks to wait for: the page's setting, or the chain's default. */
  getRequiredConfirmations: (chainId: number) => number
  /**
   * Waits, but may end early when a retry makes sense: the browser is online again, or the payer is leaving the page.
   */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Returns the device's time in Unix milliseconds, which may be wrong by hours, and jump. */
  now: () => number
  /** Returns the milliseconds of a clock that only goes forward, as `performance.now`: for how long something takes. */
  monotonicNow: () => number
  random: () => number
  /** Called once for a success or a cancellation, for the page's events and redirects. */
  onLeave: (reason: 'success' | 'cancel') => void
}
