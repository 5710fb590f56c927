import { buildOpenApiDocument } from '../../../src/service/openapi/document.ts'
import type { JsonObject } from '../../../src/service/openapi/schemas.ts'

/** A call of an OpenAPI document. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Reply>
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: JsonObject
}

export interface Reply {
  $ref?: string
  description?: string
  content?: Record<string, Content>
}

export interface Content {
  schema: JsonObject
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/** An operation with its place in the document. */
export interface ListedOperation extends Operation {
  method: string
  /** The path with its parameters in braces; of a webhook its name. */
  path: string
}

/** The parts of an OpenAPI document that the pages show. */
export interface OpenApiDocument {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonObject>
    responses: Record<string, { description: string }>
  }
}

export const readDocument = () => buildOpenApiDocument() as unknown as OpenApiDocument

export function listOperations(paths: OpenApiDocument['paths']): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** Returns the example of a body or a reply. */
export function findExample({ example, examples = {} }: Content): unknown {
  return example ?? Object.values(examples)[0]?.value
}
