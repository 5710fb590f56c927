import {
  type Content,
  findExample,
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
} from './document.ts'

/** Where the samples call. */
const service = 'https://pay.example'

/** Queries of calls that say little, or nothing, without one. */
const queries: Record<string, Record<string, string>> = {
  listCharges: { status: 'COMPLETED', limit: '10' },
  exportBooks: { format: 'csv', from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
  summarizeBooks: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
  findRequest: { recipient: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc', tokenAmount: '19.99' },
  redeliverEvents: { since: '2026-11-20T09:00:00Z' },
}

/** Methods of the client that return records one by one. */
const isIterated = (operationId: string) => operationId.startsWith('export')

/** Writes samples of a document's calls, with the ids of its examples. */
export function createSamples(document: OpenApiDocument) {
  const ids = listIds(document)
  const fill = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(idOf(path, name)) ?? someId)
  return (operation: ListedOperation): string => {
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    const body = content && (findExample(content) as object)
    const query = queries[operation.operationId]
    const call = { operation, type, body, query, path: fill(operation.path) }
    return `::: code-group\n\n${fence('sh [curl]', writeCurl(call))}\n\n${fence('ts [Node]', writeNode(call))}\n\n:::`
  }
}

interface SampleCall {
  operation: ListedOperation
  type: string | undefined
  body: object | undefined
  query: Record<string, string> | undefined
  path: string
}

const someId = '11ed1beb-8960-49e0-a429-8f7cb8abd2a7'
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

/** A parameter is the id of what stands before it in the path. */
const idOf = (path: string, name: string) =>
  new RegExp(`/([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? ''

/** The ids of the examples, by the part of the path that they follow. */
function listIds({ paths }: OpenApiDocument): Map<string, string> {
  const found = listOperations(paths).flatMap(({ method, path, responses }) => {
    const [, subject] = /^\/([\w-]+)\/\{\w+\}$/.exec(path) ?? []
    const content = Object.values(responses['200']?.content ?? {})[0]
    if (method !== 'GET' || !subject || !content) return []
    const { id, uuid } = readData(content)
    return [[subject, String(uuid ?? id)] as const]
  })
  const ids = new Map(found)
  const [report] = Object.values(
    paths['/charges/{uuid}/payments']?.post?.requestBody?.content ?? {},
  ).map(findExample) as { hash: string }[]
  if (report) ids.set('payments', ids.get('payments') ?? report.hash)
  return ids
}

function readData(content: Content): { id?: string; uuid?: string } {
  const reply = (findExample(content) ?? {}) as { data?: object; id?: string; uuid?: string }
  return { ...reply, ...reply.data }
}

function writeCurl({ operation: { method }, type, body, query, path }: SampleCall): string {
  const url = `${service}${path}${query ? `?${writeQuery(query)}` : ''}`
  const quoted = /[?&]/.test(url) ? `'${url}'` : url
  return [
    `curl ${method === 'GET' || body ? '' : `--request ${method} `}${quoted}`,
    `--header "api-key: $API_KEY"`,
    ...(body ? writeData(body, type === 'multipart/form-data') : []),
  ].join(' \\\n  ')
}

function writeData(body: object, isForm: boolean): string[] {
  if (isForm) return Object.entries(body).map(([name, value]) => `--form ${name}=${value}`)
  const json = JSON.stringify(body, null, 2).replaceAll('\n', '\n  ').replaceAll("'", "'\\''")
  return [`--header 'content-type: application/json'`, `--data '${json}'`]
}

/** A query as a person types it, between quotes. */
const writeQuery = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

function writeNode({ operation, body, query, path }: SampleCall): string {
  const { operationId } = operation
  const places = operation.path.split('/')
  const filled = path.split('/')
  const params = places.flatMap((part, index) =>
    part.startsWith('{') ? [toLiteral(filled[index])] : [],
  )
  const { format: _, ...itsQuery } = query ?? {}
  const input = body ?? (operation.path.includes('{') || !query ? undefined : itsQuery)
  const call = `client.${operationId}(${[...params, ...(input ? [toLiteral(input)] : [])].join(', ')})`
  const use = isIterated(operationId)
    ? `for await (const row of ${call}) console.log(row)`
    : `console.log(await ${call})`
  return `import { createClient } from 'pay-charge/api'

const client = createClient({ baseUrl: '${service}', apiKey: process.env.API_KEY })
${use}`
}

/** Writes a value as a person writes it in JavaScript. */
function toLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([name, part]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : `'${name}'`
    return `${isList ? '' : `${key}: `}${toLiteral(part, inner)}`
  })
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const short = `${open}${parts.join(', ')}${close}`
  if (short.length < 60 && !short.includes('\n')) return short
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}
