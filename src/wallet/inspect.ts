import {
  BlockNotFoundError,
  type Client,
  type Hash,
  numberToHex,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getBlock, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { Quote } from '../checkout/deal.ts'
import { PayError } from '../errors.ts'
import { shortMessage, unless } from './errors.ts'
import { type Misfit, misfitText } from './misfit.ts'
import { namedCharges } from './naming.ts'
import { readHead } from './read.ts'
import { same, type Transfer, transfersOf } from './transfers.ts'

/** What a transaction is to a charge. */
export type Inspection =
  /**
   * `amount`: base units that it brought, which may be less than is owed. Undefined where only the service can tell: the
   * transaction pays several charges, or a contract moved coin inside it.
   */
  | { fits: true; confirmations: number; amount: bigint | undefined }
  /** `message`: what was found and what to do, for the payer. */
  | { fits: false; why: Misfit; message: string }

/** How much earlier than its charge a block may say it was made, in milliseconds, as in the service's judge. */
const clockSlack = 30_000

/**
 * The transaction hash in a pasted text, in lower case: alone, with blanks around it, or in an explorer's address.
 * Undefined for anything else, and for two hashes: which one is meant is never guessed.
 */
export function readHash(text: string): string | undefined {
  const word = text.trim().toLowerCase()
  if (/\s/.test(word)) return undefined
  const found = [...word.matchAll(/(?<=^|[/=])0x[\da-f]{64}(?=$|[/?#&])/g)]
  return found.length === 1 ? found[0]?.[0] : undefined
}

/**
 * Reads a transaction that a payer names, and says whether it fits the charge, by the rules of the service's judge but
 * for the depth: the service is who decides. Less than the price fits: it counts as a part.
 *
 * @param hash as {@link readHash} gives it
 * @param createdAt when the charge was made (ISO 8601): what is older fits only when it names the charge
 * @throws PayError `chain_unreachable`
 */
export async function inspectHash(
  client: Client,
  quote: Quote,
  hash: string,
  createdAt: string,
): Promise<Inspection> {
  try {
    return await inspect(client, quote, hash as Hash, Date.parse(createdAt))
  } catch (cause) {
    const text = `The network could not be read: ${shortMessage(cause)}`
    throw new PayError('chain_unreachable', text, { cause, retryable: true })
  }
}

async function inspect(
  client: Client,
  quote: Quote,
  hash: Hash,
  charged: number,
): Promise<Inspection> {
  const misfit = async (why: Misfit, found?: Transfer): Promise<Inspection> => {
    return { fits: false, why, message: await misfitText(client, quote, why, found) }
  }
  const transaction = await getTransaction(client, { hash }).catch(unless(TransactionNotFoundError))
  if (!transaction) return await misfit('unknown')
  const named = namedCharges(transaction.input)
  const ours = named.has(quote.chargeId.toLowerCase())
  if (named.size > 0 && !ours) return await misfit('other_charge')
  const mined = await readMined(client, hash)
  if (!mined) return await misfit('pending')
  const { receipt, minedAt, confirmations } = mined
  if (receipt.status === 'reverted') return await misfit('reverted')
  // Old transfers to the shop are public: without the charge's name in it, none pays a later charge.
  if (!ours && minedAt < charged - clockSlack) return await misfit('older')
  const transfers = transfersOf(transaction, receipt)
  const arrived = transfers.filter((one) => isOf(quote, one) && same(one.to, quote.recipient))
  if (arrived.length > 0) {
    const sum = arrived.reduce((total, { value }) => total + value, 0n)
    return { fits: true, confirmations, amount: named.size > 1 ? undefined : sum }
  }
  if (await mayHaveGained(client, quote, transaction, receipt))
    return { fits: true, confirmations, amount: undefined }
  return await misfit(...miss(quote, transfers))
}

/** A transaction's receipt and its block's time, in Unix milliseconds; undefined while no block of the chain has it. */
async function readMined(client: Client, hash: Hash) {
  const receipt = await getTransactionReceipt(client, { hash }).catch(
    unless(TransactionReceiptNotFoundError),
  )
  if (!receipt) return undefined
  const { blockHash } = receipt
  const block = await getBlock(client, { blockHash }).catch(unless(BlockNotFoundError))
  if (!block) return undefined
  const head = await readHead(client)
  const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
  return { receipt, minedAt: Number(block.timestamp) * 1000, confirmations }
}

function isOf({ token: { native, address } }: Quote, { token }: Transfer): boolean {
  return native ? token === undefined : same(token, address)
}

/** What comes closest, and how it misses. */
function miss(quote: Quote, transfers: Transfer[]): [why: Misfit, found?: Transfer] {
  const atShop = transfers.find(({ to }) => same(to, quote.recipient))
  if (atShop) return ['other_token', atShop]
  const sameToken = transfers.find((one) => isOf(quote, one))
  if (sameToken) return ['other_recipient', sameToken]
  const [first] = transfers
  return first ? ['other_token', first] : ['nothing']
}

/**
 * True when calls inside a transaction may have brought coin, as a Safe's do: the recipient has more after the block than
 * before. Not certain, since others may have paid in that block.
 */
async function mayHaveGained(
  client: Client,
  { token, recipient }: Quote,
  { input }: Transaction,
  { blockNumber }: TransactionReceipt,
): Promise<boolean> {
  if (!token.native || input === '0x') return false
  const balance = async (at: bigint) => {
    const params = [recipient, numberToHex(at)]
    return BigInt((await client.request({ method: 'eth_getBalance', params } as never)) as string)
  }
  try {
    return (await balance(blockNumber)) > (await balance(blockNumber - 1n))
  } catch {
    // Most nodes keep no balances of long ago. The service has its own, so it is asked.
    return true
  }
}
