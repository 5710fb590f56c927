import * as z from 'zod/mini'
import { keyPrefixPattern } from '../formats.ts'
import { Hash, Uuid } from './fields.ts'

/** The public prefix of an api-key, without the secret part. */
const KeyPrefix = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => keyPrefixPattern.exec(text)?.[0] === text,
      'must be the prefix of a key, such as pc_0123abcd',
    ),
  )

/**
 * The schema of each path parameter, by its name: the same in every route. Routes can use only these names, so each parameter is
 * always checked as what it is.
 */
export const pathParameters = {
  id: Uuid,
  uuid: Uuid,
  refund: Uuid,
  event: Uuid,
  attempt: Uuid,
  hash: Hash,
  prefix: KeyPrefix,
} as const satisfies Readonly<Record<string, z.ZodMiniType<string>>>
export type PathParameter = keyof typeof pathParameters
