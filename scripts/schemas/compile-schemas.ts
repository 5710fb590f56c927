import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as z from 'zod/v4/core'

const readersFile = fileURLToPath(
  new URL('../../src/api/schemas/compiled-schema.ts', import.meta.url),
)

/** The modules in `src/api/schemas` whose schemas a checkout reads replies with. */
export const checkoutSchemas = [
  'charges/checkout-charge',
  'charges/receipt-reply',
  'link-offer',
  'payments/payment',
  'payments/authorization',
  'payments/checkout-refunds',
]

/**
 * Compiles the schemas of zod that a checkout reads replies with. `z.object({ id: z.string() })` becomes
 * `object({ "id": text() })`: the same checks (test/compiled-schemas.test.ts), with nothing to set up before the
 * price. It makes the first load a quarter smaller.
 *
 * zod stays the one place where a schema is written. A kind of schema that is not known here fails the build, and so does
 * a chunk with zod in it.
 */
export function compileSchemas(): Plugin {
  return {
    name: 'compile-schemas',
    transform: {
      filter: { id: new RegExp(`/src/api/schemas/(${checkoutSchemas.join('|')})\\.ts$`) },
      async handler(_, id) {
        const exported: Record<string, unknown> = await import(pathToFileURL(id).href)
        return { code: compileModule(exported), map: null }
      },
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const zod = chunk.moduleIds.find(
          (id) => /\/node_modules\/zod\//.test(id) && chunk.modules[id]?.renderedLength,
        )
        if (zod)
          this.error(
            `${chunk.fileName} holds ${zod}: a schema for the browser belongs to a module that is compiled.`,
          )
      }
    },
  }
}

/** Before every call, also of what an argument is made of: else the bundler keeps the parts of a schema that nothing reads. */
const pure = '/* @__PURE__ */ '

/**
 * Returns the code of a module that exports the same schemas, compiled.
 *
 * @param readers the module of the functions that the code calls
 */
export function compileModule(schemas: Record<string, unknown>, readers = readersFile): string {
  const lines = Object.entries(schemas).map(
    ([name, schema]) => `export const ${name} = ${pure}schema(${compile(schema as z.$ZodType)})`,
  )
  const imports = 'list, object, optional, schema, text, unknown'
  return [`import { ${imports} } from ${JSON.stringify(readers)}`, ...lines].join('\n')
}

function compile(schema: z.$ZodType): string {
  const { def } = (schema as z.$ZodTypes)._zod
  assertPlain(def)
  switch (def.type) {
    case 'string':
      return `${pure}text(${compilePatterns(def)})`
    case 'enum':
      return `${pure}text(${compileEnum(def)})`
    case 'unknown':
      return 'unknown'
    case 'optional':
      return `${pure}optional(${compile(def.innerType)})`
    case 'array':
      return `${pure}list(${compile(def.element)})`
    case 'object': {
      const fields = Object.entries(def.shape)
      return `${pure}object({${fields.map(([name, field]) => `${JSON.stringify(name)}: ${compile(field)}`)}})`
    }
    default:
      throw new Error(`A schema of the kind ${def.type} cannot be compiled yet.`)
  }
}

function compilePatterns({ checks = [] }: z.$ZodStringDef): string[] {
  return checks.map(({ _zod: { def } }) => {
    const { pattern, format } = def as z.$ZodCheckRegexDef
    if (format !== 'regex') throw new Error(`A check ${def.check} cannot be compiled yet.`)
    return String(pattern)
  })
}

function compileEnum({ entries }: z.$ZodEnumDef): RegExp {
  const values = Object.values(entries)
  const plain = values.every((value) => /^\w+$/.test(String(value)))
  if (!plain) throw new Error(`An enum of ${values} cannot be compiled yet.`)
  return new RegExp(`^(${values.join('|')})$`)
}

/**
 * Refuses what would be lost: a check of anything but text, the format of `z.uuid()` and its like, what a strict object does
 * with further fields, and text that is made of anything.
 */
function assertPlain(def: z.$ZodTypes['_zod']['def']): void {
  const hasChecks = def.type !== 'string' && !!def.checks?.length
  const hasMore = ['format', 'catchall', 'coerce'].some((name) => Object.hasOwn(def, name))
  if (hasChecks || hasMore)
    throw new Error(`A schema of the kind ${def.type} with further checks cannot be compiled yet.`)
}
