import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { getErrorCode, readErrorBody } from '../../api/error-reply.ts'
import type { Route } from '../../api/routes/route.ts'
import { PayError } from '../../errors.ts'
import { getRouteRole, includesRole } from '../accounts/desk-roles.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { Env } from '../http/context.ts'
import {
  answerFaults,
  answerForbidden,
  answerInsecure,
  answerSignedOut,
  answerTooBusy,
  faults,
} from './answers.ts'
import {
  type Desk,
  type DeskPage,
  deskPath,
  type PageCall,
  plainPage,
  type SignedCall,
} from './desk.ts'
import { createRefusedForm, type RefusedForm } from './fields.ts'
import { renderElsewhere } from './other-mode.ts'
import { createPermission } from './permissions.ts'
import type { Place } from './places.ts'
import { isPrivate, openSession } from './session.ts'
import { createSignedCall, createView } from './signed-call.ts'
import type { DeskView, Html } from './view.ts'

// How pages, files and calls of the desk are registered: each for people who are signed in.

/**
 * Registers a page for people who are signed in; all others are led to the form that signs them in. It may lead to another page.
 *
 * @param route whose role it takes. @default everyone sees it
 */
export function registerPage(
  desk: Desk,
  path: string,
  place: Place,
  render: (call: PageCall) => Promise<Html | Response>,
  route?: Route,
): void {
  const { context, pages } = desk
  const page: DeskPage = { place, role: route ? getRouteRole(route) : 'see', render }
  pages.set(path, page)
  registerSigned(desk, path, async (c, session) => {
    if (!includesRole(session.role, page.role))
      return await answerForbidden(c, desk, session, page.role)
    try {
      return await answerPage(desk, page, createSignedCall(c, desk, session))
    } catch (cause) {
      const { language, base } = plainPage(c, context)
      const may = createPermission(desk.forms, session.role)
      const view = { session, may, base, language, refused: undefined }
      const next = new URL(c.req.url).pathname.slice(deskPath.length)
      const elsewhere = await renderElsewhere(c, context.store, view, { cause, next })
      if (!elsewhere) throw cause
      return c.html(elsewhere, 404)
    }
  })
}

/**
 * Registers a file for people who are signed in. It is passed on as the route answers it, whose stream has no end in memory. The form
 * of a file that cannot be made stands on its page again, as every form does that is not taken.
 *
 * @param buildPath returns the path and query of the route
 */
export function registerDownload(
  desk: Desk,
  path: string,
  buildPath: (c: Context<Env>) => string,
): void {
  const { api, context } = desk
  registerSigned(desk, path, async (c, session) => {
    try {
      const request = new Request(`http://localhost${buildPath(c)}`)
      const reply = await api.fetch(request, { deskSession: session })
      if (reply.ok) return reply
      if (reply.status === 429) return await answerTooBusy(c, context, reply)
      const { message = '', ...named } = readErrorBody(await reply.json())
      throw new PayError(getErrorCode(reply.status), message, named)
    } catch (cause) {
      return await answerRefused(c, desk, { path, session, values: c.req.query(), cause })
    }
  })
}

/** Registers a file that is made of what routes answer, for people who are signed in. No page is built for it. */
export function registerFile(
  desk: Desk,
  path: string,
  answer: (call: SignedCall) => Promise<Response>,
): void {
  registerSigned(desk, path, (c, session) => answer(createSignedCall(c, desk, session)))
}

/** Registers what only people who are signed in get; all others are led to the form that signs them in. */
function registerSigned(
  desk: Desk,
  path: string,
  answer: (c: Context<Env>, session: DeskSession) => Promise<Response>,
): void {
  const { app, context } = desk
  app.get(`${deskPath}${path}`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    const session = await openSession(c, context)
    if (!session) return await answerSignedOut(c, desk)
    return await answerFaults(c, desk, () => answer(c, session))
  })
}

/**
 * Registers a call of a page's script: JSON.
 *
 * @param route whose role it takes
 */
export function registerCall(
  desk: Desk,
  method: 'GET' | 'POST',
  path: string,
  route: Route,
  answer: (call: SignedCall) => Promise<object>,
): void {
  const role = getRouteRole(route)
  desk.app.on(method, `${deskPath}${path}`, async (c) => {
    const session = await openSession(c, desk.context)
    if (!session) throw new PayError('unauthenticated', 'Your session has ended. Sign in again.')
    if (!includesRole(session.role, role))
      throw new PayError('forbidden', `This takes the role ${role}: yours is ${session.role}.`)
    return c.json(await answer(createSignedCall(c, desk, session)), method === 'POST' ? 201 : 200)
  })
}

/** Answers with a page; `refused`: with a form on it that was not taken, and the status of its error. */
async function answerPage(
  desk: Desk,
  { place, render }: DeskPage,
  signed: SignedCall,
  { refused, status = 200 }: { refused?: RefusedForm; status?: ContentfulStatusCode } = {},
): Promise<Response> {
  const view = await createView(signed, desk, place, refused)
  const page = await render({ ...signed, view })
  return page instanceof Response ? page : await signed.c.html(page, status)
}

/**
 * Answers a form that was not taken with its page, which has the longest path that the form's begins with. All other errors, and
 * those of a form without a page, are thrown again.
 */
export async function answerRefused(
  c: Context<Env>,
  desk: Desk,
  {
    path,
    session,
    values,
    cause,
  }: {
    path: string
    session: DeskSession
    values: Readonly<Record<string, string>>
    cause: unknown
  },
): Promise<Response> {
  const [status] = (cause instanceof PayError && faults[cause.code]) || []
  const page = findPage(desk, path)
  if (!(cause instanceof PayError) || !status || cause.code === 'forbidden' || !page) throw cause
  const sent = { path: c.req.path.slice(deskPath.length), values }
  const refused = createRefusedForm(cause, sent, plainPage(c, desk.context).language)
  return await answerPage(desk, page, createSignedCall(c, desk, session), { refused, status })
}

/** Answers a form with what only this answer shows, at the place of the form's page. */
export async function answerOnce(
  desk: Desk,
  path: string,
  signed: SignedCall,
  render: (view: DeskView) => Html,
): Promise<Response> {
  const place = findPage(desk, path)?.place ?? 'today'
  return await signed.c.html(render(await createView(signed, desk, place, undefined)))
}

function findPage({ pages }: Desk, path: string): DeskPage | undefined {
  for (let parent = path; parent !== ''; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const page = pages.get(parent)
    if (page) return page
  }
  return undefined
}
