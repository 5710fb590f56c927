import { buildCallUrl } from '../../../api/client/call-url.ts'
import { routes } from '../../../api/routes/routes.ts'
import type { NewPaymentLink } from '../../../api/schemas/payment-links.ts'
import { buildLinkTags, entryFileName } from '../../../api/script-tags.ts'
import { createFieldError } from '../../http/field-error.ts'
import { type ActionCall, registerAction } from '../act.ts'
import type { Desk, DeskContext } from '../desk.ts'
import { renderLink } from '../pages/links/link.ts'
import { renderLinks } from '../pages/links/list.ts'
import {
  askedKinds,
  offeredDays,
  renderNewLink,
  suggestionInput,
  suggestionNumbers,
} from '../pages/links/new-link.ts'
import { buildPath } from '../paths.ts'
import { registerFile, registerPage } from '../register.ts'
import { answerCode, omitEmpty, readAskable, readPrice } from './asking.ts'
import type { SigningParts } from './sign-refund.ts'

const dayMs = 86_400_000

/** Registers the list of payment links, the page of one with the pictures of its address, and the form that makes one. */
export function registerLinkPages(
  desk: Desk,
  { readIntegrity }: Pick<SigningParts, 'readIntegrity'>,
): void {
  registerPage(desk, '/links', 'links', async ({ c, call, view }) => {
    const after = c.req.query('after')
    const query = { limit: '25', ...(after && { starting_after: after }) }
    const { data, pagination } = await call(routes.listPaymentLinks, { query })
    return renderLinks(view, data, pagination.has_more)
  })

  registerPage(
    desk,
    '/links/new',
    'links',
    async ({ c, call, view }) => {
      const like = c.req.query('like')
      const [askable, link] = await Promise.all([
        readAskable(desk.context, call),
        like ? call(routes.getPaymentLink, { params: { uuid: like } }) : undefined,
      ])
      return renderNewLink(view, askable, link)
    },
    routes.createPaymentLink,
  )

  registerPage(desk, '/links/:uuid', 'links', async ({ c, call, view, param }) => {
    const link = await call(routes.getPaymentLink, { params: { uuid: param('uuid') } })
    const after = c.req.query('after')
    const [release, { data, pagination }] = await Promise.all([
      readIntegrity(),
      call(routes.listCharges, {
        query: { limit: '25', payment_link: link.id, ...(after && { starting_after: after }) },
      }),
    ])
    const hash = release?.files[entryFileName]
    const folder = buildCallUrl(desk.context.publicUrl, { path: '/pay/assets/' }, {})
    const tags = hash === undefined ? undefined : buildLinkTags(hash, folder, link)
    return renderLink(view, link, { data, hasMore: pagination.has_more, tags })
  })

  registerAction(desk, '/links/new', routes.createPaymentLink, async (typed) => {
    const { id } = await typed.call(routes.createPaymentLink, {
      body: readLink(desk.context, typed),
    })
    return { path: buildPath('/links/:uuid', { uuid: id }), done: 'doneLink' }
  })

  registerAction(desk, '/links/:uuid/end', routes.endPaymentLink, async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.endPaymentLink, { params: { uuid } })
    return { path: buildPath('/links/:uuid', { uuid }), done: 'doneLinkEnded' }
  })

  registerFile(desk, '/links/:uuid/code/:format', async ({ c, call, param }) => {
    const { url } = await call(routes.getPaymentLink, { params: { uuid: param('uuid') } })
    return answerCode(c, param('format'), url)
  })
}

/** Reads the form: a link without an amount is one whose customers decide. */
function readLink(context: DeskContext, typed: ActionCall): NewPaymentLink {
  const { field } = typed
  const { price, items } = readPrice(typed, context)
  const suggested = suggestionNumbers
    .map((number) => typed.amount(suggestionInput(number)))
    .filter((one) => one !== '')
  const most = readMost(typed)
  const fields = readAsked(typed)
  const days = readDays(field('days'))
  return {
    ...(price.amount === ''
      ? { pricing_type: 'no_price', local_price: { amount: '0', currency: price.currency } }
      : { pricing_type: 'fixed_price', local_price: price }),
    name: field('name'),
    ...(items.length > 0 && { line_items: items }),
    ...(suggested.length > 0 && { suggested_amounts: suggested }),
    ...(most > 1 && { quantity: { min: 1, max: most } }),
    ...(fields.length > 0 && { fields }),
    ...(field('uses') === 'once' && { max_payments: 1 }),
    ...(days > 0 && { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
    ...omitEmpty({
      description: field('description'),
      tax_note: field('tax'),
      image_url: field('image'),
      thank_you: field('thanks'),
      redirect_url: field('after'),
    }),
  }
}

function readMost({ amount }: ActionCall): number {
  const text = amount('most')
  if (text === '') return 1
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw createFieldError('most', 'must be a whole number')
}

/** Reads what the customer is asked for: the usual things, and a question in the merchant's words. */
function readAsked({ field }: ActionCall): NonNullable<NewPaymentLink['fields']> {
  const asked = askedKinds.flatMap((kind) => {
    const answer = field(`ask-${kind}`)
    return answer === '' ? [] : [{ kind, required: answer === 'required' }]
  })
  const label = field('question')
  return label === '' ? asked : [...asked, { kind: 'note' as const, label }]
}

function readDays(text: string): number {
  const chosen = offeredDays.find((one) => String(one) === text)
  if (chosen === undefined) throw createFieldError('days', 'must be one that the page offers')
  return chosen
}
