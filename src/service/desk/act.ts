import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { sleep } from '../../api/client/timing.ts'
import type { Route } from '../../api/routes/route.ts'
import type { DeskRole } from '../../api/routes/scope.ts'
import type { DeskNotice, DeskOutcome, SentForm } from '../accounts/desk-forms.ts'
import { getRouteRole, includesRole } from '../accounts/desk-roles.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { Env } from '../http/context.ts'
import { readPageForm } from '../http/form.ts'
import { createRefusal } from '../kernel/refusals.ts'
import type { TextName } from '../texts/en.ts'
import { answerFaults, answerForbidden, answerMessage, answerSessionEnded } from './answers.ts'
import { type Desk, type DeskContext, deskPath, plainPage, type SignedCall } from './desk.ts'
import { readAmount } from './fields.ts'
import type { DeskPath } from './paths.ts'
import { answerOnce, answerRefused } from './register.ts'
import { hasFormToken, openSession } from './session.ts'
import { createSignedCall } from './signed-call.ts'
import type { DeskView, Html } from './view.ts'

/** The notice of a completed action, by the name of its text. */
export type DoneText = Extract<TextName, `done${string}` | 'secretTitle'>

/** The page that shows the result, and its notice. */
export interface Done extends Omit<DeskNotice, 'text'> {
  path: DeskPath
  /** Absent where the page itself shows the result. */
  done?: DoneText
  /**
   * Renders what only this answer shows: it is kept nowhere, and a form that is sent again leads to `path`, which says so by `done`.
   */
  showOnce?: (view: DeskView) => Html
}

/** A call that changes something, with the fields of its form. */
export interface ActionCall extends SignedCall {
  field: (name: string) => string
  /** Reads an amount as the person's language writes it; '' for an empty one. @throws PayError `invalid_request` naming the field */
  amount: (name: string) => string
}

/** Milliseconds between two looks at a form that another call acts for, and in all. */
const pollMs = 100
const longestWaitMs = 60_000

/**
 * Registers an action that changes something. It returns the page that shows the result. A person without the role that it takes is
 * refused here, and again by the routes that it calls. A form that is sent twice acts once, and both answers lead to the same page.
 *
 * @param route whose role it takes, or that role; `personal` for what changes only this person's own view, so everyone may use it. That may act
 * twice, since its answer sets a cookie
 *
 * What was written in a form that is not taken stands on its page again, with the fault at its field: the page of the longest path
 * that this one begins with.
 */
export function registerAction(
  desk: Desk,
  path: string,
  route: Route | DeskRole | 'personal',
  act: (call: ActionCall) => Promise<Done>,
): void {
  const { app, context, base } = desk
  const isPersonal = route === 'personal'
  const role = isPersonal ? 'see' : typeof route === 'string' ? route : getRouteRole(route)
  desk.forms.push({ path, role })
  app.post(`${deskPath}${path}`, async (c) => {
    const session = await openSession(c, context)
    if (!session) return await answerSessionEnded(c, context)
    return await answerFaults(c, desk, async () => {
      const fields = await readFields(c)
      const form = hashForm(c.req.path, fields)
      const { language } = plainPage(c, context)
      const { text } = language
      if (!form || !hasFormToken(session, fields.form_token))
        return answerMessage(c, context, 403, {
          title: text('staleTitle'),
          text: text('staleText'),
        })
      if (!includesRole(session.role, role)) return await answerForbidden(c, desk, session, role)
      const signed = createSignedCall(c, desk, session, form.key)
      let showOnce: Done['showOnce']
      const run = async () => {
        const field = (name: string) => fields[name] ?? ''
        const amount = (name: string) => readAmount(field(name), name, language)
        const done = await act({ ...signed, field, amount })
        showOnce = done.showOnce
        return toOutcome(done)
      }
      try {
        const { path: next } = await actOnce(context, { session, form, isPersonal }, run)
        if (showOnce) return await answerOnce(desk, path, signed, showOnce)
        return c.redirect(base + next, 303)
      } catch (cause) {
        return await answerRefused(c, desk, { path, session, values: fields, cause })
      }
    })
  })
}

/** Reads the texts of a form. */
async function readFields(c: Context<Env>): Promise<Record<string, string>> {
  const form = await readPageForm(c.req.raw)
  return Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]))
}

/** Returns the key of a form with a hash of its other fields; undefined for a form that does not come from a page of the desk. */
function hashForm(
  path: string,
  { form_key: key = '', form_token: _, ...fields }: Readonly<Record<string, string>>,
): SentForm | undefined {
  if (!/^[\w-]{22}$/.test(key)) return undefined
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  const requestHash = createHash('sha256')
    .update(JSON.stringify([path, sorted]))
    .digest('hex')
  return { key, requestHash }
}

function toOutcome({ path, done, undo, secret, showOnce }: Done): DeskOutcome {
  return { path, notice: done && { text: done, undo, secret }, isSaid: showOnce !== undefined }
}

/** Acts, unless the same form has acted before: then it returns that result, and waits for it if it is in progress. */
async function actOnce(
  { store }: DeskContext,
  { session, form, isPersonal }: { session: DeskSession; form: SentForm; isPersonal: boolean },
  act: () => Promise<DeskOutcome>,
): Promise<DeskOutcome> {
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const state = await store.beginDeskForm(session.id, form)
    if (state === 'begun' || isPersonal) break
    if (typeof state === 'object') return state
    if (state === 'another') throw createRefusal('form_differs')
    if (performance.now() > deadline) throw createRefusal('form_in_progress')
    await sleep(pollMs)
  }
  try {
    const outcome = await act()
    await store.finishDeskForm(session.id, form.key, outcome)
    return outcome
  } catch (cause) {
    await store.dropDeskForm(session.id, form.key)
    throw cause
  }
}
