/** The description of the document. */
export const documentDescription = `Charges that are paid by a token transfer on a blockchain.

Every call carries the header \`api-key\`. A key may do what its scopes allow; each endpoint names those of which one is \
enough, and a key with \`admin\` may do everything. Amounts are decimal texts. Every reply has an \`X-Request-Id\`, by which \
its line in the service's log is found; send a header of this name to choose the id. Too many calls get a 429, with \
the seconds to wait in \`Retry-After\`.

An unknown query parameter gets a 400 with the list of allowed ones. The reply names an unknown field of a body in its \
\`warnings\`; an endpoint whose reply has none refuses the call with a 400. A number beyond 2^53 or with more than 17 digits, \
anywhere in a body, gets a 400 too, because JSON would change it: send it as text.

Every GET takes the query parameter \`fresh\` and reads nothing of it: with another value in each call, no cache in between \
answers from an earlier one.

Webhook calls are signed according to [Standard Webhooks](https://www.standardwebhooks.com), in the headers \`webhook-id\`, \
\`webhook-timestamp\` and \`webhook-signature\`. Reply with 2xx within 10 seconds. Otherwise the service sends the event \
again, after longer and longer waits, for three days. The events of one charge arrive in order, each at least once and \
always with the same id.`
