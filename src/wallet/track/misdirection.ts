import { type Address, checksumAddress } from 'viem'
import type { Intent, Misdirection } from '../../checkout/ports/intent.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { readReferences } from './references.ts'
import type { RawTransaction } from './signed-transaction.ts'
import { isHexEqual } from './transfer-logs.ts'

// Decides whether a transaction pays another address than its wallet was asked to pay. Only the contents of the signed transaction
// count: its hash proves them, while a node can make up receipts and logs. A false alarm would send a payer who has paid to the
// store, so an ambiguous transaction raises none. See docs/decisions.md.

/** The selector of ERC-20 `transfer`, and the zeros before its recipient. */
const transferStart = `a9059cbb${'0'.repeat(24)}`
const addressDigits = 40
/** Stands for native currency. Equal to that of api/schemas, which this code does not load. */
const nativeAddress = '0x0000000000000000000000000000000000000000'
const wordDigits = 64
/** The hex digits of our suffix: a reference of 32 characters, its length, the schema and the marker. */
const suffixDigits = 2 * (32 + 1 + 1 + 16)

/**
 * Returns the transfer to another address that a transaction makes in place of an intent's transfer; undefined if there is none, or
 * if it is not certain.
 *
 * @param transaction whose hash was checked
 */
export function findMisdirection(
  intent: Intent,
  transaction: RawTransaction,
): Misdirection | undefined {
  const { from, to, value, nonce } = transaction
  const { quote } = intent
  const input = transaction.input.toLowerCase().slice(2)
  const isNamed =
    quote.reference !== undefined && readReferences(transaction.input).has(quote.reference)
  // With an earlier nonce it is an earlier transaction of the account: the wallet has answered with a wrong hash.
  const isOwn = isHexEqual(from, intent.from) && Number(nonce) >= intent.nonce
  const direct = readDirectTransfer(to, BigInt(value), input)
  if (direct) return isNamed || isOwn ? keepForeign(intent, direct) : undefined
  // A call of a contract that may pay in any way: a smart account, a bundle, a router. If the recipient stands in it
  // anywhere, it may be paid.
  if (input.includes(toDigits(quote.recipient)) || isHexEqual(to, quote.recipient)) return undefined
  const involvesPayer = isOwn || input.includes(toDigits(intent.from))
  return readInnerTransfers(quote, to, input)
    .filter(({ amount }) => isNamed || (involvesPayer && amount === quote.amount))
    .map((movement) => keepForeign(intent, movement))
    .find((movement) => movement !== undefined)
}

const toDigits = (address: string) => address.slice(2).toLowerCase()

/** Returns a movement unless it pays the intent's recipient, or the payer's own account, as a canceled one may. */
function keepForeign({ from, quote }: Intent, movement: Misdirection): Misdirection | undefined {
  const isForeign = ![quote.recipient, from].some((account) =>
    isHexEqual(account, movement.recipient),
  )
  if (!isForeign || movement.amount === 0n) return undefined
  // As the payer sees the other address, so that the two can be compared.
  return { ...movement, recipient: checksumAddress(movement.recipient as Address) }
}

/** Reads a transaction that is a transfer itself: of native currency, or by a token's `transfer`. */
function readDirectTransfer(
  to: string | null,
  value: bigint,
  input: string,
): Misdirection | undefined {
  if (to === null) return undefined
  if (value === 0n) return readTransfer(input, 0, to)
  // The calldata of a plain transfer may contain only our own suffix.
  const isPlain = input.length <= suffixDigits && (!input || readReferences(`0x${input}`).size > 0)
  return isPlain ? { recipient: to, token: nativeAddress, amount: value } : undefined
}

/** Reads a call of a token's `transfer` at a position of calldata. */
function readTransfer(input: string, at: number, token: string): Misdirection | undefined {
  const recipientAt = at + transferStart.length
  const amountAt = recipientAt + addressDigits
  const end = amountAt + wordDigits
  if (!input.startsWith(transferStart, at) || input.length < end) return undefined
  return {
    recipient: `0x${input.slice(recipientAt, amountAt)}`,
    token,
    amount: BigInt(`0x${input.slice(amountAt, end)}`),
  }
}

/**
 * Reads every transfer of the quoted token inside calldata: calls of its `transfer`, or, for native currency, an address
 * before the quoted amount, which is how accounts encode a call with a value.
 */
function readInnerTransfers({ token, amount }: Quote, to: string | null, input: string) {
  if (token.native) {
    const value = amount.toString(16).padStart(wordDigits, '0')
    return findAll(input, value).flatMap((at): Misdirection[] => {
      const recipient = input.slice(Math.max(at - addressDigits, 0), at)
      // A small number in its own word is not an address.
      const isAddress = recipient.length === addressDigits && !recipient.startsWith('00000000')
      return isAddress ? [{ recipient: `0x${recipient}`, token: nativeAddress, amount }] : []
    })
  }
  if (!isHexEqual(to, token.address) && !input.includes(toDigits(token.address))) return []
  return findAll(input, transferStart).flatMap((at) => readTransfer(input, at, token.address) ?? [])
}

/** Returns the positions of a text in hex digits, at whole bytes. */
function findAll(input: string, digits: string): number[] {
  const positions: number[] = []
  for (let at = input.indexOf(digits); at >= 0; at = input.indexOf(digits, at + 1))
    if (at % 2 === 0) positions.push(at)
  return positions
}
