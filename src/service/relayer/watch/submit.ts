import type { Address } from '../../chain/types/address.ts'
import type { Fees, SignedAuthorization } from '../../chain/types/authorizations.ts'
import type { ChargeRecord, PriceQuote } from '../../charges/records.ts'
import { createId } from '../../kernel/id.ts'
import type { BeginResult, PayerFunds, RelayRecord } from '../records.ts'
import type { SubmitResult, SubmitTerms } from '../relayer.ts'
import { checkAuthorization, createConflict, isAffordable, maxRelayGas } from '../rules.ts'
import { isRelayed, type RelayerContext } from './context.ts'
import { readPrices, signTransaction } from './transactions.ts'

/** An authorization that a client has submitted for a charge. */
export interface Submission {
  charge: ChargeRecord
  quote: PriceQuote
  authorization: SignedAuthorization
  terms: SubmitTerms
}

/** See {@link Relayer.submit}. */
export async function submitAuthorization(
  context: RelayerContext,
  submission: Submission,
): Promise<SubmitResult> {
  let result: SubmitResult = { outcome: 'limited', by: 'slots' }
  // Concurrent calls choose the same account. When its slots are full, each call chooses another account.
  for (const _ of context.signer.accounts) {
    result = await trySubmit(context, submission)
    if (result.outcome !== 'limited' || result.by !== 'slots') break
  }
  return result
}

async function trySubmit(context: RelayerContext, submission: Submission): Promise<SubmitResult> {
  const { charge, authorization } = submission
  const known = await context.store.findRelay(charge.id, authorization)
  if (known && known.status !== 'FAILED') return answerKnown(context, known)
  const fee = await findFee(context, submission)
  if (!(await isSupported(context, authorization))) return { outcome: 'unsupported' }
  await checkUnused(context, authorization)
  const plan = await planRelay(context, authorization)
  if ('outcome' in plan) return plan
  return await beginRelay(context, submission, fee, plan)
}

/** Answers a repeated call. The transaction has no hash until the signer has signed it. */
function answerKnown(context: RelayerContext, relay: RelayRecord): SubmitResult {
  if (relay.hash !== undefined) return { outcome: 'relaying', relay }
  return refuseForNow(context, relay.chainId, 'its transaction is not signed yet')
}

function refuseForNow({ log }: RelayerContext, chainId: number, why: string): SubmitResult {
  log.warn({ chainId, why }, 'A signed transfer cannot be relayed now.')
  return { outcome: 'unavailable' }
}

/** Returns the fee that an authorization includes. @throws PayError where the charge does not ask for this authorization */
async function findFee(
  { feeOffers }: RelayerContext,
  { charge, quote, authorization, terms }: Submission,
): Promise<bigint> {
  const offeredFees = await feeOffers.listFees(charge, quote, authorization)
  return checkAuthorization(charge, quote, authorization, offeredFees, new Date(), terms)
}

async function isSupported(
  context: RelayerContext,
  { chainId, token }: SignedAuthorization,
): Promise<boolean> {
  if (!isRelayed(context, chainId)) return false
  return (await context.chains.getAuthorizationDomain(chainId, token)) !== undefined
}

async function checkUnused(
  { chains }: RelayerContext,
  { chainId, token, from, nonce }: SignedAuthorization,
): Promise<void> {
  if (await chains.isAuthorizationUsed(chainId, token, from, nonce))
    throw createConflict('authorization_used', 'This authorization was used or canceled before.')
}

/** The account, gas and fees of the first transaction. */
interface RelayPlan {
  account: Address
  gas: bigint
  fees: Fees
  /** Whether the payer's account has code. */
  isOfContract: boolean
  /** The newest block before the simulation, in which the authorization was still unused. */
  head: bigint
}

