import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DeskRole } from '../../api/routes/scope.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { PayError, type PayErrorCode } from '../../errors.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { Env } from '../http/context.ts'
import type { TextName } from '../texts/en.ts'
import { type Desk, type DeskContext, deskPath, plainPage } from './desk.ts'
import { describeError } from './fields.ts'
import { renderMessage, renderSignIn } from './pages/sign-in.ts'
import { linkTo } from './paths.ts'
import { listPeople } from './permissions.ts'
import type { Content } from './view.ts'

// The pages with which the desk answers where no page of its own can.

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

/** Answers with a page that others are to be waited for, as long as a route says. */
export function answerTooBusy(c: Context<Env>, context: DeskContext, reply: Response) {
  const { text } = plainPage(c, context).language
  c.header('retry-after', reply.headers.get('retry-after') ?? undefined)
  return answerMessage(c, context, 429, {
    title: text('tooManyTitle'),
    text: text('tooManyText'),
  })
}

/** Leads to the form that signs in. */
export async function answerSignedOut(c: Context<Env>, { context, base }: Desk): Promise<Response> {
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

/** The errors of a call that a person can understand: their status, and the title of their page. */
export const faults: Partial<
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
