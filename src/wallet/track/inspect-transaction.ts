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
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
import { shortMessage, unless } from '../errors.ts'
import { readHead } from '../read.ts'
import { type Misfit, misfitText } from './mismatch.ts'
import { namesAnother, readReferences } from './references.ts'
import { same, type Transfer, transfersOf } from './transfer-logs.ts'

/** Whether a transaction pays a charge. */
export type Inspection =
  /**
   * `amount`: base units that it paid, which may be less than is owed. Undefined where only the service can tell: the
   * transaction pays several charges, or a contract moved native currency inside it. `signers`: the accounts that the
   * money left; none where a contract moved native currency.
   */
  | {
      fits: true
      confirmations: number
      amount: bigint | undefined
      /** `signature` where the transaction lacks the charge's reference: an account that the money left has to sign. */
      proof: 'reference' | 'signature'
      signers: string[]
    }
  /** `message`: for the payer, what was found and what to do. */
  | { fits: false; why: Misfit; message: string }

/**
 * Returns the transaction hash in a pasted text, in lower case: alone, with blanks around it, or in a block
 * explorer's URL. Undefined for anything else, and for two hashes, because which one is meant must not be guessed.
 */
export function readHash(text: string): string | undefined {
  const word = text.trim().toLowerCase()
  if (/\s/.test(word)) return undefined
  const found = [...word.matchAll(/(?<=^|[/=])0x[\da-f]{64}(?=$|[/?#&])/g)]
  return found.length === 1 ? found[0]?.[0] : undefined
}

/**
 * Reads a transaction whose hash the payer submitted, and returns whether it pays the charge, as far as the chain
 * shows it. The service decides, including whether the transaction is too old, because the payer's clock cannot be
 * trusted. Less than the price also fits: it counts as a partial payment.
 *
 * @param hash as returned by {@link readHash}
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
  // In a bundle the references may belong to another account: whoever sent this money may still sign for it.
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

/** Reads a transaction's receipt and confirmations; undefined while no block of the chain has it. */
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

/** Returns whether a transfer moves the quote's token. */
function isOf({ token: { native, address } }: Quote, { token }: Transfer): boolean {
  return native ? token === undefined : same(token, address)
}

/** Returns the transfer that comes closest to paying the quote, and why it does not. */
function miss(quote: Quote, transfers: Transfer[]): [why: Misfit, found?: Transfer] {
  const atShop = transfers.find(({ to }) => same(to, quote.recipient))
  if (atShop) return ['other_token', atShop]
  const sameToken = transfers.find((one) => isOf(quote, one))
  if (sameToken) return ['other_recipient', sameToken]
  const [first] = transfers
  return first ? ['other_token', first] : ['nothing']
}

/**
 * Returns whether calls inside a transaction may have paid native currency to the recipient, as a Safe's do: the
 * recipient's balance is higher after the block than before. It is not certain, because others may have paid in that
 * block.
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
    // Most nodes keep no old balances. The service has a node of its own, so it decides.
    return true
  }
}
