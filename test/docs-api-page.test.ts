import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { listOperations, readDocument } from '../scripts/docs/api/document.ts'
import { buildApiPages } from '../scripts/docs/api/pages.ts'
import { routes } from '../src/api/routes/routes.ts'
import { clientOf, provideHarness, wallet } from './support/harness.ts'

// The pages of the site that show the API.

const pages = buildApiPages()
const whole = [...pages.values()].join('\n')
const withoutCode = whole.replace(/^```.*?^```$/gms, '')

test('the API’s pages show every operation, event and schema', () => {
  const { paths, webhooks, components } = readDocument()
  for (const { summary } of [...listOperations(paths), ...listOperations(webhooks)])
    assert.ok(whole.includes(`\n## ${summary}\n`), summary)
  for (const name of Object.keys(components.schemas))
    assert.ok(pages.get('api-schemas')?.includes(`\n## ${name}\n`), name)
  assert.ok(whole.includes('charge:created') && whole.includes('whsec_'))
})

test('every call has a sample in curl, of its method and path, and one in Node', () => {
  for (const [name, { method, path }] of Object.entries(routes)) {
    const [, sample = ''] =
      new RegExp(`\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\`\n\n(.*?)\n:::\n`, 's').exec(
        whole.replaceAll('\\', ''),
      ) ?? []
    assert.match(sample, new RegExp(`client\\.${name}\\(`), name)
    const pattern = path.replace(/:\w+/g, '(?!undefined)[\\w-]+')
    assert.match(sample, new RegExp(`https://pay\\.example${pattern}[' ?]`), name)
    const isPost = /--data|--form|--request POST/.test(sample)
    assert.equal(isPost, method === 'POST', name)
  }
})

test('the API’s texts are whole, and nothing in them is taken for a tag or a template', () => {
  const faulty = withoutCode
    .replace(/`[^`\n]+`/g, '')
    .split('\n')
    .filter((line) => /\[object|undefined|\{\{|<(?!!-- -->)/.test(line))
  assert.deepEqual(faulty, [])
})

const harness = provideHarness()

test('the service answers the samples in curl that need no id, as they are written', async () => {
  const { chain, service, shop } = harness
  await clientOf(harness).setReceivingWallet({
    walletAddress: wallet,
    chainId: chain.chainId,
    tokenAddress: chain.dusd,
  })
  const samples = [...whole.matchAll(/^```sh \[curl\]\n(.*?)^```$/gms)]
    .map(([, sample = '']) =>
      sample.replace(/^curl /, 'curl --silent --show-error --fail-with-body '),
    )
    .filter((sample) => !/[\da-f]{8}-[\da-f]{4}/.test(sample))
    .filter((sample) => /\/charges \\|^((?!--request|--data|--form).)*$/s.test(sample))
  assert.ok(samples.length >= 8, `${samples.length} samples`)
  for (const sample of samples) {
    const command = sample.replace('https://pay.example', service.baseUrl)
    const env = { PATH: process.env.PATH, API_KEY: shop.apiKey }
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
    assert.match(stdout, /^[{t]/, sample)
  }
})
