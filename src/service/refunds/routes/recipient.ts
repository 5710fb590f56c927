import { formatAmount } from '../../../amount.ts'
import type { Refund, RefundRecipient } from '../../../api/schemas/payments/refund.ts'
import { createRefundMessage } from '../../../api/signed-messages.ts'
import { PayError } from '../../../errors.ts'
import { findLossReason } from '../../chain/rules/lost.ts'
import type { Address } from '../../chain/types/address.ts'
import { listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeBase, ChargeRecord } from '../../charges/records.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import { nameRecipient, proveRecipient } from '../recipients.ts'
import type { RefundRecord } from '../records.ts'
import { toRefundReply } from '../replies.ts'
import type { RefundStore } from '../store/refunds.ts'

/** How many accounts are asked as contracts whether they have signed for an address. */
const maxContractsAsked = 4

/**
 * Creates the handler for a payer who names the address of a refund. It rejects with PayError `not_found`, `invalid_request`,
 * `conflict`, `chain_unreachable`.
 */
export function createNameRefundRecipient(
  context: Pick<ServiceContext<RefundStore>, 'store' | 'chains' | 'publicUrl'>,
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
  { chains }: Pick<ServiceContext, 'chains'>,
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

/** Parses the address that a refund is to go to. */
export function readRecipient({ chains }: Pick<ServiceContext, 'chains'>, text: string): Address {
  return chains.parseAddress(text, 'recipientAddress')
}

/** Throws for addresses that are never the payer's: the store's own, where the money would be a payment, and unowned ones. */
export function checkRecipient(
  { chains }: Pick<ServiceContext, 'chains'>,
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
