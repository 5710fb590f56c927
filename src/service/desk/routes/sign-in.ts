import type { Context } from 'hono'
import { readRole } from '../../accounts/desk-roles.ts'
import type { Env } from '../../http/context.ts'
import { readPageForm } from '../../http/form.ts'
import type { TextName } from '../../texts/en.ts'
import { answerFaults, answerInsecure } from '../answers.ts'
import { type Desk, deskPath, plainPage } from '../desk.ts'
import { renderSignIn } from '../pages/sign-in.ts'
import { readNext } from '../paths.ts'
import { endSession, isPrivate, openSession, startSession } from '../session.ts'

/** Registers the form that a key is pasted into, its submission, and signing out. */
export function registerSignIn(desk: Desk): void {
  const { app, context, base } = desk

  app.get(`${deskPath}/sign-in`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    const next = readNext(c.req.query('next'))
    if (await openSession(c, context)) return c.redirect(base + next, 303)
    return c.html(renderSignIn(plainPage(c, context), { next }), 200)
  })

  app.post(`${deskPath}/sign-in`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    return await answerFaults(c, desk, async () => {
      const form = await readPageForm(c.req.raw)
      const next = readNext(form.get('next'))
      const fault = await signIn(c, desk, form.get('key')?.trim() ?? '')
      if (fault === undefined) return c.redirect(base + next, 303)
      return c.html(renderSignIn(plainPage(c, context), { fault, next }), 403)
    })
  })

  app.post(`${deskPath}/sign-out`, async (c) => {
    // From any page of the desk, also one of an earlier session or of the other mode: whoever wants to leave can. Other sites send no
    // cookie, and their forms are refused.
    return await answerFaults(c, desk, async () => {
      await readPageForm(c.req.raw)
      await endSession(c, context)
      return c.html(renderSignIn(plainPage(c, context), { note: 'signInDone' }), 200)
    })
  })
}

/** Starts a session of a key, or returns why it opens none. */
async function signIn(
  c: Context<Env>,
  { context }: Desk,
  apiKey: string,
): Promise<TextName | undefined> {
  const { store, log } = context
  const key = apiKey === '' ? undefined : await store.authenticate(apiKey)
  if (key?.status !== 'valid') return 'signInWrong'
  // This also refuses a program's key that may do everything: a person who decides at the desk needs a personal key, with a name.
  if (!readRole(key.scopes)) return 'signInScope'
  await startSession(c, context, key.id)
  store
    .recordKeyUse(key.id)
    .catch((err) => log.warn({ err }, 'The use of an api-key could not be recorded.'))
  return undefined
}
