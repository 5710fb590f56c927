import type { Hono } from 'hono'
import { formatAmount } from '../../../amount.ts'
import { PayError } from '../../../errors.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { Env } from '../../http/context.ts'
import { registerOperatorEndpoint } from '../../http/endpoint.ts'
import { operatorRoutes } from '../../http/operator-routes.ts'
import type { Relayer } from '../relayer.ts'

const coinDecimals = 18

/** Registers the operator's route about the relayer. */
export function registerRelayerRoute(
  app: Hono<Env>,
  { chains, relayer }: { chains: Pick<Chains, 'ids'>; relayer?: Relayer | undefined },
): void {
  registerOperatorEndpoint(app, operatorRoutes.getRelayer, async () => {
    if (!relayer)
      throw new PayError(
        'not_found',
        'The relayer is off: RELAYER_KEYS or RELAYER_SIGNER_URL turns it on.',
      )
    const ids = [...chains.ids].filter((chainId) => relayer.isRelayed(chainId))
    const states = await Promise.all(
      ids.map(async (chainId) => ({ chainId, ...(await relayer.readState(chainId)) })),
    )
    const accounts = states.flatMap(({ chainId, accounts }) =>
      accounts.map(({ account, balance, floor, transactionsLeft, blockedBy }) => ({
        chainId,
        account,
        balance: formatAmount(balance, coinDecimals),
        floor: formatAmount(floor, coinDecimals),
        transactionsLeft,
        blockedBy,
      })),
    )
    const transactions = states.flatMap(({ open }) =>
      open.map(({ chainId, account, nonce, relay, attempts, ageMs }) => {
        const newest = attempts.at(-1)
        return {
          chainId,
          account,
          nonce,
          charge: relay?.chargeId ?? '',
          payer: relay?.from ?? '',
          kind: newest?.kind ?? ('unsigned' as const),
          hash: newest?.hash ?? '',
          attempts: attempts.length,
          ageSeconds: Math.round(ageMs / 1000),
        }
      }),
    )
    return { status: 200, body: { accounts, transactions } }
  })
}
