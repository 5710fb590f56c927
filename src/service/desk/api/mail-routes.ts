import * as z from 'zod/mini'
import { defineRoute } from '../../../api/routes/route.ts'
import { Email, Timestamp, Uuid } from '../../../api/schemas/fields.ts'
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

/** What a person wants to hear about, and where. */
const MailChoice = z.object({
  /** '' for nowhere. */
  address: z.union([z.literal(''), Email]),
  payments: z.boolean(),
  decisions: z.boolean(),
  webhooks: z.boolean(),
})
export type MailChoice = z.infer<typeof MailChoice>

/** A language tag. */
const Locale = z.string().check(z.regex(/^[A-Za-z0-9-]{2,35}$/, 'must be a language tag'))

/** The desk's own routes about mail. */
export const mailRoutes = {
  /** Lists the messages that were not sent, or may not have been, and that nobody ignores, the newest first: the latest hundred. */
  listUnsentMail: defineRoute({
    ...deskRoute,
    scopes: ['admin'],
    path: '/unsent-mail',
    reply: z.object({
      data: z.array(UnsentMail),
      pagination: z.object({ has_more: z.boolean() }),
    }),
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
  /** Takes such a message off the list: there is nothing to do about it. */
  ignoreMail: defineRoute({
    ...deskRoute,
    scopes: ['admin'],
    method: 'POST',
    path: '/unsent-mail/:uuid/ignore',
    params: ['uuid'],
    reply: z.object({}),
  }),
  /** Returns what the caller has chosen. */
  getMailChoice: defineRoute({
    ...deskRoute,
    path: '/mail-choice',
    reply: z.extend(MailChoice, { confirmed: z.boolean() }),
  }),
  /** Saves what the caller has chosen. Another address is sent a link that confirms it. */
  setMailChoice: defineRoute({
    ...deskRoute,
    role: 'see',
    method: 'POST',
    path: '/mail-choice',
    body: z.extend(MailChoice, { locale: Locale }),
    reply: z.object({}),
  }),
  /** Confirms the caller's address by the code of the link. */
  confirmMailAddress: defineRoute({
    ...deskRoute,
    role: 'see',
    method: 'POST',
    path: '/mail-choice/confirm',
    body: z.object({ code: z.string().check(z.maxLength(64, 'is too long')) }),
    reply: z.object({}),
  }),
}