/** Chooses the account that sends an authorization, and simulates the transaction; otherwise returns why it is not sent. */
async function planRelay(
  context: RelayerContext,
  authorization: SignedAuthorization,
): Promise<RelayPlan | SubmitResult> {
  const { chains, accounts, limits } = context
  const { chainId, from } = authorization
  const [fees, dataFee] = await readPrices(context, chainId)
  const account = await accounts.choose(chainId, maxRelayGas * fees.maxFeePerGas, dataFee)
  if (!account) {
    const why = 'no account of the relayer has enough coin and can be served soon'
    return refuseForNow(context, chainId, why)
  }
  const head = await chains.getBlockNumber(chainId)
  const [simulation, isOfContract] = await Promise.all([
    chains.simulateRelay(chainId, account, authorization, { fees, maxGas: maxRelayGas }),
    chains.hasCode(chainId, from),
  ])
  if (simulation.outcome === 'refused') return simulation
  const { gas } = simulation
  if (!isAffordable(limits, chainId, gas, fees, dataFee))
    return refuseForNow(context, chainId, 'the network’s fee is above RELAY_MAX_FEE')
  return { account, gas, fees, isOfContract, head }
}

/** Saves an authorization with the slot that it takes, and sends its first transaction. */
async function beginRelay(
  context: RelayerContext,
  submission: Submission,
  fee: bigint,
  { account, gas, fees, isOfContract, head }: RelayPlan,
): Promise<SubmitResult> {
  const { chainId } = submission.authorization
  const relay = createRelay(submission, { fee, isOfContract, sinceBlock: head })
  const result = await saveRelay(context, submission, relay, account)
  if (result.outcome === 'known') return answerKnown(context, result.relay)
  if (result.outcome === 'limited') return result
  if (result.outcome !== 'begun') throw createBeginError(result.outcome)
  const signing = signTransaction(context, result.slot, { kind: 'relay', gas, fees })
  // Whatever fails from here on, the slot is taken, and each poll works on it until its nonce is used up.
  const attempt = await signing.catch((err: unknown) => {
    context.log.warn({ err, chainId }, 'A relay could not be signed. The service tries again.')
    return undefined
  })
  if (!attempt) return refuseForNow(context, chainId, 'its transaction is not signed yet')
  return { outcome: 'relaying', relay: { ...relay, hash: attempt.hash } }
}

function createRelay(
  { charge, authorization, terms }: Submission,
  facts: Pick<RelayRecord, 'fee' | 'isOfContract' | 'sinceBlock'>,
): RelayRecord {
  return {
    ...authorization,
    ...facts,
    id: createId(),
    chargeId: charge.id,
    status: 'RELAYING',
    reason: '',
    hash: undefined,
    isExclusive: terms.isProgram ?? false,
    paymentId: terms.paymentId,
    createdAt: new Date(),
  }
}

/** Saves an accepted authorization, once the limits and the locked charge allow it. */
async function saveRelay(
  context: RelayerContext,
  { quote, authorization, terms }: Submission,
  relay: RelayRecord,
  account: Address,
): Promise<BeginResult> {
  const { store, chains, limits } = context
  const chainNonce = await chains.getLowestNonce(relay.chainId, account)
  const funds = await readFunds(context, authorization)
  return await store.beginRelay(relay, account, chainNonce, limits.counts, funds, (locked) =>
    checkAuthorization(locked, quote, authorization, [relay.fee], new Date(), terms),
  )
}

function createBeginError(outcome: 'busy' | 'taken') {
  if (outcome === 'taken')
    return createConflict('authorization_taken', 'This authorization pays another charge.')
  const text = 'Another authorization for this charge is under way.'
  return createConflict('authorization_pending', text)
}

/**
 * Reads a payer's balance, and which authorizations under way have already left it. Those are read before the balance, so
 * that each amount is missing from the balance, or counted as under way, or both.
 */
async function readFunds(
  { store, chains }: RelayerContext,
  { chainId, token, from }: SignedAuthorization,
): Promise<PayerFunds> {
  const underWay = await store.listUnderWay({ chainId, token, from })
  const areUsed = await Promise.all(
    underWay.map(({ nonce }) => chains.isAuthorizationUsed(chainId, token, from, nonce)),
  )
  const head = await chains.getBlockNumber(chainId)
  const balance = await chains.getTokenBalance(chainId, token, from, head)
  return {
    balance: balance ?? 0n,
    usedIds: underWay.filter((_, index) => areUsed[index]).map(({ id }) => id),
  }
}
