import type { BlockWithTransactions, Transaction } from '../../domain/chain/transactions.ts'
import type { TransferLog } from '../../domain/chain/transfer-logs.ts'
import { listAuthorizationNonces } from '../../domain/charges/authorization-nonce.ts'
import { decideCredit } from '../../domain/payments/credit.ts'
import { findPossibleNonces } from '../../domain/payments/proof/authorizations.ts'
import { hasReference, toHexDigits } from '../../domain/payments/proof/suffix.ts'
import type { ArrivedTransaction, Transfer } from '../../domain/payments/transfers.ts'
import { toAmountKey } from '../attribute/evidence.ts'
import type { WatcherContext } from '../context.ts'
import { saveShownTokens } from '../notify/shown-tokens.ts'
import { type FoundTransaction, toFoundTransaction } from '../read.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { recordInParts } from './record-parts.ts'
import { addUsdPrices } from './usd-prices.ts'

/** Number of blocks that are read at the same time. */
const concurrency = 4

// Anybody can send a merchant's wallet as many transfers as they like, and a wallet may have other income. To read each
// transaction and its receipt costs several calls. What makes a transfer somebody's is in its block or in the database:
// a reference in the calldata, the nonce of an authorization, a sender whose authorization was accepted, an amount that was
// reserved, or a report. One call reads the block, with the calldata of
// all its transactions. A transfer that has none of these is recorded from its log, as unmatched, as it would be if its
// transaction was read as a whole, which every other transaction is.

/**
 * Records the transfers that can be no charge's, and returns the other transactions, with their blocks. Where native
 * currency is accepted all are returned: that may have moved inside any of them, and no log shows it.
 */
export async function recordUnmatchedTransfers(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  logs: readonly TransferLog[],
): Promise<FoundTransaction[]> {
  if (destinations.nativeRecipients.length > 0) return logs.map(toFoundTransaction)
  const queue = [...Map.groupBy(logs, ({ blockNumber }) => blockNumber)]
  const toRead: FoundTransaction[] = []
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [number, logsOfBlock] = entry
      const block = await readBlock(context, chainId, number)
      toRead.push(...(await recordBlock(context, destinations, chainId, logsOfBlock, block)))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return toRead
}

/** Reads a block; undefined where that fails: its transactions are then read one by one, and set aside where that fails. */
async function readBlock(
  { chains, log }: WatcherContext,
  chainId: number,
  number: bigint,
): Promise<BlockWithTransactions | undefined> {
  try {
    return await chains.getBlockWithTransactions(chainId, number)
  } catch (err) {
    log.warn({ err, chainId, block: String(number) }, 'A block could not be read as a whole.')
    return undefined
  }
}

