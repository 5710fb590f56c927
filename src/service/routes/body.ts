import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { PayError } from '../../errors.ts'
import { attachmentLimit } from '../domain/attachment.ts'
import type { Env } from './context.ts'
import { refuse } from './errors.ts'

/** KiB of a JSON body. Far above any charge; a larger one is a mistake or an attack. */
const limit = 64

/** Levels of objects and arrays in a body. */
const deepest = 100

/** Refuses a body beyond the limit, also one that does not say its length. */
export const boundedBody = bodyLimit({
  maxSize: limit * 1024,
  onError: (c) =>
    refuse(c as Context<Env>, 'payload_too_large', `The body is larger than ${limit} KiB.`),
})

/** The same for a form: its attachment, and what stands around it. */
export const boundedForm = bodyLimit({
  maxSize: attachmentLimit + limit * 1024,
  onError: (c) => refuse(c as Context<Env>, 'payload_too_large', attachmentTooLarge),
})

/** The refusal of a form or file beyond the limit. */
export const attachmentTooLarge = 'The attachment is larger than 5 MiB.'

/** True for what a route that takes JSON can read (RFC 9110 section 8.3; parameters are ignored). */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Reads a JSON body.
 *
 * @throws PayError `invalid_request`
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer()
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new PayError('invalid_request', 'The body is not JSON.', { cause })
  }
  if (fits(value, deepest)) return value
  throw new PayError('invalid_request', `The body is nested deeper than ${deepest} levels.`)
}

/** Whatever reads a value level by level, such as JSON.stringify, would overflow the stack far below. */
function fits(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => fits(inner, levels - 1))
}
