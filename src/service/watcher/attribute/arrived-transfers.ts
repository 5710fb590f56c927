import { nativeAddress } from '../../../api/formats.ts'
import type { AuthorizationName } from '../../chain/types/authorizations.ts'
import { listAuthorizationNonces } from '../../charges/authorization-nonce.ts'
import { findQuote, listQuotes } from '../../charges/pricing/payment-assets.ts'
import { clockSlackMs } from '../../charges/pricing/quotes.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { type Attribution, coinPositions } from '../../payments/proof/proof.ts'
import type { Transfer } from '../../payments/transfers.ts'
import type { WatcherContext } from '../context.ts'
import { mayHaveArrivedByCalls } from '../scan/balance-search.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import type { AttributedTransaction } from './attribute-transaction.ts'

/** Finds the charges that each transaction names, by a reference or by an authorization, or was reported for. */
export async function findNamedCharges(
  context: WatcherContext,
  transactions: readonly AttributedTransaction[],
): Promise<(readonly [AttributedTransaction, readonly ChargeRecord[]])[]> {
  const { store } = context
  const wanted = transactions.map((transaction) => ({
    transaction,
    references: new Set(listNamedReferences(transaction.attribution)),
    nonces: new Set(
      transaction.attribution.transfers.flatMap(({ authorization }) => authorization ?? []),
    ),
    ids: new Set(transaction.reports.map(({ chargeId }) => chargeId)),
  }))
  const accepted = await store.findAccepted(
    transactions.flatMap((transaction) =>
      listAuthorizationNames(context, transaction.chainId, transaction.attribution.transfers),
    ),
  )
  const acceptedIds = (chainId: number, nonces: ReadonlySet<string>) =>
    accepted.flatMap((found) =>
      found.chainId === chainId && nonces.has(found.nonce) ? [found.chargeId] : [],
    )
  const charges = await store.findCharges({
    references: [...new Set(wanted.flatMap(({ references }) => [...references]))],
    ids: [
      ...new Set([
        ...wanted.flatMap(({ ids }) => [...ids]),
        ...accepted.map(({ chargeId }) => chargeId),
      ]),
    ],
    authorizationNonces: [...new Set(wanted.flatMap(({ nonces }) => [...nonces]))],
  })
  return wanted.map(({ transaction, references, nonces, ids }) => [
    transaction,
    charges.filter(
      (charge) =>
        ids.has(charge.id) ||
        acceptedIds(transaction.chainId, nonces).includes(charge.id) ||
        references.has(charge.reference) ||
        (nonces.size > 0 &&
          listAuthorizationNonces(charge, transaction.chainId).some(({ nonce }) =>
            nonces.has(nonce),
          )),
    ),
  ])
}

/** Returns the authorizations by which transfers were made, as their tokens announce them. */
export function listAuthorizationNames(
  { chains }: Pick<WatcherContext, 'chains'>,
  chainId: number,
  transfers: readonly Transfer[],
): AuthorizationName[] {
  return transfers.flatMap(({ token, sender, authorization }) =>
    authorization === undefined
      ? []
      : [
          {
            chainId,
            token: chains.parseAddress(token, 'token'),
            sender: chains.parseAddress(sender, 'sender'),
            nonce: authorization,
          },
        ],
  )
}

/**
 * Lists the references of the charges to load. A transfer with more than one is ambiguous, and loads none. Other calls in the same
 * transaction make no difference. Native currency of unknown amount may be any author's.
 */
function listNamedReferences({
  transfers,
  mentionedReferences,
  hasUnknownNativeAmount,
}: Attribution): readonly string[] {
  const named = transfers.flatMap(({ references }) => (references.length === 1 ? references : []))
  return hasUnknownNativeAmount ? [...named, ...mentionedReferences] : named
}

/**
 * Returns the transfers of a transaction to watched destinations, with addresses in EIP-55 form; native currency of
 * unknown amount is one of them where it may have arrived.
 */
export async function selectArrivedTransfers(
  context: WatcherContext,
  destinations: WatchedDestinations,
  transaction: AttributedTransaction,
  charges: readonly ChargeRecord[],
): Promise<Transfer[]> {
  const { attribution, chainId } = transaction
  const { mentionedReferences } = attribution
  const named = [
    ...charges.filter(({ reference }) => mentionedReferences.includes(reference)),
    ...(await listChargesOfUnknownAmount(context, transaction, charges)),
  ]
  const { parseAddress } = context.chains
  const toEip55 = (text: string) => (text === '' ? '' : parseAddress(text, 'address'))
  const transfers = attribution.transfers
    .map(
      (transfer): Transfer => ({
        ...transfer,
        token: toEip55(transfer.token),
        recipient: toEip55(transfer.recipient),
        sender: toEip55(transfer.sender),
      }),
    )
    .filter(({ token, recipient }) => destinations.has(token, recipient))
  const hasNative = transfers.some(({ token }) => token === nativeAddress)
  if (!attribution.hasUnknownNativeAmount || hasNative) return transfers
  // It names a charge that is paid in native currency, and no node shows the amount: the merchant has to decide.
  const [quote] = named
    .flatMap(listQuotes)
    .filter((quote) => quote.chainId === chainId && quote.token === nativeAddress)
  if (!quote) return transfers
  const { token, recipient } = quote
  const position = coinPositions.unknown
  const unknown = { position, token, recipient, sender: '', amount: undefined, references: [] }
  return [unknown, ...transfers]
}

/**
 * Returns the charges in native currency that report a transaction whose calls no node shows, where something may have
 * arrived by one: the merchant is notified, and decides. A stranger's transaction that a balance disproves is left out.
 */
async function listChargesOfUnknownAmount(
  context: WatcherContext,
  { chainId, receipt, attribution, reports }: AttributedTransaction,
  charges: readonly ChargeRecord[],
): Promise<ChargeRecord[]> {
  if (!attribution.hasUnknownNativeAmount) return []
  const listed: ChargeRecord[] = []
  for (const charge of charges) {
    const isReported = reports.some(
      ({ status, chargeId }) => status === 'WAITING' && chargeId === charge.id,
    )
    const quote = findQuote(charge, { chainId, token: nativeAddress })
    const minedAt = context.clock.correctBlockTime(chainId, receipt.minedAt)
    if (!isReported || !quote || minedAt.getTime() < charge.createdAt.getTime() - clockSlackMs)
      continue
    const { recipient } = quote
    if (await mayHaveArrivedByCalls(context, chainId, recipient, receipt.block.number))
      listed.push(charge)
  }
  return listed
}
