import type { Context, Hono } from 'hono'
import { buildScriptTags } from '../../api/script-tags.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import { callerHeaders, readCaller } from '../agents/routes/caller.ts'
import { createProgramPage, preflightHeaders } from '../agents/routes/charge-page.ts'
import type { ProgramContext } from '../agents/routes/context.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { getQuoteKey } from '../charges/routes/sign-quotes.ts'
import type { Env } from '../http/context.ts'
import { handleError } from '../http/errors.ts'
import { chooseLanguage } from '../texts/language.ts'
import { renderChargePage, renderFailedPage, renderNotFoundPage } from './html.ts'
import type { WidgetAssets } from './widget.ts'

/** A charge and the account that it belongs to. */
export interface PageCharge {
  charge: ChargeRecord
  account: MerchantAccount
}

/** The additional dependencies of the page. */
export interface ChargePageParts {
  widget: WidgetAssets
  /** Finds the charge of a page; undefined for none. */
  findCharge: (id: string) => Promise<PageCharge | undefined>
}

/** What the operator has to do before any charge can be paid. */
const notBuilt = 'The widget was not built: run npm run build on the service.'

/**
 * Allows only our own files, and images from anywhere, for a brand's logo. Lit's Trusted Types policy is `lit-html`.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The headers of every page below /pay. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
}

/** The headers of a page with the element: its import map is the only inline script, and no script runs without a hash. */
function buildPaymentHeaders(scriptSource: string): Record<string, string> {
  return {
    ...pageHeaders,
    'content-security-policy': `${contentSecurityPolicy}; script-src 'self' ${scriptSource}`,
    'integrity-policy': 'blocked-destinations=(script)',
  }
}

/** Registers the page of a charge, which people open and programs pay. */
export function registerChargePage(
  app: Hono<Env>,
  context: ProgramContext,
  parts: ChargePageParts,
): void {
  const { findCharge } = parts
  const answerPerson = createPersonPage(context, parts)
  const answerProgram = context.relayer && createProgramPage(context)
  if (!answerProgram) {
    app.get('/pay/:page', answerPerson)
    return
  }
  app.options('/pay/:page', (c) => c.body(null, 204, preflightHeaders))
  app.get('/pay/:page', async (c) => {
    const caller = readCaller((name) => c.req.header(name))
    if (caller === 'person') return await answerPerson(c)
    const answer = answerProgram(c, await findCharge(c.req.param('page')))
    if (caller === 'program') return await answer
    const logError = (err: unknown, message: string) =>
      context.log.error({ err, requestId: c.get('requestId') }, message)
    const { status, headers } = await answer.catch((cause) => handleError(c, cause, logError))
    // After the answer, which may have waited: the page tells the charge as it is now.
    const page = await answerPerson(c)
    const both = new Headers(headers)
    for (const [name, value] of page.headers) both.set(name, value)
    return new Response(page.body, { status, headers: both })
  })
}

/** Creates the handler that answers with the page of a charge. */
function createPersonPage(
  context: ProgramContext,
  { widget, findCharge }: ChargePageParts,
): (c: Context<Env, '/pay/:page'>) => Promise<Response> {
  return async (c) => {
    const language = chooseLanguage(c.req.header('accept-language'))
    const headers = { ...pageHeaders, vary: `${callerHeaders}, accept-language` }
    try {
      const pageCharge = await findCharge(c.req.param('page'))
      if (!pageCharge) return c.html(await renderNotFoundPage(language), 404, headers)
      const release = await widget.readIntegrity()
      if (!release) {
        context.log.error(notBuilt)
        return c.html(await renderFailedPage(language, notBuilt), 503, headers)
      }
      const tags = await buildScriptTags(release, './assets/')
      const page = renderChargePage(pageCharge.charge, pageCharge.account, {
        publicUrl: context.publicUrl,
        scriptTags: tags.html,
        quoteKey: getQuoteKey(context, pageCharge.account.id),
        language,
      })
      return c.html(await page, 200, { ...headers, ...buildPaymentHeaders(tags.scriptSource) })
    } catch (err) {
      // A page and not JSON, because a payer's browser shows it.
      context.log.error({ err, requestId: c.get('requestId') }, 'A payment page failed.')
      return c.html(await renderFailedPage(language), 500, headers)
    }
  }
}
