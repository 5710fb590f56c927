import { PayError } from '../../errors.ts'

/** Returns the URL of a call, absolute or relative as its base is. */
export function buildCallUrl(
  baseUrl: string,
  { path }: { path: string },
  { params, query }: { params?: Readonly<Record<string, string>> | undefined; query?: unknown },
): string {
  return baseUrl.replace(/\/+$/, '') + fillPath(path, params) + buildQueryString(query)
}

function fillPath(path: string, params: Readonly<Record<string, string>> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name]
    // An empty value would turn GET /charges/:id into the list.
    if (!value) throw new PayError('invalid_request', `${name} must not be empty.`, { field: name })
    return encodeURIComponent(value)
  })
}

function buildQueryString(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return search.size ? `?${search}` : ''
}
