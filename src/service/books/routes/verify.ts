import { isNative } from '../../../api/formats.ts'
import { PayError } from '../../../errors.ts'
import type {
  BlockRange,
  SentFilter,
  TransferFilter,
  TransferLog,
} from '../../chain/types/transfer-logs.ts'
import type { TimeRange } from '../../kernel/pages.ts'
import {
  type BookedDestination,
  getOwnAddress,
  getSignedAmount,
  isBooked,
  iterateMovements,
  type MovementRecord,
  type UnfoundRefund,
} from '../books.ts'
import {
  type BookDifference,
  type ChainTransfer,
  compareRefunds,
  compareTransfers,
} from '../compare.ts'
import type {
  BooksVerification,
  ChainVerification,
  DestinationVerification,
  OutgoingTransfer,
} from '../verification.ts'
import { readConfirmedBlocks } from './confirmed-blocks.ts'
import {
  maxListed,
  type OpenDestination,
  openDestinations,
  toKey,
  type VerifyContext,
  type VerifyRange,
} from './destinations.ts'
import { verifyNative } from './verify-native.ts'

/** Number of blocks that are compared together. */
const blocksPerPart = 20_000n

/**
 * Compares the books of an account with the chains: each row with its transfer, and for each token at each recipient the sum of the
 * rows, less the outgoing money, with the change of its balance. When several accounts share an address, the books of all of them
 * are compared.
 *
 * @throws PayError `chain_unreachable`; `conflict` when a reorganization replaced these blocks meanwhile
 */
export async function verifyBooks(
  context: VerifyContext,
  accountId: string,
  range: VerifyRange,
): Promise<BooksVerification> {
  const destinations = await context.store.listBookedDestinations(accountId)
  const chains: ChainVerification[] = []
  const differences: BookDifference[] = []
  let differenceCount = 0
  const report = (found: readonly BookDifference[]) => {
    differenceCount += found.length
    differences.push(...found.slice(0, Math.max(maxListed - differences.length, 0)))
  }
  for (const [chainId, ofChain] of Map.groupBy(destinations, (one) => one.chainId)) {
    const { chains: nodes } = context
    if (!nodes.ids.includes(chainId))
      throw new PayError('chain_unreachable', `CHAIN_RPC_URLS has no chain ${chainId}.`)
    chains.push(await verifyChain(context, accountId, chainId, ofChain, range, report))
  }
  const places = chains.flatMap((chain) => chain.destinations)
  const outcome =
    differenceCount > 0 ? 'different' : places.some(({ rows }) => rows > 0) ? 'equal' : 'nothing'
  return { outcome, chains, differences, differenceCount }
}

type Report = (differences: readonly BookDifference[]) => void

async function verifyChain(
  context: VerifyContext,
  accountId: string,
  chainId: number,
  destinations: readonly BookedDestination[],
  range: VerifyRange,
  report: Report,
): Promise<ChainVerification> {
  const { store, chains } = context
  const confirmed = await readConfirmedBlocks(context, [chainId])
  const head = await chains.getBlockNumber(chainId)
  const searched = (await store.getScanState(chainId))?.block ?? 0n
  const ends = [searched, confirmed.get(chainId) ?? 0n]
  if (range.to) ends.push(await chains.findBlockBefore(chainId, range.to, head))
  const toBlock = ends.reduce(minBlock)
  const endHash = await chains.getBlockHash(chainId, toBlock)
  const open = await openDestinations(context, chainId, destinations, range, toBlock)
  const recipients = [...new Set(destinations.map(({ recipient }) => recipient))]
  const accountIds = await store.listAccountsPaidAt(chainId, recipients)
  // The account of the books comes first: a row that several accounts have belongs to it.
  const sortedIds = [accountId, ...accountIds.filter((id) => id !== accountId)]
  const unfound = await store.listUnfoundRefunds(sortedIds, chainId)
  const unfoundHashes = new Set(unfound.map(({ hash }) => hash))
  const outgoing: OutgoingTransfer[] = []
  const firsts = [...open.values()].map(({ fromBlock }) => fromBlock)
  const first = firsts.reduce(minBlock, toBlock + 1n)
  let from = first
  while (from <= toBlock) {
    const blocks = { from, to: await findPartEnd(context, chainId, from, toBlock) }
    const times = await readTimes(context, chainId, blocks)
    // Each row is in one part, by its time, also one whose time is wrong: no time is left out.
    const since = from === first ? range.from : times.first
    const before = blocks.to === toBlock ? range.to : times.next
    const rows = await readRows(context, sortedIds, chainId, { since, before }, open, toBlock)
    const { arrived, left } = await readLogs(context, chainId, blocks, open, [
      ...rows.filter(isRefundOfToken),
      ...unfound.filter(({ token }) => !isNative(token)),
    ])
    const tokenRows = rows.filter(({ token }) => !isNative(token))
    const compare = (transfers: ChainTransfer[], direction: MovementRecord['direction']) => ({
      chainId,
      rows: tokenRows.filter((row) => row.direction === direction),
      transfers,
      times,
      isBooked: (row: MovementRecord) => isBooked(row, confirmed),
    })
    report(compareTransfers(compare(arrived, 'in')))
    const { differences, others } = compareRefunds(compare(left, 'out'), unfoundHashes)
    report(differences)
    const booked = rows.filter((row) => isBooked(row, confirmed))
    addToPlaces(open, { booked, arrived, left, others })
    outgoing.push(...listOutgoing(others, open).slice(0, maxListed - outgoing.length))
    from = blocks.to + 1n
  }
  await countLaterRows(context, sortedIds, chainId, range, open, toBlock)
  const verified: DestinationVerification[] = []
  for (const place of open.values())
    verified.push(await verifyBalance(context, chainId, place, toBlock, outgoing, report))
  if ((await chains.getBlockHash(chainId, toBlock)) !== endHash)
    throw new PayError(
      'conflict',
      `Chain ${chainId} has replaced block ${toBlock} while it was read. Verify again.`,
    )
  return { chainId, toBlock, destinations: verified, outgoing }
}

