import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Json } from '../../api/openapi-schemas.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: { name: string; in: string; required: boolean; description: string; schema: Json }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, Content> }
  >
}

interface Content {
  schema: Json
  example?: unknown
}

/** The parts of an OpenAPI document that are shown. */
interface Document {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Record<string, { description: string }> }
}

/** An OpenAPI document as one page, to read without any script. */
export function docsPage(given: Json): Html {
  const document = given as unknown as Document
  const { info, tags, components } = document
  const operations = [...listed(document.paths), ...listed(document.webhooks)]
  const of = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag))
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
${tags.map(({ name }) => html`<p>${name}</p><ul>${of(name).map(entry)}</ul>`)}
<p><a href="#schemas">Schemas</a></p>
<p><a href="openapi.json">openapi.json</a></p>
</nav>
<main>
<h1>${info.title}</h1>
${info.description.split('\n\n').map((text) => html`<p>${text}</p>`)}
${tags.map(({ name, description }) => html`<section><h2>${name}</h2><p>${description}</p>${of(name).map((one) => section(one, components.responses))}</section>`)}
<section id="schemas"><h2>Schemas</h2>${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}</section>
</main>
</body>
</html>`
}

interface Listed {
  method: string
  path: string
  operation: Operation
}

function listed(paths: Document['paths']): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function entry({ operation }: Listed): Html {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`
}

function section(
  { method, path, operation }: Listed,
  shared: Document['components']['responses'],
): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  return html`<article id="${operationId}">
<h3>${summary}</h3>
<p class="call"><b>${method}</b> <code>${path}</code></p>
<p>${description}</p>
${parameters.length > 0 ? html`<table><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map((one) => html`<tr><td><code>${one.name}</code>${one.required ? ' (required)' : ''}</td><td>${one.in}</td><td>${typeText(one.schema)}</td><td>${one.description}</td></tr>`)}</tbody></table>` : ''}
${Object.entries(requestBody?.content ?? {}).map(([type, content]) => html`<h4>Body, ${type}</h4>${contentOf(content)}`)}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(
    ([status, { $ref, description, content }]) =>
      html`<dt>${status}</dt><dd>${description ?? shared[$ref?.split('/').at(-1) ?? '']?.description ?? ''}${Object.values(content ?? {}).map(contentOf)}</dd>`,
  )}</dl>
</article>`
}

function contentOf({ schema, example }: Content): Html {
  const shown = example === undefined ? '' : JSON.stringify(example, null, 2)
  return html`<p>${typeText(schema)}</p>${shown ? html`<pre tabindex="0">${shown}</pre>` : ''}`
}

function schemaSection(name: string, schema: Json): Html {
  const {
    description,
    properties,
    required = [],
  } = schema as {
    description?: string
    properties?: Record<string, Json>
    required?: string[]
  }
  return html`<article id="schema-${name}">
<h3>${name}</h3>
${description ? html`<p>${description}</p>` : ''}
${properties ? html`<table><thead><tr><th>Field</th><th>Type</th></tr></thead><tbody>${Object.entries(properties).map(([field, its]) => html`<tr><td><code>${field}</code>${required.includes(field) ? '' : ' (optional)'}</td><td>${typeText(its)}</td></tr>`)}</tbody></table>` : html`<p>${typeText(schema)}</p>`}
</article>`
}

/** A schema in words; a component as a link to it. */
function typeText(schema: Json): Html {
  const { $ref, type, items, enum: values, const: only, allOf, properties, pattern } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(values)) return html`${values.map(String).join(' | ')}`
  if (only !== undefined) return html`${JSON.stringify(only)}`
  if (items) return html`list of ${typeText(items as Json)}`
  if (Array.isArray(allOf)) return html`${(allOf as Json[]).map((one) => html`${typeText(one)} `)}`
  if (properties && typeof properties === 'object') {
    return html`{ ${Object.entries(properties as Record<string, Json>).map(([name, its]) => html`<code>${name}</code>: ${typeText(its)} `)}}`
  }
  return html`${String(type ?? 'anything')}${pattern ? html` <code class="pattern">${String(pattern)}</code>` : ''}`
}
