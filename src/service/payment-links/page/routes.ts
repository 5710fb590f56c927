import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { uuidPattern } from '../../../api/formats.ts'
import { HttpError } from '../../../api/server/http-error.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import { isPayable } from '../../charges/lifecycle.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { PaymentPageStore } from '../../charges/store/payment-page.ts'
import type { Env } from '../../http/context.ts'
import { readPageForm } from '../../http/form.ts'
import { hashRequest } from '../../http/idempotency.ts'
import { pageHeaders } from '../../payment-page/charge-page.ts'
import { renderFailedPage } from '../../payment-page/html.ts'
import type { Pictures } from '../../payment-page/link-preview/pictures.ts'
import { registerPictureRoute } from '../../payment-page/link-preview/route.ts'
import { buildPageHeaders } from '../../payment-page/refund-page.ts'
import { chooseLanguage } from '../../texts/language.ts'
import { type LinkChoice, readChoice } from '../choice.ts'
import { getLinkState, getLinkUrl, type LinkUse, linkCodePattern } from '../payment-links.ts'
import {
  identifyCall,
  type OpenContext,
  openLinkCharge,
  type RepeatableCall,
} from '../routes/open-charge.ts'
import type { FoundLink } from '../store/payment-links.ts'
import type { EnteredForm } from './fields.ts'
import {
  describeLinkOffer,
  getWaitMs,
  type LinkRefusal,
  renderLinkPage,
  renderRefusal,
  renderThanks,
  visitField,
} from './html.ts'

/** The dependencies of the pages. */
export type LinkPageContext = OpenContext & { store: PaymentPageStore }

/** The cookie with the id of the charge that a browser has opened by a link: it comes back to it, where nobody else can pay now. */
const cookieName = 'pay-charge-link'

const refusalStatus = { notFound: 404, ended: 410, expired: 410, paid: 410, taken: 409, busy: 429 }

/**
 * Registers the page of each payment link, and its picture. It works without a script. To open it creates nothing; the form creates the
 * charge that its customer has chosen, and leads to the payment page.
 */
export function registerLinkPages(
  app: Hono<Env>,
  context: LinkPageContext,
  pictures: Pictures,
): void {
  registerPictureRoute(app, {
    path: '/l/:page',
    pictures,
    async describePicture(code, language) {
      const found = await findLink(context, code)
      if (!found || readState(context, found) !== 'open') return undefined
      const facts = describeLinkOffer(found, language).picture
      return facts && { facts, owner: found.account.id }
    },
  })

  app.get('/l/:code', (c) => answer(c, async (found) => showLink(c, context, found)))
  app.post('/l/:code', (c) => answer(c, async (found) => openCharge(c, context, found)))

  app.get('/l/:code/thanks/:charge', (c) =>
    answer(c, async (found) => {
      const charge = await findOwnCharge(context, found, c.req.param('charge'))
      if (!charge) return refuse(c, 'notFound', found)
      if (charge.status !== 'COMPLETED') return c.redirect(`../../../pay/${charge.id}`, 303)
      return c.html(renderThanks(found, charge.id, readLanguage(c)), 200, buildHeaders(found))
    }),
  )

  /** Answers with a page also where it fails, because a customer's browser shows it. */
  async function answer(
    c: Context<Env, '/l/:code'>,
    respond: (found: FoundLink) => Promise<Response>,
  ): Promise<Response> {
    try {
      const found = await findLink(context, c.req.param('code'))
      return found ? await respond(found) : refuse(c, 'notFound', undefined)
    } catch (cause) {
      const status = cause instanceof HttpError ? cause.status : 500
      if (status >= 500)
        context.log.error({ err: cause, requestId: c.get('requestId') }, 'A payment link failed.')
      const page = renderFailedPage(readLanguage(c), '', '../pay/assets/')
      return c.html(page, status as ContentfulStatusCode, buildHeaders(undefined))
    }
  }
}

const nothingEntered: EnteredForm = { values: new Map(), faults: new Map() }

async function showLink(
  c: Context<Env>,
  context: LinkPageContext,
  found: FoundLink,
): Promise<Response> {
  const state = readState(context, found)
  if (state !== 'open') return await refuseOrReturn(c, context, found, state)
  return showForm(c, context, found, nothingEntered, 200)
}

/** Creates the charge that a customer has chosen, and leads to its page. */
async function openCharge(
  c: Context<Env>,
  context: LinkPageContext,
  found: FoundLink,
): Promise<Response> {
  const values = await readPageForm(c.req.raw)
  const { choice, faults } = readChoice(found.link, values)
  const call = identifyVisit(found, values, choice)
  const earlier = call && (await context.store.getSavedResponse(found.account.id, call.key))
  const own = await findOwnCharge(context, found, earlier ?? '')
  if (own && isStillOwn(own)) return leadToOwnCharge(c, context, found, own.id)
  const state = readState(context, found)
  if (state !== 'open') return await refuseOrReturn(c, context, found, state)
  if (faults.size > 0) return showForm(c, context, found, { values, faults }, 400)
  // A charge that has ended is not given again.
  const repeat = earlier === undefined ? call : undefined
  const result = await openLinkCharge(context, found, choice, readLanguage(c).locale, repeat)
  if ('use' in result) {
    const present = { ...found, use: result.use }
    return await refuseOrReturn(c, context, present, readState(context, present))
  }
  return leadToOwnCharge(c, context, found, result.id)
}

