import {
  type Address,
  BlockNotFoundError,
  type Client,
  checksumAddress,
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
import { namesAnother, readReferences } from './naming.ts'
import { readHead } from './read.ts'
import { same, type Transfer, transfersOf } from './transfers.ts'

/** What a transaction is to a charge. */
export type Inspection =
  /**
   * `amount`: base units that it brought, which may be less than is owed. Undefined where only the service can tell: the
   * transaction pays several charges, or a contract moved coin inside it. `signers`: the accounts that the money left; none
   * where a contract moved coin.
   */
  | {
      fits: true
      confirmations: number
      amount: bigint | undefined
      /** `signature` for one that does not carry the charge's reference: an account that the money left has to sign. */
      proof: 'reference' | 'signature'
      signers: string[]
    }
  /** `message`: what was found and what to do, for the payer. */
  | { fits: false; why: Misfit; message: string }

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
 * Reads a transaction that a payer names, and says whether it fits the charge, as far as the chain shows it: the service
 * is who decides, also whether it is too old, since no clock of a payer's may be trusted with that. Less than the price
 * fits: it counts as a part.
 *
 * @param hash as {@link readHash} gives it
 * @throws PayError `chain_unreachable`
 */
export async function inspectHash(client: Client, quote: Quote, hash: string): Promise<Inspection> {
  try {
    return await inspect(client, quote, hash as Hash)
  } catch (cause) {
    const text = `The network could not be read: ${shortMessage(cause)}`
    throw new PayError('chain_unreachable', text, { cause, retryable: true })
  }
}

async function inspect(client: Client, quote: Quote, hash: Hash): Promise<Inspection> {
  const misfit = async (why: Misfit, found?: Transfer): Promise<Inspection> => {
    return { fits: false, why, message: await misfitText(client, quote, why, found) }
  }
  const transaction = await getTransaction(client, { hash }).catch(unless(TransactionNotFoundError))
  if (!transaction) return await misfit('unknown')
  const named = readReferences(transaction.input)
  const isOurs = named.has(quote.reference ?? '')
  const proof = isOurs ? 'reference' : 'signature'
  const mined = await readMined(client, hash)
  if (!mined) return await misfit(named.size > 0 && !isOurs ? 'other_charge' : 'pending')
  const { receipt, confirmations } = mined
  if (receipt.status === 'reverted') return await misfit('reverted')
  const transfers = transfersOf(transaction, receipt)
  const arrived = transfers.filter((one) => isOf(quote, one) && same(one.to, quote.recipient))
  // In a bundle the names may be another account's: whoever sent this money may sign for it all the same.
  const free = arrived.filter(({ from }) => !namesAnother(transaction, from, quote.reference))
  if (free.length > 0) {
    const sum = free.reduce((total, { value }) => total + value, 0n)
    const signers = [...new Set(free.map(({ from }) => checksumAddress(from as Address)))]
    const amount = named.size > 1 || (named.size > 0 && !isOurs) ? undefined : sum
    return { fits: true, confirmations, amount, proof, signers }
  }
  if (arrived.length > 0) return await misfit('other_charge')
  if (await mayHaveGained(client, quote, transaction, receipt))
    return { fits: true, confirmations, amount: undefined, proof, signers: [] }
  return await misfit(...(named.size > 0 && !isOurs ? otherCharge : miss(quote, transfers)))
}

const otherCharge: [why: Misfit] = ['other_charge']

/** A transaction's receipt, and how deep it is; undefined while no block of the chain has it. */
async function readMined(client: Client, hash: Hash) {
  const receipt = await getTransactionReceipt(client, { hash }).catch(
    unless(TransactionReceiptNotFoundError),
  )
  if (!receipt) return undefined
  const { blockHash } = receipt
  if (!(await getBlock(client, { blockHash }).catch(unless(BlockNotFoundError)))) return undefined
  const head = await readHead(client)
  const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
  return { receipt, confirmations }
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
