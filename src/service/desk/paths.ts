import { buildCallUrl } from '../../api/client/call-url.ts'
import { PayError } from '../../errors.ts'

declare const built: unique symbol

/** A path below the desk, with its query. Only {@link buildPath} makes one. */
export type DeskPath = string & { readonly [built]: true }

/** The names of the parameters of a path such as `/webhooks/:uuid/events/:event/send`. */
type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The values of a path: its parameters, and its query without undefined and `''`. */
type PathValues<Path extends string> = [ParameterName<Path>] extends [never]
  ? [params?: Record<never, string>, query?: Query]
  : [params: Record<ParameterName<Path>, string>, query?: Query]
type Query = Readonly<Record<string, string | undefined>>

/**
 * Builds a path below the desk. Each value is encoded, so that none leads to a page or form other than the path's.
 *
 * @example buildPath('/charges/:uuid/refunds', { uuid })
 * @throws PayError `invalid_request` for a value that no encoding makes harmless: `''`, `.` and `..`
 */
export function buildPath<const Path extends string>(
  path: Path,
  ...[params, query = {}]: PathValues<Path>
): DeskPath {
  const values: Readonly<Record<string, string>> = params ?? {}
  if (Object.values(values).some((value) => /^\.{1,2}$/.test(value)))
    throw new PayError('invalid_request', 'A value must not change the path.')
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return buildCallUrl('', { path }, { params, query: Object.fromEntries(given) }) as DeskPath
}

/** Reads the path below the desk of a page that is to be opened next; '' for none, and for what is no such path. */
export function readNext(text = ''): DeskPath {
  const isPath = /^\/(?!sign-)[\w\-/]*(\?[\w\-=&%.+]*)?$/.test(text)
  return (isPath ? text : '') as DeskPath
}

/** Builds the link that opens a message in the person's mail program (RFC 6068, section 2). */
export function buildMailLink(
  address: string,
  fields: Readonly<Record<'subject' | 'body', string>>,
) {
  const to = address.split('@').map(encodeURIComponent).join('@')
  const query = Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)])
  return ['mailto:', to, '?', query.map((pair) => pair.join('=')).join('&')].join('')
}

/** Builds the same as a browser sees it: with the path of the desk before it. */
export function linkTo<const Path extends string>(
  { base }: { base: string },
  path: Path,
  ...values: PathValues<Path>
): string {
  return base + buildPath(path, ...values)
}
