import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { describeInexactNumber, findInexactNumber } from '../../../api/json-numbers.ts'
import { PayError } from '../../../errors.ts'
import { maxAttachmentBytes } from '../../domain/requests/attachment.ts'
import type { Env } from './context.ts'
import { replyWithError } from './errors.ts'

/** The largest JSON body, in KiB. Far larger than any charge: a larger body is a mistake or an attack. */
const maxJsonKiB = 64

/** The most nested levels of objects and arrays in a body. */
const maxDepth = 100

/** Middleware that refuses a body over the limit, also one without a Content-Length. */
export const jsonBodyLimit = bodyLimit({
  maxSize: maxJsonKiB * 1024,
  onError: (c) =>
    replyWithError(
      c as Context<Env>,
      'payload_too_large',
      `The body is larger than ${maxJsonKiB} KiB.`,
    ),
})

/** The same for a form: the limit is that of its attachment and its other fields together. */
export const formBodyLimit = bodyLimit({
  maxSize: maxAttachmentBytes + maxJsonKiB * 1024,
  onError: (c) => replyWithError(c as Context<Env>, 'payload_too_large', attachmentTooLargeMessage),
})

/** The message for a form or file over the limit. */
export const attachmentTooLargeMessage = 'The attachment is larger than 5 MiB.'

/** Returns whether a content type is JSON (RFC 9110 section 8.3; parameters are ignored). */
export function isJsonContentType(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Reads a JSON body. Every JSON that a caller sends passes here.
 *
 * @throws PayError `invalid_request` for a body that is not JSON, is nested too deeply, or has a number that is another one
 * after reading
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer()
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text)
  } catch (cause) {
    throw new PayError('invalid_request', 'The body is not JSON.', { cause })
  }
  if (!isWithinDepth(value, maxDepth))
    throw new PayError('invalid_request', `The body is nested deeper than ${maxDepth} levels.`)
  const inexact = findInexactNumber(text)
  if (inexact === undefined) return value
  throw new PayError('invalid_request', `The body ${describeInexactNumber(inexact)}.`)
}

/**
 * Returns whether a value has at most so many levels. A recursive reader such as JSON.stringify would overflow the
 * stack for a deep value.
 */
function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isWithinDepth(inner, levels - 1))
}
