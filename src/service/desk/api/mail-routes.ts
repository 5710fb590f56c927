import * as z from 'zod/mini'
import { defineRoute } from '../../../api/routes/route.ts'
import { Timestamp, Uuid } from '../../../api/schemas/fields.ts'
import { mailKinds } from '../../mail/messages.ts'
import { deskRoute } from './route.ts'

/** A message that was not sent, or may not have been. */
const UnsentMail = z.object({
  uuid: Uuid,
  kind: z.enum(mailKinds),
  /** The charge or refund that it is about. */
  subject: Uuid,
  recipient: z.string(),
  /** UNKNOWN: it may have been sent. */
  status: z.enum(['FAILED', 'UNKNOWN']),
  /** The words of the mail server, or why it was not asked. */
  error: z.string(),
  created_at: Timestamp,
})
export type UnsentMail = z.infer<typeof UnsentMail>

/** The desk's own routes about mail. */
export const mailRoutes = {
  /** Lists the messages that were not sent, or may not have been, the newest first: the latest hundred. */
  listUnsentMail: defineRoute({
    ...deskRoute,
    scopes: ['admin'],
    path: '/unsent-mail',
    reply: z.object({ data: z.array(UnsentMail) }),
  }),
  /** Sends such a message again. */
  sendMailAgain: defineRoute({
    ...deskRoute,
    scopes: ['admin'],
    method: 'POST',
    path: '/unsent-mail/:uuid/send',
    params: ['uuid'],
    reply: z.object({}),
  }),
}
