import type { Hono } from 'hono'
import { formatAmount, parseAmount } from '../../../amount.ts'
import { routes } from '../../../api/routes/routes.ts'
import type { NewRefund, Refund, RefundRecipient } from '../../../api/schemas/payments/refund.ts'
import { createRefundMessage } from '../../../api/signed-messages.ts'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { findLossReason } from '../../chain/rules/lost.ts'
import type { Address } from '../../chain/types/address.ts'
import { listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeBase, ChargeRecord } from '../../charges/records.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { hashRequest, readIdempotencyKey } from '../../http/idempotency.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { dismissTransactions, reportTransaction, requestRelease } from '../attempts.ts'
import { cancelRefund, createRefund } from '../lifecycle.ts'
import { approveRecipient, nameRecipient, proveRecipient } from '../recipients.ts'
import type { RefundRecord } from '../records.ts'
import { toRefundReply } from '../replies.ts'
import type { RefundStore } from '../store/refunds.ts'
import { createAskWallet } from './ask-wallet.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & RefundStore

/** How many accounts are asked as contracts whether they have signed for an address. */
const maxContractsAsked = 4

/** Registers the endpoints of refunds: the merchant's, and those of a payer about the refunds of one charge. */
export function registerRefundRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, chains, publicUrl } = context
  const toReply = (refund: RefundRecord) => toRefundReply(refund, publicUrl)
  const reply = (refund: RefundRecord) => ({ status: 200 as const, body: toReply(refund) })

  registerEndpoint(app, context, routes.createRefund, async (call) => {
    const { account, author, params, body } = call
    const charge = await store.getChargeBase(account.id, params.uuid)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    const key = readIdempotencyKey(call.header)
    const requestHash = hashRequest(['POST /charges/:uuid/refunds', charge.id, call.raw])
    const json = await store.createRefund(
      charge.id,
      author,
      (locked, refunds) => createRefund(locked, refunds, readNewRefund(context, body)),
      {
        idempotencyKey: key === undefined ? undefined : { key, requestHash },
        toResponse: (refund) => JSON.stringify(toReply(refund)),
      },
    )
    return { status: 201, body: { json } }
  })

  registerEndpoint(app, context, routes.listChargeRefunds, async ({ account, params }) => {
    const charge = await store.getChargeBase(account.id, params.uuid)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    return { status: 200, body: await createRefundList(context, charge) }
  })

  const nameRefundRecipient = createNameRefundRecipient(context)
  registerEndpoint(app, context, routes.nameRefundRecipient, async ({ account, params, body }) => {
    const charge = await store.getCharge(account.id, params.uuid)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    return { status: 200, body: await nameRefundRecipient(charge, params.refund, body) }
  })

  registerEndpoint(app, context, routes.listRefunds, async ({ account, query }) => {
    const { status, ...page } = query
    const result = await store.listRefunds(account.id, { ...readListQuery(page), status })
    if (!result) throw createUnknownCursorError(page)
    const data = result.refunds.map(toReply)
    return { status: 200, body: { data, pagination: { has_more: result.hasMore } } }
  })

  registerEndpoint(app, context, routes.getRefund, async ({ account, params }) =>
    reply(await findRefund(account.id, params.uuid)),
  )

  registerEndpoint(
    app,
    context,
    routes.approveRefund,
    async ({ account, author, params, body }) => {
      const { id } = await findRefund(account.id, params.uuid)
      const recipient = readRecipient(context, body.recipientAddress)
      return reply(
        await store.updateRefund(id, author, (locked) => {
          checkRecipient(context, locked.charge, recipient)
          return approveRecipient(locked, recipient)
        }),
      )
    },
  )

  registerEndpoint(app, context, routes.cancelRefund, async ({ account, author, params }) => {
    const { id } = await findRefund(account.id, params.uuid)
    return reply(await store.updateRefund(id, author, cancelRefund))
  })

  const ask = createAskWallet(context)
  registerEndpoint(app, context, routes.signRefund, async ({ account, author, params, body }) => {
    const refund = await findRefund(account.id, params.uuid)
    return reply(await ask(refund, author, body))
  })

  registerEndpoint(app, context, routes.reportRefund, async ({ account, author, params, body }) => {
    const { id } = await findRefund(account.id, params.uuid)
    const hash = body.hash.toLowerCase()
    return reply(
      await store.updateRefund(id, author, (locked) =>
        reportTransaction(locked, hash, new Date(), body.isRefund),
      ),
    )
  })

  registerEndpoint(
    app,
    context,
    routes.dismissRefundTransactions,
    async ({ account, author, params, body }) => {
      const { id } = await findRefund(account.id, params.uuid)
      return reply(
        await store.updateRefund(id, author, (locked) => dismissTransactions(locked, body.hashes)),
      )
    },
  )

  registerEndpoint(app, context, routes.releaseRefund, async ({ account, author, params }) => {
    const { id, chainId } = await findRefund(account.id, params.uuid)
    const head = await chains.getBlockNumber(chainId)
    return reply(
      await store.updateRefund(id, author, (locked) => requestRelease(locked, head, new Date())),
    )
  })

  async function findRefund(accountId: string, id: string): Promise<RefundRecord> {
    const refund = await store.getRefund(accountId, id)
    if (!refund) throw new PayError('not_found', 'There is no such refund.')
    return refund
  }
}

