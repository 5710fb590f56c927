import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderDocsPage } from '../scripts/docs/api-page.ts'
import { buildOpenApiDocument } from '../src/service/openapi/document.ts'

// The page of the site that shows the API.

const page = String(await renderDocsPage(buildOpenApiDocument()))

test('the API’s page shows every operation and schema, without a script and from here alone', () => {
  assert.doesNotMatch(
    page,
    /<script|https?:\/\/(?!www\.standardwebhooks|(pay|shop)\.example\.org)[\w.]+\//,
  )
  for (const text of ['Create a charge', '/request-charges/{uuid}', 'charge:created', 'whsec_'])
    assert.ok(page.includes(text), text)
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target)
})

test('the API’s page shows the texts of the document without their marks', () => {
  const text = page.replace(/<pre[\s\S]*?<\/pre>/g, '')
  assert.match(text, /the header <code>api-key<\/code>/)
  assert.match(text, /<a href="https:\/\/www\.standardwebhooks\.com">Standard Webhooks<\/a>/)
  assert.doesNotMatch(text, /`|\]\(|\[object|undefined/)
})
