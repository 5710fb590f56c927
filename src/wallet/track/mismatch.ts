import { type Address, type Client, checksumAddress, erc20Abi } from 'viem'
import { formatAmount } from '../../amount.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { readContract } from '../read.ts'
import type { AssetTransfer } from './transfer-logs.ts'

/** Why a transaction does not pay a charge. */
export type MismatchReason =
  | 'reverted'
  | 'other_charge'
  | 'other_token'
  | 'other_recipient'
  | 'nothing'

/**
 * Returns the message for the payer, with the finding and the advice.
 *
 * @param transfer the transfer that does not pay the charge, where there is one: the message describes it
 */
export async function describeMismatch(
  client: Client,
  quote: Quote,
  reason: MismatchReason,
  transfer?: AssetTransfer,
): Promise<string> {
  if (transfer) {
    const transferText = `${await formatTransferAmount(client, quote, transfer)} to ${shortenAddress(transfer.to)}`
    const { symbol, address, native } = quote.token
    // Another token may have the same symbol.
    const expectedToken =
      reason === 'other_token' && !native ? `${symbol} (${shortenAddress(address)})` : symbol
    return `This transaction sends ${transferText}, but this order is paid in ${expectedToken} to ${shortenAddress(quote.recipient)}. ${getAdvice(reason, transfer, quote)}.`
  }
  switch (reason) {
    case 'reverted':
      return 'This transaction failed. You paid only the network fee. Pay again, or enter another hash.'
    case 'other_charge':
      return 'This transaction belongs to another order. Enter the hash of the payment for this one.'
    default:
      return `This transaction transfers no ${quote.token.symbol}. Enter the hash of the payment itself.`
  }
}

/** Returns the advice for the payer. Only money that reached the merchant can be given back by the merchant. */
function getAdvice(reason: MismatchReason, { to }: AssetTransfer, { recipient }: Quote): string {
  const isAtRecipient = reason === 'other_token' && to.toLowerCase() === recipient.toLowerCase()
  return isAtRecipient ? 'Ask the store about it' : 'Enter the hash of the payment to the store'
}

/** Formats a transfer's amount with the symbol of its asset. */
async function formatTransferAmount(client: Client, quote: Quote, { token, value }: AssetTransfer) {
  if (token === undefined) {
    const { decimals, symbol } = client.chain?.nativeCurrency ?? { decimals: 18, symbol: 'ETH' }
    return `${formatAmount(value, decimals)} ${symbol}`
  }
  const { address, decimals, symbol } = quote.token
  if (token.toLowerCase() === address.toLowerCase())
    return `${formatAmount(value, decimals)} ${symbol}`
  try {
    return `${await formatForeignAmount(client, token as Address, value)} (${shortenAddress(token)})`
  } catch {
    // A contract may lack a symbol and decimals. Then only its address is shown.
    return `another token (${shortenAddress(token)})`
  }
}

/**
 * Formats an amount of a token that is not the charge's. Its author may write anything as its symbol, so it is
 * bounded.
 */
async function formatForeignAmount(
  client: Client,
  address: Address,
  value: bigint,
): Promise<string> {
  const [decimals, name] = await Promise.all([
    readContract(client, { address, abi: erc20Abi, functionName: 'decimals' }),
    readContract(client, { address, abi: erc20Abi, functionName: 'symbol' }),
  ])
  const symbol = name.replace(/[\p{C}\p{Z}]/gu, '').slice(0, 12)
  return `${formatAmount(value, decimals)} ${symbol}`
}

/** Shortens an address as wallets do, with its checksum: nodes return addresses in lower case. */
function shortenAddress(text: string): string {
  const address = checksumAddress(text as Address)
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
