import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
}

/** What a service says of itself at /openapi.json, ready to hold its answers against it. */
interface Contract {
  document: Described
  ajv: Ajv2020
}

const contracts = new Map<string, Promise<Contract>>()

async function read(baseUrl: string): Promise<Contract> {
  const response = await fetch(`${baseUrl}/openapi.json`)
  const document = (await response.json()) as Described
  // Not strict: the document's own words around the schemas are none of JSON Schema's.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'contract', ...document })
  return { document, ajv }
}

/** Fails the test when an answer is not one that the service's own /openapi.json documents. */
export async function conform(
  baseUrl: string,
  method: string,
  url: string,
  status: number,
  body: unknown,
): Promise<void> {
  if (!contracts.has(baseUrl)) contracts.set(baseUrl, read(baseUrl))
  const contract = await contracts.get(baseUrl)!
  const { pathname } = new URL(/^https?:/.test(url) ? url : baseUrl + url)
  const what = `${method} ${pathname} ${status}`
  const check = schemaFor(contract, method, pathname, status, what)
  assert.ok(
    check(body),
    `${what} is not as /openapi.json says: ${contract.ajv.errorsText(check.errors)}\n${JSON.stringify(body)}`,
  )
}

function schemaFor(
  { document, ajv }: Contract,
  method: string,
  pathname: string,
  status: number,
  what: string,
): ValidateFunction {
  // A path without parameters goes before those with some (OpenAPI 3.1, Paths Object).
  const path =
    pathname in document.paths
      ? pathname
      : Object.keys(document.paths).find((one) =>
          new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
        )
  const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()]
  if (path === undefined || !operation) {
    assert.ok(status >= 400, `${what}: nothing of this kind is documented`)
    return compiled(ajv, '#/components/schemas/Error')
  }
  const response = operation.responses[String(status)]
  assert.ok(response, `${what}: the status is not documented`)
  const at = `#/paths/${pointed(path)}/${method.toLowerCase()}/responses/${status}`
  return compiled(ajv, `${response.$ref ?? at}/content/application~1json/schema`)
}

function compiled(ajv: Ajv2020, pointer: string): ValidateFunction {
  const check = ajv.getSchema(`contract${pointer}`)
  assert.ok(check, `/openapi.json has nothing at ${pointer}`)
  return check
}

/** As a part of a JSON pointer (RFC 6901) in a URL. */
function pointed(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** fetch, whose JSON answers from this service are held against its contract. */
export function checkedFetch(baseUrl: () => string) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    const { status } = response
    await conform(baseUrl(), init.method ?? 'GET', url, status, await response.clone().json())
    return response
  }
}
