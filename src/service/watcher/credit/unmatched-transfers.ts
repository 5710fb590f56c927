import { hasReference } from '../../chain/proof/suffix.ts'
import type { BlockWithTransactions, Transaction } from '../../chain/types/transactions.ts'
import type { TransferLog } from '../../chain/types/transfer-logs.ts'
import { listAuthorizationNonces } from '../../charges/authorization-nonce.ts'
import { decideCredit } from '../../payments/credit.ts'
import type { ArrivedTransaction, Transfer } from '../../payments/transfers.ts'
import { toAmountKey } from '../attribute/evidence.ts'
import type { WatcherContext } from '../context.ts'
import { saveShownTokens } from '../notify/shown-tokens.ts'
import { type FoundTransaction, toFoundTransaction } from '../read.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { recordInParts } from './record-parts.ts'
import { addUsdPrices } from './usd-prices.ts'

/** Number of blocks that are read at the same time. */
const concurrency = 4

// Anyone can send a merchant's wallet any number of transfers, and a wallet may have other income. Reading each transaction and its
// receipt costs several calls. A transfer can be credited only with evidence in its block or in the database: a reference in the
// calldata, the nonce of an authorization, a reserved amount, or a report. One call reads the block, with the calldata of all its
// transactions. A call of `transfer` executes no authorization. For all other calls, one more call reads the tokens' own logs of
// the block: calldata can hide a nonce in the encoding of any contract. A transfer without such evidence is recorded from its log,
// as unmatched, with the same result as a full read. All other transactions are read in full.

/**
 * Records the transfers that cannot pay a charge, and returns the other transactions, with their blocks. If native currency is
 * accepted, all are returned: it may have moved inside any of them, and no log shows that.
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
  const byContracts = (block?.transactions ?? [])
    .filter((transaction) => byHash.has(transaction.hash) && !isPlainTransfer(transaction, logs))
    .flatMap(({ hash }) => byHash.get(hash)?.map(({ log }) => log) ?? [])
  const authorizedHashes = await findAuthorizedHashes(context, chainId, byContracts)
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
      !group.some(({ transfer }) => reserved.has(toAmountKey(transfer)))
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

/** Of `transfer` and `transferFrom`, as hex with 0x. */
const transferSelectors: ReadonlySet<string> = new Set(['0xa9059cbb', '0x23b872dd'])

/** Returns whether a transaction calls the token of its transfers directly, to move money of its signer or of an allowance. */
function isPlainTransfer({ hash, to, input }: Transaction, logs: readonly TransferLog[]): boolean {
  const token = to?.toLowerCase()
  const own = logs.filter((log) => log.hash === hash)
  return transferSelectors.has(input.slice(0, 10)) && own.every((log) => log.token === token)
}

/**
 * Returns which transactions carry out an authorization that names a charge, or was accepted for one, by the tokens' own logs: all,
 * where no node shows these. Two queries for all.
 *
 * @param logs of the transfers of these transactions, in one block
 */
async function findAuthorizedHashes(
  { store, chains, log }: WatcherContext,
  chainId: number,
  logs: readonly TransferLog[],
): Promise<ReadonlySet<string>> {
  if (logs.length === 0) return new Set()
  const found = await chains.findAuthorizations(chainId, logs).catch((err: unknown) => {
    log.warn({ err, chainId }, 'The authorizations of a block could not be read.')
    return undefined
  })
  if (!found) return new Set(logs.map(({ hash }) => hash))
  if (found.length === 0) return new Set()
  const nonces = found.map(({ nonce }) => nonce)
  const charges = await store.findCharges({ authorizationNonces: nonces })
  const known = new Set([
    ...charges.flatMap((charge) =>
      listAuthorizationNonces(charge, chainId).map(({ nonce }) => nonce),
    ),
    ...(await store.findAcceptedNonces(chainId, nonces)),
  ])
  return new Set(found.filter(({ nonce }) => known.has(nonce)).map(({ hash }) => hash))
}

/** Returns a transaction that cannot pay a charge, in the form in which it is recorded; an empty list if nothing arrives by it. */
function toUnmatched(
  { clock }: WatcherContext,
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
    isFromLogs: true,
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
