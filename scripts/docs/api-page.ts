import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { JsonObject } from '../../src/service/openapi/schemas.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: {
    name: string
    in: string
    required: boolean
    description: string
    schema: JsonObject
  }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, Content> }
  >
}

interface Content {
  schema: JsonObject
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/** The parts of an OpenAPI document that the page shows. */
interface OpenApiDocument {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonObject>
    responses: Record<string, { description: string }>
  }
}

/** Renders an OpenAPI document as one HTML page that needs no script. */
export function renderDocsPage(json: JsonObject): Html {
  const document = json as unknown as OpenApiDocument
  const { info, tags, components } = document
  const operations = [...listOperations(document.paths), ...listOperations(document.webhooks)]
  const findByTag = (tag: string) =>
    operations.filter(({ operation }) => operation.tags.includes(tag))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<nav aria-label="Contents">
${tags.map(({ name }) => html`<p>${name}</p><ul>${findByTag(name).map(renderEntry)}</ul>`)}
<p><a href="#schemas">Schemas</a></p>
<p><a href="openapi.json">openapi.json</a></p>
</nav>
<main>
<h1>${info.title}</h1>
${info.description.split('\n\n').map((text) => html`<p>${renderText(text)}</p>`)}
${tags.map(({ name, description }) => html`<section><h2>${name}</h2><p>${renderText(description)}</p>${findByTag(name).map((operation) => renderOperation(operation, components.responses))}</section>`)}
<section id="schemas"><h2>Schemas</h2>${Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))}</section>
</main>
</body>
</html>`
}

interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

function listOperations(paths: OpenApiDocument['paths']): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function renderEntry({ operation }: ListedOperation): Html {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`
}

function renderOperation(
  { method, path, operation }: ListedOperation,
  sharedResponses: OpenApiDocument['components']['responses'],
): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  return html`<article id="${operationId}">
<h3>${summary}</h3>
<p class="call"><b>${method}</b> <code>${path}</code></p>
<p>${renderText(description)}</p>
${parameters.length > 0 ? html`<table tabindex="0"><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map((parameter) => html`<tr><td><code>${parameter.name}</code>${parameter.required ? ' (required)' : ''}</td><td>${parameter.in}</td><td>${renderType(parameter.schema)}</td><td>${renderText(parameter.description)}</td></tr>`)}</tbody></table>` : ''}
${Object.entries(requestBody?.content ?? {}).map(([type, content]) => html`<h4>Body, ${type}</h4>${renderContent(content)}`)}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(
    ([status, { $ref, description, content }]) =>
      html`<dt>${status}</dt><dd>${renderText(description ?? sharedResponses[$ref?.split('/').at(-1) ?? '']?.description ?? '')}${Object.values(content ?? {}).map(renderContent)}</dd>`,
  )}</dl>
</article>`
}

function renderContent({ schema, example, examples = {} }: Content): Html {
  const values = [example, ...Object.values(examples).map(({ value }) => value)]
  const shown = values.filter((value) => value !== undefined)
  return html`<p>${renderType(schema)}</p>${shown.map((value) => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`)}`
}

function renderSchema(name: string, schema: JsonObject): Html {
  const {
    description,
    properties,
    required = [],
  } = schema as {
    description?: string
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return html`<article id="schema-${name}">
<h3>${name}</h3>
${description ? html`<p>${renderText(description)}</p>` : ''}
${properties ? html`<table tabindex="0"><thead><tr><th>Field</th><th>Type</th></tr></thead><tbody>${Object.entries(properties).map(([field, fieldSchema]) => html`<tr><td><code>${field}</code>${required.includes(field) ? '' : ' (optional)'}</td><td>${renderType(fieldSchema)}</td></tr>`)}</tbody></table>` : html`<p>${renderType(schema)}</p>`}
</article>`
}

/** Code and links in CommonMark: the only markup that our texts use. */
const marked = /`([^`]+)`|\[([^[\]]+)\]\((https:[^()[\]\s]+)\)/g

/** Renders a text of the document, which is CommonMark (OpenAPI). */
function renderText(text: string): Html {
  const parts: (string | Html)[] = []
  let end = 0
  for (const match of text.matchAll(marked)) {
    const [whole, code, label, url] = match
    parts.push(text.slice(end, match.index))
    parts.push(
      code === undefined ? html`<a href="${url}">${label}</a>` : html`<code>${code}</code>`,
    )
    end = match.index + whole.length
  }
  return html`${[...parts, text.slice(end)]}`
}

/** Renders the type of a schema as text; a component as a link to it. */
function renderType(schema: JsonObject): Html {
  const { $ref, type, items, enum: values, const: constant, allOf, properties, pattern } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(values)) return html`${values.map(String).join(' | ')}`
  if (constant !== undefined) return html`${JSON.stringify(constant)}`
  if (items) return html`list of ${renderType(items as JsonObject)}`
  if (Array.isArray(allOf))
    return html`${(allOf as JsonObject[]).map((part) => html`${renderType(part)} `)}`
  if (properties && typeof properties === 'object') {
    return html`{ ${Object.entries(properties as Record<string, JsonObject>).map(([name, fieldSchema]) => html`<code>${name}</code>: ${renderType(fieldSchema)} `)}}`
  }
  return html`${String(type ?? 'anything')}${pattern ? html` <code class="pattern">${String(pattern)}</code>` : ''}`
}
