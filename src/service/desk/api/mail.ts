import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { toMailbox } from '../../mail/messages.ts'
import type { MailChoices } from '../../mail/people.ts'
import type { MailMessageStore } from '../../mail/store/messages.ts'
import type { MailPeopleStore } from '../../mail/store/people.ts'
import { mailRoutes } from './mail-routes.ts'
import { toPerson } from './people.ts'

/** The most messages that the list shows. */
const maxListed = 100

/** What a person begins with, who has no address yet. */
const nothingChosen: MailChoices & { isConfirmed?: boolean } = {
  address: '',
  payments: true,
  decisions: true,
  webhooks: true,
}

/** Registers the desk's routes about mail, where the operator has set a mail server. */
export function registerDeskMailRoutes(
  app: Hono<Env>,
  context: EndpointContext<MailMessageStore & MailPeopleStore & ModeStore>,
): void {
  const { store, hasMail } = context
  if (!hasMail) return

  registerEndpoint(app, context, mailRoutes.listUnsentMail, async ({ account }) => {
    const { messages, hasMore } = await store.listUnsentMessages(account.id, maxListed)
    const data = messages.map(
      ({ id, kind, subjectId, recipient, status, lastError, createdAt }) => ({
        uuid: id,
        kind,
        subject: subjectId,
        recipient,
        status,
        error: lastError,
        created_at: createdAt.toISOString(),
      }),
    )
    return { status: 200, body: { data, pagination: { has_more: hasMore } } }
  })

  registerEndpoint(app, context, mailRoutes.sendMailAgain, async (call) => {
    const { account, author, params } = call
    if (await store.decideUnsent(account.id, params.uuid, author, 'mail.sent_again'))
      return { status: 200, body: {} }
    throw createUnknownError()
  })

  registerEndpoint(app, context, mailRoutes.ignoreMail, async ({ account, author, params }) => {
    if (await store.decideUnsent(account.id, params.uuid, author, 'mail.ignored'))
      return { status: 200, body: {} }
    throw createUnknownError()
  })

  registerEndpoint(app, context, mailRoutes.getMailChoice, async ({ author }) => {
    const person = await store.getMailPerson(toPerson(author).keyId)
    const { isConfirmed: confirmed = false, ...choices } = person ?? nothingChosen
    return { status: 200, body: { ...choices, confirmed } }
  })

  registerEndpoint(app, context, mailRoutes.setMailChoice, async ({ author, body }) => {
    const { locale, ...chosen } = body
    const choices = { ...chosen, address: toMailbox(chosen.address) }
    const person = { keyId: toPerson(author).keyId, locale }
    if (await store.saveMailChoices(person, choices)) return { status: 200, body: {} }
    throw createFieldError('address', 'was asked too often today: try again tomorrow')
  })

  registerEndpoint(app, context, mailRoutes.confirmMailAddress, async ({ author, body }) => {
    const { keyId } = toPerson(author)
    if (await store.confirmMailAddress(keyId, body.code)) return { status: 200, body: {} }
    throw createFieldError('code', 'is no longer valid: save the address again')
  })
}

const createUnknownError = () =>
  new PayError(
    'not_found',
    'There is no such message, or it is being sent, or somebody has ignored it.',
  )
