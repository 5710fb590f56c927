import type { Context, Hono } from 'hono'
import { getLinkOffer, openLinkCharge } from '../../../api/routes/link-routes.ts'
import type { LinkOffer } from '../../../api/schemas/link-offer.ts'
import { LinkAnswers } from '../../../api/schemas/payment-links.ts'
import { parseJsonText, readJsonText } from '../../../api/server/body.ts'
import { readQuery } from '../../../api/server/read-call.ts'
import { validate } from '../../../api/server/validate.ts'
import { PayError } from '../../../errors.ts'
import type { Env } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import { readIdempotencyKey } from '../../http/idempotency.ts'
import {
  createUnknownChargeError,
  type PayerContext,
  registerPayerRoutes,
} from '../../payment-page/payer-routes.ts'
import { chooseLanguage, type Language } from '../../texts/language.ts'
import { readChoice } from '../choice.ts'
import { identifyCall, openLinkCharge as open } from '../routes/open-charge.ts'
import type { FoundLink } from '../store/payment-links.ts'
import { describeFault } from './fields.ts'
import { describeRefusal, getWaitMs } from './html.ts'
import { describeOffer } from './offer.ts'
import { findLink, type LinkPageContext, readState, setRetryAfter } from './routes.ts'

/**
 * Registers what the element calls for a payment link on a page of anybody: the offer, the charge of a customer, and then what a
 * payment page answers, for the charges of this link alone. Any page may call it, so it reads no cookie and takes no key: it answers
 * what the service would answer any stranger.
 */
export function registerLinkDoor(app: Hono<Env>, context: LinkPageContext & PayerContext): void {
  app.get('/l/:code/offer', async (c) => {
    const language = chooseCustomerLanguage(c, readQuery(getLinkOffer, c.req.url).lang)
    const key = readKey(c)
    const found = await requireLink(c.req.param('code'))
    const offer: LinkOffer = describeOffer(found, readState(context, found), language)
    // A page that ended before the answer to its customer's click came asks for it with the key of that click.
    if (key !== undefined) offer.charge = (await findOpened(found, key)) ?? ''
    return c.json(offer, 200, { 'content-language': language.locale })
  })

  app.post('/l/:code/charges', async (c) => {
    const language = chooseCustomerLanguage(c, readQuery(openLinkCharge, c.req.url).lang)
    const raw = parseJsonText(await readJsonText(c.req.raw))
    const body = validate(LinkAnswers, raw, 'body')
    const key = readKey(c)
    const found = await requireLink(c.req.param('code'))
    const choice = chooseOf(found, body, language)
    const repeat = key === undefined ? undefined : identifyCall(found.link, key, body)
    const result = await open(context, found, choice, language.locale, repeat)
    if ('id' in result) return c.json({ id: result.id }, 201)
    const present = { ...found, use: result.use }
    const state = readState(context, present)
    // It is open again by now.
    const refusal = state === 'open' ? 'busy' : state
    const { title, text } = describeRefusal(refusal, present, language)
    setRetryAfter(c, getWaitMs(refusal, present))
    throw new PayError('conflict', `${title}. ${text}`)
  })

  registerPayerRoutes(app, context, {
    base: '/l/:code',
    async admit(c, chargeId) {
      const { link } = await requireLink(c.req.param('code') ?? '')
      if (!(await context.store.isChargeOfLink(chargeId, link.id))) throw createUnknownChargeError()
    },
  })

  async function findOpened({ link, account }: FoundLink, key: string) {
    return await context.store.getSavedResponse(account.id, identifyCall(link, key, {}).key)
  }

  async function requireLink(code: string): Promise<FoundLink> {
    const found = await findLink(context, code)
    if (found) return found
    throw new PayError('not_found', 'There is no such payment link.')
  }
}

/** Returns what a customer has chosen. @throws PayError `invalid_request` for anything that the link does not let customers choose */
function chooseOf({ link }: FoundLink, body: Readonly<Record<string, string>>, language: Language) {
  const given = new Map(Object.entries(body))
  const { choice, faults, names } = readChoice(link, given)
  const foreign = [...given.keys()].find((name) => !names.includes(name))
  if (foreign !== undefined)
    throw createFieldError(
      foreign.slice(0, 80),
      'is nothing that this payment link lets its customers choose',
    )
  for (const name of faults.keys()) {
    const message = describeFault(link, name, faults, language)
    throw new PayError('invalid_request', message, {
      field: name,
      details: [{ field: name, message }],
    })
  }
  return choice
}

const readKey = (c: Context<Env>) => readIdempotencyKey((name) => c.req.header(name))

const chooseCustomerLanguage = (c: Context<Env>, lang: string | undefined) =>
  chooseLanguage(lang ?? c.req.header('accept-language'))
