import { PayError, type PayErrorCode } from '../../errors.ts'

/**
 * Why a decision is refused, by the `reason` in the `details` of the error: the sentences of the API. The pages say the same in their
 * languages (texts/en.ts), so the values of the placeholders are in the details too.
 */
export const refusals = {
  form_differs: 'This form was sent before, with other values.',
  form_in_progress: 'This form was sent before, and is still being processed.',
  gives_more: 'Nobody gives more than they have.',
  nobody_manages: 'Nobody would be left who manages this shop. Give somebody that role first.',
  too_many_invitations: 'Too many invitations are open. Withdraw some first.',
  movements_unconfirmed:
    '{count} movements of that time are not confirmed yet. Close it once they are: usually some minutes later.',
  blocks_unconfirmed:
    'The last blocks of that time are not confirmed yet on {chain}. Try again in some minutes.',
  charge_canceled: 'The charge was canceled.',
  nothing_arrived: 'Nothing has arrived for this charge that could be accepted.',
  arrived_changed: 'By now {arrived} has arrived for this charge. Look at it again.',
  refunded_unaccepted: 'The charge has a refund, so what is left cannot be accepted as its price.',
  refunded_accepted:
    'The charge has a refund, so its payment stays accepted. Cancel the refund first.',
  shipped_accepted: 'The order was shipped, so its payment stays accepted.',
  payment_awaited: 'A payment of this charge is pending. Wait until it is completed or failed.',
  money_credited: 'Money was credited to this charge, so it cannot be canceled.',
  not_paid: 'The charge is not paid, so its order must not be shipped.',
  too_many_places:
    'This account already has {max} watched places (a chain, a token and a recipient), which is the limit. Use one of them, or ask the operator to raise RECIPIENTS_PER_ACCOUNT.',
  other_token: 'The charge is not paid in this token at this address.',
  value_unknown:
    'The charge does not accept this token, and the value of the transfer is not known.',
  value_changed: 'The transfer is worth {worth} dollars, not {amount}.',
  returns_other: 'The charge returns the money of another transaction.',
  no_room_to_assign: 'The charge cannot keep more payments. Assign the money to another one.',
  not_assigned: 'The merchant did not assign this transfer.',
  assigned_elsewhere: 'This transfer is not assigned to this charge.',
  decided:
    'This transfer has already been assigned or ignored, or its payer has proven which charge it is for.',
  shipped_assigned: 'The order was shipped, so its payment cannot be taken back.',
  refunded_assigned:
    'The charge has a refund, so its payment cannot be taken back. Cancel the refund first, if it was not sent.',
  no_excess: 'Nothing of this charge is in excess, or a refund takes it.',
  refund_at_most: 'At most {amount} of this charge can be refunded.',
  all_refunded:
    'Everything credited to this charge is already refunded, or a refund of it is in progress.',
  none_confirmed: 'No payment of this charge is confirmed, so there is nothing to refund.',
  none_in_token: 'No confirmed payment of this charge was made in this token.',
  refund_canceled: 'This refund was canceled.',
  refund_asked: 'A wallet was asked for this refund, so it cannot be changed.',
  refund_sent: 'This refund was sent.',
  outcome_unknown:
    'The wallet of {account} was asked for this refund at {time}, and the outcome is not known yet. If it sent nothing, confirm that with POST /refunds/:uuid/release.',
  not_approved:
    'The address of this refund is not approved: let the paying account sign for it, or approve it.',
  to_itself: 'The refund goes to this account: a transfer from an account to itself moves nothing.',
  not_covered:
    'The payments of this charge no longer cover its refunds: the chain has taken one back. Try again when it is confirmed.',
  signer_not_covered:
    'The payments of {account}, which has signed for the address, no longer cover this refund: another one was approved since, or the chain has taken a payment back. Approve the address if the money is theirs.',
  maybe_sent:
    'The refund may have been sent already: {transfers}. Report the transaction that is the refund, with isRefund, and dismiss the others: POST /refunds/:uuid/other-transactions.',
  never_asked: 'No wallet was asked for this refund.',
  transaction_sent:
    'The transaction {hash} was sent. The refund can be sent again only once this transaction can never be mined: cancel it in the wallet, by another transaction with its nonce.',
  transaction_reported:
    'The transaction {hash} was reported, and may still be mined. If no node shows it within an hour, release the refund again.',
  found_sent: 'The refund was sent already, with the transaction {hash}. The service follows it.',
  history_unknown:
    'No node shows the native currency that {accounts} sent since this order was paid. Check whether the refund was already sent; if not, repeat the call with isHistoryKnown.',
  too_many_endpoints: 'The account has {max} webhook endpoints, the maximum. Remove one first.',
  secrets_replaced:
    'The secret was replaced {count} times already, and the earlier secrets still sign. Rotate it again after {time}, when the first of them has expired.',
} as const satisfies Readonly<Record<string, string>>

/** Why a decision is refused. */
export type Refusal = keyof typeof refusals

/** Returns the error of a decision that is refused; `values` for the placeholders of its sentence. */
export function createRefusal(
  reason: Refusal,
  values: Readonly<Record<string, string>> = {},
  {
    code = 'conflict',
    field,
    details,
  }: { code?: PayErrorCode; field?: string; details?: object } = {},
): PayError {
  const sentence = refusals[reason].replace(
    /\{(\w+)\}/g,
    (whole, name: string) => values[name] ?? whole,
  )
  const said = { ...details, reason, values }
  // As of every error about a field, where nothing else is in the details.
  const ofField = field !== undefined && !details && [{ field, message: sentence, ...said }]
  return new PayError(code, sentence, { field, details: ofField || said })
}

/** Reads why a decision was refused, and the values of its sentence, from the details of an error; undefined for any other error. */
export function readRefusal(
  details: unknown,
): { reason: Refusal; values: Readonly<Record<string, string>> } | undefined {
  const [said] = Array.isArray(details) ? details : [details]
  const { reason, values } = (said ?? {}) as { reason?: unknown; values?: unknown }
  if (typeof reason !== 'string' || !Object.hasOwn(refusals, reason)) return undefined
  const entries = Object.entries(values ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { reason: reason as Refusal, values: Object.fromEntries(entries) }
}
