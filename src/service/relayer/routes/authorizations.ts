import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import type {
  AuthorizationOffer,
  AuthorizationOffers,
  NewAuthorization,
} from '../../../api/schemas/payments/authorization.ts'
import type { RecordedPayment } from '../../../api/schemas/requests/request-charge-reply.ts'
import { HttpError } from '../../../api/server/http-error.ts'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { SignedAuthorization } from '../../chain/types/authorizations.ts'
import { computeAuthorizationNonce } from '../../charges/authorization-nonce.ts'
import { isPayable } from '../../charges/lifecycle.ts'
import { listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord, PriceQuote } from '../../charges/records.ts'
import { toPaymentReply } from '../../charges/replies.ts'
import { refreshQuotes } from '../../charges/routes/fresh.ts'
import { readPayerHeader, savePayerLanguage } from '../../charges/routes/payer-language.ts'
import { findCharge, readPriceQuote } from '../../charges/routes/payment-asset.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createReport, reportLimits } from '../../payments/reports.ts'
import { addWarnings, type HolderStore } from '../../payments/routes/payments.ts'
import type { ReportStore } from '../../payments/store/reports.ts'
import type { ReservationStore } from '../../payments/store/reserved-amounts/reservations.ts'
import type { TransferStore } from '../../payments/store/transfers.ts'
import type { RelayLimit, RelayRecord } from '../records.ts'
import type { Relayer, SubmitResult, SubmitTerms } from '../relayer.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & ReportStore & ReservationStore & TransferStore & HolderStore

/** Seconds after which a call may be repeated that the relayer could not serve. */
const retryAfterSeconds = '10'

/** Registers the endpoints for signed transfers, which the service sends for payers without native currency. */
export function registerAuthorizationRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores>,
): void {
  const listOffers = createListOffers(context)
  registerEndpoint(app, context, routes.listAuthorizationOffers, async ({ account, params }) => ({
    status: 200,
    body: await listOffers(await findCharge(context, account, params.uuid)),
  }))
  const addAuthorization = createAddAuthorization(context)
  registerEndpoint(
    app,
    context,
    routes.addAuthorization,
    async ({ account, params, body, warnings, header }) => {
      const charge = await findCharge(context, account, params.uuid)
      const payment = await addAuthorization(charge, body)
      await savePayerLanguage(context, charge, readPayerHeader(header))
      return { status: 201, body: addWarnings(payment, warnings) }
    },
  )
}

/** Describes which limit keeps a signed transfer waiting. */
export const describeLimit = (by: RelayLimit): string => limitTexts[by]

const limitTexts: Record<RelayLimit, string> = {
  hour: 'Too many transfers were sent in the last hour.',
  balance:
    'Other transfers of this account are in progress, and leave too little of its balance. Try again when they are done.',
  contract:
    'A transfer of this account is in progress or was reverted in the last 24 hours, or too many transfers of contracts were. Send this one yourself.',
  slots: 'Too many transfers are in progress. Try again soon.',
}

/** Creates the handler that lists the transfers that an account can sign for a charge. */
export function createListOffers(
  context: ServiceContext<Stores>,
): (charge: ChargeRecord) => Promise<AuthorizationOffers> {
  const { relayer } = context
  return async (storedCharge) => {
    if (!relayer) return { data: [] }
    const charge = await refreshQuotes(context, storedCharge)
    if (!isPayable(charge, new Date())) return { data: [] }
    const quotes = listQuotes(charge).filter(({ chainId }) => relayer.isRelayed(chainId))
    const offers = await Promise.all(
      quotes.map((quote) => createOffer(context, relayer, charge, quote)),
    )
    return { data: offers.filter((offer) => offer !== undefined) }
  }
}

async function createOffer(
  { chains, log }: ServiceContext<Stores>,
  relayer: Relayer,
  charge: ChargeRecord,
  quote: PriceQuote,
): Promise<AuthorizationOffer | undefined> {
  const { chainId, token, recipient } = quote
  const domain = await chains.getAuthorizationDomain(chainId, token)
  const terms = domain && (await relayer.offer(charge, quote))
  if (domain && !terms && charge.payments.every(({ status }) => status !== 'PENDING'))
    log.warn({ chainId, token }, 'No signed transfer is offered: the network’s fee has no price.')
  return (
    terms && {
      chainId: String(chainId),
      tokenAddress: token,
      recipientAddress: recipient,
      value: String(terms.value),
      fee: String(terms.fee),
      nonce: computeAuthorizationNonce({ ...quote, reference: charge.reference }),
      validBefore: String(terms.validBefore),
      domain,
    }
  )
}

/**
 * Creates the handler that sends an account's signed authorization. Its transaction is then reported as a payer would report it:
 * the payment itself is read from the chain.
 */
export function createAddAuthorization(
  context: ServiceContext<Stores>,
): (charge: ChargeRecord, body: NewAuthorization) => Promise<RecordedPayment> {
  const { relayer, publicUrl } = context
  const sendSigned = createSendSigned(context)
  return async (storedCharge, body) => {
    if (!relayer) throw new PayError('not_found', 'This service sends no signed transfers.')
    const charge = await refreshQuotes(context, storedCharge)
    const result = await sendSigned(charge, body)
    if (result.outcome === 'refused')
      throw createFieldError(
        'signature',
        `is of a transfer that the token refuses: ${result.reason}`,
      )
    if (result.outcome === 'unsupported')
      throw createFieldError(
        'tokenAddress',
        'is of a token that this service does not send for payers',
      )
    if (result.outcome === 'limited')
      throw new HttpError('rate_limit_exceeded', describeLimit(result.by), {
        headers: { 'retry-after': retryAfterSeconds },
      })
    if (result.outcome === 'unavailable')
      throw new HttpError('service_unavailable', 'The transfer cannot be sent now. Try again.', {
        headers: { 'retry-after': retryAfterSeconds },
      })
    const { id, chainId, token, hash = '' } = result.relay
    return toPaymentReply({ id, hash, chainId, token }, charge, publicUrl)
  }
}

/** Creates the function that sends an authorization, and reports its transaction. The charge's quotes are fresh. */
export function createSendSigned(
  context: ServiceContext<Stores>,
): (charge: ChargeRecord, body: NewAuthorization, terms?: SubmitTerms) => Promise<SubmitResult> {
  const { relayer, markActive } = context
  return async (charge, body, terms) => {
    if (!relayer) return { outcome: 'unsupported' }
    const quote = readPriceQuote(context, charge, body)
    const authorization = readAuthorization(context, quote, body)
    const result = await relayer.submit(charge, quote, authorization, terms)
    if (result.outcome === 'relaying') await reportRelay(context, charge, result.relay)
    markActive(charge)
    return result
  }
}

/** Reports the transaction of a relay. One that is known already, or that the scan was first to find, needs no report. */
async function reportRelay(
  { store }: ServiceContext<Stores>,
  charge: ChargeRecord,
  { id, chainId, token, hash = '' }: RelayRecord,
): Promise<void> {
  const report = createReport({ id, chargeId: charge.id, chainId, hash, token })
  const known = await store.getReport(charge.id, chainId, hash)
  if (!known) await store.addReport(report, reportLimits)
}

function readAuthorization(
  { chains }: ServiceContext<Stores>,
  { chainId, token }: PriceQuote,
  { authorization, signature }: NewAuthorization,
): SignedAuthorization {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return {
    chainId,
    token,
    from: chains.parseAddress(from, 'authorization.from'),
    recipient: chains.parseAddress(to, 'authorization.to'),
    value: BigInt(value),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce: nonce.toLowerCase(),
    signature: signature.toLowerCase(),
  }
}
