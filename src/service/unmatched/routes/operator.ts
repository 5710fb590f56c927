import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { Env } from '../../http/context.ts'
import { registerOperatorEndpoint } from '../../http/endpoint.ts'
import { operatorRoutes } from '../../http/operator-routes.ts'
import { toUnmatchedPayment } from '../reply.ts'
import type { UnmatchedStore } from '../store/unmatched.ts'

/** Registers the operator's route that finds unmatched money of any account. */
export function registerUnmatchedSearch(
  app: Hono<Env>,
  { store }: { store: Pick<UnmatchedStore, 'getUnmatched'> },
): void {
  registerOperatorEndpoint(app, operatorRoutes.findUnmatched, async ({ query }) => {
    const record = await store.getUnmatched(undefined, query.id.toLowerCase())
    // A transfer that was credited by proof is a payment, and nothing is left to decide.
    if (record && record.status !== 'CREDITED')
      return {
        status: 200,
        body: { account: record.accountId, payment: toUnmatchedPayment(record) },
      }
    throw new PayError('not_found', `There is no unmatched payment ${query.id}.`)
  })
}
