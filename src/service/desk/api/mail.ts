import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import type { MailMessageStore } from '../../mail/store/messages.ts'
import { mailRoutes } from './mail-routes.ts'

/** The most messages that the list shows. */
const maxListed = 100

/** Registers the desk's routes about mail, where the operator has set a mail server. */
export function registerDeskMailRoutes(
  app: Hono<Env>,
  context: EndpointContext<MailMessageStore & ModeStore>,
): void {
  const { store, hasMail } = context
  if (!hasMail) return

  registerEndpoint(app, context, mailRoutes.listUnsentMail, async ({ account }) => {
    const messages = await store.listUnsentMessages(account.id, maxListed)
    const data = messages.map(
      ({ id, kind, subjectId, recipient, status, lastError, createdAt }) => ({
        ...{ uuid: id, kind, subject: subjectId, recipient, status },
        error: lastError,
        created_at: createdAt.toISOString(),
      }),
    )
    return { status: 200, body: { data } }
  })

  registerEndpoint(app, context, mailRoutes.sendMailAgain, async ({ account, params }) => {
    if (await store.sendMessageAgain(account.id, params.uuid)) return { status: 200, body: {} }
    throw new PayError('not_found', 'There is no such message, or it is being sent.')
  })
}
