import type { PayError } from '../../errors.ts'
import type { Intent, Proposal } from '../ports/intent.ts'
import type { ConnectedAccount, SearchResult, WalletInfo } from '../ports/wallets.ts'
import { isSameAsset, replaceAsset } from '../quote/payment-assets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import type { Effect, State, TransactionOrigin } from '../state.ts'
import { createOfferState } from './offer.ts'

/** The result of a transition: the next state, and the effects to run for it. */
export type TransitionResult = [State, Effect[]]

/** Returns the state unchanged, without effects. */
export const keepState = (state: State): TransitionResult => [state, []]

/** Returns the state in which the payer can pay, with a notice of the previous failure. */
export function offerPayment(option: PaymentOption, notice?: PayError): State {
  const state = createOfferState(option)
  return notice && state.step === 'ready' ? { ...state, notice } : state
}

/** Starts to connect a wallet. */
export function startConnecting(
  option: PaymentOption,
  wallets: WalletInfo[],
  wallet: WalletInfo,
  attempt: number,
): TransitionResult {
  return [
    { step: 'connecting', option, wallets, wallet, attempt },
    [{ do: 'connect', walletId: wallet.id, attempt, option }],
  ]
}

/** Loads the charge again, or another one for its order. The charge and the journal then decide the next state. */
export function reload(shouldCreate = false): TransitionResult {
  return [{ step: 'loading' }, [{ do: 'stopDiscovering' }, { do: 'load', shouldCreate }]]
}

/**
 * Ends an intent and offers the payment again: nothing of it is in progress, either certainly or by the
 * payer's own decision. Its hash, if any, is ignored from now on, because the service may wait for it for a long time.
 */
export function abandonIntent(
  option: PaymentOption,
  intent: Intent | undefined,
  { hash, notice }: { hash?: string | undefined; notice?: PayError } = {},
): TransitionResult {
  const closeEffect: Effect = {
    do: 'closeEntry',
    chargeId: option.charge.id,
    intentId: intent?.id,
    hash: hash || undefined,
  }
  return [
    offerPayment(hash ? ignoreHash(option, hash) : option, notice),
    [closeEffect, { do: 'stopDiscovering' }],
  ]
}

/** Returns the payment option with a hash added to the ignored ones. */
export function ignoreHash(option: PaymentOption, hash: string): PaymentOption {
  return { ...option, ignoredHashes: [...(option.ignoredHashes ?? []), hash] }
}

/** Asks the wallet to switch to the chain of the payment option. */
export function requestChainSwitch(
  option: PaymentOption,
  account: ConnectedAccount,
  attempt: number,
): TransitionResult {
  const { chainId } = option.quote
  return [
    { step: 'wrongNetwork', option, account, attempt, isAwaitingWallet: true },
    [{ do: 'switchChain', chainId, attempt }],
  ]
}

/** Reads the balances of the account, before its wallet is opened. */
export function startCheck(
  option: PaymentOption,
  account: ConnectedAccount,
  attempt: number,
  hasConsented = false,
): TransitionResult {
  return [
    { step: 'checking', option, account, attempt, hasConsented },
    [{ do: 'checkFunds', option, account, attempt }],
  ]
}

/** Starts to search for a transfer whose outcome is unknown, or that others must still sign. */
export function startSearch(
  option: PaymentOption,
  intent: Intent,
  { lastError, proposal, searchResult }: SearchOptions = {},
): TransitionResult {
  return [
    { step: 'unknownOutcome', option, intent, lastError, proposal, searchResult },
    createSearchEffects(option, intent, searchResult),
  ]
}

interface SearchOptions {
  lastError?: PayError
  proposal?: Proposal | undefined
  /** The result of the search before: it is shown until there is a new one. */
  searchResult?: SearchResult | undefined
}

/** Creates the effects that search for a transfer, and post the payer's signature again. */
function createSearchEffects(
  option: PaymentOption,
  intent: Intent,
  searchResult: SearchResult | undefined,
): Effect[] {
  const searchEffect = createSearchEffect(option, intent, searchResult)
  return intent.authorization?.signature
    ? [searchEffect, { do: 'postAuthorization', intent }]
    : [searchEffect]
}

/** Creates the effect that searches for a transfer. It continues at the block that an earlier search has reached. */
export function createSearchEffect(
  option: PaymentOption,
  intent: Intent,
  searchResult?: SearchResult,
): Effect {
  const searchedToBlock =
    searchResult && 'toBlock' in searchResult ? searchResult.toBlock : undefined
  return { do: 'searchTransfer', intent, option, searchedToBlock }
}

/** Starts to report a hash to the service. */
export function startReporting(
  option: PaymentOption,
  hash: string,
  { intent, signers, signature, origin }: ReportOptions,
  firstEffects: Effect[] = [],
): TransitionResult {
  const reportEffect: Effect = {
    do: 'reportTransaction',
    option: getReportedOption(option, intent),
    hash,
    signature,
  }
  return [
    { step: 'reporting', option, hash, intent, signers, signature, origin },
    [...firstEffects, { do: 'stopDiscovering' }, reportEffect],
  ]
}

interface ReportOptions {
  intent?: Intent | undefined
  signers?: readonly string[] | undefined
  signature?: string | undefined
  origin?: TransactionOrigin | undefined
}

/** Returns the option under which a transfer is reported: the asset it was made in, which the screen may not show. */
export function getReportedOption(
  option: PaymentOption,
  intent: Intent | undefined,
): PaymentOption {
  if (!intent || isSameAsset(option.quote, intent.quote)) return option
  const { chainId, token } = intent.quote
  return { ...option, quote: replaceAsset(option.quote, { chainId, token: token.address }) }
}

/** Returns the option of the charge that an earlier transfer was made for, under which it is reported. */
export function createEarlierOption(option: PaymentOption, intent: Intent): PaymentOption {
  const { chargeId, chainId, token } = intent.quote
  const quote = replaceAsset(option.quote, { chainId, token: token.address })
  return {
    ...option,
    charge: { ...option.charge, id: chargeId },
    quote: { ...quote, chargeId },
  }
}

/** Starts to follow a hash that the service has recorded. */
export function startFollowing(
  option: PaymentOption,
  hash: string,
  requiredConfirmations: number,
  { intent, unresolvedIntent, origin, hasSigned, isOthers }: FollowOptions,
): TransitionResult {
  return [
    {
      step: 'confirming',
      option,
      hash,
      intent,
      unresolvedIntent,
      origin,
      hasSigned,
      isOthers,
      confirmations: 0,
      requiredConfirmations,
    },
    [
      {
        do: 'followPayment',
        option,
        hash,
        intent,
        unresolvedIntent,
        hasSigned,
      },
    ],
  ]
}

/** The optional fields of a followed hash. */
export interface FollowOptions {
  intent?: Intent | undefined
  unresolvedIntent?: Intent | undefined
  origin?: TransactionOrigin | undefined
  hasSigned?: boolean | undefined
  isOthers?: boolean | undefined
}
