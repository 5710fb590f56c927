import { getRouteRole, includesRole } from '../../accounts/desk-roles.ts'
import type { DeskSession } from '../../accounts/desk-sessions.ts'
import type { MailTopic } from '../../mail/people.ts'
import { registerAction } from '../act.ts'
import { mailRoutes } from '../api/mail-routes.ts'
import type { Desk } from '../desk.ts'
import { chooseDeskLanguage } from '../language.ts'
import { renderMail } from '../pages/mail.ts'
import { buildPath } from '../paths.ts'
import { registerPage } from '../register.ts'

/** Whether a person sees the messages that were not sent. */
export const mayListUnsent = ({ role }: Pick<DeskSession, 'role'>): boolean =>
  includesRole(role, getRouteRole(mailRoutes.listUnsentMail))

/** Registers the page about mail, where the operator has set a mail server. */
export function registerMailPages(desk: Desk): void {
  if (!desk.context.hasMail) return

  registerPage(desk, '/mail', 'settings', async ({ c, call, session, view }) => {
    const [choice, unsent] = await Promise.all([
      call(mailRoutes.getMailChoice),
      mayListUnsent(session) ? call(mailRoutes.listUnsentMail) : undefined,
    ])
    return renderMail(view, { choice, unsent, code: c.req.query('code') ?? '' })
  })

  registerAction(desk, '/mail/mine', mailRoutes.setMailChoice, async ({ c, call, field }) => {
    const { locale } = chooseDeskLanguage(c.req.header('accept-language'))
    const isChosen = (topic: MailTopic) => field(topic) !== ''
    const body = {
      address: field('address').trim(),
      locale,
      payments: isChosen('payments'),
      decisions: isChosen('decisions'),
      webhooks: isChosen('webhooks'),
    }
    await call(mailRoutes.setMailChoice, { body })
    return { path: buildPath('/mail'), done: 'doneChanged' }
  })

  registerAction(desk, '/mail/confirm', mailRoutes.confirmMailAddress, async ({ call, field }) => {
    await call(mailRoutes.confirmMailAddress, { body: { code: field('code') } })
    return { path: buildPath('/mail'), done: 'doneChanged' }
  })

  registerAction(desk, '/mail/:uuid/send', mailRoutes.sendMailAgain, async ({ call, param }) => {
    await call(mailRoutes.sendMailAgain, { params: { uuid: param('uuid') } })
    return { path: buildPath('/mail'), done: 'doneSent' }
  })

  registerAction(desk, '/mail/:uuid/ignore', mailRoutes.ignoreMail, async ({ call, param }) => {
    await call(mailRoutes.ignoreMail, { params: { uuid: param('uuid') } })
    return { path: buildPath('/mail'), done: 'doneMailIgnored' }
  })
}
