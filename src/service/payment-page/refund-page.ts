import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { buildCallUrl } from '../../api/client/call-url.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { ChargeStore } from '../charges/store/charges.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import { readPageForm } from '../http/form.ts'
import {
  checkRecipient,
  createNameRefundRecipient,
  readRecipient,
} from '../refunds/routes/recipient.ts'
import type { RefundStore } from '../refunds/store/refunds.ts'
import { chooseLanguage } from '../texts/language.ts'
import { describeFault } from './refund-faults.ts'
import {
  type FoundRefund,
  formatBrandCss,
  type RefundView,
  renderMissingRefund,
  renderRefund,
} from './refund-html.ts'
import type { WidgetAssets } from './widget.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & RefundStore

/** The additional dependencies of the page. */
export interface RefundPageParts {
  widget: WidgetAssets
  headers: Readonly<Record<string, string>>
  /** Finds the charge of the page; undefined for none. */
  findCharge: (
    id: string,
  ) => Promise<{ charge: ChargeRecord; account: MerchantAccount } | undefined>
  /** Refuses a call that does not come from a page of the service. */
  checkOwnPage: (header: (name: string) => string | undefined) => void
}

/** More characters of an address are not shown again. */
const maxTyped = 200

/**
 * Registers the page on which a payer names the address of a refund, checks it, and sees how the refund stands. It works without a
 * script, except for the signature. The address is never in the page's URL: a link cannot bring one that its reader then signs for.
 */
export function registerRefundPage(
  app: Hono<Env>,
  context: ServiceContext<Stores>,
  { widget, headers, findCharge, checkOwnPage }: RefundPageParts,
): void {
  const nameRecipient = createNameRefundRecipient(context)
  const path = '/pay/:page/refunds/:refund'

  app.get('/pay/assets/refund.js', async (c) => {
    const script = await widget.readScript('refund')
    if (script === undefined) return c.body('', 404)
    const type = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }
    return c.body(script, 200, type)
  })

  app.get(path, async (c) => {
    const found = await find(c.req.param())
    return await answer(c, found, isNew(found) ? emptyField : { kind: 'state' })
  })

  app.post(path, async (c) => {
    checkOwnPage((name) => c.req.header(name))
    const found = await find(c.req.param())
    if (!found) return await answer(c, found, emptyField)
    let typed = ''
    try {
      const form = await readPageForm(c.req.raw)
      const step = form.get('step')
      typed = form.get('recipient')?.trim().slice(0, maxTyped) ?? ''
      if (step === 'edit') return await answer(c, found, { ...emptyField, typed })
      const recipient = readRecipient(context, typed)
      checkRecipient(context, found.charge, recipient)
      // Nothing is submitted that its payer has not seen whole.
      if (step !== 'submit')
        return await answer(c, found, { kind: 'check', typed: recipient, fault: '' })
      await nameRecipient(found.charge, found.refund.id, { recipientAddress: recipient })
      return c.redirect(
        buildCallUrl('.', { path: '/:uuid' }, { params: { uuid: found.refund.id } }),
        303,
      )
    } catch (cause) {
      const { fault, status } = describeFault(cause, typed, readLanguage(c))
      return await answer(c, found, { kind: 'field', typed, fault }, status)
    }
  })

  /** Answers with the page. One that can no longer take an address shows how the refund stands. */
  async function answer(
    c: Context<Env>,
    found: FoundRefund | undefined,
    view: RefundView,
    status = 200,
  ): Promise<Response> {
    const language = readLanguage(c)
    const pageHeaders = { ...buildPageHeaders(headers, found), vary: 'accept-language' }
    if (!found) return c.html(renderMissingRefund(language), 404, pageHeaders)
    const { status: standing } = found.refund
    const isNameable = standing === 'NEW' || standing === 'NAMED'
    const page = renderRefund(found, isNameable ? view : { kind: 'state' }, language)
    return c.html(page, status as ContentfulStatusCode, pageHeaders)
  }

  async function find({ page, refund: id }: { page: string; refund: string }) {
    const found = await findCharge(page)
    const refunds = found ? await context.store.listRefundsOfCharge(found.charge.id) : []
    const refund = refunds.find((candidate) => candidate.id === id.toLowerCase())
    return found && refund ? { ...found, refund } : undefined
  }
}

const emptyField = { kind: 'field', typed: '', fault: '' } as const

const isNew = (found: FoundRefund | undefined) => found?.refund.status === 'NEW'

const readLanguage = (c: Context<Env>) => chooseLanguage(c.req.header('accept-language'))

/** Allows the page's own form, and the one inline style with the brand's color. */
export function buildPageHeaders(
  headers: Readonly<Record<string, string>>,
  found: { account: MerchantAccount } | undefined,
): Record<string, string> {
  const css = found ? formatBrandCss(found.account) : ''
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = (headers['content-security-policy'] ?? '')
    .replace("form-action 'none'", "form-action 'self'")
    .replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`)
  return { ...headers, 'content-security-policy': policy }
}
