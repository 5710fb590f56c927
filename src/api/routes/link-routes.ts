import { LanguageQuery, LinkOffer, OpenedCharge, SentAnswers } from '../schemas/link-offer.ts'
import { defineRoute } from './route.ts'

// What the element calls below the URL of a payment link, before there is a charge. No api-key is needed, and they are no part of the API.

/** GET <link>/offer: creates nothing, however often it is called. */
export const getLinkOffer = defineRoute({
  method: 'GET',
  path: '/offer',
  scopes: ['payments'],
  query: LanguageQuery,
  reply: LinkOffer,
  successStatuses: [200],
  errorStatuses: [404],
  retryPolicy: 'safe',
})

/**
 * POST <link>/charges: creates the charge of a customer, whose answers are texts by the names of the offer's questions. Price and
 * recipient are the link's. 409 where the link has no room.
 */
export const openLinkCharge = defineRoute({
  method: 'POST',
  path: '/charges',
  scopes: ['payments'],
  query: LanguageQuery,
  body: SentAnswers,
  reply: OpenedCharge,
  successStatuses: [201],
  errorStatuses: [400, 404, 409],
  retryPolicy: 'key',
})
