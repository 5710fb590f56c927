import assert from 'node:assert/strict'
import type { NewPaymentLink, PaymentLink } from '../../../src/api/schemas/payment-links.ts'
import { clientOf, type Harness, wallet } from '../../support/harness.ts'

/** The body of a link to a mug of 5 dollars in DUSD, unless said otherwise. */
export const linkBody = (
  { chain }: Pick<Harness, 'chain'>,
  over: Partial<NewPaymentLink> = {},
): NewPaymentLink => ({
  pricing_type: 'fixed_price',
  local_price: { amount: '5' },
  requestProps: {
    chainId: `${chain.chainId}`,
    recipientAddress: wallet,
    tokenAddress: chain.dusd,
  },
  name: 'Mug',
  ...over,
})

/** Creates such a link. */
export const newLink = (harness: Harness, over?: Partial<NewPaymentLink>): Promise<PaymentLink> =>
  clientOf(harness).createPaymentLink(linkBody(harness, over))

/** Posts the form of a link's page, as a browser does. */
export const postForm = (
  { url }: Pick<PaymentLink, 'url'>,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams(fields),
  })

/** Opens a charge by a link, and gives its id. */
export async function openCharge(
  link: PaymentLink,
  fields?: Record<string, string>,
  headers?: Record<string, string>,
) {
  const response = await postForm(link, fields, headers)
  assert.equal(response.status, 303, await response.clone().text())
  return readChargeId(response)
}

/** The charge that an answer leads to. */
export function readChargeId(response: Response): string {
  const [id = ''] =
    /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(response.headers.get('location') ?? '') ?? []
  assert.notEqual(id, '')
  return id
}

/** How many charges a link has. */
export async function countCharges(harness: Harness, { id }: PaymentLink): Promise<number> {
  const { pagination } = await clientOf(harness).listCharges({ payment_link: id, limit: 1 })
  return pagination.total
}

/** How pages of other origins call a link's door. */
const shopOrigin = 'https://shop.example'

/** Calls the door of a link below its address, as the element does on a page of another origin. */
export async function callDoor(
  { url }: Pick<PaymentLink, 'url'>,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      origin: shopOrigin,
      'sec-fetch-site': 'cross-site',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply: unknown = await response.json()
  return { status: response.status, headers: response.headers, reply }
}

/** Opens a charge by a link's door, and gives its id. */
export async function openAtDoor(
  link: Pick<PaymentLink, 'url'>,
  body: Record<string, string> = {},
  headers?: Record<string, string>,
): Promise<string> {
  const { status, reply } = await callDoor(link, '/charges', { body, ...(headers && { headers }) })
  assert.equal(status, 201, JSON.stringify(reply))
  return (reply as { id: string }).id
}
