import * as z from 'zod/mini'
import { keyPrefixPattern } from '../formats.ts'
import { Hash, Uuid } from './fields.ts'

/** The public prefix of an api-key, and nothing of what follows it. */
const KeyPrefix = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => keyPrefixPattern.exec(text)?.[0] === text,
      'must be the prefix of a key, such as pc_0123abcd',
    ),
  )

/**
 * What a parameter of a path is, by its name: the same in every route. A route can name no other, so that none is checked as
 * something that it is not.
 */
export const pathParameters = {
  id: Uuid,
  uuid: Uuid,
  refund: Uuid,
  attempt: Uuid,
  hash: Hash,
  prefix: KeyPrefix,
} as const satisfies Readonly<Record<string, z.ZodMiniType<string>>>
export type PathParameter = keyof typeof pathParameters
