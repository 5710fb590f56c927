import { nativeAddress } from '../../../api/formats.ts'
import type { WitnessLog } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../../watcher/context.ts'
import type { RefundRelease } from '../records.ts'
import { type AskedRefund, getFirstBlock, laterBlock, reorgDepth } from './asked-refund.ts'

// "Nothing was sent" is the merchant's statement. It is wrong if the wallet hangs after the click, and accepting it then would send
// the refund twice. So it is accepted only once the chain proves it: by a complete search, as for payments, up to a block after the
// statement, and by the pool of every node.

/** Blocks that are read in one range, and ranges of one poll; and blocks that are read whole, where no log shows a transfer. */
const blocksPerRange = 2000n
const maxRanges = 10
const maxWholeBlocks = 200n

/** The proof on the chain for the merchant's statement that a wallet sent nothing. */
export interface ReleaseProof {
  /** Transactions that may have sent it all the same. */
  hashes: readonly string[]
  release: RefundRelease
  isProven: boolean
}

/** Looks for a proof that nothing was sent; undefined when the merchant has not stated it. */
export async function proveNothingSent(
  context: WatcherContext,
  refund: AskedRefund,
  head: bigint,
): Promise<ReleaseProof | undefined> {
  const { release, fromBlock } = refund.attempt
  if (!release) return undefined
  const result = (waitsFor: string, search?: ProvenSearch): ReleaseProof => ({
    hashes: search?.hashes ?? [],
    release: { ...release, provenTo: search?.provenTo ?? release.provenTo, waitsFor },
    isProven: waitsFor === '',
  })
  if (head < fromBlock)
    return result(`The node is at block ${head}. The wallet was asked at block ${fromBlock}.`)
  const search = await searchWithProof(context, refund, head)
  if (search.doubt !== undefined) return result(search.doubt, search)
  const time = await context.chains.getBlockTime(refund.chainId, search.provenTo)
  const isAfter = time && context.clock.correctBlockTime(refund.chainId, time) > release.at
  if (!isAfter || search.provenTo <= release.block)
    return result('Waiting for a block after the time at which you released the refund.', search)
  return result((await findPoolDoubt(context, refund, search.provenTo)) ?? '', search)
}

/** A search, up to which block it has certainly found all, and why that is not the newest one. */
interface ProvenSearch {
  hashes: readonly string[]
  provenTo: bigint
  doubt: string | undefined
}

async function searchWithProof(
  context: WatcherContext,
  refund: AskedRefund,
  head: bigint,
): Promise<ProvenSearch> {
  const first = getFirstBlock(refund)
  const { provenTo = first - 1n } = refund.attempt.release ?? {}
  // A reorganization may have changed the last blocks since they were searched.
  const isRecent = provenTo >= head - reorgDepth
  const from = laterBlock(isRecent ? head - reorgDepth : provenTo + 1n, first)
  return refund.token === nativeAddress
    ? await readWholeBlocks(context, refund, from, head)
    : await readProvenLogs(context, refund, from, head)
}

/** Searches the logs of all accounts: the wallet may have sent from another one. */
async function readProvenLogs(
  { chains }: WatcherContext,
  { chainId, token, recipient, amount, attempt }: AskedRefund,
  first: bigint,
  head: bigint,
): Promise<ProvenSearch> {
  const hashes: string[] = []
  const filter = { tokens: [token], recipients: [recipient] }
  const account = attempt.account.toLowerCase()
  let witness: WitnessLog | undefined
  let from = first
  for (let count = 0; from <= head && count < maxRanges; count++) {
    const to = from + blocksPerRange - 1n < head ? from + blocksPerRange - 1n : head
    const answer = await chains.findCompleteTransfers(chainId, { from, to }, filter, witness)
    for (const log of answer.transfers)
      if (log.sender.toLowerCase() === account || log.amount === amount) hashes.push(log.hash)
    if (answer.completeTo === undefined || answer.completeTo < from) {
      // The last blocks can be searched only with a known log above them; the proof may reach far enough without them.
      const isEnough = from - 1n > (attempt.release?.block ?? 0n)
      const doubt = isEnough ? undefined : 'The node cannot prove that it shows all transfers.'
      return { hashes, provenTo: from - 1n, doubt }
    }
    witness = answer.witness
    from = answer.completeTo + 1n
  }
  return { hashes, provenTo: from - 1n, doubt: undefined }
}

/**
 * Reads whole blocks, since native currency leaves no log: the account's own transactions, and those to it, by which a contract
 * sends.
 */
async function readWholeBlocks(
  { chains }: WatcherContext,
  { chainId, attempt }: AskedRefund,
  first: bigint,
  head: bigint,
): Promise<ProvenSearch> {
  const account = attempt.account.toLowerCase()
  const hashes: string[] = []
  const end = first + maxWholeBlocks - 1n < head ? first + maxWholeBlocks - 1n : head
  for (let number = first; number <= end; number++) {
    const block = await chains.getBlockWithTransactions(chainId, number)
    if (!block)
      return { hashes, provenTo: number - 1n, doubt: `The node does not show block ${number}.` }
    for (const { hash, from, to } of block.transactions)
      if ([from, to].some((other) => other?.toLowerCase() === account)) hashes.push(hash)
  }
  return { hashes, provenTo: end, doubt: undefined }
}

/**
 * Returns why a transfer may still wait to be mined; undefined when every node shows that the account has no waiting transaction.
 * Nodes cannot show that of a contract: its signers can submit a signed transfer at any time.
 */
async function findPoolDoubt(
  { chains }: WatcherContext,
  { chainId, attempt: { account, nonce } }: AskedRefund,
  block: bigint,
): Promise<string | undefined> {
  if (nonce === undefined) return undefined
  const searched = await chains.getNonce(chainId, account, block)
  for (const answer of await chains.getNoncesAtNodes(chainId, account)) {
    if (answer.failure !== undefined) return `The node ${answer.node} does not answer.`
    if (answer.pending !== answer.mined)
      return `A transaction of ${account} waits to be mined, as ${answer.node} shows. It may be the refund.`
    if (answer.mined !== searched)
      return `The node ${answer.node} shows another number of transactions of ${account} than the blocks that were searched.`
  }
  return undefined
}
