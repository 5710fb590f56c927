import type { Hono } from 'hono'
import { uuidPattern } from '../../../api/formats.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { OrderStore } from '../../charges/store/orders.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { toUnmatchedPayment } from '../../unmatched/reply.ts'
import type { UnmatchedStore } from '../../unmatched/store/unmatched.ts'
import { deskRoutes } from './routes.ts'

/** The stores that this route uses. */
type Stores = ModeStore & OrderStore & Pick<UnmatchedStore, 'readTransfers'>

/** Registers what the entries of an audit log are about: all of a page in two statements. */
export function registerAuditSubjects(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store } = context

  registerEndpoint(app, context, deskRoutes.listAuditSubjects, async ({ account, query }) => {
    const [orders, transfers] = await Promise.all([
      store.readOrderNames(account.id, readIds(query.charges, 'charges')),
      store.readTransfers(account.id, readIds(query.transfers, 'transfers')),
    ])
    const body = {
      charges: [...orders.values()].map(({ id, name, reference }) => ({ id, name, reference })),
      transfers: transfers.map(toUnmatchedPayment),
    }
    return { status: 200, body }
  })
}

function readIds(text: string, field: string): string[] {
  const ids = text === '' ? [] : text.split(',')
  if (!ids.every((id) => uuidPattern.test(id))) throw createFieldError(field, 'must be ids')
  return ids
}
