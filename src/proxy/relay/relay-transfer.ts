import { proxyRoutes } from '../../api/routes/proxy-routes.ts'
import type {
  AuthorizationOffer,
  AuthorizationOffers,
  NewAuthorization,
} from '../../api/schemas/payments/authorization.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { PayError } from '../../errors.ts'
import type { ProxySettings, SignedTransfer } from '../options.ts'
import { callService, type RequestSource } from '../service/call-service.ts'
import { encodeTransfer } from './encode-transfer.ts'
import { isSignedByKey } from './signed-by-key.ts'

const { listAuthorizationOffers, addPayment, getRequestCharge } = proxyRoutes

/** Milliseconds for which what was sent keeps another account's transfer for the same charge waiting. */
const holdMs = 2 * 60_000
/** Seconds after which a call may be repeated that has to wait for another transfer of its account. */
const retryAfterSeconds = '10'
/** The least seconds that an authorization must still be valid: a block has to take it in time. */
const minValiditySeconds = 60n

/** Sends signed transfers by the merchant's own function, in place of the service. */
export interface TransferRelay {
  /** Returns what an account can sign for a charge, on the chains of the merchant's relayer. */
  listOffers(source: RequestSource, chargeId: string): Promise<AuthorizationOffers>
  /** Sends what was signed, once, and reports its transaction. */
  add(source: RequestSource, chargeId: string, body: NewAuthorization): Promise<Payment>
}

/** What was handed in for a charge, and its transaction. */
interface Sending {
  key: string
  /**
   * Chain, token and account that it debits, and whether the account's key has signed it: what a stranger makes up in the name of an
   * account is queued apart from what the account has signed. Undefined until its terms are checked.
   */
  payer?: string
  startedAt: number
  hash: Promise<string>
}

/**
 * Creates the relay of a proxy. It remembers what it has sent for each charge, so that the same authorization again gets the same
 * answer, and another account waits. Another process does not know of it; the token then refuses the same account a second
 * transfer.
 */
export function createTransferRelay(settings: ProxySettings): TransferRelay | undefined {
  const { relay } = settings
  if (!relay) return undefined
  const { timeoutMs } = relay
  const chainIds = new Set(relay.chainIds.map(String))
  const sendings = new Map<string, Sending>()

  async function listOffers(source: RequestSource, chargeId: string): Promise<AuthorizationOffers> {
    const { data } = await callService(settings, {
      ...source,
      route: listAuthorizationOffers,
      params: { uuid: chargeId },
      query: { relayer: 'merchant' },
    })
    return { data: data.data.filter(({ chainId }) => chainIds.has(chainId)) }
  }

  /** Begins to send, or returns what was begun for the same authorization. */
  async function send(
    source: RequestSource,
    chargeId: string,
    body: NewAuthorization,
  ): Promise<string> {
    const key = JSON.stringify([
      body.chainId,
      body.tokenAddress,
      body.authorization,
      body.signature,
    ]).toLowerCase()
    const timeout = AbortSignal.timeout(timeoutMs)
    const now = performance.now()
    for (const [id, { startedAt }] of sendings) if (now - startedAt > holdMs) sendings.delete(id)
    for (;;) {
      const begun = sendings.get(chargeId)
      if (!begun) break
      if (begun.key === key) return await waitFor(begun.hash, timeout, createUnansweredError)
      // What is refused, as a stranger's is, keeps the charge from nobody.
      const isSent = begun.hash.then(
        () => true,
        () => false,
      )
      if (await waitFor(isSent, timeout, createBusyError))
        throw createConflict(
          'authorization_pending',
          'Another authorization for this charge is under way.',
        )
    }
    const { promise: hash, resolve, reject } = Promise.withResolvers<string>()
    const sending: Sending = { key, startedAt: performance.now(), hash }
    sendings.set(chargeId, sending)
    // Where it fails, nothing was sent, as far as the merchant's function says: it may be tried again.
    hash.catch(() => {
      if (sendings.get(chargeId) === sending) sendings.delete(chargeId)
    })
    checkAndSend(source, chargeId, body, sending).then(resolve, reject)
    return await waitFor(hash, timeout, createUnansweredError)
  }

  /** The merchant reads that the function takes too long. What it returns later is what the next call gets. */
  function createUnansweredError(): HttpError {
    const text = `relay.send returned no transaction hash within ${timeoutMs / 1000} s.`
    const operatorError = new PayError('timeout', text)
    return new HttpError('service_unavailable', 'The transfer is still being sent. Try again.', {
      operatorError,
    })
  }

  /**
   * Throws while what was sent of the same account for another charge is in no block: its balance may cover one of the two, and the
   * other would cost a fee for nothing. The service offers a charge no more as soon as it has seen the payment.
   */
  async function requireDone(source: RequestSource, chargeIds: readonly string[]): Promise<void> {
    for (const id of chargeIds) {
      const { data } = await listOffers(source, id)
      if (data.length === 0) continue
      throw createBusyError()
    }
  }

  async function checkAndSend(
    source: RequestSource,
    chargeId: string,
    body: NewAuthorization,
    sending: Sending,
  ): Promise<string> {
    const offers = await listOffers(source, chargeId)
    if (offers.data.length === 0)
      throw createConflict('not_payable', 'The charge takes no signed transfer now.')
    const offer = offers.data.find(
      ({ chainId, tokenAddress }) =>
        chainId === body.chainId && isSameHex(tokenAddress, body.tokenAddress),
    )
    if (!offer) throw refuse('tokenAddress', 'is of a token that is not sent for payers here')
    checkTerms(offer, body)
    const isOwn = await isSignedByKey(offer, body)
    const payer =
      `${body.chainId} ${body.tokenAddress} ${body.authorization.from} ${isOwn}`.toLowerCase()
    const others = [...sendings].filter(([, one]) => one.payer === payer).map(([id]) => id)
    sending.payer = payer
    await requireDone(source, others)
    const hash = await sendByMerchant(chargeId, body)
    if (/^0x[\da-f]{64}$/i.test(hash)) return hash.toLowerCase()
    throw createUnsentError(new Error('relay.send returned no transaction hash.'))
  }

  async function sendByMerchant(chargeId: string, body: NewAuthorization): Promise<string> {
    const { chainId, tokenAddress, authorization } = body
    const transfer: SignedTransfer = {
      chargeId,
      chainId: Number(chainId),
      to: tokenAddress,
      data: encodeTransfer(body),
      payer: authorization.from,
      value: BigInt(authorization.value),
    }
    try {
      return String(await relay?.send(transfer))
    } catch (cause) {
      throw createUnsentError(cause)
    }
  }

  return {
    listOffers,
    async add(source, chargeId, body) {
      const hash = await send(source, chargeId, body)
      const { chainId, tokenAddress } = body
      const params = { uuid: chargeId }
      try {
        const report = { hash, chainId, tokenAddress }
        return (await callService(settings, { ...source, route: addPayment, params, body: report }))
          .data
      } catch (cause) {
        // The service was first to find it on the chain.
        const { details } = cause as { details?: { chargeUuid?: string } }
        if (details?.chargeUuid !== chargeId) throw cause
      }
      const call = { ...source, route: getRequestCharge, params }
      const { uuid, link, tokenAmount, tokenSymbol } = (await callService(settings, call)).data
      return {
        // That of the payment is in the charge, once it is credited.
        uuid: '',
        payerTransactionHash: hash,
        payerChainId: chainId,
        paidTokenAddress: tokenAddress,
        requestCharge: { uuid, link, tokenAmount, tokenSymbol },
      }
    },
  }
}

