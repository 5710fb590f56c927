import { type Address, type Client, erc20Abi } from 'viem'
import { getGasPrice, getTransactionCount } from 'viem/actions'
import type { Quote } from '../checkout/deal.ts'
import type { Funds } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { type TransferCall, transferCall } from './call.ts'
import { readL1Fee } from './l1-fee.ts'
import { estimateTransfer, readBalance, readHead, readView, unreachable } from './read.ts'
import { readRefusal, refusalText } from './refusal.ts'

/** Gas of a common token transfer, for one that cannot be estimated. */
export const usualGas = 65_000n

/**
 * What the account has, what the fee may be, and where the chain stands: read before the wallet opens.
 *
 * @throws PayError `payment_failed` when the token itself would refuse the transfer, `chain_unreachable`
 */
export async function readFunds(
  client: Client,
  quote: Quote,
  from: string,
  attribution: boolean,
): Promise<Funds> {
  const address = from as Address
  const { amount, token } = quote
  const asked = { address: token.address as Address, abi: erc20Abi, args: [address] } as const
  const [native, nonce, block, gasPrice, balance, call] = await Promise.all([
    readBalance(client, address),
    getTransactionCount(client, { address, blockTag: 'pending' }),
    readHead(client),
    getGasPrice(client),
    token.native ? undefined : readView(client, { ...asked, functionName: 'balanceOf' }),
    transferCall(client, quote, attribution),
  ]).catch(unreachable)
  const held = balance ?? native
  const [gas, l1Fee] = await Promise.all([
    // Who has too little would only be told so by the token.
    held < amount ? usualGas : estimate(client, quote, address, native, call),
    readL1Fee(client, quote.chainId, call.data),
  ])
  const fee = feeBound(gas * gasPrice + l1Fee, token.native ? native - amount : native)
  const nativeSymbol = client.chain?.nativeCurrency.symbol ?? 'ETH'
  return { token: held, native, fee, nativeSymbol, nonce, block }
}

/**
 * The fee that a payer is asked to have, of a transfer that costs `cost` now.
 *
 * A base fee grows by up to 12.5 % a block (EIP-1559), so wallets want more than the cost before they send: up to twice
 * the base fee for each gas, or half as much gas again. A payer with less than the cost is told the double: just the cost,
 * once fetched, would be too little for the wallet. One who has the cost is not stopped: the wallet has the last word.
 *
 * @param spare what the account has for it, beside what it pays
 */
export function feeBound(cost: bigint, spare: bigint): bigint {
  return spare < cost ? 2n * cost : cost
}

async function estimate(
  client: Client,
  quote: Quote,
  from: Address,
  native: bigint,
  call: TransferCall,
): Promise<bigint> {
  try {
    return await estimateTransfer(client, from, call)
  } catch (cause) {
    const why = readRefusal(cause)
    if (why !== undefined)
      throw new PayError('payment_failed', refusalText(quote, why), { cause, retryable: true })
    // Some nodes refuse to estimate what the balance cannot pay for; that is told apart by the fee.
    const isPoor = /insufficient|not enough balance|exceeds (the balance|allowance)/i
    if (native === 0n || isPoor.test((cause as Error).message)) return usualGas
    return unreachable(cause)
  }
}
