/** The description of the document. */
export const documentDescription = `Charges in US dollars that are paid by a token transfer on a blockchain.

Every call carries the header \`api-key\`. A key may do what its scopes allow; each endpoint names those of which one is \
enough, and a key with \`admin\` may do everything. Amounts are decimal texts. Every reply has an \`X-Request-Id\`, by which \
its line in the service's log is found; send a header of this name to choose the id. Too many calls get a 429, with \
the seconds to wait in \`Retry-After\`.

A query parameter that an endpoint does not know is a 400, which names those that it has. A field of a body that it does \
not know is named in the reply’s \`warnings\`; where the reply has none it is a 400, and nothing was done. So is a number \
beyond 2^53 or with more than 17 digits, anywhere in a body: send it as text, or another one would come back.

Every GET takes the query parameter \`fresh\` and reads nothing of it: with another value in each call, no cache in between \
answers from an earlier one.

Webhook calls are signed according to [Standard Webhooks](https://www.standardwebhooks.com), in the headers \`webhook-id\`, \
\`webhook-timestamp\` and \`webhook-signature\`. Reply with 2xx within 10 seconds. Otherwise the service sends the event \
again, after longer and longer waits, for three days. The events of one charge arrive in order, each at least once and \
always with the same id.`
