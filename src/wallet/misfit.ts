import { type Address, type Client, checksumAddress, erc20Abi } from 'viem'
import { formatAmount } from '../amount.ts'
import type { Quote } from '../checkout/deal.ts'
import { readView } from './read.ts'
import type { Transfer } from './transfers.ts'

/** Why a transaction does not pay a charge. */
export type Misfit =
  | 'unknown'
  | 'pending'
  | 'reverted'
  | 'other_charge'
  | 'other_token'
  | 'other_recipient'
  | 'nothing'

/**
 * The sentence for the payer: what was found, and what to do.
 *
 * @param found the transfer that misses the charge, where there is one: it is told as it stands on the chain
 */
export async function misfitText(
  client: Client,
  quote: Quote,
  why: Misfit,
  found?: Transfer,
): Promise<string> {
  const network = client.chain?.name ?? `Chain ${quote.chainId}`
  if (found) {
    const sent = `${await tellAmount(client, quote, found)} to ${short(found.to)}`
    const { symbol, address, native } = quote.token
    // Another token may bear the same name.
    const wanted = why === 'other_token' && !native ? `${symbol} (${short(address)})` : symbol
    return `This transaction sends ${sent}, but this charge is paid in ${wanted} to ${short(quote.recipient)}: ${advice(why, found, quote)}.`
  }
  switch (why) {
    case 'unknown':
      return `${network} does not know this transaction: check the hash and its network, or try again in a minute if it was sent just now.`
    case 'pending':
      return 'This transaction is not confirmed yet: try again when your wallet shows it as done.'
    case 'reverted':
      return 'This transaction failed and paid nothing but the network’s fee: pay again, or enter another hash.'
    case 'other_charge':
      return 'This transaction was made for another charge: enter the hash of the payment for this one.'
    default:
      return `This transaction transfers no ${quote.token.symbol}: enter the hash of the payment itself.`
  }
}

/** Money at the shop is for the shop to give back; any other was no payment of this charge. */
function advice(why: Misfit, { to }: Transfer, { recipient }: Quote): string {
  const atShop = why === 'other_token' && to.toLowerCase() === recipient.toLowerCase()
  return atShop ? 'ask the shop about it' : 'enter the hash of the payment to the shop'
}

async function tellAmount(client: Client, quote: Quote, { token, value }: Transfer) {
  if (token === undefined) {
    const { decimals, symbol } = client.chain?.nativeCurrency ?? { decimals: 18, symbol: 'ETH' }
    return `${formatAmount(value, decimals)} ${symbol}`
  }
  const { address, decimals, symbol } = quote.token
  if (token.toLowerCase() === address.toLowerCase())
    return `${formatAmount(value, decimals)} ${symbol}`
  try {
    return `${await tellForeign(client, token as Address, value)} (${short(token)})`
  } catch {
    // A contract need not say its name and places: then its address must do.
    return `another token (${short(token)})`
  }
}

/** What a foreign token calls itself is anybody's writing, so it is bounded. */
async function tellForeign(client: Client, address: Address, value: bigint): Promise<string> {
  const [decimals, name] = await Promise.all([
    readView(client, { address, abi: erc20Abi, functionName: 'decimals' }),
    readView(client, { address, abi: erc20Abi, functionName: 'symbol' }),
  ])
  const symbol = name.replace(/[\p{C}\p{Z}]/gu, '').slice(0, 12)
  return `${formatAmount(value, decimals)} ${symbol}`
}

/** As wallets show it: chains tell addresses in lower case. */
function short(text: string): string {
  const address = checksumAddress(text as Address)
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
