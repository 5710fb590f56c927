import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { type Browser, chromium } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { Hono } from 'hono'
import { chromiumArguments, chromiumPath } from '../../demo/browser.ts'
import { createDocs } from '../../demo/shop/docs.ts'
import { createHeaders } from '../../demo/shop/headers.ts'
import { isNightly } from '../support/effort.ts'
import { readDocument } from '../support/markdown.ts'
import { openSiteSearch } from '../support/site-search.ts'
import { patience, until } from '../support/wait.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: Server
let browser: Browser
let site: string

before(async () => {
  const app = new Hono()
  // The shop's policy, and none of its scripts.
  app.use(createHeaders("'sha256-none'"))
  const docs = createDocs()
  for (const path of ['/docs', '/docs/*']) app.get(path, docs)
  server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`
  browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments] })
})
after(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

test('the documentation is built for its first reader, who is told so meanwhile', async () => {
  const page = await until(
    'the documentation',
    async () => {
      const response = await fetch(`${site}/`)
      const text = await response.text()
      if (response.status !== 503) return text
      assert.match(text, /The documentation is being built/)
      // A browser asks again by itself.
      assert.deepEqual(
        [response.headers.get('refresh'), response.headers.get('retry-after')],
        ['2', '2'],
      )
      return undefined
    },
    // Its builder is installed and run beside all other stages, on two cores.
    10 * patience,
  )
  assert.match(page, /<title>pay-charge \| documentation<\/title>/)
  const status = async (path: string) => (await fetch(`${site}${path}`)).status
  assert.equal(await status('/start'), 200)
  assert.equal(await status('/start.md'), 200)
  assert.equal(await status('/llms.txt'), 200)
  assert.equal(await status('/no-such-page'), 404)
  assert.equal(await status('/%2e%2e/browser/integrity.json'), 404)
  assert.equal(await status('/..%2fbrowser%2fintegrity.json'), 404)
})

test('the search finds the words of merchants: their row, or the page that it leads to, among the first three', async () => {
  const search = await openSiteSearch()
  const rows = readDocument('docs/words.md').matchAll(/^\| ([^|]+) \| (.+) \|$/gm)
  const missed: string[] = []
  let count = 0
  for (const [, words = '', meaning = ''] of rows) {
    if (words === 'you say') continue
    const links = [...meaning.matchAll(/\]\(([\w-]+)\.(?:md|html)/g)].map(([, name]) => name)
    for (const word of words.split(', ')) {
      count++
      const found = search(word).slice(0, 3)
      const isFound = found.some((id) => ['words', ...links].includes(id.split('#')[0]))
      if (!isFound) missed.push(`${word}: ${found.join(', ')}`)
    }
  }
  assert.deepEqual(missed, [])
  assert.ok(count > 200)
  // What one searched for in vain before there was the page.
  for (const word of ['php', 'woocommerce', 'shopify', 'subscription', 'sandbox', 'docker'])
    assert.match(search(word)[0] ?? '', /^(words|languages)#/, word)
})

/** What a person looks with, and the pages that every run looks at so; the night looks at all of them both ways. */
const looks = [
  { colorScheme: 'light', width: 1280, names: ['index', 'style', 'service-settings', 'desk'] },
  { colorScheme: 'dark', width: 360, names: ['start', 'errors', 'api', 'words'] },
] as const
const every = looks.flatMap(({ names }) => names)

for (const { colorScheme, width, names } of looks)
  test(`everybody can read the pages, which call no other host: ${colorScheme}, ${width} px`, async () => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
    context.setDefaultTimeout(patience)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', ({ message }) => faults.push(message))
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    for (const name of isNightly ? every : names) {
      await page.goto(`${site}/${name}.html`)
      // The page is read when its script has taken it over, which gives this switch its name.
      if (name !== 'api')
        await page.locator('.VPSwitch[title^="Switch"]').first().waitFor({ state: 'attached' })
      if (name === 'style') await page.locator('pay-charge').nth(1).waitFor()
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      assert.ok(!isTooWide, `${name} is wider than the screen`)
      await page.evaluate(axe)
      const told = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
        const { violations } = await axe.run({ resultTypes: ['violations'] })
        return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
      })
      assert.deepEqual(told, [], name)
    }
    assert.deepEqual(faults, [])
    assert.deepEqual([...hosts], [new URL(site).origin])
    await context.close()
  })