/** Adds the rows and transfers of a part to the sums of their destinations. */
function addToPlaces(
  open: ReadonlyMap<string, OpenDestination>,
  {
    booked,
    arrived,
    left,
    others,
  }: {
    booked: readonly MovementRecord[]
    arrived: readonly ChainTransfer[]
    left: readonly ChainTransfer[]
    /** Those of what left that are in no row. */
    others: readonly ChainTransfer[]
  },
): void {
  for (const row of booked) {
    const place = open.get(toOwnKey(row))
    if (!place) continue
    place.rows += 1
    place.booked += getSignedAmount(row)
    if (isNative(row.token)) place.nativeRows.push(row)
  }
  for (const { token, recipient, amount } of arrived) {
    const place = open.get(toKey({ token, recipient }))
    if (place) place.received += amount
  }
  for (const [field, transfers] of [
    ['sent', left],
    ['left', others],
  ] as const)
    for (const { token, sender, amount } of transfers) {
      const place = open.get(toKey({ token, recipient: sender }))
      if (place) place[field] += amount
    }
}

/** Returns the transfers of destinations that are in no row, as a verification lists them. */
const listOutgoing = (
  others: readonly ChainTransfer[],
  open: ReadonlyMap<string, OpenDestination>,
): OutgoingTransfer[] =>
  others
    .filter(({ token, sender }) => open.has(toKey({ token, recipient: sender })))
    .map(({ token, sender, recipient, hash, amount }) => ({
      token,
      sender,
      recipient,
      hash,
      amount,
    }))

const isRefundOfToken = ({ direction, token }: MovementRecord) =>
  direction === 'out' && !isNative(token)

/** Counts the rows of a range that are in later blocks than can be compared yet. */
async function countLaterRows(
  { store, chains }: VerifyContext,
  accountIds: readonly string[],
  chainId: number,
  range: VerifyRange,
  open: ReadonlyMap<string, OpenDestination>,
  toBlock: bigint,
): Promise<void> {
  const end = await chains.getBlockTime(chainId, toBlock)
  const since = end && range.from && range.from > end ? range.from : (end ?? range.from)
  const counted = new Set<string>()
  for (const accountId of accountIds)
    for await (const page of iterateMovements(store, accountId, 'chain', {
      chainId,
      time: { since, before: range.to },
    }))
      for (const row of page) {
        const key = `${row.hash} ${row.position} ${row.kind}`
        const place = row.block.number > toBlock ? open.get(toOwnKey(row)) : undefined
        if (!place || counted.has(key)) continue
        counted.add(key)
        place.laterRows += 1
      }
}

/** Returns the key of the destination that a row is a movement of. */
const toOwnKey = (row: MovementRecord) => toKey({ token: row.token, recipient: getOwnAddress(row) })

