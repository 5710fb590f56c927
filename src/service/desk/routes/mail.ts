import { registerAction } from '../act.ts'
import { mailRoutes } from '../api/mail-routes.ts'
import { renderMail } from '../pages/mail.ts'
import { buildPath } from '../paths.ts'
import { type Desk, registerPage } from '../respond.ts'

/** Registers the page about mail, where the operator has set a mail server. */
export function registerMailPages(desk: Desk): void {
  if (!desk.context.hasMail) return

  registerPage(
    desk,
    '/mail',
    'settings',
    async ({ call, view }) => renderMail(view, (await call(mailRoutes.listUnsentMail)).data),
    mailRoutes.listUnsentMail,
  )

  registerAction(desk, '/mail/:uuid/send', mailRoutes.sendMailAgain, async ({ call, param }) => {
    await call(mailRoutes.sendMailAgain, { params: { uuid: param('uuid') } })
    return { path: buildPath('/mail'), done: 'doneSent' }
  })
}
