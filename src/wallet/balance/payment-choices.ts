import type { Client } from 'viem'
import type { OptionBalance } from '../../checkout/ports/wallets.ts'
import type { PaymentOption, Quote } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
import { recall, remember } from '../storage.ts'
import { type QuoteBalance, readQuoteBalances } from './balances.ts'

/** How chains are read for the payer's choice. */
export interface ChainReader {
  getReadClient: (chainId: number) => Promise<Client>
  /** Returns whether the account needs no native currency for the fee. @throws PayError `chain_unreachable` */
  isFeeSponsored: (client: Client, chainId: number, from: string) => Promise<boolean>
}

/**
 * Reads with which of several payment options an account can pay, and sorts them: first those that can be paid, then
 * those that are not known, then those for which something is missing. In each group the payer's last choice comes
 * first. Options on a chain that cannot be read have no balance.
 */
export async function readOptionBalances(
  chainReader: ChainReader,
  options: readonly PaymentOption[],
  from: string,
): Promise<OptionBalance[]> {
  const chainIds = [...new Set(options.map(({ quote }) => quote.chainId))]
  const balancesByChain = await Promise.all(
    chainIds.map(async (chainId) => {
      const optionsOnChain = options.filter(({ quote }) => quote.chainId === chainId)
      return readBalancesOnChain(chainReader, chainId, optionsOnChain, from)
    }),
  )
  const lastChoice = recall('last-token')
  const isLast = ({ option }: OptionBalance) => formatChoice(option.quote) === lastChoice
  const rank = (optionBalance: OptionBalance) =>
    (optionBalance.shortfall ? 4 : optionBalance.balance === undefined ? 2 : 0) +
    (isLast(optionBalance) ? 0 : 1)
  // The sort is stable, so within each group the order of the merchant's list stays.
  const balances = options.flatMap(
    (option) =>
      balancesByChain.flat().find((optionBalance) => optionBalance.option === option) ?? [],
  )
  return balances.sort((a, b) => rank(a) - rank(b))
}

async function readBalancesOnChain(
  { getReadClient, isFeeSponsored }: ChainReader,
  chainId: number,
  options: readonly PaymentOption[],
  from: string,
): Promise<OptionBalance[]> {
  try {
    const client = await getReadClient(chainId)
    const quotes = options.map(({ quote }) => quote)
    const [quoteBalances, isSponsored] = await Promise.all([
      readQuoteBalances(client, quotes, from),
      isFeeSponsored(client, chainId, from),
    ])
    return options.map((option, index) =>
      toOptionBalance(option, quoteBalances[index], client, isSponsored),
    )
  } catch (cause) {
    // A wallet on another chain cannot read this one. It is read later, when the payer has chosen it.
    if (cause instanceof PayError && cause.code === 'chain_unreachable')
      return options.map((option) => ({ option }))
    throw cause
  }
}

/** Describes whether an account can pay with a payment option. */
function toOptionBalance(
  option: PaymentOption,
  quoteBalance: QuoteBalance | undefined,
  { chain }: Client,
  isSponsored: boolean,
): OptionBalance {
  if (!quoteBalance || quoteBalance.reason) return { option }
  const { balance, tokenShortfall, feeShortfall } = quoteBalance
  const { decimals, symbol } = option.quote.token
  const nativeCurrency = chain?.nativeCurrency ?? { decimals: 18, symbol: 'ETH' }
  if (tokenShortfall > 0n)
    return {
      option,
      balance,
      shortfall: { kind: 'token', amount: tokenShortfall, decimals, symbol },
    }
  if (feeShortfall > 0n && !isSponsored) {
    const { decimals: places, symbol: name } = nativeCurrency
    return {
      option,
      balance,
      shortfall: { kind: 'gas', amount: feeShortfall, decimals: places, symbol: name },
    }
  }
  return { option, balance }
}

function formatChoice({ chainId, token }: Quote): string {
  return `${chainId} ${token.address.toLowerCase()}`
}

/** Saves which token the payer pays with, so that it comes first next time. */
export function saveChoice(quote: Quote): void {
  remember('last-token', formatChoice(quote))
}
