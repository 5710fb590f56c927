import { createClient, custom, numberToHex } from 'viem'
import type { Quote } from '../checkout/quote/payment-option.ts'
import { readFunds } from './balance/funds.ts'
import { prepareTransfer } from './send/prepare-transfer.ts'
import { createTransactionRequest } from './send/transfer-call.ts'

const address = '0x00000000000000000000000000000000000000Ff'
const sampleQuote: Quote = {
  chargeId: '',
  reference: '0'.repeat(32),
  chainId: 1,
  recipient: address,
  amount: 1n,
  // The decimals that the provider below answers.
  token: { address, decimals: 1, symbol: '', native: false },
}

/** Answers every request locally with one 32-byte word, which decodes as a number but not as contract code. */
const provider = {
  request: async ({ method }: { method: string }): Promise<unknown> =>
    method === 'eth_getCode' ? '0x' : numberToHex(1n, { size: 32 }),
}

/**
 * Runs all reads of a payment once, on a dummy provider that calls neither a wallet nor a node. Browsers compile a function when it
 * is first called, so this moves the work before the click, while the browser is idle.
 */
export async function rehearsePayment(): Promise<void> {
  const client = createClient({ transport: custom(provider) })
  const sender = { client, provider: provider as never, attribution: true }
  const { call } = prepareTransfer(sender, sampleQuote, address)
  await readFunds(client, sampleQuote, address, true, call)
  createTransactionRequest(await call, address, sampleQuote.chainId)
}
