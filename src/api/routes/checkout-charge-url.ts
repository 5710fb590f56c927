// Where a checkout's charge is read. Apart from the routes, whose schemas take time to build: the element asks for the
// charge before that.

/** The path of GET /charges/:id (interface 4.2). */
export const checkoutChargePath = '/charges/:id'

/**
 * The query that joins a charge with its request charge in one reply: interface 4.1 or 4.2, and 4.10. The proxy and the hosted
 * payment page understand it. Any other service ignores it, and the request charge is then read separately.
 */
export const expandRequestCharge = { expand: 'request_charge' } as const

/**
 * A query parameter that every GET accepts and ignores, with another value in each call, so that data that decides about money
 * never comes from a cache.
 */
export const freshParameter = 'fresh'
