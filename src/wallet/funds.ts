import { type Address, type Client, erc20Abi } from 'viem'
import { getBlockNumber, getGasPrice, getTransactionCount } from 'viem/actions'
import type { Quote } from '../checkout/deal.ts'
import type { Funds } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { transferCall } from './call.ts'
import { shortMessage } from './errors.ts'
import { estimateTransfer, readBalance, readView } from './read.ts'

/** Gas of a common token transfer, for an account too poor to have it estimated. */
const usualGas = 65_000n

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
  const token = quote.token.address as Address
  const [native, nonce, block, gasPrice, balance] = await Promise.all([
    readBalance(client, address),
    getTransactionCount(client, { address, blockTag: 'pending' }),
    getBlockNumber(client, { cacheTime: 0 }),
    getGasPrice(client),
    quote.token.native
      ? undefined
      : readView(client, {
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [address],
        }),
  ]).catch((cause) => {
    throw new PayError(
      'chain_unreachable',
      `The network could not be read: ${shortMessage(cause)}`,
      {
        cause,
        retryable: true,
      },
    )
  })
  const held = balance ?? native
  const gas =
    held < quote.amount || native === 0n
      ? usualGas
      : await estimate(client, quote, address, attribution)
  const nativeSymbol = client.chain?.nativeCurrency.symbol ?? 'ETH'
  return { token: held, native, fee: gas * gasPrice, nativeSymbol, nonce, block }
}

async function estimate(
  client: Client,
  quote: Quote,
  account: Address,
  attribution: boolean,
): Promise<bigint> {
  const call = await transferCall(client, quote, attribution)
  try {
    return await estimateTransfer(client, account, call)
  } catch (cause) {
    const text = shortMessage(cause)
    // Nodes refuse to estimate what the balance cannot pay for; that is told apart by the fee.
    if (/insufficient|exceeds the balance/i.test(`${text} ${(cause as Error).message}`))
      return usualGas
    throw new PayError('payment_failed', `The token would refuse this transfer: ${text}`, { cause })
  }
}
