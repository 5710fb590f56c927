import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Route } from '../../../src/api/routes/route.ts'
import { routes } from '../../../src/api/routes/routes.ts'
import { WebhookEvent } from '../../../src/api/schemas/webhook.ts'
import { buildOpenApiDocument } from '../../../src/service/openapi/document.ts'
import recorded from '../../../src/service/openapi/examples/recorded.json' with { type: 'json' }
import { eventSamples } from '../../../src/service/openapi/examples/webhooks.ts'
import { type Example, recordExamples } from './story.ts'

const document = buildOpenApiDocument()

/** What the linter says, its strictest rules on. */
async function lint(source: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(source), config })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

describe('the OpenAPI document', () => {
  test('is clean under the linter', async () => {
    assert.deepEqual(await lint(document), [])
  })

  test('would not be clean with a reference to nowhere or an operation without answers', async () => {
    const broken = structuredClone(document) as { paths: Record<string, Record<string, object>> }
    broken.paths['/charges'] = { get: { operationId: 'x', summary: 'x', responses: {} } }
    assert.notDeepEqual(await lint(broken), [])
  })

  test('has every route, and every status of each', () => {
    type Operations = Record<string, Record<string, { responses: object }>>
    const paths = document.paths as Operations
    for (const route of Object.values(routes) as Route[]) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      const operation = paths[path]?.[route.method.toLowerCase()]
      const statuses = Object.keys(operation?.responses ?? {}).map(Number)
      for (const status of [...route.successStatuses, ...route.errorStatuses, 401, 429, 500]) {
        assert.ok(statuses.includes(status), `${route.method} ${path} ${status}`)
      }
    }
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods))
    assert.equal(operations.length, Object.keys(routes).length)
  })

  test('has examples that its schemas, and those of the code, take', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'contract', ...document })
    for (const [name, route] of Object.entries(routes) as [keyof typeof routes, Route][]) {
      const { body, reply }: Example = recorded[name]
      assert.deepEqual(route.reply.parse(reply), reply, name)
      if (route.body) route.body.parse(body)
      const type = route.fileTypes ? 'application~1x-ndjson' : 'application~1json'
      const at = `contract#/paths/${encodeURIComponent(route.path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1'))}/${route.method.toLowerCase()}/responses/${route.successStatuses[0]}/content/${type}/schema`
      const check = ajv.getSchema(at)
      assert.ok(check?.(reply), `${name}: ${ajv.errorsText(check?.errors)}`)
    }
    for (const [type, sample] of Object.entries(eventSamples)) {
      assert.deepEqual(WebhookEvent.parse(sample), sample, type)
      assert.deepEqual([sample.type, sample.livemode], [type, false])
    }
  })

  test('shows what the service answers, and nothing that it no longer answers', async () => {
    assert.deepEqual(await recordExamples(), recorded, 'Record them anew: npm run examples.')
  })

  test('takes addresses in mixed case, as the code does', () => {
    const { Address } = (document.components as { schemas: Record<string, { pattern: string }> })
      .schemas
    assert.match('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', new RegExp(Address?.pattern ?? ''))
  })
})