/** Identifies a customer's click: one who clicks twice, or whose browser sends the form again, takes no second place. */
function identifyVisit(
  { link }: FoundLink,
  values: ReadonlyMap<string, string>,
  choice: LinkChoice,
): RepeatableCall | undefined {
  const visit = values.get(visitField) ?? ''
  return uuidPattern.test(visit)
    ? identifyCall(link, `${visit} ${hashRequest(choice)}`, choice)
    : undefined
}

/** Leads a browser to the charge that it has opened, and lets it come back. */
function leadToOwnCharge(
  c: Context<Env>,
  { publicUrl, links }: LinkPageContext,
  { link }: FoundLink,
  id: string,
): Response {
  const { pathname, protocol } = new URL(getLinkUrl(link, publicUrl))
  setCookie(c, cookieName, id, {
    path: pathname,
    httpOnly: true,
    sameSite: 'Lax',
    secure: protocol === 'https:',
    maxAge: Math.ceil(links.chargeMs / 1000),
  })
  return leadToCharge(c, id)
}

function showForm(
  c: Context<Env>,
  { publicUrl }: LinkPageContext,
  found: FoundLink,
  entered: EnteredForm,
  status: 200 | 400,
): Response | Promise<Response> {
  const page = renderLinkPage(found, entered, { publicUrl, language: readLanguage(c) })
  return c.html(page, status, buildHeaders(found))
}

/** Leads a browser back to the charge that it has opened by the link; refuses any other. */
async function refuseOrReturn(
  c: Context<Env>,
  context: LinkPageContext,
  found: FoundLink,
  refusal: LinkRefusal | 'open',
): Promise<Response> {
  const charge = await findOwnCharge(context, found, getCookie(c, cookieName) ?? '')
  if (charge && isStillOwn(charge)) return leadToCharge(c, charge.id)
  // It is open again by now.
  return refuse(c, refusal === 'open' ? 'busy' : refusal, found)
}

/** Returns whether a customer is led back to a charge: one that they can pay, or that has money. */
const isStillOwn = (charge: ChargeRecord) =>
  isPayable(charge, new Date()) || charge.payments.some(({ status }) => status !== 'FAILED')

const leadToCharge = (c: Context<Env>, id: string) => c.redirect(`../pay/${id}`, 303)

function refuse(
  c: Context<Env>,
  refusal: LinkRefusal,
  found: FoundLink | undefined,
): Response | Promise<Response> {
  setRetryAfter(c, getWaitMs(refusal, found))
  const page = renderRefusal(refusal, found, readLanguage(c))
  return c.html(page, refusalStatus[refusal] as ContentfulStatusCode, buildHeaders(undefined))
}

/** Says when a call may succeed; nothing where that is not known. */
export function setRetryAfter(c: Context<Env>, waitMs: number | undefined): void {
  if (waitMs !== undefined) c.header('retry-after', `${Math.max(1, Math.ceil(waitMs / 1000))}`)
}

/** Answers a form that a rate limit has refused with a page; undefined for any other call. */
export function answerTooManyCharges(c: Context<Env>): Response | Promise<Response> | undefined {
  return c.req.path.startsWith('/l/') && /text\/html/.test(c.req.header('accept') ?? '')
    ? refuse(c, 'busy', undefined)
    : undefined
}

/** Returns whether a link takes payments now, or why it takes none. */
export function readState(
  { links }: Pick<OpenContext, 'links'>,
  { link, use }: { link: FoundLink['link']; use: LinkUse },
) {
  const state = getLinkState(link, use, new Date())
  // Money that was too little, and came to its end, keeps its place for good: nobody is paying any more.
  if (state === 'taken' && !use.isBeingPaid) return 'paid'
  return state === 'open' && use.open >= links.maxOpen ? 'busy' : state
}

/** Returns the link of a code, which may be typed in any case. */
export async function findLink(
  { store }: Pick<LinkPageContext, 'store'>,
  code: string,
): Promise<FoundLink | undefined> {
  return linkCodePattern.test(code) ? await store.findPaymentLink(code.toLowerCase()) : undefined
}

/** Returns a charge that was created by the link; undefined for any other. */
async function findOwnCharge(
  { store }: LinkPageContext,
  { link }: { link: FoundLink['link'] },
  id: string,
): Promise<ChargeRecord | undefined> {
  if (!uuidPattern.test(id)) return undefined
  const found = await store.getChargeWithAccount(id.toLowerCase())
  return found?.charge.paymentLinkId === link.id ? found.charge : undefined
}

const readLanguage = (c: Context<Env>) => chooseLanguage(c.req.header('accept-language'))

const buildHeaders = (found: { account: MerchantAccount } | undefined) => ({
  ...buildPageHeaders(pageHeaders, found),
  vary: 'accept-language, cookie',
})
