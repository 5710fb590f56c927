import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A document in the form of the European Central Bank's daily reference rates. */
export const referenceRates = (day: string, perEuro: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${Object.entries(perEuro)
  .map(([code, rate]) => `			<Cube currency='${code}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>`

/** A reply of the server of documents. */
interface DocumentReply {
  status: number
  body?: string
  headers?: Record<string, string>
  /** Whether its body comes a byte a second. */
  isSlow?: boolean
}

function drip(response: ServerResponse, body: string): void {
  let sent = 0
  const timer = setInterval(() => response.write(body.charAt(sent++)), 1000)
  response.on('close', () => clearInterval(timer))
}

/** A local server of documents, which replies as the test has set. It knows an unchanged document by its ETag. */
export async function startDocuments() {
  let reply: DocumentReply = { status: 404 }
  const statuses: number[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const { status, body = '', headers = {}, isSlow = false } = reply
    const etag = `"${body.length}-${Buffer.from(body).toString('base64url').slice(-20)}"`
    const isUnchanged = status === 200 && request.headers['if-none-match'] === etag
    statuses.push(isUnchanged ? 304 : status)
    response.writeHead(isUnchanged ? 304 : status, { etag, ...headers })
    if (isSlow) return drip(response, body)
    response.end(isUnchanged ? '' : body)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/daily.xml`,
    /** The statuses of all replies. */
    statuses,
    /** How many connections it has had. */
    get connections() {
      return connections
    },
    set(next: DocumentReply) {
      reply = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