function minBlock(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Returns the last block of a part: one after which the block time increases, since rows are separated by time. */
async function findPartEnd(
  { chains }: VerifyContext,
  chainId: number,
  from: bigint,
  toBlock: bigint,
): Promise<bigint> {
  let end = minBlock(from + blocksPerPart - 1n, toBlock)
  let time = await chains.getBlockTime(chainId, end)
  for (; end < toBlock; end += 1n) {
    const next = await chains.getBlockTime(chainId, end + 1n)
    if (next?.getTime() !== time?.getTime()) break
    time = next
  }
  return end
}

/** Reads the times of the first and the last of these blocks, and of the block after them. */
async function readTimes({ chains }: VerifyContext, chainId: number, { from, to }: BlockRange) {
  const read = (block: bigint) => chains.getBlockTime(chainId, block)
  const [first, last, next] = [await read(from), await read(to), await read(to + 1n)]
  if (first && last) return { first, last, next }
  throw new PayError('chain_unreachable', `Chain ${chainId} has no block ${from} or ${to}.`)
}

/** Reads the rows of a time, each once: as the exports of these accounts have them. */
async function readRows(
  { store }: VerifyContext,
  accountIds: readonly string[],
  chainId: number,
  time: TimeRange,
  open: ReadonlyMap<string, OpenDestination>,
  toBlock: bigint,
): Promise<MovementRecord[]> {
  const rows = new Map<string, MovementRecord>()
  for (const accountId of accountIds) {
    for await (const page of iterateMovements(store, accountId, 'chain', { chainId, time }))
      for (const row of page) {
        const place = open.get(toOwnKey(row))
        // A refund from an account where no charge is paid is compared with its transfer, and with no balance.
        const isCompared = place
          ? row.block.number >= place.fromBlock && row.block.number <= toBlock
          : isRefundOfToken(row) && row.block.number <= toBlock
        if (isCompared) rows.set(`${row.hash} ${row.position} ${row.kind}`, row)
      }
  }
  return [...rows.values()]
}

/**
 * Reads the incoming and outgoing transfers of the destinations from the logs of these blocks, and the outgoing transfers of the
 * accounts that sent refunds.
 */
async function readLogs(
  { chains }: VerifyContext,
  chainId: number,
  blocks: BlockRange,
  open: ReadonlyMap<string, OpenDestination>,
  refunds: readonly UnfoundRefund[],
): Promise<{ arrived: ChainTransfer[]; left: ChainTransfer[] }> {
  const places = [...open.values()].map(({ destination }) => destination)
  const tokens = [...new Set([...places, ...refunds].map(({ token }) => token))].filter(
    (token) => !isNative(token),
  )
  const recipients = [...new Set(places.map(({ recipient }) => recipient))]
  const senders = [...new Set([...recipients, ...refunds.map(({ sender }) => sender)])]
  const refundHashes = new Set(refunds.map(({ hash }) => hash))
  if (tokens.length === 0) return { arrived: [], left: [] }
  const isWithin = ({ token, blockNumber, amount }: ChainTransfer, account: string) => {
    const place = open.get(toKey({ token, recipient: account }))
    return place !== undefined && blockNumber >= place.fromBlock && amount > 0n
  }
  // Nothing moves by a transfer of an account to itself.
  const toOthers = ({ sender, recipient }: ChainTransfer) => sender !== recipient
  const toTransfer = ({ logIndex, ...log }: TransferLog): ChainTransfer => ({
    ...log,
    position: logIndex,
    token: chains.parseAddress(log.token, 'token'),
    sender: chains.parseAddress(log.sender, 'sender'),
    recipient: chains.parseAddress(log.recipient, 'recipient'),
  })
  const read = async (filter: TransferFilter | SentFilter) =>
    (await chains.findTransfers(chainId, blocks, filter)).map(toTransfer)
  const incoming = await read({ tokens, recipients })
  const outgoing = await read({ tokens, senders })
  return {
    arrived: incoming.filter((log) => toOthers(log) && isWithin(log, log.recipient)),
    left: outgoing.filter(
      (log) => toOthers(log) && (isWithin(log, log.sender) || refundHashes.has(log.hash)),
    ),
  }
}

/** Compares the change of a balance with the incoming and outgoing transfers. */
async function verifyBalance(
  context: VerifyContext,
  chainId: number,
  place: OpenDestination,
  toBlock: bigint,
  outgoing: OutgoingTransfer[],
  report: Report,
): Promise<DestinationVerification> {
  const { destination, fromBlock, rows, laterRows, booked } = place
  const { token, recipient, symbol, decimals } = destination
  const blocks = { from: fromBlock, to: toBlock }
  const balances = isNative(token)
    ? await verifyNative(context, chainId, place, blocks, outgoing, report)
    : await verifyTokenBalance(context, chainId, place, blocks, report)
  return { token, symbol, decimals, recipient, fromBlock, rows, laterRows, booked, ...balances }
}

async function verifyTokenBalance(
  { chains }: VerifyContext,
  chainId: number,
  { destination, received, sent, left }: OpenDestination,
  { from, to }: BlockRange,
  report: Report,
): Promise<Pick<DestinationVerification, 'left' | 'change'>> {
  const { token, recipient } = destination
  if (from > to) return { left: 0n, change: 0n }
  const readAt = (block: bigint) => chains.getTokenBalance(chainId, token, recipient, block)
  const [before, after] = [await readAt(from - 1n), await readAt(to)]
  const change = before === undefined || after === undefined ? undefined : after - before
  if (change !== undefined && change !== received - sent)
    report([
      {
        kind: 'balance',
        chainId,
        token,
        recipient,
        hash: '',
        position: undefined,
        blockNumber: undefined,
        onChain: change,
        inBooks: received - sent,
      },
    ])
  return { left, change }
}
