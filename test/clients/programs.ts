import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { evm, Mppx } from 'mppx/client'
import { baseId, type ProgramAccount } from '../support/agents.ts'

// The clients of programs that pay, as npm has them. Their viem is a copy of their own, whose types of accounts are not ours.

type Fetch = typeof globalThis.fetch

/** Creates a client of x402. Without a limit it has its own, which is a dollar. */
export function createX402(account: ProgramAccount, fetch: Fetch, maxDollars?: number) {
  return wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
    ...(maxDollars !== undefined && { spendControls: { maxAmountPerPayment: `${maxDollars}` } }),
  })
}

/** Creates a client of the scheme `Payment`. */
export function createMppx(account: ProgramAccount, fetch: Fetch, maxAmount = '1') {
  const methods = [
    evm({
      account: account as never,
      currencies: [evm.assets.base.USDC],
      networks: [baseId],
      maxAmount,
    }),
  ]
  return Mppx.create({ methods, fetch, polyfill: false }).fetch as Fetch
}