async function recordBlock(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  logs: readonly TransferLog[],
  block: BlockWithTransactions | undefined,
): Promise<FoundTransaction[]> {
  const { store, log } = context
  const transfers = logs.map((log) => ({ log, transfer: toTransfer(context, log) }))
  const byHash = Map.groupBy(transfers, ({ log }) => log.hash)
  const knownHashes = await store.listKnownHashes(chainId, [...byHash.keys()])
  const amounts = transfers.map(({ transfer }) => transfer)
  const reservations = await store.findReservations(chainId, amounts)
  const reserved = new Set(reservations.map(toAmountKey))
  const inputs = new Map(
    (block?.transactions ?? [])
      .filter(({ hash }) => byHash.has(hash))
      .map(({ hash, input }) => [hash, input]),
  )
  const authorizedHashes = await findAuthorizedHashes(context, chainId, inputs)
  const senders = [...new Set(amounts.map(({ sender }) => sender))]
  const acceptedSenders = await store.findAcceptedSenders(chainId, senders)
  const toRead: FoundTransaction[] = []
  const unmatched: ArrivedTransaction[] = []
  for (const [hash, group] of byHash) {
    const [first] = group
    const transaction = block?.transactions.find((candidate) => candidate.hash === hash)
    const isUnmatched =
      // A block that was replaced since its logs were read shows nothing of them.
      block !== undefined &&
      group.every(({ log }) => log.blockHash === block.hash) &&
      transaction !== undefined &&
      !hasReference(transaction.input) &&
      !authorizedHashes.has(hash) &&
      !knownHashes.has(hash) &&
      !group.some(
        ({ transfer }) =>
          reserved.has(toAmountKey(transfer)) || acceptedSenders.has(transfer.sender),
      )
    if (isUnmatched) unmatched.push(...toUnmatched(context, chainId, transaction, group, block))
    else if (first) toRead.push({ ...toFoundTransaction(first.log), wholeBlock: block })
  }
  const unmatchedTransfers = unmatched.flatMap(({ mined }) => mined.transfers)
  await saveShownTokens(context, destinations, chainId, unmatchedTransfers)
  const priced = await addUsdPrices(context.chains, unmatched)
  for (const [hash, { error, result }] of await recordInParts(context, priced)) {
    // Read as a whole, it is set aside with the error.
    const [first] = error ? (byHash.get(hash) ?? []) : []
    if (first) toRead.push({ ...toFoundTransaction(first.log), wholeBlock: block })
    if (result && result.unmatchedCount > 0)
      log.info({ chainId, hash, transfers: result.unmatchedCount }, 'found unmatched money')
  }
  return toRead
}

/** Returns which transactions may carry out an authorization with a charge's nonce, by their calldata. One query for all. */
async function findAuthorizedHashes(
  { store }: WatcherContext,
  chainId: number,
  inputs: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const possible = [...inputs].map(
    ([hash, input]) => [hash, findPossibleNonces(toHexDigits(input))] as const,
  )
  const authorizationNonces = possible.flatMap(([, nonces]) => nonces)
  if (authorizationNonces.length === 0) return new Set()
  const charges = await store.findCharges({ authorizationNonces })
  const known = new Set(
    charges.flatMap((charge) => listAuthorizationNonces(charge, chainId).map(({ nonce }) => nonce)),
  )
  return new Set(
    possible.filter(([, nonces]) => nonces.some((nonce) => known.has(nonce))).map(([hash]) => hash),
  )
}

/** Returns a transaction that can be no charge's as it is to be recorded; none where nothing arrives by it. */
function toUnmatched(
  { clock, creditsFirstReport }: WatcherContext,
  chainId: number,
  { hash, from: sender, nonce }: Transaction,
  group: readonly { log: TransferLog; transfer: Transfer<bigint> }[],
  block: BlockWithTransactions,
): ArrivedTransaction[] {
  // As where a transaction is read as a whole: nothing arrives by a transfer of nothing, or of an account to itself.
  const arrived = group.filter(
    ({ log, transfer }) => transfer.amount > 0n && log.sender !== log.recipient,
  )
  const [first] = arrived
  if (!first) return []
  const { blockNumber } = first.log
  const minedAt = clock.correctBlockTime(chainId, block.time)
  const transfers = arrived.map(({ transfer }) => transfer)
  const mined = {
    chainId,
    hash,
    minedAt,
    blockTime: block.time,
    transfers,
    mentionedReferences: [],
    block: { number: blockNumber, hash: block.hash },
    origin: { sender, nonce },
  }
  return [
    {
      mined,
      listChargeIds: () => [],
      decideCredit: (transfer, charges) =>
        decideCredit(transfer, {
          chainId,
          minedAt,
          blockNumber,
          charges,
          creditsFirstReport,
          reservations: [],
          offeredFees: [],
          signedChargeIds: [],
          assignments: [],
          reportedChargeId: undefined,
        }),
    },
  ]
}

function toTransfer({ chains }: WatcherContext, log: TransferLog): Transfer<bigint> {
  return {
    position: log.logIndex,
    token: chains.parseAddress(log.token, 'address'),
    recipient: chains.parseAddress(log.recipient, 'address'),
    sender: chains.parseAddress(log.sender, 'address'),
    amount: log.amount,
    references: [],
  }
}
