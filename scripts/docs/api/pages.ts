import {
  type Content,
  findExample,
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
  type Operation,
  readDocument,
} from './document.ts'
import { createSamples } from './samples.ts'
import { formatBounds, formatSchema, formatType, toCode, toText } from './types.ts'

/** Returns the pages of the API as Markdown, by their names: an overview, one for each subject, the webhooks, and all schemas. */
export function buildApiPages(document = readDocument()): Map<string, string> {
  const { tags, paths, webhooks, components } = document
  const operations = listOperations(paths)
  const sample = createSamples(document)
  const subjects = tags.map(({ name, description }) => ({
    name: `api-${name.toLowerCase().replaceAll(' ', '-')}`,
    title: name,
    description,
    its: operations.filter((operation) => operation.tags.includes(name)),
  }))
  return new Map([
    ['api', writeOverview(document, subjects)],
    ...subjects.map(
      ({ name, title, description, its }) =>
        [
          name,
          `# API: ${title}\n\n${toText(description)}\n\n${its.map((operation) => writeOperation(operation, sample)).join('\n\n')}\n`,
        ] as const,
    ),
    ['api-events', writeEvents(listOperations(webhooks))],
    ['api-schemas', writeSchemas(components.schemas)],
  ])
}

interface Subject {
  name: string
  title: string
  description: string
  its: ListedOperation[]
}

function writeOverview({ info, components }: OpenApiDocument, subjects: readonly Subject[]) {
  const lists = subjects.map(({ name, title, its }) => {
    const rows = its.map(
      ({ method, path, summary }) =>
        `| [${toText(summary)}](${name}.md#${toAnchor(summary)}) | ${toCode(`${method} ${path}`)} |`,
    )
    return `## ${title}\n\n| call | path |\n|---|---|\n${rows.join('\n')}`
  })
  const errors = Object.entries(components.responses).map(
    ([name, { description }]) => `| ${name} | ${toText(description)} |`,
  )
  return `# API reference

Calls of the service by your backend, each with a sample in curl and Node, and the reply of a recorded call. For programs:
[openapi.json](openapi.json). Other languages: [Python, PHP and WordPress](languages.md).

${toParagraphs(info.description)}

${lists.join('\n\n')}

## Calls of the service

[Events](api-events.md) that your webhook receives, and [every schema](api-schemas.md).

## Errors

A reply with an error has its type, a message, and the id of the call. [Errors](errors.md#error-types-of-the-service) lists the types.

| error | meaning |
|---|---|
${errors.join('\n')}
`
}

function writeOperation(operation: ListedOperation, sample: (its: ListedOperation) => string) {
  const { method, path, summary, description, parameters = [], responses } = operation
  const rows = parameters.map(
    ({ name, in: place, required, description: text = '', schema }) =>
      `| ${toCode(name)}${required ? ' (required)' : ''} | ${place} | ${[formatType(schema), formatBounds(schema)].filter(Boolean).join(', ')} | ${toText(text)} |`,
  )
  const table =
    rows.length > 0 && `| parameter | in | type | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
  return [
    `## ${summary}`,
    `${toCode(`${method} ${path}`)}`,
    toParagraphs(description.replace(/ (Scope: .*)$/, '\n\n$1')),
    sample(operation),
    table,
    ...writeBodies(operation),
    ...writeReplies(responses),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function writeBodies({ requestBody }: Operation): string[] {
  return Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `The body, ${type}, is ${formatType(schema)}.`,
  )
}

function writeReplies(responses: Operation['responses']): string[] {
  const isGood = (status: string) => status.startsWith('2')
  const good = Object.entries(responses)
    .filter(([status]) => isGood(status))
    .flatMap(([status, { description = '', content = {} }]) => [
      `**${status}** ${toText(description)}`,
      ...Object.entries(content).map(writeContent),
    ])
  const bad = Object.keys(responses).filter((status) => !isGood(status))
  return [...good, `[Errors](api.md#errors): ${bad.map(toCode).join(', ')}`]
}

function writeContent([type, content]: [string, Content]): string {
  const example = findExample(content)
  const kind = `${type}: ${formatType(content.schema)}`
  return example === undefined ? kind : `${kind}\n\n${writeExample('Example', example)}`
}

/** An example that opens by a click: some are long. */
const writeExample = (title: string, value: unknown) =>
  `::: details ${title}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\n:::`

function writeEvents(operations: readonly ListedOperation[]): string {
  const [first] = operations
  const headers = (first?.parameters ?? []).map(
    ({ name, description }) => `| ${toCode(name)} | ${toText(description)} |`,
  )
  const events = operations.map(({ summary, requestBody }) => {
    const contents = Object.values(requestBody?.content ?? {})
    const examples = contents.flatMap(({ example, examples = {} }) => [
      ...(example ? [['Example', example] as const] : []),
      ...Object.entries(examples).map(([type, { value }]) => [type, value] as const),
    ])
    const types = contents.map(({ schema }) => `The body is ${formatType(schema)}.`)
    return [
      `## ${toText(summary)}`,
      ...types,
      ...examples.map(([type, value]) => writeExample(type, value)),
    ].join('\n\n')
  })
  return `# API: Events

What the service sends to your webhook endpoints. What each means, and how to verify it: [Fulfill an order](fulfill.md).

| header | meaning |
|---|---|
${headers.join('\n')}

${events.join('\n\n')}
`
}

function writeSchemas(schemas: OpenApiDocument['components']['schemas']): string {
  const parts = Object.entries(schemas).map(([name, schema]) =>
    [`## ${name}`, toText(String(schema.description ?? '')), formatSchema(schema)]
      .filter(Boolean)
      .join('\n\n'),
  )
  return `# API: Schemas\n\nThe types of bodies and replies, by their names in [openapi.json](openapi.json).\n\n${parts.join('\n\n')}\n`
}

/** Lines of their own stay paragraphs of their own. */
const toParagraphs = (text: string) => text.split('\n\n').map(toText).join('\n\n')

/** The id that the site gives a heading. */
const toAnchor = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
