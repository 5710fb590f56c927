import { readPageForm } from '../../http/form.ts'
import { answerFaults, answerInsecure } from '../answers.ts'
import { type Desk, deskPath, plainPage } from '../desk.ts'
import { renderGone, renderJoin, renderJoined } from '../pages/join.ts'
import { isPrivate, startSession } from '../session.ts'

/**
 * Registers the page of an invitation, and its acceptance. Opening the page uses nothing up: messengers open links before their
 * readers do. Its address holds the token, and the log of calls has only its pattern.
 */
export function registerJoin(desk: Desk): void {
  const { app, context } = desk

  app.get(`${deskPath}/join/:token`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    const token = c.req.param('token')
    const invitation = await context.store.findInvitation(token)
    const page = plainPage(c, context)
    if (!invitation) return c.html(renderGone(page), 404)
    return c.html(renderJoin(page, invitation, token))
  })

  app.post(`${deskPath}/join`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    return await answerFaults(c, desk, async () => {
      const token = (await readPageForm(c.req.raw)).get('token') ?? ''
      const page = plainPage(c, context)
      const joined = await context.store.acceptInvitation(token, c.get('requestId'))
      if (!joined) return c.html(renderGone(page), 404)
      await startSession(c, context, joined.key.id)
      await context.store.recordKeyUse(joined.key.id)
      return c.html(renderJoined(page, joined))
    })
  })
}
