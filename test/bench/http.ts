import { Agent, request } from 'node:http'
import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks'

/** A call as it goes over the wire: cheap to make, since caller and service share the machine's cores. */
export interface Call {
  url: string
  method?: 'GET' | 'POST'
  apiKey?: string
  body?: unknown
  /** Returns whether a reply that is no success is as good as one. */
  isExpected?: (status: number, text: string) => boolean
}

/** Calls under way at once, here and in pgbench. */
export const width = 16

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Makes one call and gives the parsed answer. Rejects when it is refused: a figure over errors is none. */
export async function send<T>({ url, method = 'GET', apiKey, body, isExpected }: Call): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const outgoing = request(url, {
    agent,
    method,
    headers: {
      ...(apiKey && { 'api-key': apiKey }),
      ...(sent && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
      }),
    },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('error', reject)
    response.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { statusCode = 0 } = response
      const isSuccess = statusCode >= 200 && statusCode < 300
      if (isSuccess || isExpected?.(statusCode, text)) resolve(text)
      else reject(new Error(`${method} ${url} was answered with ${statusCode}: ${text}`))
    })
  })
  outgoing.end(sent)
  return JSON.parse(await promise) as T
}

/** Makes calls, `width` at a time, until `next` gives none. Gives how many a second, and how long they took. */
export async function drive(
  width: number,
  next: () => (() => Promise<unknown>) | undefined,
): Promise<{ perSecond: number; times: RecordableHistogram }> {
  const times = createHistogram()
  let count = 0
  const start = performance.now()
  const work = async () => {
    for (let call = next(); call; call = next()) {
      const begun = performance.now()
      await call()
      times.record(Math.max(1, Math.round((performance.now() - begun) * 1000)))
      count += 1
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return { perSecond: (count * 1000) / (performance.now() - start), times }
}
