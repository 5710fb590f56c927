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
import { ignoreError } from '../errors.ts'
import { readBlockNumber, throwUnreachable } from '../read.ts'
import { describeMismatch, type MismatchReason } from './mismatch.ts'
import { namesOtherCharge, readReferences } from './references.ts'
import { type AssetTransfer, isHexEqual, parseTransfers } from './transfer-logs.ts'

/** Whether a transaction pays a charge. */
export type HashInspection =
  /**
   * `amount`: base units that it paid, which may be less than is owed. Undefined if only the service can find out: the transaction
   * pays several charges, or a contract moved native currency inside it. `signers`: the accounts that the money left; none where a
   * contract moved native currency.
   */
  | {
      fits: true
      confirmations: number
      amount: bigint | undefined
      /** `signature` where the transaction lacks the charge's reference: an account that the money left has to sign. */
      proof: 'reference' | 'signature'
      signers: string[]
    }
  /** `message`: for the payer, with the finding and the advice. */
  | { fits: false; reason: MismatchReason; message: string }
  /** No block has it yet, and nothing that the node shows of it names the recipient. */
  | { fits: undefined }

/**
 * Returns the transaction hash in a pasted text, in lower case: alone, with blanks around it, or in a block
 * explorer's URL. Undefined for anything else, and for two hashes, because which one is meant must not be guessed.
 */
export function parseTransactionHash(text: string): string | undefined {
  const word = text.trim().toLowerCase()
  if (/\s/.test(word)) return undefined
  const matches = [...word.matchAll(/(?<=^|[/=])0x[\da-f]{64}(?=$|[/?#&])/g)]
  return matches.length === 1 ? matches[0]?.[0] : undefined
}

/**
 * Reads a transaction whose hash the payer submitted, and returns whether it pays the charge, as far as the chain
 * shows it. The service decides, including whether the transaction is too old, because the payer's clock cannot be
 * trusted. Less than the price also fits: it is a partial payment.
 *
 * @param hash as returned by {@link parseTransactionHash}
 * @throws PayError `chain_unreachable`
 */
export async function inspectHash(
  client: Client,
  quote: Quote,
  hash: string,
): Promise<HashInspection> {
  try {
    return await inspectOnChain(client, quote, hash as Hash)
  } catch (cause) {
    return throwUnreachable(cause)
  }
}

async function inspectOnChain(client: Client, quote: Quote, hash: Hash): Promise<HashInspection> {
  const createMismatch = async (
    reason: MismatchReason,
    transfer?: AssetTransfer,
  ): Promise<HashInspection> => {
    return { fits: false, reason, message: await describeMismatch(client, quote, reason, transfer) }
  }
  const transaction = await getTransaction(client, { hash }).catch(
    ignoreError(TransactionNotFoundError),
  )
  if (!transaction) return { fits: undefined }
  const references = readReferences(transaction.input)
  const hasReference = references.has(quote.reference ?? '')
  const proof = hasReference ? 'reference' : 'signature'
  const minedReceipt = await readMinedReceipt(client, hash)
  if (!minedReceipt) {
    if (references.size > 0 && !hasReference) return await createMismatch('other_charge')
    // Before it is mined, a transaction that names the charge or the recipient is assumed to be its payment.
    return hasReference || namesRecipient(quote, transaction)
      ? { fits: true, confirmations: 0, amount: undefined, proof, signers: [] }
      : { fits: undefined }
  }
  const { receipt, confirmations } = minedReceipt
  if (receipt.status === 'reverted') return await createMismatch('reverted')
  const transfers = parseTransfers(transaction, receipt)
  const arrivals = transfers.filter(
    (transfer) => isInPaymentToken(quote, transfer) && isHexEqual(transfer.to, quote.recipient),
  )
  // In a bundle the references may belong to another account: the sender of this money may still sign for it.
  const creditable = arrivals.filter(
    ({ from }) => !namesOtherCharge(transaction, from, quote.reference),
  )
  if (creditable.length > 0) {
    const sum = creditable.reduce((total, { value }) => total + value, 0n)
    const signers = [...new Set(creditable.map(({ from }) => checksumAddress(from as Address)))]
    const amount = references.size > 1 || (references.size > 0 && !hasReference) ? undefined : sum
    return { fits: true, confirmations, amount, proof, signers }
  }
  if (arrivals.length > 0) return await createMismatch('other_charge')
  if (await mayHaveReceivedInternalTransfer(client, quote, transaction, receipt))
    return { fits: true, confirmations, amount: undefined, proof, signers: [] }
  return await createMismatch(
    ...(references.size > 0 && !hasReference
      ? otherChargeMismatch
      : findMismatch(quote, transfers)),
  )
}

const otherChargeMismatch: [why: MismatchReason] = ['other_charge']

/** Reads a transaction's receipt and confirmations; undefined while no block of the chain has it. */
async function readMinedReceipt(client: Client, hash: Hash) {
  const receipt = await getTransactionReceipt(client, { hash }).catch(
    ignoreError(TransactionReceiptNotFoundError),
  )
  if (!receipt) return undefined
  const { blockHash } = receipt
  if (!(await getBlock(client, { blockHash }).catch(ignoreError(BlockNotFoundError))))
    return undefined
  const head = await readBlockNumber(client)
  const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
  return { receipt, confirmations }
}

/** Returns whether a transaction goes to the recipient or gives its address to a contract. */
function namesRecipient({ recipient }: Quote, { to, input }: Transaction): boolean {
  return isHexEqual(to ?? '', recipient) || input.includes(recipient.slice(2).toLowerCase())
}

/** Returns whether a transfer moves the quote's token. */
function isInPaymentToken(
  { token: { native, address } }: Quote,
  { token }: AssetTransfer,
): boolean {
  return native ? token === undefined : isHexEqual(token, address)
}

/** Returns the transfer that comes closest to paying the quote, and why it does not. */
function findMismatch(
  quote: Quote,
  transfers: AssetTransfer[],
): [why: MismatchReason, found?: AssetTransfer] {
  const atRecipient = transfers.find(({ to }) => isHexEqual(to, quote.recipient))
  if (atRecipient) return ['other_token', atRecipient]
  const sameToken = transfers.find((transfer) => isInPaymentToken(quote, transfer))
  if (sameToken) return ['other_recipient', sameToken]
  const [first] = transfers
  return first ? ['other_token', first] : ['nothing']
}

/**
 * Returns whether calls inside a transaction may have paid native currency to the recipient, as a Safe's do: the
 * recipient's balance is higher after the block than before. It is not certain, because others may have paid in that
 * block.
 */
async function mayHaveReceivedInternalTransfer(
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
    // Most nodes keep no old balances. The service has its own node, so it decides.
    return true
  }
}
