import type { Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { getErrorCode, readErrorBody } from '../../api/error-reply.ts'
import { trimEnd } from '../../api/formats.ts'
import type { Route } from '../../api/routes/route.ts'
import { routes } from '../../api/routes/routes.ts'
import type { DeskRole } from '../../api/routes/scope.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { PayError, type PayErrorCode } from '../../errors.ts'
import { getRouteRole, includesRole } from '../accounts/desk-roles.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { AccountStore } from '../accounts/store/accounts.ts'
import type { DeskFormStore } from '../accounts/store/desk-forms.ts'
import type { DeskSessionStore } from '../accounts/store/desk-sessions.ts'
import type { ApiKeyStore } from '../accounts/store/keys.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import type { PeopleStore } from '../accounts/store/people.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import type { TextName } from '../texts/en.ts'
import { createDeskCall, type DeskCall } from './call.ts'
import { maxBadge } from './document.ts'
import { createRefusedForm, describeError, type RefusedForm } from './fields.ts'
import { chooseDeskLanguage } from './language.ts'
import { renderElsewhere } from './other-mode.ts'
import { renderNotice } from './pages/notice.ts'
import { renderMessage, renderSignIn } from './pages/sign-in.ts'
import { linkTo } from './paths.ts'
import { createPermission, type DeskForm, listPeople } from './permissions.ts'
import type { Place } from './places.ts'
import { isPrivate, openSession, type SessionContext } from './session.ts'
import { readTimeZone } from './time-zone.ts'
import type { Content, DeskView, Html } from './view.ts'

/** The dependencies of the desk. */
export type DeskContext = SessionContext &
  ServiceContext<
    AccountStore & ApiKeyStore & DeskSessionStore & DeskFormStore & ModeStore & PeopleStore
  >

/** The desk as its pages are registered on it. */
export interface Desk {
  app: Hono<Env>
  /** The app that its pages call. */
  api: Hono<Env>
  context: DeskContext
  /** The path of the desk as browsers see it, without a slash at its end. */
  base: string
  /** Its pages by their path. */
  pages: Map<string, DeskPage>
  /** The forms that act: their paths, and the role that each takes. */
  forms: DeskForm[]
}

/** A page of the desk for people who are signed in. */
interface DeskPage {
  place: Place
  /** Whom it is for. */
  role: DeskRole
  render: (call: PageCall) => Promise<Html | Response>
}

/** Where the desk is, below the service's own path. */
export const deskPath = '/desk'

/** Allows the desk's own files and calls, a merchant's logo from anywhere, and forms to the desk alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The same for the page with the element, which shows the logos of wallets; each of its files has a hash. */
function buildSigningPolicy(scriptSource: string): string {
  return contentSecurityPolicy
    .replace("script-src 'self'", `script-src 'self' ${scriptSource}`)
    .replace("trusted-types 'none'", 'trusted-types lit-html')
}

/** Sets the headers of every answer of the desk, and refuses forms that come from another site. */
export function protectDesk({ app, context }: Desk): void {
  const publicOrigin = new URL(context.publicUrl).origin
  app.use(`${deskPath}/*`, async (c, next) => {
    await next()
    setHeaders(c)
  })
  const isOwnOrigin = (origin: string, c: Context) =>
    origin === publicOrigin || origin === new URL(c.req.url).origin
  const check = csrf({ origin: isOwnOrigin })
  app.use(`${deskPath}/*`, async (c, next) => {
    try {
      return await check(c, next)
    } catch (cause) {
      // The middleware refuses by this error alone; all others are of the routes.
      if (!(cause instanceof Error) || !('status' in cause) || cause.status !== 403) throw cause
      const { text } = plainPage(c, context).language
      return answerMessage(c, context, 403, { title: text('staleTitle'), text: text('staleText') })
    }
  })
}

function setHeaders(c: Context<Env>): void {
  const sources = c.get('pageSources')
  c.header('content-security-policy', sources ? buildSigningPolicy(sources) : contentSecurityPolicy)
  // The address of a page is sent to the desk when a form is submitted, and never to other sites.
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
}

/** Answers a call that a rate limit has refused with a page; undefined for one that no page of the desk is wanted of. */
export function answerTooMany(
  c: Context<Env>,
  context: Pick<DeskContext, 'publicUrl'>,
): Response | Promise<Response> | undefined {
  const isPage = c.req.path.startsWith(deskPath) && /text\/html/.test(c.req.header('accept') ?? '')
  if (!isPage) return undefined
  setHeaders(c)
  const { text } = plainPage(c, context).language
  return answerMessage(c, context, 429, { title: text('tooManyTitle'), text: text('tooManyText') })
}

/** Returns the view of a page for a visitor who is not signed in. */
export function plainPage(c: Context<Env>, context: Pick<DeskContext, 'publicUrl'>) {
  return {
    language: chooseDeskLanguage(c.req.header('accept-language')),
    base: getBase(context),
  }
}

/** Returns the path of the desk as browsers see it. */
export function getBase({ publicUrl }: Pick<DeskContext, 'publicUrl'>): string {
  return `${trimEnd(new URL(publicUrl).pathname, '/')}${deskPath}`
}

/** A call by a signed-in person. */
export interface SignedCall {
  c: Context<Env>
  session: DeskSession
  call: DeskCall
  param: (name: string) => string
}

/** A call for a page. */
export interface PageCall extends SignedCall {
  view: DeskView
}

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
  const { app, context, pages } = desk
  const page: DeskPage = { place, role: route ? getRouteRole(route) : 'see', render }
  pages.set(path, page)
  app.get(`${deskPath}${path}`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    const session = await openSession(c, context)
    if (!session) return await answerSignedOut(c, desk)
    return await answerFaults(c, desk, async () => {
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
  const { app, api, context } = desk
  app.get(`${deskPath}${path}`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    const session = await openSession(c, context)
    if (!session) return await answerSignedOut(c, desk)
    return await answerFaults(c, desk, async () => {
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
  })
}

/** Answers with a page that others are to be waited for, as long as a route says. */
function answerTooBusy(c: Context<Env>, context: DeskContext, reply: Response) {
  const { text } = plainPage(c, context).language
  c.header('retry-after', reply.headers.get('retry-after') ?? undefined)
  return answerMessage(c, context, 429, {
    title: text('tooManyTitle'),
    text: text('tooManyText'),
  })
}

/** Registers a file that is made of what routes answer, for people who are signed in. No page is built for it. */
export function registerFile(
  desk: Desk,
  path: string,
  answer: (call: SignedCall) => Promise<Response>,
): void {
  const { app, context } = desk
  app.get(`${deskPath}${path}`, async (c) => {
    if (!isPrivate(context)) return answerInsecure(c, context)
    const session = await openSession(c, context)
    if (!session) return await answerSignedOut(c, desk)
    return await answerFaults(c, desk, () => answer(createSignedCall(c, desk, session)))
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

/**
 * Creates the function that answers a signed-in person's call.
 *
 * @param formKey the key of the submitted form: no route creates anything twice for it
 */
export function createSignedCall(
  c: Context<Env>,
  { api }: Desk,
  session: DeskSession,
  formKey?: string,
): SignedCall {
  const call = createDeskCall(api, session, { requestId: c.get('requestId'), formKey })
  return { c, session, call, param: (name) => c.req.param(name) ?? '' }
}

async function createView(
  { c, session, call }: SignedCall,
  { context, base, forms }: Desk,
  place: Place,
  refused: RefusedForm | undefined,
): Promise<DeskView> {
  const [{ data, pagination }, endpoints] = await Promise.all([
    call(routes.listUnmatched, { query: { limit: String(maxBadge) } }),
    call(routes.listWebhookEndpoints),
  ])
  const { language } = plainPage(c, context)
  const may = createPermission(forms, session.role)
  // As the browser sends it, and as the notice has it: decoded, it could hold a NUL, which PostgreSQL refuses.
  const path = new URL(c.req.url).pathname.slice(deskPath.length)
  const notice = await context.store.takeDeskNotice(session.id, path)
  return {
    session,
    may,
    language,
    base,
    place,
    unmatched: { count: data.length, hasMore: pagination.has_more },
    endpoints: endpoints.data,
    notice: notice && renderNotice({ session, may, base, language, refused }, notice),
    refused,
    hasMail: context.hasMail === true,
    now: new Date(),
    zone: readTimeZone(c),
  }
}

/** Leads to the form that signs in. */
async function answerSignedOut(c: Context<Env>, { context, base }: Desk): Promise<Response> {
  const { language } = plainPage(c, context)
  // The cookie is Strict: behind a link of another site the browser leaves it out. Our own page then asks once more.
  const isFromElsewhere = /^(cross-site|same-site)$/.test(c.req.header('sec-fetch-site') ?? '')
  if (isFromElsewhere && c.req.header('sec-fetch-mode') === 'navigate') {
    c.header('refresh', '0')
    return answerMessage(c, context, 200, { title: language.text('today'), text: '' })
  }
  const { pathname, search } = new URL(c.req.url)
  const next = pathname.slice(deskPath.length) + search
  // A longer one is not an address of the desk, and would be too large for a header.
  const query = next.length <= 2048 ? { next } : {}
  return c.redirect(linkTo({ base }, '/sign-in', {}, query), 303)
}

/** Answers a form whose session has ended: by the form that signs in. */
export function answerSessionEnded(
  c: Context<Env>,
  context: DeskContext,
): Response | Promise<Response> {
  return c.html(renderSignIn(plainPage(c, context), { note: 'signInEnded' }), 403)
}

/** Answers with a page that explains why the desk cannot be used here. */
export function answerInsecure(
  c: Context<Env>,
  context: DeskContext,
): Response | Promise<Response> {
  const { text } = plainPage(c, context).language
  return answerMessage(c, context, 403, {
    title: text('signInInsecure'),
    text: text('signInInsecureHelp'),
  })
}

/** Answers a person whose role does not include the one that is wanted: with who can do it. */
export async function answerForbidden(
  c: Context<Env>,
  { context }: Desk,
  { account }: DeskSession,
  wanted: DeskRole,
): Promise<Response> {
  const { text, locale } = plainPage(c, context).language
  const people = await listPeople(context.store, account, wanted)
  return await answerMessage(c, context, 403, {
    title: text('forbiddenTitle'),
    text:
      people.length > 0
        ? text('forbiddenText', { people: new Intl.ListFormat(locale).format(people) })
        : text('forbiddenNobody'),
  })
}

/** Answers a page of one message. */
export function answerMessage(
  c: Context<Env>,
  context: Pick<DeskContext, 'publicUrl'>,
  status: ContentfulStatusCode,
  message: { title: string; text: Content },
): Response | Promise<Response> {
  const page = plainPage(c, context)
  return c.html(renderMessage(page, { ...message, back: page.base }), status)
}

/** The errors of a call that a person can understand: their status, and the title of their page. */
const faults: Partial<
  Record<PayErrorCode, readonly [status: ContentfulStatusCode, title: TextName]>
> = {
  not_found: [404, 'notFoundTitle'],
  forbidden: [403, 'forbiddenTitle'],
  conflict: [409, 'conflictTitle'],
  invalid_request: [400, 'conflictTitle'],
  invalid_amount: [400, 'conflictTitle'],
}

/** Answers, and shows a page where that fails. */
export async function answerFaults(
  c: Context<Env>,
  { context }: Desk,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (cause) {
    const { language } = plainPage(c, context)
    const { text } = language
    if (cause instanceof HttpError)
      return await answerMessage(c, context, cause.status as ContentfulStatusCode, {
        title: text('staleTitle'),
        text: text(cause.type === 'payload_too_large' ? 'tooLargeText' : 'staleText'),
      })
    const code = cause instanceof PayError ? cause.code : undefined
    const [status, title] = (code && faults[code]) ?? []
    if (!(cause instanceof PayError) || !status || !title) {
      context.log.error({ err: cause, requestId: c.get('requestId') }, 'A page of the desk failed.')
      const message = { title: text('failedTitle'), text: text('failedText') }
      return await answerMessage(c, context, 503, message)
    }
    return await answerMessage(c, context, status, {
      title: text(title),
      text: describeError(cause, language),
    })
  }
}