/** Returns the refunds of a charge, as its merchant and its payer see them. */
export async function createRefundList(
  { store, publicUrl }: Pick<ServiceContext<Stores>, 'store' | 'publicUrl'>,
  { id }: ChargeBase,
): Promise<{ data: Refund[] }> {
  const refunds = await store.listRefundsOfCharge(id)
  return { data: refunds.map((refund) => toRefundReply(refund, publicUrl)) }
}

/**
 * Creates the handler for a payer who names the address of a refund. It rejects with PayError `not_found`, `invalid_request`,
 * `conflict`, `chain_unreachable`.
 */
export function createNameRefundRecipient(
  context: Pick<ServiceContext<Stores>, 'store' | 'chains' | 'publicUrl'>,
): (charge: ChargeRecord, refundId: string, body: RefundRecipient) => Promise<Refund> {
  const { store, publicUrl } = context
  return async (charge, refundId, { recipientAddress, signature }) => {
    const refunds = await store.listRefundsOfCharge(charge.id)
    const refund = refunds.find(({ id }) => id === refundId.toLowerCase())
    if (!refund) throw new PayError('not_found', 'There is no such refund of this charge.')
    const recipient = readRecipient(context, recipientAddress)
    checkRecipient(context, charge, recipient)
    const signer =
      signature === undefined
        ? undefined
        : await findSigner(context, charge, refund, recipient, signature)
    const named = await store.updateRefund(refund.id, undefined, (locked) =>
      signer === undefined
        ? nameRecipient(locked, recipient)
        : proveRecipient(locked, recipient, signer),
    )
    return toRefundReply(named, publicUrl)
  }
}

/**
 * Returns the paying account that signed for an address: the owner of a key, or a contract that confirms the signature.
 *
 * @throws PayError `invalid_request` for a signature that is not by a paying account
 */
async function findSigner(
  { chains }: Pick<ServiceContext<Stores>, 'chains'>,
  charge: ChargeRecord,
  refund: RefundRecord,
  recipient: Address,
  signature: string,
): Promise<Address> {
  const { chainId, reference, symbol, token } = refund
  const amount = formatAmount(refund.amount, refund.decimals)
  const message = createRefundMessage({ reference, amount, symbol, chainId, recipient })
  const payers = new Set(
    charge.payments
      .filter((payment) => payment.status === 'COMPLETED' && payment.payerAddress !== '')
      .filter((payment) => payment.chainId === chainId && payment.token === token)
      .map(({ payerAddress }) => payerAddress),
  )
  const keyOwner = await chains.recoverSigner(message, signature)
  const payer = [...payers].find((account) => account.toLowerCase() === keyOwner?.toLowerCase())
  if (payer !== undefined) return payer
  for (const account of [...payers].slice(0, maxContractsAsked))
    if (
      (await chains.hasCode(chainId, account)) &&
      (await chains.isSignedByContract(chainId, account, message, signature))
    )
      return account
  throw createFieldError(
    'signature',
    'is by no account that has paid this order: sign with the account that paid, or send the address without a signature',
  )
}

function readRecipient({ chains }: Pick<ServiceContext<Stores>, 'chains'>, text: string): Address {
  return chains.parseAddress(text, 'recipientAddress')
}

/** Throws for addresses that are never the payer's: the store's own, where the money would be a payment, and unowned ones. */
function checkRecipient(
  { chains }: Pick<ServiceContext<Stores>, 'chains'>,
  charge: ChargeBase,
  recipient: Address,
): void {
  const quotes = listQuotes(charge)
  if (quotes.some((quote) => quote.recipient === recipient))
    throw createFieldError('recipientAddress', 'is the address that was paid, and not the payer’s')
  const tokens = quotes.flatMap(({ chainId, token }) => [token, ...chains.listKnownTokens(chainId)])
  const loss = findLossReason(recipient, tokens)
  if (loss !== undefined) throw createFieldError('recipientAddress', loss)
}

function readNewRefund(
  { chains }: Pick<ServiceContext<Stores>, 'chains'>,
  { amount, reason = '', chainId, tokenAddress }: NewRefund,
) {
  if ((chainId === undefined) !== (tokenAddress === undefined))
    throw createFieldError(
      chainId === undefined ? 'chainId' : 'tokenAddress',
      'is required: a token is named by its chain and its address',
    )
  const readAmount = (decimals: number) => {
    if (amount === undefined) return undefined
    try {
      return parseAmount(amount, decimals)
    } catch (cause) {
      throw createFieldError('amount', PayError.from(cause, 'invalid_amount').message)
    }
  }
  const asset =
    chainId === undefined || tokenAddress === undefined
      ? undefined
      : { chainId: Number(chainId), token: chains.parseAddress(tokenAddress, 'tokenAddress') }
  return { asset, readAmount, reason: reason.trim(), now: new Date() }
}