/** Throws where an authorization is not what was offered. */
function checkTerms(offer: AuthorizationOffer, { authorization }: NewAuthorization): void {
  const { to, value, validAfter, validBefore, nonce } = authorization
  if (!isSameHex(to, offer.recipientAddress))
    throw refuse('authorization.to', `must be ${offer.recipientAddress}`)
  if (!isSameHex(nonce, offer.nonce))
    throw refuse('authorization.nonce', `must be ${offer.nonce}, the charge's own`)
  // 0 is offered where the payer chooses the amount.
  if (offer.value === '0' ? BigInt(value) === 0n : value !== offer.value)
    throw refuse('authorization.value', `must be ${offer.value}`)
  const seconds = BigInt(Math.floor(Date.now() / 1000))
  if (BigInt(validAfter) >= seconds) throw refuse('authorization.validAfter', 'must be in the past')
  if (BigInt(validBefore) < seconds + minValiditySeconds)
    throw refuse(
      'authorization.validBefore',
      `must be at least ${minValiditySeconds} seconds from now`,
    )
  if (BigInt(validBefore) > BigInt(offer.validBefore))
    throw refuse('authorization.validBefore', `must be ${offer.validBefore} at most`)
}

const isSameHex = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function refuse(field: string, text: string): HttpError {
  return new HttpError('validation_error', `${field} ${text}.`, { field })
}

function createConflict(reason: string, message: string): HttpError {
  return new HttpError('conflict', message, { details: { reason } })
}

function createBusyError(): HttpError {
  const text = 'Another transfer of this account, or for this charge, is under way. Try again.'
  return new HttpError('rate_limit_exceeded', text, {
    headers: { 'retry-after': retryAfterSeconds },
  })
}

/** Waits until a promise is settled, or throws once the time is over. */
async function waitFor<T>(
  promise: Promise<T>,
  timeout: AbortSignal,
  createError: () => HttpError,
): Promise<T> {
  const isOver = Promise.withResolvers<never>()
  const end = () => isOver.reject(createError())
  if (timeout.aborted) end()
  timeout.addEventListener('abort', end)
  try {
    return await Promise.race([promise, isOver.promise])
  } finally {
    timeout.removeEventListener('abort', end)
  }
}

/** The merchant reads the cause, and the browser offers the ordinary transfer. */
function createUnsentError(cause: unknown): HttpError {
  const operatorError = new PayError('service_failed', 'relay.send failed.', { cause })
  return new HttpError('service_unavailable', 'The transfer cannot be sent now. Try again.', {
    operatorError,
  })
}
